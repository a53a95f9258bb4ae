/** The forecast over real calls: made of what came and of who was there, by the rights of who asks. */
import { type ComingWeek, plusDays, startOfDay } from '@contract'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { loads, peopleFor } from '../../../electron/server/desk/reports/staffing'
import {
  onlineSpans,
  ticketTrackings,
  userQueues,
  whatsapps,
} from '../../../electron/server/platform/db/schema'
import { TODAY } from '../../support/clock'
import { harnessForFile } from './for-file'
import type { CompanyFixture, Person } from './harness'

const h = harnessForFile()
const ZONE = 'America/Sao_Paulo'
const HOUR = 3_600_000
/** Where its hours begin in a week, which begins on Monday. */
const WEDNESDAY = 2 * 24
const at = (day: string, hour: number): number => startOfDay(ZONE, day).getTime() + hour * HOUR

const ask = async (query: object = {}, who: Person = h.one.admin): Promise<ComingWeek> => {
  const answer = await h.call<ComingWeek>(who, 'reports.forecast', { query: { ...query } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
/** Conversations of Ana in a queue that begin in an hour of a day, so far apart; each waits a minute and is handled for half an hour. */
async function came(
  company: CompanyFixture,
  day: string,
  hour: number,
  n: number,
  queueId: number,
  apartMs = 300_000,
) {
  const userId = company.ana.id
  for (let i = 0; i < n; i++) {
    const ticket = await h.newTicket(company, { status: 'closed', queueId, userId })
    const queued = at(day, hour) + i * apartMs
    await h.insert(ticketTrackings, {
      ...{ companyId: company.id, ticketId: ticket.id, queueId, userId, whatsappId: company.whatsappId },
      queuedAt: new Date(queued).toISOString(),
      startedAt: new Date(queued + 60_000).toISOString(),
      finishedAt: new Date(queued + 60_000 + HOUR / 2).toISOString(),
    })
  }
}
/** Ana is there from nine to eleven. */
const isThere = (company: CompanyFixture, day: string) =>
  h.insert(onlineSpans, {
    ...{ companyId: company.id, userId: company.ana.id },
    startedAt: new Date(at(day, 9)).toISOString(),
    endedAt: new Date(at(day, 11)).toISOString(),
  })

it('has nothing to say before there were three weeks', async () => {
  expect(await ask()).toMatchObject({ zone: ZONE, from: TODAY, share: 0.8, seconds: 300, forecast: null })
})

it('each hour of the coming week is what came in it, with the people it needs and those who were there', async () => {
  const { one } = h
  for (let week = 1; week <= 4; week++) {
    const day = plusDays(TODAY, -7 * week)
    await came(one, day, 10, 6, one.suporte)
    await came(one, day, 15, 2, one.vendas)
    await isThere(one, day)
  }
  const { forecast } = await ask()
  if (!forecast) throw new Error('no forecast')
  expect(forecast).toMatchObject({
    weeks: 4,
    wape: 0,
    wapeByDay: 0,
    service: { handlingMs: HOUR / 2, patienceMs: null },
  })
  expect(forecast.total).toBeCloseTo(8)
  const [nine, ten, fifteen] = [9, 10, 15].map(hour => forecast.hours[WEDNESDAY + hour])
  expect(ten).toMatchObject({ expected: expect.closeTo(6), there: expect.closeTo(1) })
  expect(nine).toMatchObject({ expected: 0, there: expect.closeTo(1) })
  expect(fifteen).toMatchObject({ expected: expect.closeTo(2), there: 0 })
  // The people follow from what the page shows: arrivals, and what a conversation costs.
  const { service, hours } = forecast
  if (!service) throw new Error('no service')
  const promised = { share: 0.99, seconds: 5 }
  const load = loads(
    hours.map(({ expected }) => expected),
    service.handlingMs,
  )
  const hard = (await ask({ share: 99, seconds: 5 })).forecast
  expect(hard?.hours.map(({ needed }) => needed)).toEqual(
    load.map((one, at) => (hours[at]?.expected ? peopleFor(one, service, promised) : 0)),
  )
  const easy = (await ask({ share: 50, seconds: 3_600 })).forecast
  expect(hard?.hours[WEDNESDAY + 10]?.needed).toBeGreaterThan(easy?.hours[WEDNESDAY + 10]?.needed ?? 99)
  const sales = (await ask({ queueIds: [one.vendas] })).forecast
  expect([sales?.total, sales?.hours[WEDNESDAY + 10]?.expected]).toEqual([expect.closeTo(2), 0])
})

it('supervisors are told of their own queues; agents and strangers of none', async () => {
  const { one } = h
  const own = (await ask({}, one.sup)).forecast
  expect(own?.total).toBeCloseTo(6)
  expect((await ask({ queueIds: [one.vendas] }, one.sup)).forecast).toBeNull()
  expect((await h.call(one.ana, 'reports.forecast')).status).toBe(403)
  expect((await ask({}, h.two.admin)).forecast).toBeNull()
})

it('a program is told what its connection brings, and not who is there', async () => {
  const token = 'token-da-previsao'
  await h.update(whatsapps, { token }, eq(whatsapps.id, h.one.whatsappId))
  const headers = { authorization: `Bearer ${token}` }
  const { forecast } = (await (
    await h.raw(null, '/api/external-api/reports/forecast', { headers })
  ).json()) as ComingWeek
  const { expected, ...hour } = forecast?.hours[WEDNESDAY + 10] ?? {}
  expect([forecast?.total, expected]).toEqual([expect.closeTo(8), expect.closeTo(6)])
  expect(hour).not.toHaveProperty('there')
})

it('is a file, too: each hour of the coming days, in their order', async () => {
  const { forecast } = await ask()
  const days = { from: TODAY, to: TODAY, language: 'en' }
  const { body } = await h.call<string>(h.one.admin, 'reports.export', {
    query: { ...days, tables: '["forecast"]', as: 'csv' },
  })
  const [heading, ...lines] = String(body).trim().split(/\r?\n/)
  expect(heading).toContain('People needed')
  expect(lines).toHaveLength(168)
  const ten = forecast?.hours[WEDNESDAY + 10]
  expect(lines[10]?.split(/[;,]/).slice(0, 6)).toEqual([
    TODAY,
    '10',
    ...[ten?.expected, ten?.low, ten?.high, ten?.needed].map(value =>
      String(Math.round((value ?? -1) * 100) / 100),
    ),
  ])
})

it('with a queue chosen: how many at once is of all conversations of its people, who are there as far as they work for it', async () => {
  const { two } = h
  // She serves the other one already.
  await h.insert(userQueues, { companyId: two.id, userId: two.ana.id, queueId: two.vendas })
  for (let week = 1; week <= 4; week++) {
    const day = plusDays(TODAY, -7 * week)
    // In one hour two conversations of one queue and two of another at the same time.
    for (const queueId of [two.vendas, two.suporte]) await came(two, day, 9, 2, queueId, 0)
    await isThere(two, day)
  }
  const whole = (await ask({}, two.admin)).forecast
  expect([whole?.service?.concurrency, whole?.hours[WEDNESDAY + 9]?.there]).toEqual([
    expect.closeTo(4),
    expect.closeTo(1),
  ])
  const sales = (await ask({ queueIds: [two.vendas] }, two.admin)).forecast
  expect([sales?.service?.concurrency, sales?.hours[WEDNESDAY + 9]?.there]).toEqual([
    expect.closeTo(4),
    expect.closeTo(0.5),
  ])
})
