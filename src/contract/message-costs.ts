/** What messages of the Cloud API cost by a company's own rate card. Pure. */
import type { CloudCost, CloudRates } from './endpoints/message-costs'

/** Meta's categories that are charged as another one. */
const CHARGED_AS: Readonly<Record<string, keyof Omit<CloudRates, 'currency'>>> = {
  service: 'service',
  utility: 'utility',
  marketing: 'marketing',
  marketing_lite: 'marketing',
  authentication: 'authentication',
}

/** @returns the sum of what is charged and has a price, and how many charged messages have none. */
export function costOf(
  rows: readonly Pick<CloudCost, 'category' | 'billable' | 'messages'>[],
  rates: CloudRates | null,
): { amount: number; missing: number } {
  const charged = rows.filter(row => row.billable)
  return charged.reduce(
    ({ amount, missing }, { category, messages }) => {
      const key = Object.hasOwn(CHARGED_AS, category) ? CHARGED_AS[category] : undefined
      const rate = key === undefined ? null : (rates?.[key] ?? null)
      return rate === null
        ? { amount, missing: missing + messages }
        : { amount: amount + (rate * messages) / 1_000, missing }
    },
    { amount: 0, missing: 0 },
  )
}
