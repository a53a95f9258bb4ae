/** Who wrote what Meta charges, and what it costs by a rate card. */
import { costOf } from '@contract'
import { expect, it } from 'vitest'
import { authorOf } from '../../../electron/server/desk/channel/cloud/costs'

it.each([
  [
    { userId: 7, clientId: 'x' },
    { author: 'agent', campaignId: 0 },
  ],
  [
    { userId: null, clientId: 'campaign:12:40:main' },
    { author: 'campaign', campaignId: 12 },
  ],
  [
    { userId: null, clientId: 'assist:3:9:0' },
    { author: 'assistant', campaignId: 0 },
  ],
  [
    { userId: null, clientId: null },
    { author: 'automatic', campaignId: 0 },
  ],
] as const)('%o was written by %o', (row, author) => expect(authorOf(row)).toEqual(author))

const rates = { currency: 'BRL', service: 35, utility: null, marketing: 325.5, authentication: null }
const row = (category: string, billable: boolean, messages: number) => ({ category, billable, messages })

it('a rate card prices what is charged by thousands, and says what it has no price for', () => {
  const rows = [
    row('service', false, 900),
    row('service', true, 200),
    row('marketing', true, 10),
    row('marketing_lite', true, 10),
    row('utility', true, 4),
    row('something_new', true, 1),
  ]
  const { amount, missing } = costOf(rows, rates)
  expect([amount.toFixed(2), missing]).toEqual(['13.51', 5])
  expect(costOf(rows, null)).toEqual({ amount: 0, missing: 225 })
})
