/**
 * What messages of the Cloud API cost by a company's own rate card, and what a change of how it writes would save. Every place
 * that shows a cost computes it here (docs/figures.md). Pure.
 */
import {
  type CloudRates,
  COST_AUTHORS,
  COST_CATEGORIES,
  type CostFigures,
  type Saving,
} from './endpoints/message-costs'

/** Meta's categories that are charged as another one. */
const CHARGED_AS: Readonly<Record<string, keyof Omit<CloudRates, 'currency'>>> = {
  service: 'service',
  utility: 'utility',
  marketing: 'marketing',
  marketing_lite: 'marketing',
  authentication: 'authentication',
}

/** Categories of templates in whose place a plain message may stand. */
export const REPLACEABLE_CATEGORIES = ['utility', 'marketing', 'marketing_lite'] as const

/** Longest pause between two messages of one writer that would have been one, milliseconds. */
export const JOINABLE_MS = 60_000

/** Delivered messages that Meta told the same of. */
export interface CountedMessages {
  category: string
  billable: boolean
  messages: number
  /** Of them, those that could have been part of the one before, and templates a plain message could have replaced. */
  joinable: number
  replaceable: number
}

/** @returns what a thousand cost; null where the card has no price. */
function rateOf(category: string, rates: CloudRates | null): number | null {
  const key = Object.hasOwn(CHARGED_AS, category) ? CHARGED_AS[category] : undefined
  return key === undefined ? null : (rates?.[key] ?? null)
}

/** Sums messages by price. @param priceOf of a thousand, null where it is not known. */
function summed(
  rows: readonly { messages: number; category: string }[],
  priceOf: (category: string) => number | null,
): Saving {
  const sum = { messages: 0, amount: 0, missing: 0 }
  for (const { messages, category } of rows) {
    const price = priceOf(category)
    sum.messages += messages
    if (price === null) sum.missing += messages
    else sum.amount += (price * messages) / 1_000
  }
  return sum
}

/** What messages cost together. `missing`: charged ones that the card has no price for. */
export function costFigures(rows: readonly CountedMessages[], rates: CloudRates | null): CostFigures {
  const charged = rows.filter(row => row.billable)
  const cost = summed(charged, category => rateOf(category, rates))
  const service = rateOf('service', rates)
  return {
    free: rows.reduce((sum, row) => sum + (row.billable ? 0 : row.messages), 0),
    charged: cost.messages,
    amount: cost.amount,
    missing: cost.missing,
    joined: summed(
      charged.map(({ joinable, category }) => ({ messages: joinable, category })),
      category => rateOf(category, rates),
    ),
    replaced: summed(
      charged.map(({ replaceable, category }) => ({ messages: replaceable, category })),
      category => {
        const price = rateOf(category, rates)
        return price === null || service === null ? null : Math.max(0, price - service)
      },
    ),
  }
}

/** By what costs are told apart. Times are in the report alone. */
export const COST_GROUPS = ['connection', 'queue', 'user', 'campaign', 'category', 'author'] as const
export type CostGroup = (typeof COST_GROUPS)[number]
export const COST_TIMES = ['day', 'week', 'month'] as const
/** Whether a group of a report is a time. */
export const isTime = (by: string): by is (typeof COST_TIMES)[number] => COST_TIMES.some(time => time === by)
export const COST_GROUPINGS = [...COST_TIMES, ...COST_GROUPS] as const
export type CostGrouping = (typeof COST_GROUPINGS)[number]

/**
 * What a group that is no time is called: `text` as it is, or `word`, the key of a text.
 * @param row its name is "" once it is gone.
 */
export function costGroupLabel(by: CostGroup, { key, name }: { key: string; name: string }) {
  if (by === 'author') {
    const author = COST_AUTHORS.find(one => one === key)
    return author
      ? ({ is: 'word', word: `figures.cost.authorIs.${author}` } as const)
      : ({ is: 'text', text: key } as const)
  }
  if (by === 'category') {
    const category = COST_CATEGORIES.find(one => one === key)
    return category
      ? ({ is: 'word', word: `figures.cost.categoryIs.${category}` } as const)
      : ({ is: 'text', text: key } as const)
  }
  if (key === '0') return { is: 'word', word: `figures.cost.none.${by}` } as const
  return name === ''
    ? ({ is: 'word', word: 'figures.cost.gone' } as const)
    : ({ is: 'text', text: name } as const)
}

interface CostLine extends CostFigures {
  key: string
}

/** @returns a line for each group, those with most charged messages first, and one for all of them. */
export function costLines<Row extends CountedMessages>(
  rows: readonly Row[],
  rates: CloudRates | null,
  keyOf: (row: Row) => string,
): { lines: CostLine[]; total: CostFigures } {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  const lines = [...groups].map(([key, own]) => ({ key, ...costFigures(own, rates) }))
  lines.sort((a, b) => b.charged - a.charged || b.free - a.free || a.key.localeCompare(b.key))
  return { lines, total: costFigures(rows, rates) }
}

/**
 * How an estimate reads: `known` in full, `least` where some messages have no price, `none` without any price.
 * @param of messages it is an estimate of.
 */
export const costEstimate = (
  { amount, missing }: { amount: number; missing: number },
  of: number,
  rates: CloudRates | null,
): { is: 'none' } | { is: 'known' | 'least'; amount: number } =>
  rates === null || (of > 0 && missing === of)
    ? { is: 'none' }
    : { is: missing > 0 ? 'least' : 'known', amount }
