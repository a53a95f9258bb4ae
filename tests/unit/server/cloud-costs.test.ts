/** Who wrote what Meta charges, and what it costs by a rate card. */
import { costEstimate, costFigures, costLines } from '@contract'
import { expect, it } from 'vitest'
import { authorOf } from '../../../electron/server/authors'

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
const row = (
  category: string,
  billable: boolean,
  messages: number,
  saves: { joinable?: number; replaceable?: number } = {},
) => ({ category, billable, messages, joinable: 0, replaceable: 0, ...saves })

it('a rate card prices what is charged by thousands, and says what it has no price for', () => {
  const rows = [
    row('service', false, 900),
    row('service', true, 200),
    row('marketing', true, 10),
    row('marketing_lite', true, 10),
    row('utility', true, 4),
    row('something_new', true, 1),
  ]
  const priced = costFigures(rows, rates)
  expect([priced.free, priced.charged, priced.amount.toFixed(2), priced.missing]).toEqual([
    900,
    225,
    '13.51',
    5,
  ])
  expect(costFigures(rows, null)).toMatchObject({ amount: 0, missing: 225 })
  expect(costEstimate(priced, priced.charged, rates)).toMatchObject({ is: 'least' })
  expect(costEstimate(priced, priced.missing, rates)).toEqual({ is: 'none' })
  expect(costEstimate(priced, priced.charged, null)).toEqual({ is: 'none' })
})

it('a line that fits into another saves its price, a template that need not be the difference to a plain text', () => {
  const { joined, replaced } = costFigures(
    [
      // What was free saves nothing.
      row('service', false, 50, { joinable: 50 }),
      row('service', true, 400, { joinable: 200 }),
      row('marketing', true, 100, { replaceable: 100 }),
      row('utility', true, 9, { replaceable: 3 }),
    ],
    rates,
  )
  expect([joined.messages, joined.amount.toFixed(2), joined.missing]).toEqual([200, '7.00', 0])
  expect([replaced.messages, replaced.amount.toFixed(2), replaced.missing]).toEqual([103, '29.05', 3])
  // A plain text that costs more saves nothing.
  const dear = { ...rates, service: 900 }
  expect(costFigures([row('marketing', true, 9, { replaceable: 9 })], dear).replaced.amount).toBe(0)
})

it('groups have a line each, those with most charged messages first', () => {
  const { lines, total } = costLines(
    [row('service', false, 9), row('utility', true, 3), row('service', true, 2)],
    rates,
    ({ category }) => category,
  )
  expect(lines.map(({ key, free, charged }) => [key, free, charged])).toEqual([
    ['utility', 0, 3],
    ['service', 9, 2],
  ])
  expect([total.free, total.charged]).toEqual([9, 5])
})
