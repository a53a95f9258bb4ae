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
  // The computer's day is over, the company's is not.
  vi.useFakeTimers({ now: new Date('2026-03-11T02:00:00Z') })
  const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
  const asked = (): unknown[] => call.mock.calls.map(([name]) => name)
  const { rerender } = renderHook(({ days }) => useDashboard(days, 1, 'America/Sao_Paulo'), {
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
  const charts = { initialDate: '2026-03-04', finalDate: '2026-03-10', companyId: 1 }
  expect(call.mock.calls[1]?.[1]).toMatchObject({ query: charts })
  rerender({ days: { kind: 'days', days: 30 } })
  await pass(0)
  expect(asked()).toHaveLength(10)
})
