// @vitest-environment jsdom
/** Who is told, wherever they are, that most of the month's ceiling is used. */
import '../support/jsdom'
import { type CapabilityLevel, capabilitiesOf } from '@contract'
import { act, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useCeilingNotice } from '@/features/copilot'
import { copilotOffers } from '@/stores/copilot'
import { useServers } from '@/stores/servers'
import { useToastList } from '@/stores/toasts'
import { openScreen, said } from '../support/open-screen'

function Notice() {
  useCeilingNotice()
  return null
}

it.each<[CapabilityLevel, string[]]>([
  ['native', []],
  ['equivalent', ['85% do limite de IA deste mês já foi usado.']],
])('an agent is told of their own computer’s alone (%s)', async (copilot, words) => {
  const capabilities = capabilitiesOf('missing', { copilot })
  useServers.setState({ state: { facts: { version: '', adapter: 'legacy', capabilities } } as never })
  const { router } = await openScreen(<Notice />, { user: { profile: 'user' } })
  act(() => copilotOffers.use.setState({ items: [{ usedShare: 0.85, stopped: [] }] as never }))
  await waitFor(() => expect(said()).toEqual(words))
  const [toast] = useToastList.getState().toasts
  act(() => toast?.action?.run())
  expect(router.state.location.pathname).toBe(words.length > 0 ? '/settings' : '/')
})
