// @vitest-environment jsdom
/** The dashboard as it opens: its periods, and when its figures are asked for (docs/specification.md 1.2 and 1.9). */
import '../support/jsdom'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useDashboard } from '@/features/dashboard/use-dashboard'
import { setLanguage } from '@/i18n'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

beforeEach(() => {
  call.mockReset().mockResolvedValue({})
  return setLanguage('pt')
})
afterEach(() => void vi.useRealTimers())

it('asks for figures a second after it opened, for those of another period at once', async () => {
  vi.useFakeTimers()
  const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
  const asked = (): unknown[] => call.mock.calls.map(([name]) => name)
  const { rerender } = renderHook(({ days }) => useDashboard(days, 1), {
    initialProps: { days: { kind: 'days', days: 7 } as const as { kind: 'days'; days: number } },
  })
  await pass(999)
  expect(asked()).toEqual([])
  await pass(1)
  expect(asked()).toEqual([
    'dashboard.get',
    'dashboard.ticketsDay',
    'dashboard.ticketsUsers',
    'dashboard.serviceLevels',
    'reports.costs',
  ])
  rerender({ days: { kind: 'days', days: 30 } })
  await pass(0)
  expect(asked()).toHaveLength(10)
})
