/** Views: what is in them by SQL and by the window's own rule, who sees and changes them, their order, their counts. */
import {
  DEADLINE_STATES,
  fits,
  maySee,
  onSchemaMismatch,
  PRIORITIES,
  type SavedView,
  TICKET_ORDERS,
  TICKET_STATUSES,
  type TicketConditions,
  ticket as ticketEntity,
  type ViewConditions,
  viewConditions,
  WINDOW_STATES,
} from '@contract'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { ticketViews } from '../../../electron/server/desk/presenters/tickets'
import { countOf, filterOf } from '../../../electron/server/desk/tickets/conditions'
import {
  auditEntries,
  replyWindows,
  savedViews,
  tags,
  tickets,
  ticketTags,
  whatsapps,
} from '../../../electron/server/platform/db/schema'
import type { Me } from '../../../electron/server/workspace'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()
const form = (conditions: Partial<ViewConditions> = {}, more: object = {}) => ({
  name: 'Esperando',
  conditions,
  order: 'activity',
  sharedWith: null,
  ...more,
})
/** A deadline in so many minutes, close in the last five of them. */
const dueIn = (minutes: number | null) => {
  if (minutes === null) return {}
  const [warnAt, dueAt] = [minutes - 5, minutes].map(n =>
    new Date(Date.now() + n * 60_000).toISOString(),
  ) as [string, string]
  const deadline = { kind: 'first', levelName: 'x', minutes: 30, clock: 'always', startedAt: warnAt } as const
  return { warnAt, dueAt, deadline: { ...deadline, warnAt, dueAt } }
}
const create = (who: Person, body: object) => h.call<SavedView>(who, 'savedViews.create', { body })
const names = async (who: Person) =>
  (await h.call<SavedView[]>(who, 'savedViews.list')).body.map(({ name }) => name)
const inList = async (who: Person, viewId: number, more: object = {}) =>
  (
    await h.call<{ tickets: { id: number }[]; count: number; cursor: string | null }>(who, 'tickets.list', {
      query: { viewId, ...more },
    })
  ).body

describe('the SQL of a view and the rule windows keep it by', () => {
  const MINUTE = 60_000
  const known: { tags: number[]; lines: number[]; ids: number[] } = { tags: [], lines: [], ids: [] }

  beforeAll(async () => {
    const { one } = h
    const cloud = await h.insert(whatsapps, {
      companyId: one.id,
      name: 'Nuvem',
      status: 'CONNECTED',
      provider: 'cloud',
    })
    known.lines = [one.whatsappId, cloud.id]
    for (const name of ['vip', 'boleto', 'troca'])
      known.tags.push((await h.insert(tags, { companyId: one.id, name, color: '#123456' })).id)
    const pick = <T>(of: readonly T[], at: number): T => of[Math.floor(at) % of.length] as T
    const now = Date.now()
    const numbers = fc.sample(fc.array(fc.nat(), { minLength: 24, maxLength: 24 }), { numRuns: 160, seed: 7 })
    for (const n of numbers) {
      let at = 0
      const next = <T>(of: readonly T[]): T => {
        at += 1
        return pick(of, n[at] ?? 0)
      }
      const ago = (minutes: number | null) =>
        minutes === null ? null : new Date(now - minutes * MINUTE - 30_000).toISOString()
      const group = next([false, false, false, true])
      const contactId = await h.newContact(one, next(['João Ação', 'Rita 100%', 'ana_b', 'Zoé [x]']), {
        isGroup: group,
      })
      const whatsappId = next([...known.lines, cloud.id, null])
      const row = await h.newTicket(one, {
        contactId,
        whatsappId,
        isGroup: group,
        status: next([...TICKET_STATUSES, 'open', 'pending']),
        queueId: next([one.suporte, one.vendas, null]),
        userId: next([one.ana.id, one.bia.id, null]),
        priority: next(PRIORITIES),
        unreadMessages: next([0, 0, 3]),
        lastMessage: next(['Não chegou o BOLETO', 'tá 100% ótimo', '[foto] *', '', 'a_b']),
        translatedFrom: next([null, null, 'en', 'fr']),
        waitingSince: ago(next([null, 2, 15, 16, 200])),
        snoozedAt: next([null, null, null, ago(5)]),
        ...dueIn(next([null, null, -10, 3, 20])),
        createdAt: ago(next([1, 1400, 1500])) as string,
        updatedAt: new Date(now - ((n[20] ?? 0) % 9_000_000)).toISOString(),
      })
      const wrote = next([null, 10, 1300, 1435, 1500])
      if (wrote !== null && whatsappId === cloud.id)
        await h.insert(replyWindows, {
          companyId: one.id,
          whatsappId,
          contactId,
          wroteAt: ago(wrote) as string,
        })
      for (const tagId of known.tags)
        if (next([true, false, false]))
          await h.insert(ticketTags, { companyId: one.id, ticketId: row.id, tagId })
      known.ids.push(row.id)
    }
  })

  const viewer = (who: Person, more: Partial<Me>): Me => ({
    ...who,
    profile: 'user',
    super: false,
    queueIds: [h.one.suporte],
    seesUnqueued: false,
    whatsappId: null,
    unpaid: false,
    session: '',
    ...more,
  })

  it('agree for any conditions, whoever looks, and so does the count', async () => {
    const { one } = h
    const some = <T>(of: readonly T[]) =>
      fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.subarray([...of]))
    const conditions = fc.record({
      statuses: fc.subarray([...TICKET_STATUSES]),
      queueIds: some([0, one.suporte, one.vendas]),
      tagIds: some(known.tags),
      notTagIds: some(known.tags),
      holders: some(['me', 'nobody', one.bia.id] as const),
      whatsappIds: some(known.lines),
      priorities: some(PRIORITIES),
      languages: some(['en', 'fr', 'de']),
      unread: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.boolean()),
      waitingMinutes: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.constantFrom(1, 10, 16, 100)),
      deadline: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.constantFrom(...DEADLINE_STATES)),
      window: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.constantFrom(...WINDOW_STATES)),
      snoozed: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constantFrom(false, true, null)),
      isGroup: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.boolean()),
      ownOrPending: fc.oneof({ weight: 2, arbitrary: fc.constant(false) }, fc.boolean()),
      text: fc.oneof(
        { weight: 4, arbitrary: fc.constant('') },
        fc.constantFrom('acao', 'BOLETO', '100%', 'a_b', '[', '*', 'não', 'zoe [x', '55218'),
      ),
    })
    const people = [
      viewer(one.admin, { profile: 'admin' }),
      viewer(one.ana, {}),
      viewer(one.livia, { queueIds: [], seesUnqueued: true }),
    ]
    onSchemaMismatch(() => {})
    const all = (await ticketViews(h.db, known.ids)).map(view => ticketEntity.parse(view))
    let found = 0
    await fc.assert(
      fc.asyncProperty(conditions, fc.constantFrom(...people), async (given, me) => {
        const now = Date.now()
        const { snoozed, isGroup, ownOrPending, ...ofView } = given
        const wanted: TicketConditions = { ...viewConditions.parse(ofView), snoozed, isGroup, ownOrPending }
        const rows = await h.db
          .select({ id: tickets.id })
          .from(tickets)
          .where(filterOf(me, wanted, now))
        const bySql = rows.map(({ id }) => id).sort((a, b) => a - b)
        const byRule = all.filter(one => maySee(me, one) && fits(one, wanted, me.id, now)).map(({ id }) => id)
        expect(bySql).toEqual(byRule)
        const [counted] = await h.db.all<{ n: number }>(sql`select ${countOf(me, wanted, now)} as n`)
        expect(counted?.n).toBe(bySql.length)
        if (bySql.length > 0) found += 1
      }),
      { numRuns: 400 },
    )
    // Conditions that nothing meets prove nothing.
    expect(found).toBeGreaterThan(60)
  })

  it('is paged in each order without repeats or holes', async () => {
    const view = await create(h.one.admin, form({ statuses: [...TICKET_STATUSES] }))
    const whole = (await inList(h.one.admin, view.body.id)).count
    expect(whole).toBeGreaterThan(80)
    for (const order of TICKET_ORDERS) {
      const ids: number[] = []
      let cursor: string | null | undefined
      do {
        const page = await inList(h.one.admin, view.body.id, { order, ...(cursor ? { cursor } : {}) })
        ids.push(...page.tickets.map(({ id }) => id))
        cursor = page.cursor
      } while (cursor)
      expect(new Set(ids).size, order).toBe(ids.length)
      expect(ids, order).toHaveLength(whole)
    }
    await h.call(h.one.admin, 'savedViews.remove', { params: { id: view.body.id } })
  })
})

it('list by their own order, are counted for who looks, and leave the board with what is in them', async () => {
  const { two } = h
  const [old, young] = [
    await h.newTicket(two, { userId: two.ana.id, status: 'open', updatedAt: '2026-01-01T00:00:00.000Z' }),
    await h.newTicket(two, { userId: two.ana.id, status: 'open', updatedAt: '2026-01-02T00:00:00.000Z' }),
  ]
  await h.newTicket(two, { status: 'pending' })
  const mine = await create(two.ana, form({ holders: ['me'] }, { order: 'oldest' }))
  expect(mine.status).toBe(200)
  const { id } = mine.body
  expect((await inList(two.ana, id)).tickets.map(one => one.id)).toEqual([old.id, young.id])
  const counts = await h.call(two.ana, 'savedViews.counts')
  expect(counts.body).toEqual([{ id, count: 2 }])
  await h.update(tickets, { snoozedAt: new Date().toISOString() }, eq(tickets.id, old.id))
  expect((await h.call(two.ana, 'savedViews.counts')).body).toEqual([{ id, count: 1 }])
  const board = await h.call<{ lanes: { count: number }[] }>(two.ana, 'kanban.board', {
    query: { viewId: id },
  })
  expect(board.body.lanes.map(lane => lane.count)).toEqual([1])
  // Nobody else's view opens anything.
  expect((await h.call(two.bia, 'tickets.list', { query: { viewId: id } })).body).toMatchObject({
    error: 'ERR_NO_VIEW_FOUND',
  })
})

it('are one’s own, or of a queue’s people by those who may, who alone change them; consoles hear of it', async () => {
  const { ana, bia, caio, sup, admin, suporte, vendas } = h.one
  const own = (await create(ana, form({}, { name: 'Minhas' }))).body
  expect(await names(bia)).toEqual([])
  expect(await names(admin)).toEqual([])
  // Agents share nothing; supervisors with their own queues; admins with everybody.
  expect((await create(ana, form({}, { sharedWith: [suporte] }))).status).toBe(403)
  expect((await create(sup, form({}, { sharedWith: [vendas] }))).status).toBe(403)
  expect((await create(sup, form({}, { sharedWith: [] }))).status).toBe(403)
  expect((await create(ana, form({ holders: [bia.id] }))).status).toBe(403)
  const listener = await h.connect(ana)
  const shared = (await create(sup, form({}, { name: 'Fila', sharedWith: [suporte] }))).body
  await listener.until(({ event }) => event.endsWith('-savedView'))
  listener.close()
  for (const unknown of [h.two.vendas, 99_999])
    expect((await create(admin, form({}, { sharedWith: [unknown] }))).body).toMatchObject({
      error: 'ERR_NO_QUEUE_FOUND',
    })
  const everybodys = (await create(admin, form({}, { name: 'Todos', sharedWith: [] }))).body
  expect(await names(ana)).toEqual(['Minhas', 'Fila', 'Todos'])
  expect(await names(caio)).toEqual(['Todos'])

  const update = (who: Person, id: number, body: object) =>
    h.call<SavedView>(who, 'savedViews.update', { params: { id }, body })
  expect((await update(ana, shared.id, form({}, { sharedWith: [suporte] }))).status).toBe(403)
  expect((await update(ana, everybodys.id, form())).status).toBe(403)
  expect((await update(sup, everybodys.id, form({}, { sharedWith: [suporte] }))).status).toBe(403)
  expect((await update(caio, shared.id, form())).status).toBe(404)
  const renamed = await update(admin, shared.id, form({}, { name: 'Suporte', sharedWith: [suporte] }))
  expect(renamed.body).toMatchObject({ name: 'Suporte', userId: sup.id })
  expect((await h.call(bia, 'savedViews.remove', { params: { id: own.id } })).status).toBe(404)

  // An order of one’s own, of all one sees; new ones stand behind it.
  await h.call(ana, 'savedViews.arrange', { body: { ids: [everybodys.id, own.id, 999_999] } })
  await create(ana, form({}, { name: 'Nova' }))
  expect(await names(ana)).toEqual(['Todos', 'Minhas', 'Suporte', 'Nova'])
  expect(await names(bia)).toEqual(['Suporte', 'Todos'])

  // The log knows what others see, and nothing of what is one’s own.
  const entries = await h.db.select().from(auditEntries).where(eq(auditEntries.subject, 'savedViews'))
  expect(entries.map(({ action, subjectName }) => `${action} ${subjectName}`)).toEqual([
    'create Fila',
    'create Todos',
    'update Suporte',
  ])

  // Taken back it is whose hand took it back; the leaver's own go, what others see stays.
  expect((await update(admin, everybodys.id, form({}, { name: 'Todos' }))).body.userId).toBe(admin.id)
  expect(await names(ana)).toEqual(['Minhas', 'Suporte', 'Nova'])
  await h.call(admin, 'users.remove', { params: { id: sup.id } })
  await h.call(admin, 'users.remove', { params: { id: ana.id } })
  expect(await h.db.$count(savedViews, eq(savedViews.name, 'Minhas'))).toBe(0)
  expect(await names(bia)).toEqual(['Suporte'])
})

it('are so many at the most, and reads what was kept before a condition was known', async () => {
  const { livia } = h.one
  await h.insert(
    savedViews,
    Array.from({ length: 50 }, (_, at) => ({
      companyId: h.one.id,
      userId: livia.id,
      name: `V${at}`,
      conditions: { statuses: ['closed'] } as unknown as ViewConditions,
      order: 'waiting' as const,
    })),
  )
  expect((await create(livia, form())).body).toMatchObject({ error: 'ERR_TOO_MANY_VIEWS' })
  const { body } = await h.call<SavedView[]>(livia, 'savedViews.list')
  expect(body[0]?.conditions).toEqual(viewConditions.parse({ statuses: ['closed'] }))
})
