/** Who wrote what Meta charges. Pure. */
import type { COST_AUTHORS } from '../../../platform/db/schema'

type Author = (typeof COST_AUTHORS)[number]

/** Who wrote a stored message, by what it is known by (campaigns/compose.ts, outgoing/jobs.ts). */
export function authorOf(row: { userId: number | null; clientId: string | null }): {
  author: Author
  campaignId: number
} {
  const [, campaign] = /^campaign:(\d+):/.exec(row.clientId ?? '') ?? []
  if (campaign !== undefined) return { author: 'campaign', campaignId: Number(campaign) }
  if (row.userId !== null) return { author: 'agent', campaignId: 0 }
  return { author: row.clientId?.startsWith('assist:') ? 'assistant' : 'automatic', campaignId: 0 }
}
