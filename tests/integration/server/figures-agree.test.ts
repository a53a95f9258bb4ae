/** One number wherever a figure stands: the dashboard, the reports, the wall, their export and the messages API. */

import {
  COST_GROUPINGS,
  COUNTS,
  type CostReport,
  DURATIONS,
  type FiguresReport,
  plusDays,
  type ResponseOut,
} from '@contract'
import { read, utils } from '@e965/xlsx'
import { eq } from 'drizzle-orm'
import Papa from 'papaparse'
import { beforeAll, describe, expect, it } from 'vitest'
import { reportTexts } from '../../../electron/server/doors/report-files/texts'
import { campaigns, messageCosts, ratings, whatsapps } from '../../../electron/server/platform/db/schema'
import { TODAY } from '../../support/clock'
import { harnessForFile } from './for-file'

const h = harnessForFile()
const TOKEN = 'token-da-conexao-dos-relatorios'
const days = { from: TODAY, to: TODAY }

beforeAll(async () => {
  await h.update(whatsapps, { token: TOKEN }, eq(whatsapps.id, h.one.whatsappId))
  // Four customers write: two are answered and resolved, one is answered, one waits.
  for (const [at, ends] of ['closed', 'closed', 'open', 'pending'].entries()) {
    await h.customer(h.one, `551196000000${at}`, 'Bom dia')
    const { body } = await h.call<{ tickets: { id: number }[] }>(h.one.admin, 'tickets.list', {
      query: { status: 'pending', showAll: true, searchParam: `551196000000${at}` },
    })
    const id = body.tickets[0]?.id ?? 0
    expect(id).toBeGreaterThan(0)
    if (ends === 'pending') continue
    const accepted = { status: 'open', userId: h.one.ana.id, queueId: h.one.suporte }
    await h.call(h.one.ana, 'tickets.update', { params: { id }, body: accepted })
    await h.call(h.one.ana, 'messages.send', { params: { ticketId: id }, body: { body: 'Olá!' } })
    if (ends === 'closed')
      await h.call(h.one.ana, 'tickets.update', {
        params: { id },
        body: { status: 'closed', userId: h.one.ana.id },
      })
  }
})

const report = async (query: object = {}): Promise<FiguresReport> =>
  (await h.call<FiguresReport>(h.one.admin, 'reports.figures', { query: { ...days, ...query } })).body
const api = (path: string, token = TOKEN) =>
  h.raw(null, `/api/external-api/reports/${path}`, { headers: { authorization: `Bearer ${token}` } })
const file = async (query: Record<string, string>, who = h.one.admin) =>
  Buffer.from(
    await (
      await h.raw(who, `/api/reports/export?${new URLSearchParams({ ...days, ...query })}`)
    ).arrayBuffer(),
  )

/** Messages that Meta charges, as they were counted, of two months. */
async function charged(): Promise<void> {
  const { whatsappId, suporte, ana, admin, id } = h.one
  const row = {
    ...{ companyId: id, whatsappId, category: 'service', type: 'regular', author: 'agent' as const },
    ...{ queueId: suporte, userId: ana.id },
  }
  await h.db.company(id).write(async tx => {
    await tx.insert(messageCosts).values([
      { ...row, day: days.from, billable: true, messages: 400, joinable: 100 },
      { ...row, day: days.from, billable: false, type: 'free_customer_service', messages: 30 },
      { ...row, day: days.from, billable: true, category: 'marketing', author: 'campaign', messages: 50 },
      { ...row, day: plusDays(days.from, -1), billable: true, messages: 7 },
    ])
  })
  const body = { currency: 'BRL', service: 35, utility: null, marketing: 300, authentication: null }
  await h.call(admin, 'whatsapps.saveCloudRates', { body })
}

describe('what messages cost in a period', () => {
  it('is the same in the connections, in the reports, in a file and by the messages API', async () => {
    await charged()
    const { whatsappId, admin } = h.one
    const day = { from: days.from, to: days.from }
    const costs = async (query: object) =>
      (await h.call<CostReport>(admin, 'reports.costs', { query: { ...day, ...query } })).body
    const { total, previous, rows } = await costs({ by: 'connection', compare: true })
    expect([total.free, total.charged, total.amount, total.joined.amount]).toEqual([30, 450, 29, 3.5])
    expect(previous?.charged).toBe(7)
    expect(rows.map(({ key }) => key)).toEqual([String(whatsappId)])
    expect(rows[0]?.figures).toEqual(total)
    for (const by of COST_GROUPINGS) {
      const grouped = await costs({ by })
      expect(grouped.total).toEqual(total)
      expect(grouped.rows.reduce((sum, { figures }) => sum + figures.charged, 0)).toBe(total.charged)
    }

    const outside = (await (await api(`costs?${new URLSearchParams(day)}`)).json()) as CostReport
    expect(outside.total).toEqual(total)

    const asked = { ...day, tables: '["costs"]', language: 'en' }
    const { data } = Papa.parse<string[]>((await file({ ...asked, as: 'csv' })).toString('utf8').slice(1))
    const [heading = [], ...lines] = data
    const cell = (first: string, title: string): number =>
      Number(lines.find(([group]) => group === first)?.[heading.indexOf(title)])
    for (const first of ['Total', 'Connection', 'Queue', 'Month'])
      expect([cell(first, 'Free'), cell(first, 'Charged'), cell(first, 'Estimated cost (BRL)')]).toEqual([
        total.free,
        total.charged,
        total.amount,
      ])
    const book = read(await file({ ...asked, as: 'xlsx' }))
    const sheet = utils.sheet_to_json<Record<string, number | string>>(Object.values(book.Sheets)[0] ?? {})
    expect(sheet.find(line => line['Split by'] === 'Total')).toMatchObject({
      Charged: total.charged,
      'Estimated cost (BRL)': total.amount,
    })
  })
})

describe('a figure of one period', () => {
  it('is the same on the dashboard, in the reports, on the wall, in a file and by the messages API', async () => {
    const { total } = await report()
    expect(total.counts).toMatchObject({ arrived: 4, resolved: 2, answered: 3 })
    const { mean: handling } = total.durations.handling.calendar
    const { mean: waiting } = total.durations.waiting.calendar
    const minutes = (ms: number | null) => Math.round((ms ?? Number.NaN) / 600) / 100
    const { body: dashboard } = await h.call<ResponseOut<'dashboard.get'>>(h.one.admin, 'dashboard.get', {
      query: { date_from: days.from, date_to: days.to },
    })
    expect(dashboard.counters).toMatchObject({
      supportFinished: total.counts.resolved,
      avgSupportTime: minutes(handling),
      avgWaitTime: minutes(waiting),
    })
    const byUser = (await report({ by: 'user' })).rows
    const ofAna = byUser.find(({ key }) => key === String(h.one.ana.id))?.figures
    expect(dashboard.attendants.find(({ id }) => id === h.one.ana.id)).toMatchObject({
      tickets: ofAna?.counts.arrived,
      avgSupportTime: minutes(ofAna?.durations.handling.calendar.mean ?? null),
    })
    const chart = { initialDate: days.from, finalDate: days.to, companyId: h.one.id }
    const perDay = await h.call<{ count: number }>(h.one.admin, 'dashboard.ticketsDay', { query: chart })
    expect(perDay.body.count).toBe(total.counts.arrived)

    const { body: floor } = await h.call<ResponseOut<'floor.now'>>(h.one.admin, 'floor.now')
    expect(floor.today).toMatchObject({
      day: days.to,
      figures: { counts: total.counts, durations: total.durations },
    })
    expect(floor.steps.reduce((sum, { arrived }) => sum + arrived, 0)).toBe(total.counts.arrived)

    const outside = (await (await api(`figures?${new URLSearchParams(days)}`)).json()) as FiguresReport
    expect(outside.total.counts).toEqual(total.counts)
    expect(outside.total.durations).toEqual(total.durations)

    const { data } = Papa.parse<string[]>(
      (await file({ as: 'csv', tables: '["connection"]', language: 'en' })).toString('utf8').slice(1),
    )
    const [heading = [], ...rows] = data
    const whole = rows.find(([name]) => name === 'Total') ?? []
    const cell = (title: string): number => Number(whole[heading.indexOf(title)])
    const t = reportTexts('en')
    for (const count of COUNTS.filter(name => name !== 'rateSum'))
      expect([count, cell(t(`figures.name.${count}`))]).toEqual([count, total.counts[count]])
    for (const duration of DURATIONS)
      for (const statistic of ['median', 'p90', 'mean'] as const) {
        const names = {
          duration: t(`figures.name.${duration}`),
          statistic: t(`reportFiles.statistics.${statistic}`),
        }
        const told = total.durations[duration].calendar[statistic]
        const title = `${t('reportFiles.durationOf', names)} (${t('reportFiles.units.seconds')})`
        expect([title, cell(title)]).toEqual([title, told === null ? 0 : Math.round(told / 1_000)])
      }

    const book = read(await file({ as: 'xlsx', tables: '["summary","tickets"]', language: 'en' }))
    const summary = new Map(
      utils
        .sheet_to_json<(string | number)[]>(book.Sheets.Summary ?? {}, { header: 1 })
        .map(([title, , value]) => [title, value]),
    )
    expect(summary.get('Conversations')).toBe(total.counts.arrived)
    expect(summary.get('Resolved')).toBe(total.counts.resolved)
    // What stands behind it, row by row.
    expect(utils.sheet_to_json(book.Sheets.Tickets ?? {})).toHaveLength(4)
  })

  it('is of the connection alone to whom shows its token, without names and presence', async () => {
    const { whatsappId } = h.one
    const { body } = await h.call<{ count: number }>(h.one.admin, 'reports.tickets', {
      query: { ...days, pageNumber: 1, whatsappIds: `[${whatsappId}]` },
    })
    const behind = (await (await api(`tickets?${new URLSearchParams(days)}`)).json()) as {
      tickets: Record<string, unknown>[]
      count: number
    }
    expect(behind.count).toBe(body.count)
    expect(JSON.stringify(behind)).not.toMatch(/contactName|Cliente/)
    expect(behind.tickets.every(ticket => ticket.whatsappId === whatsappId)).toBe(true)
    const byUser = (await (
      await api(`figures?${new URLSearchParams({ ...days, by: 'user' })}`)
    ).json()) as FiguresReport
    expect(byUser.rows.length).toBeGreaterThan(0)
    expect(byUser.rows.every(({ figures }) => figures.presence === null)).toBe(true)
    // Another connection that is asked for is not given.
    const other = (await (
      await api(`figures?${new URLSearchParams({ ...days, whatsappIds: '[0]' })}`)
    ).json()) as FiguresReport
    expect(other.total.counts.arrived).toBe(4)
    expect((await api(`figures?${new URLSearchParams(days)}`, 'falsch')).status).toBe(401)
  })

  it('tells a program of ratings, campaigns and the coming week what the screen tells of its connection', async () => {
    const { whatsappId, id: companyId, admin } = h.one
    const { tickets: closed } = (
      await h.call<{ tickets: { ticketId: number }[] }>(admin, 'reports.tickets', {
        query: { ...days, of: 'resolved', pageNumber: 1 },
      })
    ).body
    const campaign = { companyId, search: 'natal', startedAt: `${TODAY}T12:00:00.000Z` }
    await h.db.company(companyId).write(async tx => {
      await tx.insert(ratings).values({ companyId, ticketId: closed[0]?.ticketId ?? 0, rate: 3 })
      await tx.insert(campaigns).values([
        { ...campaign, name: 'Natal', whatsappId },
        { ...campaign, name: 'De outra conexão', whatsappId: null },
      ])
    })
    await h.call(admin, 'reports.rebuild')
    const told = async (path: string, query: Record<string, string>) =>
      (await (await api(`${path}?${new URLSearchParams(query)}`)).json()) as Record<string, unknown>
    expect(await told('campaigns', days)).toMatchObject({ campaigns: [{ name: 'Natal' }] })
    const said = await told('ratings', days)
    expect(said).toMatchObject({ ratings: [{ rate: 3, ticketId: closed[0]?.ticketId }], count: 1 })
    expect(JSON.stringify(said)).not.toMatch(/contactName|Cliente/)
    const { body: week } = await h.call(admin, 'reports.forecast')
    expect(await told('forecast', {})).toEqual(week)
    const { paths } = (await (await h.raw(null, '/api/openapi.json')).json()) as { paths: object }
    for (const report of ['figures', 'tickets', 'ratings', 'campaigns', 'costs', 'forecast'])
      expect(Object.keys(paths)).toContain(`/external-api/reports/${report}`)
  })

  it('in a file of a supervisor is of the own queues', async () => {
    const rows = utils.sheet_to_json<(string | number)[]>(
      Object.values(read(await file({ as: 'xlsx', tables: '["queue"]' }, h.one.sup)).Sheets)[0] ?? {},
      { header: 1 },
    )
    expect(rows.slice(1).map(([name]) => name)).toEqual(['Suporte', 'Total'])
    const refused = await h.raw(
      h.one.ana,
      `/api/reports/export?${new URLSearchParams({ ...days, as: 'xlsx', tables: '["queue"]' })}`,
    )
    expect(refused.status).toBe(403)
  })

  it('is asked for so often in a minute by a program, then it is told when to come again', async () => {
    const answers = []
    for (let at = 0; at < 21; at += 1) answers.push(await api(`figures?${new URLSearchParams(days)}`))
    const last = answers.at(-1)
    expect(last?.status).toBe(429)
    expect(await last?.json()).toMatchObject({ error: 'ERR_RATE_LIMIT' })
  })
})
