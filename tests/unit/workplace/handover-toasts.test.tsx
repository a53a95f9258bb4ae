// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useHandoverToasts } from '@/features/workplace/handover-toasts'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import { absorbTickets, setViewer } from '@/stores/tickets'
import { aTicket, aViewer } from '../stores/a-ticket'
import { openScreen, said } from '../support/open-screen'

function Toasts() {
  useHandoverToasts()
  return null
}
let seq = 0
const give = (ids: readonly number[]): void =>
  act(() => {
    for (const id of ids) {
      seq += 1
      const ticket = aTicket(id, { status: 'open', userId: 2 })
      receiveFeed({ events: [{ seq, event: { channel: 'ticket', data: { action: 'update', ticket } } }] })
    }
    flushFeed()
  })

beforeEach(() => setViewer(aViewer()))
afterEach(() => {
  setViewer(null)
  resetFeed()
  seq = 0
})

it('tells of one ticket by its name, and of many that come together in one sentence', async () => {
  await openScreen(<Toasts />)
  absorbTickets(
    [1, 2, 3, 4].map(id => aTicket(id, { status: 'open', userId: 7 })),
    0,
  )
  give([1])
  expect(said()).toEqual([expect.stringMatching(/^O ticket de .* agora é seu$/)])
  give([2, 3, 4])
  expect(said()).toEqual(['4 tickets agora são seus'])
})
