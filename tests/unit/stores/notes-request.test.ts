import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '@/api'
import { askNotes, forgetNotes } from '@/stores/notes-request'

vi.mock('@/api', async original => ({ ...(await original<object>()), call: vi.fn() }))
const asked = vi.mocked(call as (...all: unknown[]) => Promise<unknown>)
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  forgetNotes()
  asked.mockReset()
})

describe('the notes of a ticket', () => {
  it('are asked for once by the thread and the panel that open together, and anew afterwards', async () => {
    asked.mockResolvedValue([])
    const [one, other] = await Promise.all([askNotes(7, 3), askNotes(7, 3)])
    expect(one).toBe(other)
    expect(asked).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1_999)
    await askNotes(7, 3)
    expect(asked).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    await askNotes(7, 3)
    expect(asked).toHaveBeenCalledTimes(2)
    // A note that came is in no answer from before.
    forgetNotes()
    await askNotes(7, 3)
    expect(asked).toHaveBeenCalledTimes(3)
  })
})
