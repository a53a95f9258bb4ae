/**
 * Lists, figures and searches of a company of many years read what they show and no more, on either engine:
 * every statement they send is explained by the database. `npm run bench -- --only volume` measures them.
 */
import { join } from 'node:path'
import { PAGE } from '@contract'
import { count, desc, eq, sql } from 'drizzle-orm'
import { SQLitePreparedQuery } from 'drizzle-orm/sqlite-core'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../../../electron/database/open'
import { catchUp } from '../../../electron/server/desk/reports/catch-up'
import { SEARCH_LIMITS } from '../../../electron/server/desk/tickets/search'
import {
  companies,
  messages,
  queues,
  ticketCounts,
  tickets,
  users,
} from '../../../electron/server/platform/db/schema'
import { COMMONEST, fillVolume, RARE, SMALL } from '../../bench/lib/volume-fill'
import { databaseOf } from '../../support/postgres/databases'
import { type Harness, type Person, startHarness } from './harness'

const onPostgres = process.env.TURNO_TEST_ENGINE === 'postgres'
const TICKETS = 5_000
const MESSAGES = 30_000
/** What a question may read of any table: its page, what it steps over, and the rows those lead to. */
const READ = 600
/** Tables that grow with the years. */
const GROWING = ['tickets', 'messages', 'contacts', 'ticket_trackings', 'ticket_tags']

interface Step {
  /** As the database says it. */
  text: string
  /** The statement it is of. */
  of: string
  table: string | null
  /** Rows looked at; null where the database does not say. */
  rows: number | null
}
interface Statement {
  text: string
  values: unknown[]
}

let h: Harness
let explain: (statement: Statement) => Promise<Step[]>
let done: () => Promise<void>
const NOW = Date.now()
/** A day of the company's life. */
const DAY = new Date(NOW - 110 * 86_400_000).toISOString().slice(0, 10)

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

const steps = (node: Node, of: string): Step[] => [
  {
    of,
    text: [node['Node Type'], node['Index Name'], node['Actual Loops'] === 0 ? 'never' : ''].join(' '),
    table: node['Relation Name'] ?? null,
    rows:
      node['Actual Loops'] *
      (node['Actual Rows'] +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0)),
  },
  ...(node.Plans ?? []).flatMap(plan => steps(plan, of)),
]

beforeAll(async () => {
  // Nothing works in the background: its statements would be taken for those of a question.
  h = await startHarness({ jobsAfterMs: 3_600_000 })
  const { id: companyId, whatsappId, admin } = h.one
  const [{ passwordHash } = { passwordHash: '' }] = await h.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, admin.id))
  await fillVolume(h.db, { companyId, whatsappId, passwordHash, tickets: TICKETS, messages: MESSAGES }, NOW)
  while (await catchUp(h.db, companyId));
  if (onPostgres) {
    const url = await databaseOf(process.env.TURNO_TEST_POSTGRES ?? '', h.folder)
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query('vacuum analyze')
    // As the server's own connections; and the little there is here must not look not worth an index.
    await client.query('set jit = off; set max_parallel_workers_per_gather = 0; set random_page_cost = 1.1')
    await client.query('set enable_seqscan = off')
    explain = async ({ text, values }) => {
      const { rows } = await client.query(`explain (analyze, format json) ${text}`, values)
      return steps((rows[0] as { 'QUERY PLAN': { Plan: Node }[] })['QUERY PLAN'][0]?.Plan as Node, text)
    }
    done = () => client.end()
  } else {
    const client = await openDatabase(join(h.folder, 'workspace.db'))
    explain = async ({ text, values }) => {
      const { rows } = await client.execute({ sql: `explain query plan ${text}`, args: values as never })
      return rows.map(({ detail }) => {
        const said = String(detail)
        return { of: text, text: said, table: /^(?:SCAN|SEARCH) (\w+)/.exec(said)?.[1] ?? null, rows: null }
      })
    }
    done = async () => client.close()
  }
})
afterAll(async () => {
  await done?.()
  await h.close()
})

/** Every statement over a connection that reads, those written by hand included. */
function onRead(take: (text: string, values: unknown[]) => void) {
  const query = Client.prototype.query as (...args: unknown[]) => unknown
  return vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
    const { application_name } = (this as unknown as { connectionParameters: { application_name?: string } })
      .connectionParameters
    const { statements } = args[0] as { statements: { text: string; values: unknown[] }[] }
    if (application_name === 'turno reads') for (const { text, values } of statements) take(text, values)
    return query.apply(this, args)
  } as never)
}

function onAsked(take: (text: string, values: unknown[]) => void) {
  type Asking = { queryWithCache(text: string, values: unknown[], run: () => unknown): Promise<unknown> }
  const prototype = SQLitePreparedQuery.prototype as unknown as Asking
  const ask = prototype.queryWithCache
  return vi.spyOn(prototype, 'queryWithCache').mockImplementation(function (this: Asking, text, values, run) {
    take(text, values)
    return ask.call(this, text, values, run)
  })
}

/** Asks, and gives every step of every statement that was sent meanwhile. */
async function stepsOf(work: () => Promise<unknown>): Promise<Step[]> {
  const sent: Statement[] = []
  const take = (text: string, values: unknown[]): void => {
    if (/^\s*(select|with)\b/i.test(text)) sent.push({ text, values })
  }
  const spy = onPostgres ? onRead(take) : onAsked(take)
  await work()
  spy.mockRestore()
  expect(sent.length).toBeGreaterThan(0)
  const all: Step[] = []
  for (const statement of sent) all.push(...(await explain(statement)))
  return all
}

async function asked(who: Person, name: 'tickets.list' | 'contacts.list' | 'dashboard.get', query: object) {
  return await stepsOf(async () => {
    const answer = await h.call(who, name, { params: {}, query: { ...query } })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  })
}

/** Nothing is read from end to end; each table is read a page's worth. */
function readsLittle(all: readonly Step[], most = READ): void {
  for (const table of GROWING) {
    const own = all.filter(step => step.table === table)
    expect(own.filter(({ text }) => /^(SCAN|Seq Scan)/.test(text))).toEqual([])
    const rows = own.reduce((sum, step) => sum + (step.rows ?? 0), 0)
    expect(rows, `${table}: ${JSON.stringify(own)}`).toBeLessThanOrEqual(most)
  }
}
const queueOf = async (name: string): Promise<number[]> =>
  (await h.db.select({ id: queues.id }).from(queues).where(eq(queues.name, name))).map(row => row.id)
const says = (all: readonly Step[]): string => all.map(step => step.text).join('\n')

describe('lists of a company of many years', () => {
  it.each([
    ['closed', {}, 'tickets_user'],
    ['closed, all', { showAll: true }, 'tickets_list'],
    ['closed, a far page', { showAll: true, pageNumber: 4 }, 'tickets_list'],
    ['closed, one queue', { showAll: true, queueIds: 'Setor 0' }, 'tickets_list'],
    ['pending by waiting', { status: 'pending', order: 'waiting', showAll: true }, 'tickets_waiting'],
    ['pending by priority', { status: 'pending', order: 'priority', showAll: true }, 'tickets_priority'],
    ['urgent', { status: undefined, priorities: ['urgent'], showAll: true }, 'tickets_prioritised'],
    ['groups', { status: 'open', groups: true, showAll: true }, 'tickets_groups'],
    ['unread', { status: undefined, withUnreadMessages: true, showAll: true }, 'tickets_unread'],
    ['of a day', { status: undefined, showAll: true, date: DAY }, 'tickets_created'],
    ['changed on a day', { status: undefined, showAll: true, updatedAt: DAY }, 'tickets_updated'],
  ])('%s: read a page and count nothing', async (_, query, index) => {
    const named = 'queueIds' in query ? { queueIds: await queueOf(query.queueIds) } : {}
    const all = await asked(h.one.admin, 'tickets.list', { status: 'closed', ...query, ...named })
    readsLittle(all)
    // PostgreSQL weighs one index against another by the rows there are.
    if (!onPostgres) expect(says(all)).toContain(index)
    const counted = says(all)
    if (
      !('date' in query || 'updatedAt' in query || 'withUnreadMessages' in query || 'priorities' in query) &&
      index !== 'tickets_user'
    )
      expect(counted).toMatch(/ticket_counts|tickets_groups|tickets_waiting|tickets_priority/)
  })

  it('are found from the tag, where there is one', async () => {
    const { tags } = await import('../../../electron/server/platform/db/schema')
    const [rare] = await h.db.select({ id: tags.id }).from(tags).where(eq(tags.name, 'Etiqueta 19'))
    const all = await asked(h.one.admin, 'tickets.list', { showAll: true, tags: [rare?.id] })
    expect(says(all)).toContain('ticket_tags_tag')
    expect(
      all.filter(step => /^(SCAN|Seq Scan)/.test(step.text) && GROWING.includes(step.table ?? '')),
    ).toEqual([])
  })

  it('tabs are counted without a ticket, but for the unread ones and those that sleep', async () => {
    const all = await stepsOf(() => h.call(h.one.sup, 'tickets.counts', { query: { showAll: true } }))
    readsLittle(all, TICKETS / 4)
    expect(says(all)).toMatch(/ticket_counts/)
    // PostgreSQL may also go by the queue or the person, where those have fewer.
    const ways = all.filter(step => step.table === 'tickets').map(step => step.text)
    if (!onPostgres) for (const way of ways) expect(way).toMatch(/tickets_(unread|snoozed)/)
  })

  it('contacts come in the order of their index, and are found by their parts', async () => {
    const page = await asked(h.one.admin, 'contacts.list', { pageNumber: 2 })
    expect(says(page)).toContain('contacts_company_search')
    const found = await asked(h.one.admin, 'contacts.list', { searchParam: 'conceicao' })
    if (onPostgres) expect(says(found)).toContain('contacts_search')
    else {
      expect(says(found)).toContain('SCAN contact_index VIRTUAL TABLE INDEX')
      expect(says(found)).not.toMatch(/contacts USING .*\(company_id=\?\)/)
    }
  })

  it('the dashboard reads the cycles and contacts of its period', async () => {
    const all = await asked(h.one.admin, 'dashboard.get', { days: 7 })
    expect(
      all.filter(step => /^(SCAN|Seq Scan)/.test(step.text) && GROWING.includes(step.table ?? '')),
    ).toEqual([])
    expect(says(all)).toContain('contacts_created')
  })
})

describe('a search', () => {
  const search = (typed: string) => asked(h.one.admin, 'tickets.list', { searchParam: typed, showAll: true })
  interface Found {
    tickets: { id: number; contact: { name: string } }[]
    count: number
    counted?: boolean
    hasMore: boolean
    cursor: string | null
    stoppedAt?: string
  }
  const find = async (who: Person, query: Record<string, unknown>): Promise<Found> => {
    const { status, body } = await h.call<Found>(who, 'tickets.list', { query: { isSearch: true, ...query } })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  /** Every page, by the cursor. */
  const findAll = async (who: Person, query: Record<string, unknown>): Promise<Found[]> => {
    const pages = [await find(who, query)]
    for (let cursor = pages[0]?.cursor; cursor; cursor = pages.at(-1)?.cursor)
      pages.push(await find(who, { ...query, cursor }))
    return pages
  }
  const idsOf = (pages: readonly Found[]): number[] => pages.flatMap(page => page.tickets.map(one => one.id))
  const sorted = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b)
  const stored = async (text: string): Promise<number[]> => {
    const rows = await h.db.all<{ id: number }>(
      sql`select distinct ticket_id as id from ${messages} where search like ${`%${text}%`}`,
    )
    return sorted(rows.map(row => row.id))
  }

  it('of a rare word asks the index of messages, and finds and counts every ticket, however old', async () => {
    const all = await search(RARE)
    if (onPostgres) expect(says(all)).toMatch(/Bitmap Index Scan messages_search $/m)
    else expect(says(all)).toMatch(/^SCAN i VIRTUAL TABLE INDEX/m)
    expect(all.filter(step => step.table === 'messages' && /^(SCAN|Seq Scan)/.test(step.text))).toEqual([])
    const wanted = await stored(RARE)
    expect(wanted.length).toBeGreaterThan(1)
    const found = await find(h.one.admin, { searchParam: RARE, showAll: true })
    expect(sorted(idsOf([found]))).toEqual(wanted)
    expect([found.count, found.counted, found.hasMore]).toEqual([wanted.length, undefined, false])
  })

  it('of a word of every message goes through the tickets in their order and reads little', async () => {
    const all = await search(COMMONEST)
    expect(says(all)).not.toMatch(/SCAN i VIRTUAL TABLE|messages_search/)
    readsLittle(all, 4_000)
    const page = await find(h.one.admin, { searchParam: COMMONEST, showAll: true })
    const newest = await find(h.one.admin, { showAll: true })
    expect(idsOf([page])).toEqual(idsOf([newest]))
    expect([page.count, page.counted, page.hasMore, page.stoppedAt]).toEqual([
      PAGE.tickets,
      false,
      true,
      undefined,
    ])
  })

  it('finds every ticket somebody may see, however many others have the word', async () => {
    const { body } = await h.signIn('pequeno@volume.turno')
    const small = { ...h.one.ana, token: body.token }
    const pages = await findAll(small, { searchParam: COMMONEST })
    const wanted = await h.db
      .select({ id: tickets.id })
      .from(tickets)
      .innerJoin(queues, eq(queues.id, tickets.queueId))
      .where(eq(queues.name, 'Setor pequeno'))
    expect(wanted.length).toBeGreaterThanOrEqual(SMALL)
    expect(sorted(idsOf(pages))).toEqual(sorted(wanted.map(row => row.id)))
    // And nobody else's.
    expect(idsOf(await findAll(h.two.admin, { searchParam: COMMONEST, showAll: true }))).toEqual([])
  })

  it('that would take too long says where it stopped, and goes on from there to the end', async () => {
    const before = { ...SEARCH_LIMITS }
    // One look of 700 tickets, and no more of any answer; the index of messages is never asked.
    Object.assign(SEARCH_LIMITS, { lookMs: -1, lookFirst: 700, messages: { most: 0, withinMs: 1 } })
    try {
      const pages = await findAll(h.one.admin, { searchParam: RARE, showAll: true })
      expect(sorted(idsOf(pages))).toEqual(await stored(RARE))
      expect(pages.length).toBeGreaterThan(Math.floor(TICKETS / 700))
      const stopped = pages.slice(0, -1)
      expect(stopped.every(page => page.hasMore && page.counted === false && page.stoppedAt)).toBe(true)
      const moments = stopped.map(page => page.stoppedAt ?? '')
      expect(moments).toEqual([...moments].sort().reverse())
      expect(pages.at(-1)).toMatchObject({ hasMore: false, cursor: null })
      expect(pages.at(-1)?.stoppedAt).toBeUndefined()
      // The 700th ticket from the newest is where the first answer stopped.
      const [last] = await h.db
        .select({ at: tickets.updatedAt })
        .from(tickets)
        .where(eq(tickets.companyId, h.one.id))
        .orderBy(desc(tickets.updatedAt), desc(tickets.id))
        .limit(1)
        .offset(699)
      expect(moments[0]).toBe(last?.at)
    } finally {
      Object.assign(SEARCH_LIMITS, before)
    }
  })

  it('of what very many contacts hold, and of one or two letters, finds all of it page by page', async () => {
    const { id: companyId, whatsappId } = h.two
    const many = SEARCH_LIMITS.contacts.most + 5
    const at = (n: number) => Date.parse('2026-01-01T00:00:00Z') + n
    await h.db.platform.write(async tx => {
      await tx.run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${many})
        insert into contacts (company_id, name, number, search, created_at, updated_at)
        select ${companyId}, 'Muitos ' || i, '4400' || i, 'muitos ' || i, 0, 0 from n`)
      await tx.run(sql`insert into tickets (uuid, company_id, status, contact_id, whatsapp_id, created_at, updated_at)
        select 'u' || id, ${companyId}, 'open', id, ${whatsappId}, 0, ${at(0)} + id from contacts where search like 'muitos%'`)
    })
    for (const searchParam of ['muitos', 'mu']) {
      const pages = await findAll(h.two.admin, { searchParam, showAll: true })
      expect(new Set(idsOf(pages)).size).toBe(many)
      expect(pages[0]?.tickets[0]?.contact.name).toBe(`Muitos ${many}`)
    }
    const ninth = await find(h.two.admin, { searchParam: 'muitos', showAll: true, pageNumber: 9 })
    expect(ninth.tickets[0]?.contact.name).toBe(`Muitos ${many - 8 * PAGE.tickets}`)
  })
})

describe('what is counted of tickets', () => {
  const kept = async () =>
    (await h.db.select().from(ticketCounts))
      .filter(row => row.tickets !== 0)
      .map(row => JSON.stringify(row))
      .sort()
  const there = async () => {
    const nobody = (column: typeof tickets.queueId | typeof tickets.userId) =>
      sql<number>`coalesce(${column}, 0)`
    const { companyId, status, isGroup } = tickets
    const rows = await h.db
      .select({
        companyId,
        status,
        queueId: nobody(tickets.queueId),
        userId: nobody(tickets.userId),
        isGroup,
        tickets: count(),
      })
      .from(tickets)
      .groupBy(companyId, status, nobody(tickets.queueId), nobody(tickets.userId), isGroup)
    return rows.map(row => JSON.stringify(row)).sort()
  }

  it('is what there is, whatever happens to tickets, people, queues and companies', async () => {
    expect(await kept()).toEqual(await there())
    const { one, two } = h
    const ticket = await h.newTicket(one, { status: 'pending' })
    expect(await kept()).toEqual(await there())
    await h.update(tickets, { status: 'open', userId: one.bia.id }, eq(tickets.id, ticket.id))
    await h.update(tickets, { queueId: one.vendas }, eq(tickets.id, ticket.id))
    expect(await kept()).toEqual(await there())
    const { id: _, uuid: __, ...same } = await h.ticket(ticket.id)
    // A change of nothing that is counted, and a row that takes another's place.
    await h.update(tickets, { lastMessage: 'oi' }, eq(tickets.id, ticket.id))
    await h.db.platform
      .insert(tickets)
      .values({ ...same, id: ticket.id, uuid: crypto.randomUUID() })
      .onConflictDoUpdate({ target: tickets.id, set: { status: 'closed' } })
    expect(await kept()).toEqual(await there())
    await h.db.platform.delete(users).where(eq(users.id, one.bia.id))
    await h.db.platform.delete(queues).where(eq(queues.id, one.vendas))
    expect(await kept()).toEqual(await there())
    await h.db.platform.delete(tickets).where(eq(tickets.id, ticket.id))
    expect(await kept()).toEqual(await there())
    await h.db.platform.delete(companies).where(eq(companies.id, two.id))
    expect(await kept()).toEqual(await there())
    expect(await h.db.$count(ticketCounts, eq(ticketCounts.companyId, two.id))).toBe(0)
  })
})
