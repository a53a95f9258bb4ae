/** Goes through the endpoints table: nothing of another company can be read or changed, and each endpoint keeps its access rule. */
import {
  type EndpointName,
  endpoints,
  holds,
  onSchemaMismatch,
  type PermissionRule,
  type PlanFlags,
} from '@contract'
import { eq, getTableName, is, sql } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { refreshReports } from '../../../electron/server/desk/reports/job'
import * as schema from '../../../electron/server/platform/db/schema'
import { filled } from '../../hostile/requests'
import type { Ids } from '../../hostile/server-process'
import { idsByArea, rowsOfEachKind } from './company-rows'
import { harnessForFile } from './for-file'
import { COMPANY_TABLES, rowInEveryTable } from './foreign-rows'
import type { Person } from './harness'

const h = harnessForFile({ localNetwork: { port: 0, addresses: () => ['127.0.0.1'] } })
/** Rows of company two, marked so that any leak shows in an answer. */
const MARK = 'SEGREDO-DOIS'
const foreign: Record<string, string | number> = {}
/** A row of company two in every table of companies. */
let rows = new Map<string, Record<string, unknown>>()

beforeAll(async () => {
  await h.running.app.localNetwork?.open()
  const { two } = h
  const companyId = two.id
  const own = await rowsOfEachKind(h, two, MARK)
  await h.insert(schema.campaignSettings, { companyId, key: 'variables', value: MARK })
  const bill = { companyId, name: MARK, street: MARK, city: MARK, zipCode: MARK, country: 'BR' }
  await h.insert(schema.billingProfiles, bill)
  await h.setting(two, 'segredo', MARK)
  await h.update(schema.users, { name: MARK }, sql`id = ${two.caio.id}`)
  await h.update(schema.queues, { name: MARK }, sql`id = ${two.vendas}`)
  await h.update(schema.whatsapps, { name: MARK }, sql`id = ${two.whatsappId}`)
  await h.update(schema.companies, { name: MARK }, sql`id = ${two.id}`)
  Object.assign(foreign, { ...own, userId: two.caio.id, queueId: two.vendas })
  rows = await rowInEveryTable(h.db, two.id, MARK)
  // Figures follow by themselves: nothing of them is to change later.
  while (await refreshReports(h.running.app));
})

/** What a number of the Cloud API is set up with. */
const CLOUD = { phoneNumberId: '1234567890', businessAccountId: '1234567890', accessToken: 'alheio' }

/** A copilot for nobody. */
const OFF = { on: false, queueIds: [], profiles: [] }
const RULES = { suggest: OFF, rewrite: OFF }

const YEARS = { from: '2026-01-01', to: '2026-12-31' }
const REPORT_BY_MAIL = {
  ...{ name: 'Relatório', period: 'week', day: 1, hour: 8, userIds: [], addresses: ['socia@exemplo.com.br'] },
  ...{ tables: ['summary'], queueIds: [], agentIds: [], whatsappIds: [], clock: 'calendar' },
  ...{ language: 'pt', active: true },
}

const FLOOR_ALARM = { kind: 'waiting', queueIds: [], limit: 5, sound: true, notice: true }

/** A view that asks for the other company's rows. */
const foreignView = () => ({
  name: 'Alheia',
  conditions: { queueIds: [foreign.queueId], tagIds: [foreign.tagId], holders: [foreign.userId] },
  order: 'activity',
  sharedWith: [foreign.queueId],
})

const foreignMacro = () => ({
  name: 'Alheia',
  steps: [
    { kind: 'addTag', tagId: foreign.tagId },
    { kind: 'queue', queueId: foreign.queueId },
    { kind: 'assign', userId: foreign.userId },
    { kind: 'message', quickMessageId: foreign.quickMessageId },
  ],
  sharedWith: [foreign.queueId],
})

const foreignRule = () => ({
  name: 'Alheia',
  active: true,
  event: { kind: 'tagged', tagId: foreign.tagId },
  conditions: { queueIds: [foreign.queueId], whatsappIds: [foreign.whatsappId] },
  steps: foreignMacro().steps,
  once: false,
})

/** Areas of the endpoints whose rows lie in a table of another name. */
const TABLE_OF: Record<string, string> = {
  notes: 'ticket_notes',
  kanban: 'tags',
  deliveries: 'webhook_deliveries',
  integrations: 'queue_integrations',
  copilot: 'copilot_calls',
}
/** What all companies share. */
const PLATFORM = new Set(['plans', 'helps', 'announcements'])

/** The foreign row an endpoint's path parameter "id" stands for. @throws Error where there is none: it would prove nothing. */
function idFor(name: EndpointName): string | number {
  const area = name.split('.')[0] ?? ''
  const named: Record<string, string | number | undefined> = {
    messages: foreign.messageId,
    companies: foreign.companyId,
    users: foreign.userId,
    queues: foreign.queueId,
    contacts: foreign.contactId,
  }
  if (!endpoints[name].path.includes(':id') || PLATFORM.has(area)) return 1
  const table = TABLE_OF[area] ?? area.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  const id = named[area] ?? rows.get(table)?.id
  if (typeof id !== 'string' && typeof id !== 'number')
    throw new Error(
      `${name} takes an id, and no table "${table}" has a row of another company: name it in TABLE_OF`,
    )
  return id
}

/** The foreign ids an endpoint's path parameters stand for. */
function paramsFor(name: EndpointName): Record<string, string | number> {
  return {
    id: idFor(name),
    ticketId: foreign.ticketId ?? 0,
    tagId: foreign.tagId ?? 0,
    uuid: foreign.uuid ?? '',
    key: 'segredo',
  }
}

/** Queries and bodies that name the other company's rows: bodies from the schema, but where it takes more to be let in. */
function inputFor(name: EndpointName): { body?: unknown; query?: Record<string, unknown> } {
  const inputs: Partial<Record<EndpointName, { body?: unknown; query?: Record<string, unknown> }>> = {
    'tickets.list': { query: { showAll: true, searchParam: MARK } },
    'tickets.counts': { query: { queueIds: [foreign.queueId], showAll: true } },
    'contacts.list': { query: { searchParam: MARK } },
    'contacts.all': { query: { companyId: foreign.companyId } },
    'notes.list': { query: { ticketId: foreign.ticketId, contactId: foreign.contactId } },
    'quickMessages.list': { query: { companyId: foreign.companyId, userId: h.two.ana.id } },
    'quickMessages.page': { query: { searchParam: MARK, userId: h.two.ana.id } },
    'articles.page': { query: { searchParam: MARK } },
    'articles.find': { query: { words: MARK, ticketId: foreign.ticketId } },
    'users.list': { query: { searchParam: MARK } },
    'users.all': { query: { companyId: foreign.companyId } },
    'queues.list': { query: { companyId: foreign.companyId } },
    'whatsapps.list': { query: { companyId: foreign.companyId, session: 0 } },
    'queueOptions.list': { query: { queueId: h.two.vendas } },
    'schedules.list': { query: { searchParam: MARK, contactId: foreign.contactId } },
    'schedules.calendar': { query: { from: '2098-12-15T00:00:00.000Z', to: '2099-01-15T00:00:00.000Z' } },
    'companies.list': { query: { searchParam: MARK } },
    'announcements.everything': { query: { searchParam: MARK } },
    'deliveries.list': { query: { webhookId: foreign.webhookId } },
    'invoices.page': { query: { searchParam: MARK } },
    'invoices.everyCompany': { query: { searchParam: MARK } },
    'contactLists.page': { query: { searchParam: MARK } },
    'contactLists.list': { query: { companyId: foreign.companyId } },
    'contactListItems.page': { query: { contactListId: foreign.contactListId } },
    'campaigns.page': { query: { searchParam: MARK } },
    'campaigns.audience': { query: { contactListId: foreign.contactListId } },
    'campaignOptOuts.page': { query: { searchParam: MARK } },
    'files.page': { query: { searchParam: MARK } },
    'chats.list': { query: { searchParam: MARK } },
    'dashboard.ticketsUsers': {
      query: { initialDate: '2020-01-01', finalDate: '2030-01-01', companyId: foreign.companyId },
    },
    'dashboard.ticketsDay': {
      query: { initialDate: '2020-01-01', finalDate: '2030-01-01', companyId: foreign.companyId },
    },
    'reports.figures': { query: { ...YEARS, by: 'queue', queueIds: [foreign.queueId], compare: true } },
    'reports.tickets': { query: { ...YEARS, queueIds: [foreign.queueId, h.one.suporte] } },
    'reports.ratings': { query: YEARS },
    'reports.campaigns': { query: YEARS },
    'reports.costs': { query: { ...YEARS, by: 'queue', queueIds: [foreign.queueId] } },
    'reports.forecast': {},
    'reports.export': { query: { ...YEARS, as: 'csv', tables: '["tickets"]' } },
    'reportSchedules.create': { body: REPORT_BY_MAIL },
    'reportSchedules.update': { body: REPORT_BY_MAIL },
    'floorAlarms.create': { body: { ...FLOOR_ALARM, queueIds: [foreign.queueId] } },
    'floorAlarms.update': { body: FLOOR_ALARM },
    'subscription.pay': {
      body: {
        invoiceId: foreign.invoiceId,
        firstName: 'Ana',
        address2: 'Rua 1',
        city: 'Recife',
        zipcode: '50000-000',
        country: 'BR',
      },
    },
    'contactLists.removeItems': { body: { ids: [foreign.contactListItemId] } },
    'queues.order': { body: { ids: [foreign.queueId] } },
    'messages.sendTemplate': {
      body: { clientId: 'invasao-1', name: 'invasao', language: 'pt_BR', values: {} },
    },
    'messages.react': { body: { type: '👍' } },
    'whatsapps.saveCloud': { body: CLOUD },
    'whatsapps.testCloud': { body: CLOUD },
    'whatsapps.askPhone': { body: { kind: 'contacts' } },
    'whatsapps.saveCloudProfile': {
      body: {
        about: 'x',
        address: '',
        description: '',
        email: '',
        website1: '',
        website2: '',
        vertical: 'RETAIL',
      },
    },
    'whatsapps.saveCloudRates': {
      body: { currency: 'BRL', service: 1, utility: 1, marketing: 1, authentication: 1 },
    },
    'whatsapps.pairByCode': { body: { phone: '5511999990000' } },
    'copilot.saveSettings': { body: { features: RULES, promptId: foreign.promptId } },
    'copilot.test': { body: { features: RULES, promptId: foreign.promptId } },
    'copilot.testTranscription': { body: { features: RULES, promptId: foreign.promptId } },
    'copilot.testEmbedding': { body: { features: RULES, promptId: foreign.promptId } },
    'tickets.setPriority': { body: { priority: 'urgent' } },
    'tickets.setHolder': { body: { holder: null } },
    'reminders.create': { body: { ticketId: foreign.ticketId, dueAt: '2090-01-01T00:00:00.000Z' } },
    'reminders.update': { body: { dueAt: '2090-01-01T00:00:00.000Z' } },
    'savedViews.create': { body: foreignView() },
    'savedViews.update': { body: foreignView() },
    'rules.create': { body: foreignRule() },
    'rules.update': { body: foreignRule() },
    'rules.try': { body: foreignRule() },
    'macros.create': { body: foreignMacro() },
    'macros.update': { body: foreignMacro() },
    'tickets.snooze': { body: { until: null } },
    'copilot.outcome': { body: { outcome: 'taken' } },
    'copilot.rewrite': { body: { ticketId: foreign.ticketId, how: 'correct', text: 'x' } },
    'campaignSettings.save': { body: { settings: {} } },
  }
  if (endpoints[name].method === 'GET') return inputs[name] ?? {}
  return inputs[name] ?? { body: filled(name, 'body', foreign as Partial<Ids>) }
}

const names = Object.keys(endpoints) as EndpointName[]
const guarded = names.filter(name => !['public', 'cookie', 'connection'].includes(endpoints[name].access))

/** Rows that come and go with who signs in, and those that a job ends by the clock. */
const PASSING = new Set(['refresh_tokens', 'sign_in_places', 'resolve_undos'])

async function snapshot(): Promise<string> {
  const tables = [...COMPANY_TABLES, schema.companies, schema.plans, schema.helps].filter(
    table => !PASSING.has(getTableName(table)),
  )
  const all = await Promise.all(
    tables.map(table => {
      const own = 'companyId' in table ? sql`company_id = ${h.two.id}` : sql`id = ${h.two.id}`
      return h.db
        .select()
        .from(table as typeof schema.tickets)
        .where(own)
    }),
  )
  return JSON.stringify(all)
}

/** Presence is not part of what an outsider could change. */
const steady = (text: string): string => text.replace(/"(lastSeenAt|presence|online)":[^,]+,/g, '')

describe('tenants', () => {
  /** The other company's rows as the call before left them. */
  let last: string | undefined

  it('have a row in every table of companies, so that each filter that is missing shows', () => {
    expect(COMPANY_TABLES.length).toBeGreaterThan(50)
    const lacking = COMPANY_TABLES.map(getTableName).filter(name => rows.get(name)?.companyId !== h.two.id)
    expect(lacking).toEqual([])
  })

  it.each(guarded.filter(name => name !== 'auth.logout'))(
    '%s shows and changes nothing of another company, not even to its admin',
    async name => {
      const before = last ?? steady(await snapshot())
      const answer = await h.call(h.one.admin, name, { params: paramsFor(name), ...inputFor(name) })
      last = steady(await snapshot())
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
      expect(JSON.stringify(answer.body)).not.toContain(MARK)
      // Whoever is refused for the form of the call alone proves nothing about the rows.
      expect(answer.body?.error, JSON.stringify(answer.body)).not.toBe('ERR_VALIDATION')
      expect(last).toBe(before)
    },
  )

  it.each(guarded.filter(name => /:(id|ticketId|uuid)/.test(endpoints[name].path)))(
    '%s refuses another company’s id',
    async name => {
      const answer = await h.call(h.one.admin, name, { params: paramsFor(name), ...inputFor(name) })
      expect(answer.status, JSON.stringify(answer.body)).toBeGreaterThanOrEqual(400)
      expect(answer.body.error).toMatch(/^ERR_/)
      // Whoever is refused for the form of the call alone proves nothing about the row.
      expect(answer.body.error, JSON.stringify(answer.body)).not.toBe('ERR_VALIDATION')
    },
  )
})

/** Calls about one's own rows that name one row of the other company beside them. */
async function mixedCalls(): Promise<[EndpointName, Record<string, unknown>][]> {
  const { one } = h
  const ticket = await h.newTicket(one, { status: 'open', userId: one.admin.id })
  const [messageId = ''] = await h.newMessages(ticket, ['nosso'], true)
  const contactId = await h.newContact(one, 'Nosso Contato')
  const tag = await h.insert(schema.tags, { companyId: one.id, name: 'nossa' })
  const chat = await h.insert(schema.chats, {
    companyId: one.id,
    uuid: crypto.randomUUID(),
    title: 'Nossa',
    ownerId: one.admin.id,
  })
  await h.insert(schema.chatUsers, { companyId: one.id, chatId: chat.id, userId: one.admin.id })
  const whatsappId = h.two.whatsappId
  const { queueId, userId, companyId } = foreign
  const opening = { contactId, queueId: one.suporte, userId: one.admin.id, status: 'open' }
  const params = { id: ticket.id, ticketId: ticket.id }
  const person = { name: 'Nova Pessoa', password: 'senha-longa', profile: 'user', queueIds: [one.suporte] }
  const note = { note: 'anotado', ticketId: ticket.id, contactId: ticket.contactId }
  const later = { body: 'mais tarde', contactId, sendAt: '2099-01-01T12:00:00.000Z' }
  let address = 0
  const email = () => `nova${++address}@c1.turno`
  return [
    ['tickets.create', { body: { ...opening, contactId: foreign.contactId } }],
    ['tickets.create', { body: { ...opening, queueId } }],
    ['tickets.create', { body: { ...opening, userId } }],
    ['tickets.create', { body: { ...opening, whatsappId } }],
    ['tickets.update', { params, body: { userId } }],
    ['tickets.update', { params, body: { queueId, status: 'pending' } }],
    ['tickets.update', { params, body: { whatsappId } }],
    ['tickets.list', { query: { showAll: true, users: [userId] } }],
    ['tickets.list', { query: { showAll: true, tags: [foreign.tagId] } }],
    ['tickets.list', { query: { showAll: true, queueIds: [queueId] } }],
    ['messages.send', { params, body: { body: 'veja', quotedMsg: { id: foreign.messageId } } }],
    ['messages.list', { params, query: { before: foreign.messageId } }],
    ['messages.forward', { body: { messageId, contactId: foreign.contactId } }],
    ['messages.forward', { body: { messageId: foreign.messageId, contactId } }],
    ['notes.create', { body: { ...note, ticketId: foreign.ticketId } }],
    ['notes.create', { body: { ...note, contactId: foreign.contactId } }],
    ['notes.create', { body: { ...note, messageId: foreign.messageId } }],
    ['notes.list', { query: { ticketId: ticket.id, contactId: foreign.contactId } }],
    ['tags.create', { body: { name: 'alheia', userId } }],
    ['tags.sync', { body: { ticketId: ticket.id, tags: [{ id: tag.id }, { id: foreign.tagId }] } }],
    ['ticketTags.add', { params: { ticketId: ticket.id, tagId: foreign.tagId ?? 0 } }],
    ['kanban.board', { query: { queueIds: [queueId] } }],
    ['users.create', { body: { ...person, email: email(), queueIds: [queueId] } }],
    ['users.create', { body: { ...person, email: email(), whatsappId } }],
    ['users.create', { body: { ...person, email: email(), companyId } }],
    [
      'users.update',
      { params: { id: one.bia.id }, body: { ...person, email: email(), queueIds: [queueId] } },
    ],
    ['users.update', { params: { id: one.bia.id }, body: { ...person, email: email(), whatsappId } }],
    ['users.update', { params: { id: one.bia.id }, body: { ...person, email: email(), companyId } }],
    ['schedules.create', { body: { ...later, contactId: foreign.contactId } }],
    ['schedules.create', { body: { ...later, ticketId: foreign.ticketId } }],
    ['schedules.create', { body: { ...later, userId } }],
    ['chats.create', { body: { title: 'Alheia', users: [{ id: one.ana.id }, { id: userId }] } }],
    ['chats.update', { params: { id: chat.id }, body: { title: 'Alheia', users: [{ id: userId }] } }],
    ['chats.read', { params: { id: chat.id }, body: { userId } }],
  ]
}

/** Rows that point to a row of another company, over every foreign key of the schema. */
async function crossings(): Promise<string[]> {
  const tables = Object.values(schema).filter(one => is(one, SQLiteTable))
  const found: string[] = []
  let keys = 0
  for (const table of tables.filter(one => 'companyId' in one)) {
    for (const key of getTableConfig(table).foreignKeys) {
      const { columns, foreignTable, foreignColumns } = key.reference()
      const [from, to] = [columns[0]?.name ?? '', foreignColumns[0]?.name ?? '']
      if (!('companyId' in foreignTable)) continue
      keys++
      const [here, there] = [getTableName(table), getTableName(foreignTable)]
      const rows = await h.db.all<{ n: number }>(
        sql.raw(`select count(*) n from ${here} a join ${there} b on a.${from} = b.${to}
          where a.company_id <> b.company_id`),
      )
      if (rows[0]?.n) found.push(`${here}.${from}: ${rows[0].n}`)
    }
  }
  expect(keys).toBeGreaterThan(30)
  return found
}

describe('a call about own rows that names one of another company', () => {
  it('shows nothing of it, changes nothing there, and ties nothing to it', async () => {
    const calls = await mixedCalls()
    const before = steady(await snapshot())
    for (const [name, input] of calls) {
      const answer = await h.call(h.one.admin, name, input)
      const told = `${name} ${JSON.stringify(input)} ${JSON.stringify(answer.body)}`
      expect(answer.status, told).toBeLessThan(500)
      expect(JSON.stringify(answer.body), told).not.toContain(MARK)
      expect(await crossings(), told).toEqual([])
    }
    expect(steady(await snapshot())).toBe(before)
  })

  it('would be noticed', async () => {
    const ticket = await h.newTicket(h.one, { queueId: h.two.vendas })
    expect(await crossings()).toEqual(['tickets.queue_id: 1'])
    await h.db.platform.delete(schema.tickets).where(sql`id = ${ticket.id}`)
  })
})

describe('access', () => {
  it.each(guarded)('%s is closed to strangers', async name => {
    const answer = await h.call(null, name, { params: paramsFor(name), ...inputFor(name) })
    expect([answer.status, answer.body]).toEqual([401, { error: 'ERR_SESSION_EXPIRED' }])
  })

  const mayCall = (profile: string, access: string): boolean => {
    if (access === 'member') return true
    if (access === 'supervisor') return profile !== 'user'
    if (access === 'admin') return profile === 'admin'
    if (access === 'super') return false
    return holds({ profile, super: false }, access as PermissionRule)
  }

  const ruled = guarded.filter(name => endpoints[name].access !== 'member')
  it.each(ruled)('%s is refused to exactly those its rule leaves out', async name => {
    const people: [Person, string][] = [
      [h.one.ana, 'user'],
      [h.one.sup, 'supervisor'],
      [h.one.admin, 'admin'],
    ]
    for (const [who, profile] of people) {
      const own = name.startsWith('dashboard.tickets')
        ? { query: { ...inputFor(name).query, companyId: h.one.id } }
        : name === 'companies.schedules'
          ? { params: { id: h.one.id } }
          : {}
      const answer = await h.call(who, name, { params: paramsFor(name), ...inputFor(name), ...own })
      if (mayCall(profile, endpoints[name].access))
        expect(answer.body?.error, `${profile} ${name}`).not.toBe('ERR_NO_PERMISSION')
      else
        expect([answer.status, answer.body], `${profile} ${name}`).toEqual([
          403,
          { error: 'ERR_NO_PERMISSION' },
        ])
    }
  })

  it('every list and record the server answers parses by the contract, none skipped', async () => {
    const refused: string[] = []
    onSchemaMismatch(refusal => refused.push(`${refusal.where}: ${refusal.issues}`))
    const { one, db } = h
    const { ticketId, contactId, uuid, messageId, contactListId, ...own } = await rowsOfEachKind(
      h,
      one,
      'Natal',
      one.admin,
      '2026-01-05T12:00:00.000Z',
    )
    await h.setting(one, 'groupsTab', 'disabled')
    const ids = idsByArea({ ticketId, contactId, uuid, messageId, contactListId, ...own }, one)
    const announced = { companyId: one.id, title: 'Aviso', text: 'Texto', priority: 1 }
    ids.announcements = (await h.insert(schema.announcements, announced)).id
    const platform = await h.superOf(one)
    const help = { title: 'Primeiros passos', description: 'Como começar', video: 'abcdefghijk' }
    ids.helps = (await h.insert(schema.helps, help)).id
    ids.plans = (await db.select({ id: schema.plans.id }).from(schema.plans))[0]?.id ?? 0
    const program = { ...one.admin, token: 'token-de-um-programa' }
    await h.update(schema.whatsapps, { token: program.token }, eq(schema.whatsapps.id, one.whatsappId))
    const callers = { public: null, super: platform, connection: program } as Record<string, Person | null>
    for (const name of names.filter(n => endpoints[n].method === 'GET')) {
      const { access, response, raw } = endpoints[name]
      const who = access in callers ? (callers[access] ?? null) : one.admin
      const answer = await h.call(who, name, {
        params: {
          id: ids[name.split('.')[0] ?? ''] ?? messageId,
          ticketId,
          uuid,
          key: 'groupsTab',
        },
        ...(name.startsWith('dashboard.tickets')
          ? { query: { initialDate: '2026-01-01', finalDate: '2026-01-31' } }
          : {}),
        ...(name === 'reports.export'
          ? { query: { ...YEARS, as: 'csv', tables: '["tickets"]' } }
          : name.startsWith('reports.') || name.startsWith('externalApi.report')
            ? { query: YEARS }
            : {}),
        ...(name === 'schedules.calendar'
          ? { query: { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' } }
          : {}),
        ...(name === 'queueOptions.list' ? { query: { queueId: one.suporte } } : {}),
        ...(name === 'contactListItems.page' ? { query: { contactListId } } : {}),
        ...(name === 'notes.list' ? { query: { ticketId, contactId } } : {}),
      })
      if (name === 'settings.public') continue
      expect([name, answer.status, answer.body?.error]).toEqual([name, 200, undefined])
      if (!raw) expect(response.safeParse(answer.body).success, name).toBe(true)
    }
    expect(refused).toEqual([])
  })
})

/** Which feature of the plan each area belongs to. */
const FEATURES: Readonly<Record<string, keyof PlanFlags>> = {
  campaigns: 'useCampaigns',
  campaignSettings: 'useCampaigns',
  campaignOptOuts: 'useCampaigns',
  contactLists: 'useCampaigns',
  contactListItems: 'useCampaigns',
  kanban: 'useKanban',
  chats: 'useInternalChat',
  schedules: 'useSchedules',
  prompts: 'useOpenAi',
  integrations: 'useIntegrations',
  webhooks: 'useExternalApi',
  deliveries: 'useExternalApi',
}

describe('a plan that leaves every feature out', () => {
  it('is obeyed by every call of those areas, which names what is missing', async () => {
    const { two } = h
    const none = Object.fromEntries(Object.values(FEATURES).map(flag => [flag, false]))
    const plan = await h.insert(schema.plans, {
      name: 'Vazio',
      users: 0,
      connections: 0,
      queues: 0,
      value: 0,
      ...none,
    })
    await h.update(schema.companies, { planId: plan.id ?? null }, sql`id = ${two.id}`)
    const checked: EndpointName[] = []
    const passed: unknown[] = []
    for (const name of names) {
      const flag = FEATURES[name.split('.')[0] ?? '']
      // What was scheduled before can always be taken back.
      if (flag === undefined || endpoints[name].multipart || name === 'schedules.remove') continue
      checked.push(name)
      const answer = await h.call(two.admin, name, { params: paramsFor(name), ...inputFor(name) })
      if (answer.body?.error !== 'ERR_PLAN_LACKS' || answer.body.what !== flag)
        passed.push([name, answer.status, answer.body])
    }
    expect(checked.length).toBeGreaterThan(50)
    expect(passed).toEqual([])
  })
})
