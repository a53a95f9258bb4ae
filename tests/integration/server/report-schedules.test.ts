/** Reports that leave by mail by themselves, to a mail server on loopback. */
import { read, utils } from '@e965/xlsx'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sendDueReports } from '../../../electron/server/doors/report-schedules/job'
import {
  companies,
  mailSettings,
  reportMails,
  reportSchedules,
  ticketTrackings,
  users,
} from '../../../electron/server/platform/db/schema'
import { type SmtpDouble, smtpDouble } from '../../support/smtp-double'
import { type Harness, type Person, startHarness } from './harness'

let h: Harness
let smtp: SmtpDouble

/** A Monday, 8:00 in São Paulo. */
const MONDAY = new Date('2026-03-16T11:00:00.000Z')
const MINUTE_MS = 60_000

async function cycle(queueId: number, at: string): Promise<void> {
  const contactId = await h.newContact(h.one, 'Cliente Secreto')
  const ticket = await h.newTicket(h.one, { contactId, status: 'closed', queueId })
  await h.insert(ticketTrackings, {
    companyId: h.one.id,
    ticketId: ticket.id,
    queueId,
    queuedAt: `${at}T12:00:00.000Z`,
    startedAt: `${at}T12:05:00.000Z`,
    finishedAt: `${at}T12:30:00.000Z`,
  })
}

const server = () => ({
  host: '127.0.0.1',
  port: smtp.port,
  security: 'none',
  user: '',
  fromName: 'Turno',
  fromAddress: 'turno@exemplo.com.br',
})

beforeAll(async () => {
  // The server's own turns would send what is due as well.
  h = await startHarness({ jobsAfterMs: 3_600_000 })
  smtp = await smtpDouble()
  const platform = await h.superOf(h.one)
  await h.call(platform, 'mail.saveSettings', { body: server() })
  await cycle(h.one.suporte, '2026-03-09')
  await cycle(h.one.suporte, '2026-03-10')
  await cycle(h.one.vendas, '2026-03-11')
  // Of another week.
  await cycle(h.one.suporte, '2026-03-03')
})
afterAll(async () => {
  await smtp.close()
  await h.close()
})
afterEach(async () => {
  smtp.mails = []
  smtp.refuses = null
  smtp.onTaken = null
  smtp.strangers.clear()
  smtp.greylisted.clear()
  await h.db.unordered.delete(reportSchedules)
})

const form = (change: object = {}) => ({
  name: 'Semana da operação',
  period: 'week',
  day: 1,
  hour: 8,
  userIds: [h.one.admin.id],
  addresses: ['socia@exemplo.com.br'],
  tables: ['summary', 'day', 'queue'],
  queueIds: [],
  agentIds: [],
  whatsappIds: [],
  clock: 'calendar',
  language: 'pt',
  active: true,
  ...change,
})
const create = async (who: Person, change: object = {}): Promise<number> => {
  const { status, body } = await h.call(who, 'reportSchedules.create', { body: form(change) })
  expect([status, body.error]).toEqual([200, undefined])
  return Number(body.id)
}
const rowOf = async (id: number) => {
  const [row] = await h.db.select().from(reportSchedules).where(eq(reportSchedules.id, id))
  if (!row) throw new Error('gone')
  return row
}
const mailsOf = (id: number) =>
  h.db.select().from(reportMails).where(eq(reportMails.scheduleId, id)).orderBy(reportMails.id)
const makeDue = (id: number, at = MONDAY): Promise<void> =>
  h.update(reportSchedules, { dueAt: at.toISOString(), nextAt: at.toISOString() }, eq(reportSchedules.id, id))
/** Made, due and sent on Monday. @returns its id. */
const sent = async (who: Person, change: object = {}): Promise<number> => {
  const id = await create(who, change)
  await makeDue(id)
  await sendDueReports(h.running.app, MONDAY)
  return id
}
const code = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body.error]

describe('a report by mail', () => {
  it('arrives when it is due, with the figures of the week before and no customer in it', async () => {
    const id = await sent(h.one.admin)
    // One of its own for each, who sees nobody else's address.
    expect(smtp.mails.map(({ to }) => to)).toEqual([[h.one.admin.email], ['socia@exemplo.com.br']])
    const [mail, other] = smtp.mails
    expect([mail?.headers.get('to'), other?.headers.get('to')]).toEqual([
      h.one.admin.email,
      'socia@exemplo.com.br',
    ])
    expect(mail?.headers.get('message-id')).not.toBe(other?.headers.get('message-id'))
    const text = mail?.texts.get('text/plain') ?? ''
    expect(text).toContain('Conversas: 3')
    // Medians are exact to a step of the histogram.
    expect(text).toMatch(/Espera, mediana: (4 min [45]\d|5 min \d\d)/)
    expect(mail?.texts.get('text/html')).toContain('<td')
    const [file] = mail?.files ?? []
    const book = read(file?.bytes)
    expect(book.SheetNames).toEqual(['Resumo', 'Por dia', 'Por fila'])
    const queues = utils.sheet_to_json<(string | number)[]>(book.Sheets['Por fila'] ?? {}, { header: 1 })
    const arrived = new Map(queues.slice(1).map(([name, count]) => [name, count]))
    expect([...arrived]).toEqual(
      expect.arrayContaining([
        ['Suporte', 2],
        ['Vendas', 1],
        ['Total', 3],
      ]),
    )
    const everything = [...(mail?.texts.values() ?? []), JSON.stringify(book.Sheets)].join('\n')
    expect(everything).not.toContain('Cliente Secreto')
    // Sent once; it waits for the next Monday.
    const row = await rowOf(id)
    expect(row).toMatchObject({ nextAt: '2026-03-23T11:00:00.000Z', lastOutcome: 'sent', lastWhy: '' })
    await sendDueReports(h.running.app, MONDAY)
    expect(smtp.mails).toHaveLength(2)
  })

  it('that was handed over before a kill leaves again under the same Message-ID', async () => {
    const id = await sent(h.one.admin)
    // What a kill right after the handing over of one leaves behind: only it leaves again.
    await makeDue(id)
    await h.update(reportMails, { state: 'waits' }, eq(reportMails.address, 'socia@exemplo.com.br'))
    await sendDueReports(h.running.app, MONDAY)
    const [, second, again] = smtp.mails.map(({ headers }) => headers.get('message-id'))
    expect(second).toContain('@exemplo.com.br>')
    expect(smtp.mails).toHaveLength(3)
    expect(again).toBe(second)
  })

  it('of a supervisor holds the own queues alone', async () => {
    await sent(h.one.sup, { userIds: [h.one.sup.id] })
    expect(smtp.mails[0]?.texts.get('text/plain')).toContain('Conversas: 2')
    const book = read(smtp.mails[0]?.files[0]?.bytes)
    expect(JSON.stringify(book.Sheets['Por fila'])).not.toContain('Vendas')
  })

  it('stops and says so once its owner may not see reports any more, or is gone', async () => {
    const id = await create(h.one.sup, { userIds: [h.one.admin.id] })
    await makeDue(id)
    await h.update(users, { profile: 'user' }, eq(users.id, h.one.sup.id))
    await sendDueReports(h.running.app, MONDAY)
    expect(smtp.mails).toHaveLength(0)
    expect(await rowOf(id)).toMatchObject({
      active: false,
      lastOutcome: 'stopped',
      lastWhy: 'ERR_REPORT_STOPPED',
    })
    await h.update(users, { profile: 'supervisor' }, eq(users.id, h.one.sup.id))
  })

  it.each([
    ['nobody else', 'paused', { active: false }, []],
    ['nobody else', 'readdressed', { addresses: ['socia@exemplo.com.br'] }, []],
    ['everybody', 'renamed', { name: 'Semana do time' }, [['zelia@exemplo.com.br']]],
  ])('reaches %s where it is %s while it is being sent', async (_whom, _what, change, others) => {
    const people = { userIds: [], addresses: ['socia@exemplo.com.br', 'zelia@exemplo.com.br'] }
    const id = await create(h.one.admin, people)
    await makeDue(id)
    smtp.onTaken = async () => {
      const body = form({ ...people, ...change })
      expect((await h.call(h.one.admin, 'reportSchedules.update', { params: { id }, body })).status).toBe(200)
    }
    await sendDueReports(h.running.app, MONDAY)
    expect(smtp.mails.map(({ to }) => to)).toEqual([['socia@exemplo.com.br'], ...others])
  })

  it('that is refused is tried again with growing pauses, then waits for its next time, and says why', async () => {
    const id = await create(h.one.admin)
    await makeDue(id)
    smtp.refuses = '451 come back later'
    let now = MONDAY
    const pauses: number[] = []
    for (let at = 0; at < 6; at += 1) {
      await sendDueReports(h.running.app, now)
      const row = await rowOf(id)
      expect(row.lastWhy).toContain('come back later')
      pauses.push((Date.parse(row.nextAt) - now.getTime()) / MINUTE_MS)
      now = new Date(row.nextAt)
    }
    expect(pauses.slice(0, 5)).toEqual([5, 15, 60, 240, 480])
    expect(await rowOf(id)).toMatchObject({
      lastOutcome: 'failed',
      attempts: 0,
      nextAt: '2026-03-23T11:00:00.000Z',
    })
    smtp.refuses = null
    await sendDueReports(h.running.app, now)
    expect(smtp.mails).toHaveLength(2)
  })

  it('reaches the others where an address is none, and says which and why', async () => {
    smtp.strangers.add(h.one.admin.email)
    const id = await sent(h.one.admin)
    expect(smtp.mails.map(({ to }) => to)).toEqual([['socia@exemplo.com.br']])
    expect(await rowOf(id)).toMatchObject({
      lastOutcome: 'sent',
      lastWhy: h.one.admin.email,
      nextAt: '2026-03-23T11:00:00.000Z',
    })
    expect(await mailsOf(id)).toMatchObject([
      { address: h.one.admin.email, state: 'failed', attempts: 1, why: expect.stringContaining('550') },
      { address: 'socia@exemplo.com.br', state: 'sent', attempts: 1, why: '' },
    ])
    // It says nothing of the mail server, which others need.
    expect(await h.db.select({ failure: mailSettings.failure }).from(mailSettings)).toEqual([{ failure: '' }])
  })

  it('tries who is not taken now again, and nobody else twice', async () => {
    smtp.greylisted.add(h.one.admin.email)
    const id = await sent(h.one.admin)
    const row = await rowOf(id)
    expect(row).toMatchObject({ lastOutcome: 'waits', lastWhy: h.one.admin.email, attempts: 1 })
    expect(await mailsOf(id)).toMatchObject([{ state: 'waits' }, { state: 'sent' }])
    smtp.greylisted.clear()
    await sendDueReports(h.running.app, new Date(row.nextAt))
    expect(smtp.mails.map(({ to }) => to)).toEqual([['socia@exemplo.com.br'], [h.one.admin.email]])
    expect(await mailsOf(id)).toMatchObject([
      { state: 'sent', attempts: 2 },
      { state: 'sent', attempts: 1 },
    ])
    expect(await rowOf(id)).toMatchObject({ lastOutcome: 'sent', lastWhy: '', attempts: 0 })
  })

  it('asks a mail server that is away three times a turn, whoever waits, and gives up at its next time', async () => {
    const addresses = ['a', 'b', 'c', 'd', 'e'].map(name => `${name}@exemplo.com.br`)
    const id = await create(h.one.admin, { userIds: [], addresses })
    await makeDue(id)
    await h.update(mailSettings, { port: 1 })
    await sendDueReports(h.running.app, MONDAY)
    expect((await mailsOf(id)).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 0, 0])
    // Who was not asked for comes first.
    await sendDueReports(h.running.app, new Date((await rowOf(id)).nextAt))
    expect((await mailsOf(id)).map(({ attempts }) => attempts)).toEqual([2, 1, 1, 1, 1])
    await h.update(mailSettings, { port: smtp.port })
    await h.update(reportSchedules, { attempts: 5 }, eq(reportSchedules.id, id))
    smtp.refuses = '451 come back later'
    await sendDueReports(h.running.app, new Date((await rowOf(id)).nextAt))
    expect((await mailsOf(id)).map(({ state }) => state)).toEqual(Array(5).fill('failed'))
    expect(await rowOf(id)).toMatchObject({ lastOutcome: 'failed', nextAt: '2026-03-23T11:00:00.000Z' })
  })

  it('is not sent of a company whose time is over', async () => {
    const id = await create(h.one.admin)
    await makeDue(id)
    await h.update(companies, { dueDate: '2026-01-01T00:00:00.000Z' }, eq(companies.id, h.one.id))
    await sendDueReports(h.running.app, MONDAY)
    await h.update(companies, { dueDate: null }, eq(companies.id, h.one.id))
    expect(smtp.mails).toHaveLength(0)
    expect(await rowOf(id)).toMatchObject({ lastOutcome: 'failed', lastWhy: 'ERR_COMPANY_EXPIRED' })
  })

  it('leaves at once when somebody presses, and keeps its next time', async () => {
    const id = await create(h.one.admin)
    const { nextAt } = await rowOf(id)
    const { body } = await h.call(h.one.admin, 'reportSchedules.send', { params: { id } })
    const mail = { state: 'sent', attempts: 1, why: '' }
    const mails = [
      { address: h.one.admin.email, ...mail },
      { address: 'socia@exemplo.com.br', ...mail },
    ]
    expect(body).toMatchObject({ nextAt, last: { outcome: 'sent', why: '', mails } })
    expect(smtp.mails).toHaveLength(2)
    await h.update(mailSettings, { host: '' })
    expect(code(await h.call(h.one.admin, 'reportSchedules.send', { params: { id } }))).toEqual([
      expect.any(Number),
      'ERR_MAIL_NOT_SET_UP',
    ])
    await h.update(mailSettings, { host: '127.0.0.1' })
  })
})

describe('who has a report sent', () => {
  it('is shown the own ones, admins all of the company', async () => {
    const own = await create(h.one.sup)
    const other = await create(h.one.admin, { name: 'Da direção' })
    const seen = async (who: Person) =>
      (await h.call<{ schedules: { id: number }[] }>(who, 'reportSchedules.list')).body.schedules?.map(
        ({ id }) => id,
      )
    expect(await seen(h.one.sup)).toEqual([own])
    expect((await seen(h.one.admin))?.sort()).toEqual([own, other].sort())
    const input = { params: { id: other }, body: form() }
    expect(code(await h.call(h.one.sup, 'reportSchedules.update', input))).toEqual([
      404,
      'ERR_NO_REPORT_SCHEDULE_FOUND',
    ])
  })

  it('names people, queues and connections of the company alone', async () => {
    for (const [change, error] of [
      [{ userIds: [h.two.admin.id] }, 'ERR_NO_USER_FOUND'],
      [{ agentIds: [h.two.ana.id] }, 'ERR_NO_USER_FOUND'],
      [{ queueIds: [h.two.suporte] }, 'ERR_NO_QUEUE_FOUND'],
      [{ whatsappIds: [h.two.whatsappId] }, 'ERR_NO_WAPP_FOUND'],
    ] as const)
      expect((await h.call(h.one.admin, 'reportSchedules.create', { body: form(change) })).body.error).toBe(
        error,
      )
  })

  it('has to say whom it is for, and never has tables that name customers', async () => {
    for (const change of [
      { userIds: [], addresses: [] },
      { tables: ['tickets'] },
      { tables: [] },
      { day: 8 },
    ])
      expect(code(await h.call(h.one.admin, 'reportSchedules.create', { body: form(change) }))).toEqual([
        400,
        'ERR_VALIDATION',
      ])
  })

  it('stays its owner when an admin changes it; paused it does not leave, deleted it is gone', async () => {
    const id = await create(h.one.sup)
    const change = (body: object) =>
      h.call(h.one.admin, 'reportSchedules.update', { params: { id }, body: form(body) })
    expect((await change({ active: false })).body).toMatchObject({ ownerId: h.one.sup.id, active: false })
    await makeDue(id)
    await sendDueReports(h.running.app, MONDAY)
    expect(smtp.mails).toHaveLength(0)
    await h.call(h.one.sup, 'reportSchedules.remove', { params: { id } })
    expect((await h.call<{ schedules: [] }>(h.one.admin, 'reportSchedules.list')).body.schedules).toEqual([])
  })
})
