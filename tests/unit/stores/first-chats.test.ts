import { afterEach, expect, it, vi } from 'vitest'
import { firstChats } from '@/stores/first-chats'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

afterEach(() => void vi.useRealTimers())

it('asks once for all who ask at the same time, and anew for somebody else or later', async () => {
  vi.useFakeTimers()
  call.mockReset().mockResolvedValue({ records: [{ id: 1 }], count: 1, hasMore: false })
  const [frame, popover] = await Promise.all([firstChats(7), firstChats(7)])
  expect(frame).toBe(popover)
  expect(call).toHaveBeenCalledTimes(1)
  await firstChats(8)
  expect(call).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(101)
  await firstChats(8)
  expect(call).toHaveBeenCalledTimes(3)
})
