/** Tickets of the legacy servers. */
import { NO_QUEUE_ID } from '@contract'
import {
  ApiError,
  type Ask,
  answer,
  errorAnswer,
  everyQueue,
  type Json,
  type LegacyApi,
  record,
  rows,
} from './call'
import { defaultConnection } from './connections'
import { greetAccepted } from './greeting'

/** Pages asked for at most when a whole list is needed. */
const MAX_PAGES = 250
const LISTED = [
  'searchParam',
  'pageNumber',
  'status',
  'date',
  'updatedAt',
  'showAll',
  'queueIds',
  'tags',
  'users',
  'withUnreadMessages',
]

/** One page. The server's hasMore turns false too early, so a page that holds anything has a next one. */
export async function listTickets(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const query = new URLSearchParams()
  for (const key of LISTED) {
    const value = ask.query.get(key)
    if (value !== null && value !== '' && value !== '[]') query.set(key, value)
  }
  if (ask.query.get('groups') === 'true') return await listGroups(legacy, ask, query)
  const users = ids(ask.query.get('users'))
  // Agents asked for make that server forget the tags, so tags are looked for here.
  const tags = users.length > 0 ? ids(ask.query.get('tags')) : []
  if (tags.length > 0) return await listTagged(legacy, ask, query, users, tags)
  const { tickets, count } = await pageOf(legacy, query, users, ask.signal)
  return answer({ tickets, count, hasMore: tickets.length > 0 })
}

/** What is worked on; resolved ones are among the other resolved tickets (capability `groupList`). */
const GROUP_STATUSES = ['open', 'pending'] as const

/**
 * That server has no list of groups: they are among the others, so those are read and the groups taken out. The
 * cursor holds which status and page come next, `pending:2`.
 */
async function listGroups(legacy: LegacyApi, ask: Ask, query: URLSearchParams): Promise<Response> {
  const [from = 'open', number = '1'] = (ask.query.get('cursor') ?? '').split(':')
  let page = Number(number) || 1
  for (const status of GROUP_STATUSES.slice(from === 'pending' ? 1 : 0)) {
    query.set('status', status)
    for (; page <= MAX_PAGES; page += 1) {
      query.set('pageNumber', String(page))
      const { tickets } = await pageOf(legacy, query, [], ask.signal)
      if (tickets.length === 0) break
      const groups = tickets.filter(ticket => ticket.isGroup === true)
      if (groups.length > 0)
        return answer({ tickets: groups, count: 0, hasMore: true, cursor: `${status}:${page + 1}` })
    }
    page = 1
  }
  return answer({ tickets: [], count: 0, hasMore: false })
}

/** Pages that hold nothing with these tags are passed over; the position goes back and forth as a cursor. */
async function listTagged(
  legacy: LegacyApi,
  ask: Ask,
  query: URLSearchParams,
  users: number[],
  tags: number[],
): Promise<Response> {
  const begin = Number(ask.query.get('cursor') ?? ask.query.get('pageNumber') ?? 1)
  for (let page = begin; page < begin + MAX_PAGES; page++) {
    query.set('pageNumber', String(page))
    const { tickets } = await pageOf(legacy, query, users, ask.signal)
    if (tickets.length === 0) break
    const tagged = tickets.filter(one => tags.every(tag => rows(one.tags).some(own => own.id === tag)))
    if (tagged.length === 0) continue
    return answer({ tickets: tagged, count: 0, hasMore: true, cursor: String(page + 1) })
  }
  return answer({ tickets: [], count: 0, hasMore: false })
}

/** Two agents intersect there, which gives nothing; one call each and a merge gives what was meant. */
async function pageOf(
  legacy: LegacyApi,
  query: URLSearchParams,
  users: number[],
  signal?: AbortSignal,
): Promise<{ tickets: Json[]; count: number }> {
  const merged = new Map<unknown, Json>()
  let count = 0
  for (const user of users.length > 1 ? users : [null]) {
    if (user !== null) query.set('users', `[${user}]`)
    const page = record(await listOf(legacy, query, signal))
    for (const ticket of rows(page.tickets)) if (!merged.has(ticket.id)) merged.set(ticket.id, ticket)
    count += typeof page.count === 'number' ? page.count : 0
  }
  const tickets = [...merged.values()]
  for (const ticket of tickets) for (const message of rows(ticket.messages)) legacy.seen.add(message)
  return { tickets, count }
}

/** A page of tickets; the same list under another spelling is the same question. Searches may be given up, and are not shared. */
function listOf(legacy: LegacyApi, query: URLSearchParams, signal?: AbortSignal): Promise<unknown> {
  const ask = () => legacy.json('GET', `/tickets?${query}`, undefined, signal)
  if (query.has('searchParam')) return ask()
  const question = new URLSearchParams(query)
  if (question.get('showAll') === 'false') question.delete('showAll')
  question.sort()
  return legacy.recent.share(`/tickets?${question}`, () => legacy.json('GET', `/tickets?${query}`))
}

function ids(json: string | null): number[] {
  if (!json) return []
  try {
    const parsed: unknown = JSON.parse(json)
    return Array.isArray(parsed) ? parsed.map(Number).filter(Number.isInteger) : []
  } catch {
    return []
  }
}

/** Every ticket that answers a query, each once, however the pages repeat: until a page is empty. */
async function everyPage(
  legacy: LegacyApi,
  wanted: Record<string, string>,
  signal?: AbortSignal,
): Promise<Json[]> {
  const all = new Map<unknown, Json>()
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query = new URLSearchParams({ ...wanted, showAll: 'true', pageNumber: String(page) })
    const found = rows(record(await legacy.json('GET', `/tickets?${query}`, undefined, signal)).tickets)
    if (found.length === 0) break
    for (const ticket of found) all.set(ticket.id, ticket)
  }
  return [...all.values()]
}

/**
 * Counts of the tabs, taken from the lists' own counts: one was mostly just read. Groups are among the others there and are
 * not counted, and what is unread is nobody's question.
 */
export async function countTickets(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const of = async (more: Record<string, string>): Promise<number> => {
    const query = new URLSearchParams({
      pageNumber: '1',
      queueIds: ask.query.get('queueIds') ?? '[]',
      ...more,
    })
    const showAll = ask.query.get('showAll')
    if (showAll) query.set('showAll', showAll)
    const { count } = record(await listOf(legacy, query, ask.signal))
    return typeof count === 'number' ? count : 0
  }
  const [open, pending] = await Promise.all([of({ status: 'open' }), of({ status: 'pending' })])
  return answer({ open, pending, closed: 0, groups: null, unread: null, snoozed: null })
}

/** Another company's and missing tickets are a sentence with 400 there. */
export async function getTicket(legacy: LegacyApi, ask: Ask): Promise<Response> {
  try {
    return answer(await legacy.json('GET', ask.path, undefined, ask.signal))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (ask.params.uuid && error.status === 500) return errorAnswer(400, 'ERR_INVALID_UUID')
    if (error.status === 400) return errorAnswer(404, 'ERR_NO_TICKET_FOUND')
    throw error
  }
}

/** A connection is mandatory there, and the ticket always ends open. */
export async function createTicket(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const body = ask.body ?? {}
  const whatsappId = body.whatsappId ?? (await defaultConnection(legacy))
  if (whatsappId === null) return errorAnswer(400, 'ERR_NO_DEF_WAPP_FOUND')
  try {
    return answer(await legacy.json('POST', '/tickets', { ...body, whatsappId }, ask.signal))
  } catch (error) {
    if (!(error instanceof ApiError) || !error.text.startsWith('ERR_OTHER_OPEN_TICKET')) throw error
    return await otherOpen(legacy, Number(body.contactId), whatsappId, ask.signal)
  }
}

/** That a contact is in a conversation already, with where it is and who holds it: that server sends neither. */
async function otherOpen(
  legacy: LegacyApi,
  contactId: number,
  whatsappId: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  const found = await searchedTickets(legacy, contactId, signal).catch(() => [])
  const active = found.filter(ticket => ticket.status === 'open' || ticket.status === 'pending')
  const other = active.find(ticket => ticket.whatsappId === whatsappId) ?? active[0]
  if (!other) return errorAnswer(400, 'ERR_OTHER_OPEN_TICKET')
  const me = legacy.user()
  const mine = other.status === 'pending' || other.userId === me?.id || me?.profile === 'admin'
  const { id: ticketId, uuid, status, user } = other
  return answer(
    { error: 'ERR_OTHER_OPEN_TICKET', user: user ?? null, status, ...(mine ? { ticketId, uuid } : {}) },
    409,
  )
}

/**
 * Accepting an accepted ticket succeeds there and failures have no code, so the ticket is looked at before and, after
 * a failure, again: the answer is the one Turno's own server would have given.
 *
 * One that is accepted is asked for three times, each for a colleague whom the others miss. Before: whoever has it would
 * lose it. After: whoever took it between the two is known by now, and `PUT` answers what it wrote itself. Four seconds
 * later, in the console (`src/stores/tickets/accepted.ts`): whoever looked before this one had it, and was slower.
 */
export async function updateTicket(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const body = ask.body ?? {}
  const accepting = body.status === 'open' && body.userId === legacy.user()?.id && body.queueId === undefined
  let waited = false
  if (accepting) {
    const now = await ticketOf(legacy, ask)
    const taken = takenByAnother(now, ask)
    if (taken) return taken
    waited = now.status === 'pending'
  }
  const {
    handoverNote,
    justClose: _justClose,
    useIntegration: _use,
    promptId: _prompt,
    integrationId: _integration,
    ...known
  } = body
  let ticket: Json
  try {
    ticket = record(await legacy.json('PUT', `/tickets/${ask.params.id}`, known, ask.signal))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 500) throw error
    // Failures have no code there: a stumble of the server is mended by asking once more, an error stays one.
    try {
      ticket = record(await legacy.json('PUT', `/tickets/${ask.params.id}`, known, ask.signal))
    } catch (again) {
      if (!(again instanceof ApiError) || again.status !== 500) throw again
      return await explainFailure(legacy, ask)
    }
  }
  if (accepting) {
    // Two who accept at once both succeed there and the last one has it: read back, the other is informed.
    // A look that fails takes nothing away from what was done; the console looks again by itself.
    const now = await ticketOf(legacy, ask).catch(() => null)
    const lost = now && takenByAnother(now, ask)
    if (lost) return lost
    if (waited && now) await greetAccepted(legacy, now)
  }
  // No handover cards there: the words for the next agent go into a note, which that agent finds in the drawer.
  if (
    typeof handoverNote === 'string' &&
    handoverNote.trim().length >= 3 &&
    typeof ticket.contactId === 'number'
  ) {
    await legacy.json('POST', '/ticket-notes', {
      note: handoverNote.slice(0, 255),
      ticketId: ticket.id,
      contactId: ticket.contactId,
    })
  }
  return answer(ticket)
}

const ticketOf = async (legacy: LegacyApi, ask: Ask): Promise<Json> =>
  record(await legacy.json('GET', `/tickets/${ask.params.id}`, undefined, ask.signal))

/** The error Turno's own server would have given when somebody else holds the ticket; null when nobody does. */
function takenByAnother(now: Json, ask: Ask): Response | null {
  const holder = now.userId
  const another = holder !== null && holder !== undefined && holder !== ask.body?.userId
  if (now.status !== 'open' || !another) return null
  return answer({ error: 'ERR_TICKET_TAKEN', user: now.user ?? null }, 409)
}

async function explainFailure(legacy: LegacyApi, ask: Ask): Promise<Response> {
  try {
    const ticket = record(await legacy.json('GET', `/tickets/${ask.params.id}`, undefined, ask.signal))
    if (ticket.status === 'closed' && ask.body?.status === 'open')
      return await otherOpen(legacy, Number(ticket.contactId), ticket.whatsappId, ask.signal)
    return errorAnswer(500, 'ERR_INTERNAL')
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return errorAnswer(404, 'ERR_NO_TICKET_FOUND')
    throw error
  }
}

/** No such call there: one by one. A ticket that cannot be closed does not keep the others open. */
export async function closeAll(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const status = typeof ask.body?.status === 'string' ? ask.body.status : 'open'
  const queueIds = Array.isArray(ask.body?.selectedQueueIds) ? ask.body.selectedQueueIds.map(Number) : []
  const wanted = { status, queueIds: JSON.stringify(queueIds) }
  const found = await everyPage(legacy, wanted, ask.signal)
  // Tickets without a queue come with every choice of queues there; they are closed only when they were chosen.
  const tickets = found.filter(ticket => queueIds.includes(Number(ticket.queueId ?? NO_QUEUE_ID)))
  if (tickets.length === 0) return errorAnswer(404, 'ERR_EMPTY_TICKETS_CLOSEALL')
  let closed = 0
  for (const ticket of tickets) {
    try {
      const change = { status: 'closed', userId: legacy.user()?.id ?? null }
      const put = () => legacy.json('PUT', `/tickets/${ticket.id}`, change, ask.signal)
      // With ratings switched on the first word only asks for one.
      if (record(await put()).status !== 'closed') await put()
      closed += 1
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
  return answer({ closed })
}

/**
 * Every ticket of a contact: there is no call of that name, so its number is searched for. Search pages come short,
 * repeat and lie about the end, so they are read until one is empty, and each ticket counts once.
 */
export async function searchedTickets(
  legacy: LegacyApi,
  contactId: number,
  signal?: AbortSignal,
): Promise<Json[]> {
  const contact = record(await legacy.json('GET', `/contacts/${contactId}`, undefined, signal))
  const query = {
    searchParam: String(contact.number ?? ''),
    queueIds: await everyQueue(legacy, signal),
  }
  const found = await everyPage(legacy, query, signal)
  return found.filter(ticket => ticket.contactId === contactId)
}

export async function ticketsOfContact(legacy: LegacyApi, ask: Ask): Promise<Response> {
  // All of them came with the first page.
  if (Number(ask.query.get('pageNumber') ?? 1) > 1) return answer({ tickets: [], count: 0, hasMore: false })
  const own = await searchedTickets(legacy, Number(ask.params.id), ask.signal)
  own.sort((a, b) => String(b.updatedAt).localeCompare(String(a.updatedAt)))
  return answer({ tickets: own, count: own.length, hasMore: false })
}
