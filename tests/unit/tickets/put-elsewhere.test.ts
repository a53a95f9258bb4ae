import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whenPutElsewhere } from '@/features/macros/put-elsewhere'
import { absorbTickets, setViewer } from '@/stores/tickets'
import { aTicket, at, aViewer } from '../stores/a-ticket'

const put = (queueId: number, second: number) =>
  absorbTickets([aTicket(1, { status: 'pending', queueId, updatedAt: at(second) })], 0)

beforeEach(() => {
  vi.useFakeTimers()
  setViewer(aViewer())
  put(3, 1)
})
afterEach(() => {
  setViewer(null)
  vi.useRealTimers()
})

it('tells once where a ticket went that a macro had put elsewhere', () => {
  const tell = vi.fn()
  whenPutElsewhere(1, 3, tell)
  expect(tell).not.toHaveBeenCalled()
  put(4, 2)
  put(5, 3)
  expect(tell.mock.calls).toEqual([[4]])
})
