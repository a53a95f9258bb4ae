/** Costs of messages in words: what a group of them is called, and how an estimate reads. Pure. */
import { type CloudRates, type CostGroup, costEstimate, costGroupLabel } from '@contract'
import type { Formatters, TFunction } from '@/i18n'

/** What a group is called that is no time. @param name of its row; "" once it is gone. */
export function costGroupName(t: TFunction, by: CostGroup, key: string, name: string): string {
  const label = costGroupLabel(by, { key, name })
  return label.is === 'text' ? label.text : t(label.word, { id: key })
}

/** An estimate in the rate card's currency; a lower bound where a price is missing, "–" without any. @param of so many messages. */
export function estimateText(
  t: TFunction,
  format: Formatters,
  sum: { amount: number; missing: number },
  of: number,
  rates: CloudRates | null,
): string {
  const estimate = costEstimate(sum, of, rates)
  if (estimate.is === 'none' || rates === null) return '–'
  const amount = format.money(estimate.amount, rates.currency)
  return t(estimate.is === 'least' ? 'figures.cost.estimateAtLeast' : 'figures.cost.estimate', { amount })
}
