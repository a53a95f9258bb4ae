/**
 * Lists, figures and searches of a company of many years read what they show and no more, on either engine (issue 16 §1):
 * every statement they send is explained by the database. `npm run bench -- --only volume` measures them.
 */
import { join } from 'node:path'
import { count, eq, sql } from 'drizzle-orm'
import { SQLitePreparedQuery } from 'drizzle-orm/sqlite-core'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../../../electron/database/open'
import { companies, messages, queues, ticketCounts, tickets, users } from '../../../electron/server/db/schema'
import { CONTACTS_FOUND, MESSAGES_FOUND, ticketsFound } from '../../../electron/server/tickets/search'
import { COMMONEST, fillVolume, RARE } from '../../bench/lib/volume-fill'
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
  h = await startHarness()
  const { id: companyId, whatsappId, admin } = h.one
  const [{ passwordHash } = { passwordHash: '' }] = await h.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, admin.id))
  await fillVolume(h.db, { companyId, whatsappId, passwordHash, tickets: TICKETS, messages: MESSAGES }, NOW)
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
}, 180_000)
afterAll(async () => {
  await done?.()
  await h.close()
})

/** Asks, and gives every step of every statement that was sent meanwhile. */
async function stepsOf(work: () => Promise<unknown>): Promise<Step[]> {
  const sent: Statement[] = []
  type Asking = { queryWithCache(text: string, values: unknown[], run: () => unknown): Promise<unknown> }
  const prototype = SQLitePreparedQuery.prototype as unknown as Asking
  const ask = prototype.queryWithCache
  const spy = vi.spyOn(prototype, 'queryWithCache').mockImplementation(function (
    this: Asking,
    text,
    values,
    run,
  ) {
    if (/^\s*(select|with)\b/i.test(text)) sent.push({ text, values })
    return ask.call(this, text, values, run)
  })
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
      !('date' in query || 'updatedAt' in query || 'withUnreadMessages' in query) &&
      index !== 'tickets_user'
    )
      expect(counted).toMatch(/ticket_counts|tickets_groups|tickets_waiting/)
  })

  it('are found from the tag, where there is one', async () => {
    const { tags } = await import('../../../electron/server/db/schema')
    const [rare] = await h.db.select({ id: tags.id }).from(tags).where(eq(tags.name, 'Etiqueta 19'))
    const all = await asked(h.one.admin, 'tickets.list', { showAll: true, tags: [rare?.id] })
    expect(says(all)).toContain('ticket_tags_tag')
    expect(
      all.filter(step => /^(SCAN|Seq Scan)/.test(step.text) && GROWING.includes(step.table ?? '')),
    ).toEqual([])
  })

  it('tabs are counted without a ticket, but for the unread ones', async () => {
    const all = await stepsOf(() => h.call(h.one.sup, 'tickets.counts', { query: { showAll: true } }))
    readsLittle(all, TICKETS / 4)
    expect(says(all)).toMatch(/ticket_counts/)
    // PostgreSQL may also go by the queue or the person, where those have fewer.
    const ways = all.filter(step => step.table === 'tickets').map(step => step.text)
    if (!onPostgres) for (const way of ways) expect(way).toContain('tickets_unread')
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
  /** SQLite's index of messages is the outer loop and gives its rows in the order wanted: the limit ends it. */
  const endsItself = (all: readonly Step[]): void => {
    const own = says(all.filter(step => step.of.includes('message_index')))
    expect(own).toMatch(/^SCAN i VIRTUAL TABLE INDEX/m)
    expect(own).not.toContain('ORDER BY')
  }
  const search = (typed: string) => asked(h.one.admin, 'tickets.list', { searchParam: typed, showAll: true })

  it('of a rare word asks the index of messages', async () => {
    const all = await search(RARE)
    if (onPostgres) expect(says(all)).toMatch(/Bitmap Index Scan messages_search $/m)
    else endsItself(all)
    expect(all.filter(step => step.table === 'messages' && /^(SCAN|Seq Scan)/.test(step.text))).toEqual([])
  })

  it('of a word of every message stops at the newest', async () => {
    const all = await search(COMMONEST)
    if (!onPostgres) {
      endsItself(all)
      return
    }
    expect(says(all)).toMatch(/messages_search never/)
    const read = all
      .filter(step => step.table === 'messages')
      .reduce((sum, step) => sum + (step.rows ?? 0), 0)
    expect(read).toBeLessThan(MESSAGES)
  })

  it('finds the tickets of the newest messages with the word, and no others', async () => {
    const newest = await h.db.all<{ id: number }>(
      sql`select distinct ticket_id as id from (select ticket_id from ${messages} order by seq desc limit ${MESSAGES_FOUND}) n`,
    )
    const ids = (list: { id: number }[]): number[] => list.map(row => row.id).sort((a, b) => a - b)
    const found = await ticketsFound(h.db, h.one.id, COMMONEST)
    expect(found.sort((a, b) => a - b)).toEqual(ids(newest))
    // Every message with a rare word, however old.
    const rare = await h.db.all<{ id: number }>(
      sql`select distinct ticket_id as id from ${messages} where search like ${`%${RARE}%`}`,
    )
    expect(rare.length).toBeGreaterThan(1)
    expect((await ticketsFound(h.db, h.one.id, RARE)).sort((a, b) => a - b)).toEqual(ids(rare))
    expect(await ticketsFound(h.db, h.two.id, COMMONEST)).toEqual([])
  })

  it('of what more contacts hold than it looks at finds those of the tickets that changed last', async () => {
    const { id: companyId, whatsappId } = h.two
    const at = (n: number) => Date.parse('2026-01-01T00:00:00Z') + n
    await h.db.write(async tx => {
      await tx.run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${CONTACTS_FOUND + 5})
        insert into contacts (company_id, name, number, search, created_at, updated_at)
        select ${companyId}, 'Muitos ' || i, '4400' || i, 'muitos ' || i, 0, 0 from n`)
      await tx.run(sql`insert into tickets (uuid, company_id, status, contact_id, whatsapp_id, created_at, updated_at)
        select 'u' || id, ${companyId}, 'open', id, ${whatsappId}, 0, ${at(0)} + id from contacts where search like 'muitos%'`)
    })
    const found = await ticketsFound(h.db, companyId, 'muitos')
    expect(found).toHaveLength(CONTACTS_FOUND + 5)
    expect(await ticketsFound(h.db, companyId, 'mu')).toHaveLength(CONTACTS_FOUND + 5)
    const { body } = await h.call<{
      count: number
      hasMore: boolean
      tickets: { contact: { name: string } }[]
    }>(h.two.admin, 'tickets.list', { query: { searchParam: 'muitos', showAll: true } })
    expect([body.count, body.hasMore]).toEqual([CONTACTS_FOUND + 5, true])
    expect(body.tickets[0]?.contact.name).toBe(`Muitos ${CONTACTS_FOUND + 5}`)
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
    await h.db.update(tickets).set({ status: 'open', userId: one.bia.id }).where(eq(tickets.id, ticket.id))
    await h.db.update(tickets).set({ queueId: one.vendas }).where(eq(tickets.id, ticket.id))
    expect(await kept()).toEqual(await there())
    const { id: _, uuid: __, ...same } = await h.ticket(ticket.id)
    // A change of nothing that is counted, and a row that takes another's place.
    await h.db.update(tickets).set({ lastMessage: 'oi' }).where(eq(tickets.id, ticket.id))
    await h.db
      .insert(tickets)
      .values({ ...same, id: ticket.id, uuid: crypto.randomUUID() })
      .onConflictDoUpdate({ target: tickets.id, set: { status: 'closed' } })
    expect(await kept()).toEqual(await there())
    await h.db.delete(users).where(eq(users.id, one.bia.id))
    await h.db.delete(queues).where(eq(queues.id, one.vendas))
    expect(await kept()).toEqual(await there())
    await h.db.delete(tickets).where(eq(tickets.id, ticket.id))
    expect(await kept()).toEqual(await there())
    await h.db.delete(companies).where(eq(companies.id, two.id))
    expect(await kept()).toEqual(await there())
    expect(await h.db.$count(ticketCounts, eq(ticketCounts.companyId, two.id))).toBe(0)
  })
})
