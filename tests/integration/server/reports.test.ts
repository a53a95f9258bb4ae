/** Reports over real calls: what people and customers do, what reports say of it, and that nothing else says anything else. */
import { dayIn, type FiguresReport, PAGE, plusDays } from '@contract'
import { and, eq, getTableName, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catchUp } from '../../../electron/server/desk/reports/catch-up'
import { EVERYTHING } from '../../../electron/server/desk/reports/filter'
import { handledByUser } from '../../../electron/server/desk/reports/handled'
import { refreshReports } from '../../../electron/server/desk/reports/job'
import { readTallies } from '../../../electron/server/desk/reports/read'
import { sumUpSome } from '../../../electron/server/desk/reports/rollups'
import { figuresOf } from '../../../electron/server/desk/reports/tally'
import {
  campaignRecipients,
  campaigns,
  messages,
  queues,
  ratings,
  reportCycles,
  reportDirty,
  reportMarks,
  reportRollups,
  reportState,
  tags,
  tickets,
  ticketTags,
  ticketTrackings,
  users,
} from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { CompanyFixture, Person } from './harness'

const h = harnessForFile()
const ZONE = 'America/Sao_Paulo'
const today = () => dayIn(ZONE, new Date())
const YEAR = () => ({ from: plusDays(today(), -300), to: today() })

const figures = async (query: object = {}, who = h.one.admin): Promise<FiguresReport> => {
  const answer = await h.call<FiguresReport>(who, 'reports.figures', { query: { ...YEAR(), ...query } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const behind = async (query: object, who = h.one.admin) =>
  (
    await h.call<{ count: number; tickets: { ticketId: number; ms: number | null }[] }>(
      who,
      'reports.tickets',
      {
        query: { ...YEAR(), ...query },
      },
    )
  ).body
const change = (who: Person, id: number, body: object) =>
  h.call(who, 'tickets.update', { params: { id }, body: { justClose: true, ...body } })
const say = (who: Person, ticketId: number, body = 'Olá') =>
  h.call(who, 'messages.send', { params: { ticketId }, body: { body, fromMe: true } })

let serial = 0
/** A customer of a company writes. @returns the ticket, and the number. */
async function arrives(company: CompanyFixture, body = 'Bom dia') {
  serial += 1
  const number = `55219777${String(serial).padStart(5, '0')}`
  await h.customer(company, number, body)
  const [row] = await h.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(eq(tickets.companyId, company.id))
    .orderBy(sql`${tickets.id} desc`)
    .limit(1)
  return { id: row?.id ?? 0, number }
}

/** Moves all that happened to a ticket back by days, as if it had been then. */
async function earlier(id: number, days: number): Promise<void> {
  const ms = days * 86_400_000
  await h.db.platform.run(sql`update ${messages} set created_at = created_at - ${ms} where ticket_id = ${id}`)
  await h.db.platform.run(sql`update ${ratings} set created_at = created_at - ${ms} where ticket_id = ${id}`)
  // Last: it has the ticket measured anew, where the server's own job measured it half moved.
  await h.db.platform.run(sql`update ${ticketTrackings} set queued_at = queued_at - ${ms},
    started_at = started_at - ${ms}, finished_at = finished_at - ${ms} where ticket_id = ${id}`)
}

it('say what an accepted, answered, transferred, resolved and reopened conversation was', async () => {
  const { one } = h
  const { id } = await arrives(one)
  await change(one.ana, id, { status: 'open' })
  await say(one.ana, id)
  await change(one.ana, id, { queueId: one.suporte, userId: one.bia.id, status: 'open' })
  await change(one.bia, id, { status: 'closed' })
  const first = await figures({ by: 'user' })
  expect(first.counting).toBe(false)
  expect(first.total.counts).toMatchObject({
    ...{ arrived: 1, resolved: 1, answered: 1, transfers: 1, transferred: 1, oneTouch: 1, reopened: 0 },
    abandoned: 0,
  })
  expect(first.total.durations.firstAnswer.calendar.n).toBe(1)
  expect(first.rows.find(row => row.figures.counts.arrived > 0)).toMatchObject({
    key: String(one.bia.id),
    name: 'Bia',
  })
  await change(one.bia, id, { status: 'open' })
  expect((await figures()).total.counts).toMatchObject({ arrived: 2, resolved: 1, reopened: 1 })
  expect(await h.db.$count(reportMarks, eq(reportMarks.companyId, one.id))).toBe(0)
  expect(await behind({ of: 'firstAnswer', aboveMs: 0 })).toMatchObject({
    count: 1,
    tickets: [{ ticketId: id }],
  })
  expect(await behind({ of: 'firstAnswer', aboveMs: 3_600_000 })).toMatchObject({ count: 0 })
  expect(await behind({ of: 'reopened', by: 'user', key: String(one.bia.id) })).toMatchObject({ count: 1 })
})

it('a rating may have words, which are kept for whoever may see the ticket', async () => {
  const { one } = h
  await h.setting(one, 'userRating', 'enabled')
  const { id, number } = await arrives(one)
  await change(one.ana, id, { status: 'open' })
  await h.call(one.ana, 'tickets.update', { params: { id }, body: { status: 'closed' } })
  await h.customer(one, number, '3 ótimo, obrigada')
  expect((await figures()).total.counts).toMatchObject({ asked: 1, rated: 1, satisfied: 1, rateSum: 3 })
  const said = await h.call(one.sup, 'reports.ratings', { query: { ...YEAR(), withComment: true } })
  expect(said.body).toMatchObject({
    count: 1,
    ratings: [{ ticketId: id, rate: 3, comment: 'ótimo, obrigada' }],
  })
  expect((await behind({ of: 'rated' })).count).toBe(1)
})

it('behind a campaign stand the tickets of its contacts, by what became of the message, each once', async () => {
  const { one } = h
  const answering = await arrives(one)
  const { id: silent } = await arrives(one)
  await change(one.ana, answering.id, { status: 'closed' })
  const [{ contactId = 0 } = {}] = await h.db.select().from(tickets).where(eq(tickets.id, answering.id))
  // What leaves stands in a closed ticket, and is answered in another.
  const { id: left } = await h.newTicket(one, { contactId, status: 'closed' })
  const campaign = await h.insert(campaigns, {
    ...{
      companyId: one.id,
      name: 'Páscoa',
      search: 'pascoa',
      status: 'FINALIZADA',
      startedAt: new Date().toISOString(),
    },
  })
  const ofAll = { companyId: one.id, campaignId: campaign.id, search: '' }
  const before = new Date(Date.now() - 60_000).toISOString()
  const later = new Date(Date.now() + 60_000).toISOString()
  const longAgo = new Date(Date.now() - 4 * 86_400_000).toISOString()
  await h.insert(campaignRecipients, [
    { ...ofAll, name: 'A', number: '1', state: 'delivered', ticketId: left, sentAt: before },
    // Wrote before it was sent to, and not after.
    { ...ofAll, name: 'B', number: '2', state: 'sent', ticketId: silent, sentAt: later },
    // Wrote, but more than three days later.
    { ...ofAll, name: 'C', number: '3', state: 'delivered', ticketId: silent, sentAt: longAgo },
  ])
  await h.customer(one, answering.number, 'Quero!')
  const report = await h.call(one.admin, 'reports.campaigns', { query: YEAR() })
  expect(report.body).toMatchObject({ campaigns: [{ contacts: 3, sent: 3, delivered: 2, replied: 1 }] })
  const of = async (recipients: string, who = one.admin) =>
    (await behind({ campaignId: campaign.id, recipients }, who)).tickets
      .map(({ ticketId }) => ticketId)
      .sort()
  const [answered] = await of('replied')
  expect(answered).toBeDefined()
  expect([left, silent]).not.toContain(answered)
  expect(await of('sent')).toEqual([answered, silent].sort())
  expect([await of('delivered'), await of('failed')]).toEqual([[answered], []])
  expect(await of('sent', h.two.admin)).toEqual([])
})

it('are for supervisors of their own queues alone, and for no agent', async () => {
  const { one } = h
  const { id } = await arrives(one)
  await change(one.admin, id, { queueId: one.vendas, status: 'pending' })
  const own = await figures({ by: 'queue' }, one.sup)
  expect(own.rows.map(row => row.key)).toEqual([String(one.suporte)])
  const foreign = await figures({ queueIds: [one.vendas] }, one.sup)
  expect(foreign.total.counts.arrived).toBe(0)
  expect((await behind({ queueIds: [one.vendas] }, one.sup)).count).toBe(0)
  expect((await behind({ queueIds: [one.vendas] })).count).toBe(1)
  for (const name of ['reports.figures', 'reports.tickets', 'reports.ratings', 'reports.campaigns'] as const)
    expect((await h.call(one.ana, name, { query: YEAR() })).status).toBe(403)
  expect((await h.call(one.sup, 'reports.rebuild')).status).toBe(403)
  const backwards = { from: today(), to: plusDays(today(), -1) }
  expect((await h.call(one.admin, 'reports.figures', { query: backwards })).status).toBe(400)
})

/** A plain count of the rows by SQL. */
async function naive(companyId: number) {
  const [row] = await h.db.all<Record<string, number>>(sql`
    select count(*) as arrived, count(finished_at) as resolved, sum(transfers) as transfers,
      sum(case when started_at is not null and started_at <> queued_at then 1 else 0 end) as waited,
      sum(case when started_at <> queued_at then started_at - queued_at end) as "waitedMs",
      sum(case when exists (select 1 from ticket_trackings b where b.ticket_id = c.ticket_id
        and (b.queued_at < c.queued_at or (b.queued_at = c.queued_at and b.id < c.id))) then 1 else 0 end) as reopened,
      sum(case when exists (select 1 from messages p join messages w on w.ticket_id = p.ticket_id and w.seq < p.seq
        where p.ticket_id = c.ticket_id and p.from_me = 1 and p.user_id is not null and w.from_me = 0
        and w.created_at >= c.queued_at and p.created_at <= coalesce(c.finished_at, 9e15)) then 1 else 0 end) as answered
    from ticket_trackings c where company_id = ${companyId}`)
  return Object.fromEntries(Object.entries(row ?? {}).map(([key, value]) => [key, Number(value ?? 0)]))
}

async function same(companyId: number, report: FiguresReport): Promise<void> {
  const { waited, waitedMs, ...counts } = await naive(companyId)
  expect(report.total.counts).toMatchObject(counts)
  const { n, mean } = report.total.durations.waiting.calendar
  expect([n, Math.round((mean ?? 0) * n)]).toEqual([waited, waitedMs])
}

describe('whatever happened, and whenever the job ran', () => {
  const act = fc.constantFrom(
    'accept',
    'answer',
    'transfer',
    'resolve',
    'reopen',
    'write',
    'tag',
    'job',
    'sums',
  )
  const story = fc.record({ days: fc.integer({ min: 0, max: 70 }), acts: fc.array(act, { maxLength: 8 }) })

  it('sums are what a rebuild, and a plain count of the rows, is', async () => {
    const made: CompanyFixture[] = []
    await fc.assert(
      fc.asyncProperty(fc.array(story, { minLength: 3, maxLength: 6 }), async stories => {
        const two = h.two
        made.push(two)
        const tag = await h.insert(tags, {
          companyId: two.id,
          name: `t${made.length}`,
        })
        for (const { days, acts } of stories) {
          const { id, number } = await arrives(two)
          for (const one of acts) {
            if (one === 'accept') await change(two.ana, id, { status: 'open' })
            if (one === 'answer') await say(two.admin, id)
            if (one === 'transfer') await change(two.admin, id, { queueId: two.vendas, userId: null })
            if (one === 'resolve') await change(two.admin, id, { status: 'closed' })
            if (one === 'reopen') await change(two.admin, id, { status: 'open' })
            if (one === 'write') await h.customer(two, number, 'e então?')
            if (one === 'tag')
              await h.db.platform
                .insert(ticketTags)
                .values({ companyId: two.id, ticketId: id, tagId: tag.id })
                .onConflictDoNothing()
            if (one === 'job') await refreshReports(h.running.app)
            if (one === 'sums') await sumUpSome(h.db, two.id, new Date(Date.now() + 40 * 86_400_000))
          }
          await earlier(id, days)
        }
        await same(two.id, await figures({}, two.admin))
        const sums = async () => {
          while ((await catchUp(h.db, two.id)) || (await sumUpSome(h.db, two.id)) > 0);
        }
        await sums()
        const [tagId, queueIds, userIds] = [tag.id, [two.suporte], [two.ana.id, two.admin.id, 0]]
        const questions = [
          ...(['day', 'month', 'user', 'tag', 'hour'] as const).map(by => ({ by })),
          ...[
            { by: 'user', tagId },
            { by: 'tag', userIds },
            { by: 'week', userIds, tagId },
          ],
          ...[
            { by: 'connection', userIds },
            { by: 'connection', queueIds, tagId },
            { by: 'user', queueIds, tagId },
          ],
          ...[
            { by: 'connection', queueIds, userIds },
            { by: 'month', queueIds, userIds, tagId },
          ],
        ].map(query => ({ ...query, compare: true }))
        const asked = async () => {
          const answers: FiguresReport[] = []
          for (const query of questions) answers.push(await figures(query, two.admin))
          return answers
        }
        const summed = await asked()
        for (const answer of summed.slice(0, 5)) await same(two.id, answer)
        // Of many that are chosen what is not chosen is taken away from everything, and few are added up: the same figures.
        const [few, nowhere] = [
          [two.vendas, 0],
          [900_001, 900_002, 900_003, 900_004],
        ]
        for (const by of ['day', 'month', 'hour', 'user', 'connection', 'tag'] as const) {
          const of = async (ids: number[]) => await figures({ by, queueIds: ids, compare: true }, two.admin)
          expect(await of([...few, ...nowhere])).toEqual(await of(few))
        }
        // Handled time of people, which is read out of the sums, is what the sums say.
        for (const part of [
          {},
          { queueIds: [two.vendas, 0] },
          { queueIds, tagId },
          { queueIds, whatsappIds: [two.whatsappId] },
        ]) {
          const filter = { ...EVERYTHING, ...part }
          const tallies = await readTallies(h.db, two.id, YEAR(), filter, 'user', Date.now())
          const handled = [...tallies].map(([id, tally]): [number, number] => {
            const { n, mean } = figuresOf(tally).durations.handling.business
            return [Number(id), Math.round(n * (mean ?? 0))]
          })
          const found = await handledByUser(h.db, two.id, YEAR(), filter)
          const some = (all: Iterable<[number, number]>) =>
            [...all].filter(([, ms]) => ms > 0).sort(([a], [b]) => a - b)
          expect(some(found)).toEqual(some(handled))
        }
        // What stands behind a figure is as many as it says, by sums and by rows.
        const whole = summed[0]?.total
        for (const of of [
          'arrived',
          'resolved',
          'answered',
          'reopened',
          'abandoned',
          'transferred',
        ] as const) {
          const found = await behind({ of }, two.admin)
          expect([of, found.count]).toEqual([of, whole?.counts[of]])
          expect(found.tickets).toHaveLength(Math.min(found.count, PAGE.records))
        }
        let aboveMs: number | undefined
        for (const { upToMs, n } of summed[0]?.distributions.handling.calendar ?? []) {
          for (const off of [0, 1]) {
            const bar = { of: 'handling', upToMs: upToMs + off, ...(aboveMs && { aboveMs: aboveMs + off }) }
            const found = await behind(bar, two.admin)
            expect(found.tickets).toHaveLength(Math.min(found.count, PAGE.records))
            if (off === 0) expect(found.count).toBe(n)
          }
          aboveMs = upToMs
        }
        // Nothing but the rows: neither facts nor sums of before.
        await h.db.platform.delete(reportCycles).where(eq(reportCycles.companyId, two.id))
        await h.db.platform.delete(reportRollups).where(eq(reportRollups.companyId, two.id))
        expect((await h.call(two.admin, 'reports.rebuild')).status).toBe(200)
        expect(await asked()).toEqual(summed)
        await sums()
        expect(await asked()).toEqual(summed)
        // The dashboard says the same.
        const { from, to } = YEAR()
        const board = await h.call<{ counters: Record<string, number> }>(two.admin, 'dashboard.get', {
          query: { date_from: from, date_to: to },
        })
        const total = (await figures({}, two.admin)).total
        expect(board.body.counters.supportFinished).toBe(total.counts.resolved)
        const minutes = (total.durations.waiting.calendar.mean ?? 0) / 60_000
        expect(board.body.counters.avgWaitTime ?? 0).toBeCloseTo(minutes, 1)
      }),
      { numRuns: 4 },
    )
  }, 240_000)

  it('of very many tags a conversation counts for 200, which an index holds', async () => {
    const { one } = h
    const { id } = await arrives(one)
    const made = await h.db.platform
      .insert(tags)
      .values(
        Array.from({ length: 1_500 }, (_, at) => ({
          companyId: one.id,
          name: `etiqueta ${at}`,
          color: '#123456',
        })),
      )
      .returning({ id: tags.id })
    await h.db.platform
      .insert(ticketTags)
      .values(made.map(tag => ({ companyId: one.id, ticketId: id, tagId: tag.id })))
    await change(one.ana, id, { status: 'open' })
    await h.call(one.ana, 'tickets.update', { params: { id }, body: { status: 'closed' } })
    const resolvedWith = async (at: number) => (await figures({ tagId: made[at]?.id })).total.counts.resolved
    expect([await resolvedWith(0), await resolvedWith(199), await resolvedWith(200)]).toEqual([1, 1, 0])
  })

  it('another zone tells the days anew', async () => {
    const { one } = h
    await figures()
    const { id } = await arrives(one)
    await h.update(
      ticketTrackings,
      { queuedAt: '2026-06-10T02:30:00.000Z', startedAt: null, finishedAt: '2026-06-10T02:40:00.000Z' },
      eq(ticketTrackings.ticketId, id),
    )
    const on = async (day: string) => (await figures({ from: day, to: day })).total.counts.arrived
    expect([await on('2026-06-09'), await on('2026-06-10')]).toEqual([1, 0])
    await h.setting(one, 'timezone', 'Asia/Tokyo')
    expect([await on('2026-06-09'), await on('2026-06-10')]).toEqual([0, 1])
    await h.setting(one, 'timezone', ZONE)
  })
})

describe('erasing', () => {
  /** Nothing is left to be measured or summed up, as after an earlier change of the time zone. */
  const allCounted = async (): Promise<void> => {
    while ((await catchUp(h.db, h.one.id)) || (await sumUpSome(h.db, h.one.id)) > 0);
  }
  const REPORTS = [reportCycles, reportMarks, reportRollups, reportDirty, reportState]

  it('a contact leaves figures and no trace of the person', async () => {
    const { one } = h
    const [who, words] = ['Genoveva Quintanilha', 'o ventilador zumbe']
    const number = '5521966554433'
    await h.customer(one, number, words, { from: { number, name: who, isGroup: false } })
    const [row] = await h.db
      .select({ id: tickets.id, contactId: tickets.contactId })
      .from(tickets)
      .where(eq(tickets.companyId, one.id))
      .orderBy(sql`${tickets.id} desc`)
      .limit(1)
    const id = row?.id ?? 0
    await change(one.ana, id, { status: 'open' })
    await say(one.ana, id, 'já vejo')
    await h.call(one.ana, 'tickets.update', { params: { id }, body: { status: 'closed' } })
    await h.customer(one, number, '2 zumbiu muito', { from: { number, name: who, isGroup: false } })
    // Not measured yet when it is erased.
    const erased = await h.call(one.admin, 'contacts.erase', { params: { id: row?.contactId ?? 0 } })
    expect(erased.status, JSON.stringify(erased.body)).toBe(200)
    await allCounted()
    const counts = (await figures()).total.counts
    const kept = await h.db
      .select()
      .from(reportCycles)
      .where(and(eq(reportCycles.companyId, one.id), sql`ticket_id is null`))
    expect(kept).toMatchObject([{ answered: 1, rate: 2, queueId: one.suporte, userId: one.ana.id }])
    for (const table of REPORTS) {
      const all = JSON.stringify(await h.db.select().from(table as typeof reportCycles))
      for (const trace of [who, 'Genoveva', number, words, 'zumbiu', 'já vejo'])
        expect(all, getTableName(table)).not.toContain(trace)
    }
    await h.call(one.admin, 'reports.rebuild')
    await allCounted()
    expect((await figures()).total.counts).toEqual(counts)
    expect((await behind({ of: 'rated' })).tickets.map(ticket => ticket.ticketId)).not.toContain(id)
  })

  it('a ticket, a queue and a person leaves figures', async () => {
    const { one } = h
    const queue = await h.insert(queues, { companyId: one.id, name: 'Passageira', color: '#123456' })
    const leaver = await h.insert(users, {
      companyId: one.id,
      name: 'Quem sai',
      email: 'sai@c1.turno',
      passwordHash: 'x',
    })
    const { id } = await arrives(one)
    await h.update(tickets, { queueId: queue.id, userId: leaver.id, status: 'closed' }, eq(tickets.id, id))
    await h.update(
      ticketTrackings,
      { queueId: queue.id, userId: leaver.id, finishedAt: new Date(Date.now() + 5_000).toISOString() },
      eq(ticketTrackings.ticketId, id),
    )
    const ticket = await h.ticket(id)
    const [sent = ''] = await h.newMessages(ticket, ['resposta'], true)
    await h.update(
      messages,
      { userId: leaver.id, createdAt: new Date().toISOString() },
      eq(messages.id, sent),
    )
    const of = async () => (await figures({ queueIds: [queue.id], userIds: [leaver.id] })).total.counts
    const before = await of()
    expect(before).toMatchObject({ arrived: 1, answered: 1, oneTouch: 1 })
    expect((await h.call(one.admin, 'users.remove', { params: { id: leaver.id } })).status).toBe(200)
    expect((await h.call(one.admin, 'queues.remove', { params: { id: queue.id } })).status).toBe(200)
    await h.call(one.admin, 'reports.rebuild')
    expect(await of()).toEqual(before)
    expect((await h.call(one.admin, 'tickets.remove', { params: { id } })).status).toBe(200)
    expect(await of()).toEqual(before)
  })
})
