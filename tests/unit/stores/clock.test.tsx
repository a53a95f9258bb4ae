// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useTicketClock } from '@/features/ticket-clock'
import { CLOCK_TICK_MS } from '@/stores/clock'

// The company's zone is asked for by a call, which has a timer of its own.
vi.mock('@/stores/company-clock', () => ({ useCompanyZone: () => 'UTC', soonText: () => '' }))

const MINUTE = 60_000
const began = new Date(2026, 2, 10, 14, 0, 0)
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))
let drawn = 0

function Waits({ since, due }: { since: string | null; due?: Date }) {
  drawn += 1
  const at = due?.toISOString() ?? ''
  const deadline = { kind: 'first', levelName: 'VIP', minutes: 10, clock: 'always' } as const
  const clock = useTicketClock({
    waitingSince: since,
    deadline: due ? { ...deadline, startedAt: began.toISOString(), warnAt: at, dueAt: at } : null,
  })
  return <output>{clock?.text}</output>
}
const said = (): string => screen.getByRole('status').textContent

function hide(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

beforeEach(() => {
  drawn = 0
  vi.useFakeTimers({ now: began })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('a clock on screen', () => {
  it('is drawn when it reads differently, not with every tick', () => {
    render(<Waits since={began.toISOString()} />)
    drawn = 0
    const ticks = (10 * MINUTE) / CLOCK_TICK_MS
    for (let tick = 0; tick < ticks; tick += 1) pass(CLOCK_TICK_MS)
    expect(said()).toBe('10 min')
    expect(drawn).toBe(10)
  })

  it('has no timer in a window nobody sees, and is right as soon as somebody does', () => {
    render(<Waits since={began.toISOString()} />)
    expect(vi.getTimerCount()).toBe(1)
    hide(true)
    expect(vi.getTimerCount()).toBe(0)
    pass(7 * MINUTE)
    expect(said()).toBe('0 min')
    hide(false)
    expect(said()).toBe('7 min')
    expect(vi.getTimerCount()).toBe(1)
    cleanup()
    expect(vi.getTimerCount()).toBe(0)
  })
})
