/** What of the copilot the person may use (src/contract/copilot.ts). */
import {
  type CopilotFeature,
  type CopilotSettings,
  isOffered,
  type ResponseOut,
  type Ticket,
} from '@contract'
import { useEffect } from 'react'
import { call } from '@/api'
import { createDirectory, type Directory } from './directory'
import { useCapability, useOffered } from './servers'
import { useUser } from './session'

/** One record, as a list of one. */
export const copilotOffers: Directory<ResponseOut<'copilot.offers'>> = createDirectory({
  name: 'copilot-offers',
  read: async () => [await call('copilot.offers')],
  onEvent: ({ channel }) => (channel === 'copilot' ? { stale: true } : null),
})

/** How the company has it set, for administrators; its key never travels. */
export const copilotSettings: Directory<CopilotSettings> = createDirectory({
  name: 'copilot-settings',
  read: async () => [await call('copilot.settings')],
  onEvent: ({ channel }) => (channel === 'copilot' ? { stale: true } : null),
})

/** Whether a feature may be used in a conversation. */
export function useCopilotOffers(feature: CopilotFeature, ticket: Ticket | null): boolean {
  const user = useUser()
  const offered = useOffered('copilot')
  const looks = offered && ticket !== null
  useEffect(() => {
    if (looks) void copilotOffers.ensure()
  }, [looks])
  const rule = copilotOffers.use(({ items }) => items[0]?.features[feature])
  useEffect(() => {
    if (offered) void copilotOffers.ensure()
  }, [offered])
  return offered && user !== null && ticket !== null && isOffered(rule, user.profile, ticket.queueId)
}

/** Whether the copilot is this computer's, for the server in use has none. */
export const useLocalCopilot = (): boolean => useCapability('copilot') === 'equivalent'
