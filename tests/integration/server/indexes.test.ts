/** No list goes through a whole table: every statement behind a GET of the endpoints table is explained by SQLite. */
import { join } from 'node:path'
import { type EndpointName, endpoints } from '@contract'
import type { Client, InStatement } from '@libsql/client'
import { getTableName, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../../../electron/database/open'
import * as schema from '../../../electron/server/db/schema'
import { type Harness, type Person, startHarness } from './harness'

type Statement = Exclude<InStatement, string>
const spy = vi.hoisted(() => ({
  statements: [] as Statement[],
  ask: (_: Statement): Promise<{ rows: Record<string, unknown>[] }> =>
    Promise.reject(new Error('no database')),
}))
vi.mock('../../../electron/database/open', async original => {
  const real = await original<typeof import('../../../electron/database/open')>()
  return {
    ...real,
    openDatabase: async (file: string) => {
      const client = await real.openDatabase(file)
      const execute = client.execute.bind(client) as (statement: InStatement) => Promise<unknown>
      const spied = (statement: InStatement) => {
        spy.statements.push(typeof statement === 'string' ? { sql: statement } : statement)
        return execute(statement)
      }
      return Object.assign(client, { execute: spied })
    },
  }
})

let h: Harness
/** A connection of its own: an explained statement keeps what its connection sees as it was. */
let explaining: Client
let platform: Person
beforeAll(async () => {
  h = await startHarness()
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
]

/** What each list is asked for; a list that is not named is asked without anything. */
const ASKED: Partial<Record<EndpointName, Record<string, unknown>[]>> = {
  'tickets.list': [
    { status: 'pending' },
    { status: 'open', pageNumber: 3 },
    { status: 'closed', showAll: true },
    { status: 'pending', order: 'waiting', showAll: true },
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
  'files.page': [{}, { searchParam: 'tabela' }],
  'campaigns.page': [{}, { searchParam: 'natal' }],
  'campaigns.recipients': [{}, { state: 'failed', searchParam: 'maria', pageNumber: 2 }],
  'campaignOptOuts.page': [{}, { searchParam: '5511' }],
  'dashboard.get': [{ days: 7 }],
  'dashboard.ticketsUsers': [{ initialDate: '2026-03-01', finalDate: '2026-03-31' }],
  'dashboard.ticketsDay': [{ initialDate: '2026-03-01', finalDate: '2026-03-31' }],
}

const names = Object.keys(endpoints) as EndpointName[]
const lists = names.filter(name => endpoints[name].method === 'GET' && endpoints[name].access !== 'public')

/** Growing tables a statement reads from one end to the other. */
async function scans(statement: Statement): Promise<string[]> {
  const { rows } = await explaining.execute({ ...statement, sql: `explain query plan ${statement.sql}` })
  return rows
    .map(({ detail }) => String(detail))
    .filter(detail => GROWING.some(table => new RegExp(`^SCAN ${getTableName(table)}\\b`).test(detail)))
}

it('a statement that reads a whole table is seen', async () => {
  const all = { sql: 'select * from messages where body = ?', args: ['x'] }
  expect(await scans(all)).toEqual(['SCAN messages'])
  expect(await scans({ sql: 'select * from messages where ticket_id = ?', args: [1] })).toEqual([])
})

/** How SQLite finds the tickets of what a call asks: one line for each table of each statement. */
async function waysTo(table: string, name: EndpointName, query: Record<string, unknown>): Promise<string[]> {
  spy.statements.length = 0
  expect((await h.call(h.one.ana, name, { params: {}, query })).status).toBe(200)
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
  it('by the figures of the tabs: they are kept, and unread ones have an index', async () => {
    expect(await waysTo('tickets', 'tickets.counts', {})).toEqual(['tickets_unread (company_id=?)'])
    const kept = await waysTo('ticket_counts', 'tickets.counts', {})
    expect(kept).toEqual([expect.stringContaining('ticket_counts_1 (company_id=?)')])
  })

  it('by the list of unread tickets: an index holds nothing else', async () => {
    const ways = await waysTo('tickets', 'tickets.list', { withUnreadMessages: true })
    expect(ways.length).toBeGreaterThan(0)
    for (const way of ways) expect(way).toMatch(/^tickets_unread /)
  })

  it('by the list of groups', async () => {
    const ways = await waysTo('tickets', 'tickets.list', { status: 'open', groups: true })
    expect(ways.length).toBeGreaterThan(0)
    for (const way of ways) expect(way).toMatch(/^tickets_groups |rowid/)
  })

  it('by the dashboard: cycles are found by when they began', async () => {
    spy.statements.length = 0
    expect((await h.call(h.one.admin, 'dashboard.get', { params: {}, query: { days: 7 } })).status).toBe(200)
    const asked = spy.statements.splice(0).filter(({ sql }) => sql.includes('from "ticket_trackings"'))
    const ways: string[] = []
    for (const statement of asked) {
      const { rows } = await explaining.execute({ ...statement, sql: `explain query plan ${statement.sql}` })
      ways.push(String(rows[0]?.detail).replace(/^.* COVERING INDEX /, ''))
    }
    expect(ways).toEqual([
      'ticket_trackings_queued (company_id=? AND queued_at>?)',
      'ticket_trackings_unfinished (company_id=? AND finished_at=? AND queued_at>?)',
      'ticket_trackings_queued (company_id=? AND queued_at>?)',
    ])
  })
})

describe('lists', () => {
  it.each(lists)('%s finds its rows by an index', async name => {
    const { one, db } = h
    const ticket = await h.newTicket(one, { status: 'open', userId: one.admin.id })
    await h.newMessages(ticket, ['o boleto chegou'])
    const [chat] = await db.platform
      .insert(schema.chats)
      .values({ companyId: one.id, uuid: crypto.randomUUID(), title: 'Equipe', ownerId: one.admin.id })
      .returning()
    await db.platform
      .insert(schema.chatUsers)
      .values({ companyId: one.id, chatId: chat?.id ?? 0, userId: one.admin.id })
    const [scheduled] = await db.platform
      .insert(schema.schedules)
      .values({
        companyId: one.id,
        body: 'aviso',
        sendAt: '2026-03-04T12:00:00.000Z',
        contactId: ticket.contactId,
      })
      .returning()
    const [tag] = await db.platform
      .insert(schema.tags)
      .values({ companyId: one.id, name: crypto.randomUUID(), color: '#abcdef', kanban: 1 })
      .returning()
    const [quick] = await db.platform
      .insert(schema.quickMessages)
      .values({ companyId: one.id, userId: one.admin.id, shortcode: 'oi', message: 'Olá' })
      .returning()
    const [announced] = await db.platform
      .insert(schema.announcements)
      .values({ companyId: one.id, title: 'Aviso', text: 'Texto' })
      .returning()
    const [list] = await db.platform
      .insert(schema.contactLists)
      .values({ companyId: one.id, name: 'Clientes', search: 'clientes' })
      .returning()
    const contactListId = list?.id ?? 0
    const [item] = await db.platform
      .insert(schema.contactListItems)
      .values({ companyId: one.id, contactListId, name: 'Maria', number: '5511900000001', search: 'maria' })
      .returning()
    const [campaign] = await db.platform
      .insert(schema.campaigns)
      .values({ companyId: one.id, name: 'Natal', search: 'natal', contactListId })
      .returning()
    const [file] = await db.platform
      .insert(schema.files)
      .values({ companyId: one.id, name: 'Tabela', message: 'Segue', search: crypto.randomUUID() })
      .returning()
    const [hook] = await db.platform
      .insert(schema.webhooks)
      .values({ companyId: one.id, name: 'Pedidos', url: 'https://127.0.0.1:9/', secret: '', active: false })
      .returning()
    const [told] = await db.platform
      .insert(schema.webhookDeliveries)
      .values({ companyId: one.id, webhookId: hook?.id ?? 0, event: 'ping', status: 'failed' })
      .returning()
    const [prompt] = await db.platform
      .insert(schema.prompts)
      .values({ companyId: one.id, name: 'Vendas', queueId: one.vendas })
      .returning()
    const [integration] = await db.platform
      .insert(schema.queueIntegrations)
      .values({ companyId: one.id, type: 'IXC', name: 'Boletos' })
      .returning()
    const [article] = await db.platform
      .insert(schema.articles)
      .values({ companyId: one.id, title: 'Troca', text: 'Sete dias', queueIds: [], tags: [] })
      .returning()
    const area = name.split('.')[0] ?? ''
    const own: Record<string, string | number> = {
      articles: article?.id ?? 0,
      companies: one.id,
      users: one.ana.id,
      contacts: ticket.contactId,
      chats: chat?.id ?? 0,
      whatsapps: one.whatsappId,
      queues: one.suporte,
      schedules: scheduled?.id ?? 0,
      tags: tag?.id ?? 0,
      kanban: tag?.id ?? 0,
      quickMessages: quick?.id ?? 0,
      announcements: announced?.id ?? 0,
      contactLists: contactListId,
      contactListItems: item?.id ?? 0,
      files: file?.id ?? 0,
      campaigns: campaign?.id ?? 0,
      deliveries: told?.id ?? 0,
      prompts: prompt?.id ?? 0,
      integrations: integration?.id ?? 0,
      plans: (await db.select({ id: schema.plans.id }).from(schema.plans))[0]?.id ?? 0,
    }
    const params = { id: own[area] ?? ticket.id, ticketId: ticket.id, uuid: ticket.uuid, key: 'groupsTab' }
    const ofTicket = { ticketId: ticket.id, contactId: ticket.contactId }
    // Whoever asks is looked up again after something changed of any person.
    await db.platform.update(schema.users).set({ name: sql`${schema.users.name}` })
    spy.statements.length = 0
    const ofRows: Partial<Record<EndpointName, Record<string, unknown>[]>> = {
      'notes.list': [ofTicket],
      'campaigns.audience': [{ contactListId }, { tagListId: tag?.id }],
      'contactListItems.page': [
        { contactListId },
        { contactListId, searchParam: 'maria', pageNumber: 2 },
        { contactListId, state: 'invalid' },
      ],
    }
    for (const query of ofRows[name] ?? ASKED[name] ?? [{}]) {
      const who = endpoints[name].access === 'super' ? platform : one.admin
      const answer = await h.call(who, name, { params, query })
      if (name !== 'settings.get') expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      await h.call(one.ana, name, { params, query })
    }
    const asked = spy.statements.splice(0).filter(({ sql }) => /^\s*(select|with)\b/i.test(sql))
    expect(asked.length, 'nothing was asked of the database').toBeGreaterThan(0)
    for (const statement of asked) expect(await scans(statement), statement.sql).toEqual([])
  })
})
