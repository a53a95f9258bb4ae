// @vitest-environment jsdom
import '../support/jsdom'
import type { CloudResponders } from '@contract'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { Responders } from '@/features/connections/responders'
import { setLanguage } from '@/i18n'

const at = '2026-11-30T12:00:00.000Z'
const nobody = { metaAgentAt: null, partnerAt: null, directAt: null, handedAt: null, takenAt: null }
const ours = (known: Partial<CloudResponders>): string => {
  const { unmount } = render(<Responders known={{ ...nobody, ...known }} />)
  const text = screen.getByText('Turno').parentElement?.textContent ?? ''
  unmount()
  return text
}

beforeEach(() => setLanguage('pt'))

it('reads along only where others answer and nothing came here; nothing is known before anything came', () => {
  expect(ours({})).toContain('Ainda não se sabe')
  expect(ours({ metaAgentAt: at })).toContain('Só acompanha')
  expect(ours({ metaAgentAt: at, takenAt: at })).toMatch(/Só acompanha.*assumiu/)
  expect(ours({ directAt: at })).toMatch(/^TurnoRecebe as conversas que começam neste número/)
  expect(ours({ metaAgentAt: at, directAt: at, handedAt: at })).toMatch(/começam.*repassam/)
})
