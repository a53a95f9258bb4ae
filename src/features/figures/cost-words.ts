/** Costs of messages in words: what a group of them is called, and how an estimate reads. Pure. */
import { type CloudRates, COST_AUTHORS, COST_CATEGORIES, type CostGrouping, costEstimate } from '@contract'
import type { Formatters, TFunction } from '@/i18n'

const isOf = <N extends string>(names: readonly N[], name: string): name is N =>
  (names as readonly string[]).includes(name)

/** What a group is called that is no time. @param name of its row; "" once it is gone. */
export function costGroupName(
  t: TFunction,
  by: Exclude<CostGrouping, 'day' | 'week' | 'month'>,
  key: string,
  name: string,
): string {
  if (by === 'author') return isOf(COST_AUTHORS, key) ? t(`figures.cost.authorIs.${key}`) : key
  if (by === 'category') return isOf(COST_CATEGORIES, key) ? t(`figures.cost.categoryIs.${key}`) : key
  if (key === '0') return t(`figures.cost.none.${by}`)
  return name || t('figures.cost.gone', { id: key })
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
  const amount = format.amountIn(estimate.amount, rates.currency)
  return t(estimate.is === 'least' ? 'figures.cost.estimateAtLeast' : 'figures.cost.estimate', { amount })
}
