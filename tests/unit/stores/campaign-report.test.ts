import { campaign as campaignSchema, REPORT_REFRESH_MS } from '@contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followReport, speedometer, useReport } from '@/stores/campaigns'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const aCampaign = (status: string, delivered: number) =>
  campaignSchema.parse({
    id: 7,
    name: 'Natal',
    status,
    figures: { total: 9, waiting: 9 - delivered, delivered },
  })
let seq = 0
const tell = (status: string, delivered: number): void => {
  const data = { action: 'update' as const, record: aCampaign(status, delivered), recipients: [] }
  receiveFeed({ events: [{ seq: ++seq, event: { channel: 'campaign', data } }] })
  flushFeed()
}
const asked = (name: string): number => call.mock.calls.filter(([called]) => called === name).length

beforeEach(() => {
  vi.useFakeTimers()
  call.mockReset()
  call.mockImplementation(async (name: string) =>
    name === 'campaigns.get' ? aCampaign('EM_ANDAMENTO', 0) : { stretchSeconds: 60, stretches: [] },
  )
})
afterEach(() => {
  vi.useRealTimers()
  resetFeed()
})

it('is read once more five seconds after the campaign ended', async () => {
  const stop = followReport(7, true)
  await vi.advanceTimersByTimeAsync(0)
  expect(asked('campaigns.get')).toBe(1)
  tell('EM_ANDAMENTO', 5)
  tell('FINALIZADA', 9)
  tell('FINALIZADA', 9)
  expect(useReport.getState().campaign?.status).toBe('FINALIZADA')
  await vi.advanceTimersByTimeAsync(REPORT_REFRESH_MS - 1)
  expect(asked('campaigns.get')).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked('campaigns.get')).toBe(2)
  stop()
})

it('reads what happened over time every two seconds while events come, and not after it was left', async () => {
  const stop = followReport(7, true)
  await vi.advanceTimersByTimeAsync(0)
  for (let i = 0; i < 20; i++) {
    tell('EM_ANDAMENTO', i % 9)
    await vi.advanceTimersByTimeAsync(200)
  }
  expect(asked('campaigns.timeline')).toBe(1 + 2)
  stop()
  tell('EM_ANDAMENTO', 9)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked('campaigns.timeline')).toBe(3)
})

it('counts the present speed over the last minute, and anew after a clock or a campaign went back', () => {
  const speed = speedometer()
  expect(speed(10, 0)).toBeNull()
  expect(speed(11, 5_000)).toBeNull()
  expect(speed(14, 20_000)).toBe(12)
  expect(speed(30, 80_000)).toBe(16)
  expect(speed(31, 70_000)).toBeNull()
  expect(speed(2, 90_000)).toBeNull()
  expect(speed(null, 100_000)).toBeNull()
})
