/** Who wrote a stored message: a person, or what its client id begins with. Pure. */
import type { COST_AUTHORS } from '@contract'

/** How client ids of messages begin that no person wrote: the same message cannot be stored twice. */
export const WRITTEN_BY = { campaign: 'campaign:', assistant: 'assist:' } as const

export function authorOf(row: { userId: number | null; clientId: string | null }): {
  author: (typeof COST_AUTHORS)[number]
  campaignId: number
} {
  const id = row.clientId ?? ''
  const campaignId = id.startsWith(WRITTEN_BY.campaign)
    ? Number.parseInt(id.slice(WRITTEN_BY.campaign.length), 10)
    : 0
  if (campaignId > 0) return { author: 'campaign', campaignId }
  if (row.userId !== null) return { author: 'agent', campaignId: 0 }
  return { author: id.startsWith(WRITTEN_BY.assistant) ? 'assistant' : 'automatic', campaignId: 0 }
}
