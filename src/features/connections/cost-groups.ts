/** A month's messages under one heading each. Pure. */
import { type CloudCost, type CloudCosts, costOf } from '@contract'

export const COST_GROUPS = ['connection', 'queue', 'user', 'campaign', 'category', 'author'] as const
export type CostGroup = (typeof COST_GROUPS)[number]

const KEYS: Readonly<Record<CostGroup, (row: CloudCost) => string>> = {
  connection: row => String(row.whatsappId),
  queue: row => String(row.queueId),
  user: row => String(row.userId),
  campaign: row => String(row.campaignId),
  category: row => row.category,
  author: row => row.author,
}

export interface CostLine {
  /** The id, or Meta's or our word, that the messages have in common. */
  key: string
  free: number
  charged: number
  amount: number
  /** Charged messages that have no price in the rate card. */
  missing: number
}

const count = (rows: readonly CloudCost[], billable: boolean): number =>
  rows.reduce((sum, row) => sum + (row.billable === billable ? row.messages : 0), 0)

const lineOf = (key: string, rows: readonly CloudCost[], rates: CloudCosts['rates']): CostLine => ({
  key,
  free: count(rows, false),
  charged: count(rows, true),
  ...costOf(rows, rates),
})

/** @returns a line for each group, those with most charged messages first, and one for all of them. */
export function costLines(
  { rows, rates }: Pick<CloudCosts, 'rows' | 'rates'>,
  by: CostGroup,
): { lines: CostLine[]; total: CostLine } {
  const keyOf = KEYS[by]
  const keys = [...new Set(rows.map(keyOf))]
  const lines = keys.map(key =>
    lineOf(
      key,
      rows.filter(row => keyOf(row) === key),
      rates,
    ),
  )
  lines.sort((a, b) => b.charged - a.charged || b.free - a.free || a.key.localeCompare(b.key))
  return { lines, total: lineOf('', rows, rates) }
}
