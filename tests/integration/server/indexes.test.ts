/** No list goes through a whole table: every statement behind a GET of the endpoints table is explained by SQLite. */
import { join } from 'node:path'
import { type EndpointName, endpoints } from '@contract'
import type { Client, InStatement } from '@libsql/client'
import { eq, getTableName, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../../../electron/database/open'
import * as schema from '../../../electron/server/platform/db/schema'
import { idsByArea, rowsOfEachKind } from './company-rows'
import { type Harness, type Person, startHarness } from './harness'

type Statement = Exclude<InStatement, string>
const spy = vi.hoisted(() => ({
  statements: [] as Statement[],
  ask: (_: Statement): Promise<{ rows: Record<string, unknown>[] }> =>
    Promise.reject(new Error('no database')),
}))
vi.mock('../../../electron/database/open', async original => {
  const real = await original<typeof import('../../../electron/database/open')>()
  return { ...real, openDatabase: async (file: string) => spied(await real.openDatabase(file)) }
})
// Figures are read on a thread of their own.
vi.mock('../../../electron/database/reader-thread', async original => {
  const real = await original<typeof import('../../../electron/database/reader-thread')>()
  return {
    ...real,
    readingThread: (...given: Parameters<typeof real.readingThread>) => spied(real.readingThread(...given)),
  }
})
/** A client whose statements are noted. */
function spied<Reader extends Pick<Client, 'execute'>>(client: Reader): Reader {
  const execute = client.execute.bind(client) as (statement: InStatement) => Promise<unknown>
  return Object.assign(client, {
    execute: (statement: InStatement) => {
      spy.statements.push(typeof statement === 'string' ? { sql: statement } : statement)
      return execute(statement)
    },
  })
}

let h: Harness
/** A connection of its own: an explained statement keeps what its connection sees as it was. */
let explaining: Client
let platform: Person
/** Who shows a connection's token. */
let program: Person
beforeAll(async () => {
  // What jobs ask would be counted with what a call asks.
  h = await startHarness({ jobsAfterMs: 3_600_000 })
  platform = await h.superOf(h.one)
  explaining = await openDatabase(join(h.folder, 'workspace.db'))
})
afterAll(async () => {
  explaining.close()
  await h.close()
})

/** Tables that grow with a company's years; the others hold a handful of rows. */
const GROWING = [
  schema.tickets,
  schema.messages,
  schema.contacts,
  schema.contactAddresses,
  schema.contactCustomFields,
  schema.ticketTrackings,
  schema.ticketTags,
  schema.ticketNotes,
  schema.reactions,
  schema.schedules,
  schema.chatMessages,
  schema.quickMessages,
  schema.articles,
  schema.articleVersions,
  schema.articlePieces,
  schema.articleProposals,
  schema.invoices,
  schema.charges,
  schema.auditEntries,
  schema.contactLists,
  schema.contactListItems,
  schema.files,
  schema.fileOptions,
  schema.campaigns,
  schema.campaignRecipients,
  schema.campaignOptOuts,
  schema.webhookDeliveries,
  schema.apiRequests,
  schema.reportCycles,
  schema.reportRollups,
]

const MARCH = { from: '2026-03-01', to: '2026-03-31' }

/** What each list is asked for; a list that is not named is asked without anything. */
const ASKED: Partial<Record<EndpointName, Record<string, unknown>[]>> = {
  'tickets.list': [
    { status: 'pending' },
    { status: 'open', pageNumber: 3 },
    { status: 'closed', showAll: true },
    { status: 'pending', order: 'waiting', showAll: true },
    { snoozed: true, order: 'snoozed', showAll: true },
    { status: 'open', groups: true, showAll: true },
    { status: 'open', withUnreadMessages: true, showAll: true },
    { showAll: true, date: '2026-03-04' },
    { showAll: true, updatedAt: '2026-03-04' },
    { showAll: true, tags: [1] },
    { showAll: true, users: [1] },
    { showAll: true, queueIds: [1] },
    { isSearch: true, showAll: true, searchParam: 'boleto' },
  ],
  'tickets.counts': [{}, { showAll: true }],
  'kanban.board': [{}, { queueIds: [1] }],
  'kanban.tickets': [{}, { queueIds: [1], pageNumber: 2 }],
  'contacts.list': [{}, { searchParam: 'maria' }, { dateStart: '2026-03-01', dateEnd: '2026-03-04' }],
  'audit.list': [{}, { searchParam: 'ana' }, { userId: 1, dateStart: '2026-01-01', dateEnd: '2026-12-31' }],
  'contacts.all': [{}, { name: 'maria' }],
  'queueOptions.list': [{ queueId: 1 }, { queueId: 1, parentId: -1 }, { queueId: 1, parentId: 1 }],
  'schedules.list': [{}, { contactId: 1 }, { searchParam: 'aviso' }, { state: 'failed' }],
  'schedules.calendar': [{ from: '2026-03-01T00:00:00.000Z', to: '2026-04-05T00:00:00.000Z' }],
  'deliveries.list': [{}, { webhookId: 1 }, { status: 'failed' }, { webhookId: 1, status: 'waiting' }],
  'users.list': [{}, { searchParam: 'ana' }],
  'companies.list': [{}, { searchParam: 'um' }],
  'plans.list': [{}, { searchParam: 'plano' }],
  'helps.list': [{}, { searchParam: 'como' }],
  'chats.list': [{}, { searchParam: 'equipe' }],
  'invoices.page': [{}, { searchParam: 'plano' }],
  'invoices.everyCompany': [{}, { searchParam: 'plano', status: 'paid' }],
  'contactLists.page': [{}, { searchParam: 'clientes' }],
  'articles.page': [{}, { searchParam: 'troca' }, { queueId: 1, holds: 'no' }],
  'articles.find': [{ words: 'troca prazo' }],
  'articleProposals.page': [{}, { pageNumber: 2 }],
  'files.page': [{}, { searchParam: 'tabela' }],
  'campaigns.page': [{}, { searchParam: 'natal' }],
  'campaigns.recipients': [{}, { state: 'failed', searchParam: 'maria', pageNumber: 2 }],
  'campaignOptOuts.page': [{}, { searchParam: '5511' }],
  'dashboard.get': [{ days: 7 }],
  'dashboard.copilot': [{ days: 7 }],
  'dashboard.serviceLevels': [{ days: 7 }],
  'dashboard.ticketsUsers': [{ initialDate: '2026-03-01', finalDate: '2026-03-31' }],
  'dashboard.ticketsDay': [{ initialDate: '2026-03-01', finalDate: '2026-03-31' }],
  'reports.figures': [
    { ...MARCH, by: 'day', compare: true },
    { ...MARCH, by: 'user', queueIds: [1], tagId: 1 },
  ],
  'reports.forecast': [{}, { queueIds: [1] }],
  'reports.tickets': [
    MARCH,
    { ...MARCH, of: 'missed', level: 'Ouro', kind: 'first' },
    { ...MARCH, campaignId: '1', recipients: 'replied' },
    { ...MARCH, cost: 'joined', costBy: 'user', costKey: '1', queueIds: [1] },
    { ...MARCH, by: 'queue', key: '1', of: 'nextAnswer', aboveMs: 1, upToMs: 9 },
  ],
  'reports.ratings': [MARCH, { ...MARCH, withComment: true }],
  'reports.campaigns': [MARCH],
  'reports.costs': [MARCH, { ...MARCH, by: 'queue', compare: true }],
  'reports.export': [{ ...MARCH, as: 'csv', tables: '["tickets"]' }],
  'externalApi.reportFigures': [MARCH],
  'externalApi.reportTickets': [MARCH],
  'externalApi.reportCosts': [MARCH],
  'externalApi.reportRatings': [MARCH],
  'externalApi.reportCampaigns': [MARCH],
}

const names = Object.keys(endpoints) as EndpointName[]
const lists = names.filter(name => endpoints[name].method === 'GET' && endpoints[name].access !== 'public')

/** Growing tables a statement reads from one end to the other. */
async function scans(statement: Statement): Promise<string[]> {
  const { rows } = await explaining.execute({ ...statement, sql: `explain query plan ${statement.sql}` })
  return (
    rows
      .map(({ detail }) => String(detail))
      // Holds what waits to be read alone; a job looks through it beside whatever is asked.
      .filter(detail => !detail.endsWith('INDEX messages_link_due'))
      .filter(detail => GROWING.some(table => new RegExp(`^SCAN ${getTableName(table)}\\b`).test(detail)))
  )
}

it('a statement that reads a whole table is seen', async () => {
  const all = { sql: 'select * from messages where body = ?', args: ['x'] }
  expect(await scans(all)).toEqual(['SCAN messages'])
  expect(await scans({ sql: 'select * from messages where ticket_id = ?', args: [1] })).toEqual([])
})

/** How SQLite finds the tickets of what a call asks: one line for each table of each statement. */
async function waysTo(
  table: string,
  name: EndpointName,
  query: Record<string, unknown>,
  who: Person = h.one.ana,
): Promise<string[]> {
  spy.statements.length = 0
  expect((await h.call(who, name, { params: {}, query })).status).toBe(200)
  const asked = spy.statements.splice(0).filter(({ sql }) => sql.includes(`from "${table}"`))
  const plans = await Promise.all(
    asked.map(statement => explaining.execute({ ...statement, sql: `explain query plan ${statement.sql}` })),
  )
  return plans
    .flatMap(({ rows }) => rows.map(({ detail }) => String(detail)))
    .filter(detail => detail.startsWith(`SEARCH ${table} `))
    .map(detail => detail.replace(/^.* USING (?:COVERING )?INDEX /, ''))
}

describe('what a company once had is not read', () => {
  it('by the live floor: open tickets are not found by whoever had them', async () => {
    const ways = await waysTo('tickets', 'floor.now', {}, h.one.admin)
    expect(ways.length).toBeGreaterThan(0)
    for (const way of ways) expect(way).not.toMatch(/^tickets_user /)
  })

  it('by how long people were there: what ended before is left out', async () => {
    const { admin, id: companyId } = h.one
    await h.insert(schema.onlineSpans, { companyId, userId: admin.id, startedAt: '2026-03-02T12:00:00.000Z' })
    const asked = { from: '2026-03-01', to: '2026-03-02' }
    const ways = await waysTo('online_spans', 'reports.figures', asked, admin)
    expect(ways).toContain('online_spans_ended (company_id=? AND ended_at>?)')
    for (const way of ways) expect(way).not.toMatch(/company_id=\? AND started_at</)
  })

  it('by having all measured anew: tickets of a slice are found by when they began', async () => {
    await h.newTicket(h.one, { status: 'open' })
    const ways = await waysTo('tickets', 'reports.rebuild', {}, h.one.admin)
    expect(ways).toContain('tickets_created (company_id=? AND created_at>?)')
  })
})

describe('lists', () => {
  let own: Awaited<ReturnType<typeof rowsOfEachKind>>
  let ids: Record<string, number>
  beforeAll(async () => {
    const { one, db } = h
    own = await rowsOfEachKind(h, one, 'boleto', one.admin, '2026-03-04T12:00:00.000Z')
    ids = idsByArea(own, one)
    const announced = { companyId: one.id, title: 'Aviso', text: 'Texto' }
    ids.announcements = (await h.insert(schema.announcements, announced)).id
    ids.plans = (await db.select({ id: schema.plans.id }).from(schema.plans))[0]?.id ?? 0
    program = { ...one.admin, token: 'token-de-um-programa' }
    await h.update(schema.whatsapps, { token: program.token }, eq(schema.whatsapps.id, one.whatsappId))
  })

  it.each(lists)('%s finds its rows by an index', async name => {
    const { one } = h
    const { ticketId, contactId, contactListId, tagId, uuid } = own
    const area = name.split('.')[0] ?? ''
    const params = { id: ids[area] ?? ticketId, ticketId, uuid, key: 'groupsTab' }
    const ofTicket = { ticketId, contactId }
    // Whoever asks is looked up again after something changed of any person.
    await h.update(schema.users, { name: sql`${schema.users.name}` })
    spy.statements.length = 0
    const ofRows: Partial<Record<EndpointName, Record<string, unknown>[]>> = {
      'notes.list': [ofTicket],
      'campaigns.audience': [{ contactListId }, { tagListId: tagId }],
      'contactListItems.page': [
        { contactListId },
        { contactListId, searchParam: 'maria', pageNumber: 2 },
        { contactListId, state: 'invalid' },
      ],
    }
    for (const query of ofRows[name] ?? ASKED[name] ?? [{}]) {
      const callers = { super: platform, connection: program } as Record<string, Person>
      const who = callers[endpoints[name].access] ?? one.admin
      const answer = await h.call(who, name, { params, query })
      if (name !== 'settings.get') expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      await h.call(one.ana, name, { params, query })
    }
    const asked = spy.statements.splice(0).filter(({ sql }) => /^\s*(select|with)\b/i.test(sql))
    expect(asked.length, 'nothing was asked of the database').toBeGreaterThan(0)
    for (const statement of asked) expect(await scans(statement), statement.sql).toEqual([])
  })
})
