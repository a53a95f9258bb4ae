// @vitest-environment jsdom
import '../support/jsdom'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CloudResponders } from '../../../src/contract'
import { Responders } from '../../../src/features/connections/responders'
import { fakeBridge, installBridge } from '../support/fake-bridge'

beforeEach(() => installBridge(fakeBridge()))
afterEach(cleanup)

const nobody: CloudResponders = { metaAgentAt: null, partnerAt: null, handedAt: null, takenAt: null }
const said = (known: CloudResponders | null): string => {
  cleanup()
  render(<Responders known={known} />)
  return screen.getByRole('region', { name: 'Quem atende neste número' }).textContent ?? ''
}

it('the role of a number is told as deliveries showed it, and as unknown before', () => {
  const at = '2026-11-12T12:00:00.000Z'
  expect(said(null)).toContain('Este servidor não informa')
  expect(said(nobody)).toContain('TurnoAinda não se sabe')
  expect(said({ ...nobody, metaAgentAt: at })).toMatch(
    /TurnoSó acompanha.*IA da MetaAtendeu.*2026.*não apareceu/i,
  )
  const all = said({ ...nobody, metaAgentAt: at, handedAt: at, takenAt: at })
  expect(all).toMatch(/Recebe as conversas.*2026.*Uma pessoa assumiu/)
})
