/** Contacts, notes, tags, settings and figures of the legacy servers. */
import { fold } from '../../../../src/contract'
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

/** No single setting there: found in the list. */
export async function oneSetting(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const found = rows(await legacy.json('GET', '/settings', undefined, ask.signal)).find(
    s => s.key === ask.params.key,
  )
  return found ? answer(found) : errorAnswer(404, 'ERR_NO_SETTING_FOUND')
}

/** That server knows no tab of groups: until it is given one, the tab follows whether it takes groups. */
export async function listSettings(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const list = rows(await legacy.json('GET', '/settings', undefined, ask.signal))
  const ignored = list.find(one => one.key === 'CheckMsgIsGroup')
  if (!ignored || list.some(one => one.key === 'groupsTab')) return answer(list)
  const value = ignored.value === 'enabled' ? 'disabled' : 'enabled'
  return answer([...list, { ...ignored, id: 0, key: 'groupsTab', value }])
}

export async function oneContact(legacy: LegacyApi, ask: Ask): Promise<Response> {
  try {
    return answer(await legacy.json('GET', ask.path, undefined, ask.signal))
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return errorAnswer(404, 'ERR_NO_CONTACT_FOUND')
    throw error
  }
}

/** A number that is not on WhatsApp is a 500 without a code there. */
export async function saveContact(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const body = {
    ...ask.body,
    number: String(ask.body?.number ?? '').replace(/\D/g, ''),
    email: ask.body?.email ?? '',
  }
  // The form always sends its rows; without them somebody is looked up by a number (a card, a new conversation).
  const lookUp = ask.method === 'POST' && ask.body?.extraInfo === undefined
  try {
    const saved = await legacy.json(ask.method, ask.path, body, ask.signal)
    // A saved contact is answered without its connection and more: the whole record is asked for.
    return ask.method === 'PUT' ? await oneContact(legacy, ask) : answer(saved)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (lookUp && error.text.startsWith('ERR_DUPLICATED_CONTACT')) {
      const known = await contactWith(legacy, body.number, ask.signal)
      if (known) return answer({ ...known, alreadyExists: true, existingContact: known })
    }
    if (error.status === 500) return errorAnswer(400, 'ERR_WAPP_INVALID_CONTACT')
    throw error
  }
}

/** The contact that has exactly this number. */
async function contactWith(
  legacy: LegacyApi,
  number: string,
  signal?: AbortSignal,
): Promise<Json | undefined> {
  const query = new URLSearchParams({ searchParam: number, pageNumber: '1' })
  const page = record(await legacy.json('GET', `/contacts?${query}`, undefined, signal))
  return rows(page.contacts).find(contact => contact.number === number)
}

/** The phone book is read in the background there; nothing is counted. */
export async function syncContacts(legacy: LegacyApi, ask: Ask): Promise<Response> {
  await legacy.json('POST', '/contacts/import', {}, ask.signal)
  return answer({ created: null, updated: null })
}

/** Both ids are needed there; the ticket knows its contact. */
export async function listNotes(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const ticketId = ask.query.get('ticketId')
  let contactId = ask.query.get('contactId')
  if (!ticketId) return answer([])
  if (!contactId) {
    const ticket = record(await legacy.json('GET', `/tickets/${ticketId}`, undefined, ask.signal))
    contactId = String(ticket.contactId ?? '')
  }
  return answer(
    await legacy.json(
      'GET',
      `/ticket-notes/list?ticketId=${ticketId}&contactId=${contactId}`,
      undefined,
      ask.signal,
    ),
  )
}

/** The answer holds the tags as they were before; asked again for what they are now. */
export async function syncTags(legacy: LegacyApi, ask: Ask): Promise<Response> {
  await legacy.json('POST', '/tags/sync', ask.body, ask.signal)
  return answer(await legacy.json('GET', `/tickets/${ask.body?.ticketId}`, undefined, ask.signal))
}

/**
 * One big page there, searched by case, without the kanban mark that only `/tags/list` carries: joined, and searched
 * here as everywhere.
 */
export async function pageOfTags(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const [page, whole] = await Promise.all([
    legacy.json('GET', '/tags?pageNumber=1', undefined, ask.signal),
    legacy.json('GET', '/tags/list', undefined, ask.signal),
  ])
  const counts = new Map(rows(record(page).tags).map(tag => [tag.id, tag.ticketsCount]))
  const wanted = fold(ask.query.get('searchParam') ?? '')
  const tags = rows(whole)
    .filter(tag => fold(String(tag.name ?? '')).includes(wanted))
    .map(tag => ({ ...tag, ticketsCount: counts.get(tag.id) ?? 0 }))
  return answer({ tags, count: tags.length, hasMore: false })
}

export async function quickMessages(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const user = legacy.user()
  if (!user) return answer([])
  return answer(
    await legacy.json(
      'GET',
      `/quick-messages/list?companyId=${user.companyId}&userId=${user.id}`,
      undefined,
      ask.signal,
    ),
  )
}

/** There is no general one there: a list is asked for by its owner, and not by anything else than the shortcode. */
export async function pageOfQuickMessages(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const user = legacy.user()
  if (!user) return answer({ records: [], count: 0, hasMore: false })
  const query = new URLSearchParams(ask.query)
  query.set('userId', String(user.id))
  return answer(await legacy.json('GET', `/quick-messages?${query}`, undefined, ask.signal))
}

/** What a change answers there lacks the file: the whole record is asked for. */
export async function changeQuickMessage(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const { geral: _general, ...body } = ask.body ?? {}
  await legacy.json('PUT', ask.path, body, ask.signal)
  return answer(await legacy.json('GET', ask.path, undefined, ask.signal))
}

/** Without ratings the mean is 0 there, which would read as the worst one; the scale begins at 1. */
export async function dashboard(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const found = record(await legacy.json('GET', `/dashboard?${ask.query}`, undefined, ask.signal))
  const attendants = rows(found.attendants).map(one => ({
    ...one,
    rating: Number(one.rating) > 0 ? one.rating : null,
  }))
  return answer({ ...found, attendants })
}

export async function charts(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const query = new URLSearchParams(ask.query)
  query.set('companyId', String(legacy.user()?.companyId ?? ''))
  return answer(await legacy.json('GET', `${ask.path}?${query}`, undefined, ask.signal))
}

/** Three members there; the directory holds the whole record. */
export async function whoAmI(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const id = legacy.user()?.id
  if (id === undefined) return errorAnswer(401, 'ERR_SESSION_EXPIRED')
  return answer(await legacy.json('GET', `/users/${id}`, undefined, ask.signal))
}

/**
 * Counts of people repeat a person per queue there; a page that holds nobody is the end. Its rows lack what the form
 * edits (tickets without a queue, connection), so each person is asked for: saving must not clear what was not shown.
 */
export async function listUsers(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const page = record(await legacy.json('GET', `/users?${ask.query}`, undefined, ask.signal))
  const whole = async (row: Json): Promise<Json> => {
    try {
      return { ...row, ...record(await legacy.json('GET', `/users/${row.id}`, undefined, ask.signal)) }
    } catch (error) {
      if (error instanceof ApiError) return row
      throw error
    }
  }
  const users = await Promise.all(rows(page.users).map(whole))
  return answer({ users, count: users.length, hasMore: users.length >= 20 })
}

/** Leaving the company out clears nothing; leaving the queues out would, and no profile at all makes an admin. */
export async function saveUser(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const user = legacy.user()
  const before = ask.params.id
    ? record(await legacy.json('GET', `/users/${ask.params.id}`, undefined, ask.signal))
    : {}
  const queueIds = ask.body?.queueIds ?? rows(before.queues).map(q => q.id)
  const { password, allTicket, ...rest } = ask.body ?? {}
  const body = {
    profile: 'user',
    ...before,
    ...rest,
    ...(password ? { password } : {}),
    // That server's own spelling.
    ...(typeof allTicket === 'boolean' ? { allTicket: allTicket ? 'enabled' : 'desabled' } : {}),
    queueIds,
    companyId: user?.companyId,
    queues: undefined,
    company: undefined,
  }
  return answer(await legacy.json(ask.method, ask.path, body, ask.signal))
}

/** Nobody there counts what somebody holds: the search for a person's open tickets does. */
export async function openTicketsOf(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const query = new URLSearchParams({
    status: 'open',
    showAll: 'true',
    queueIds: await everyQueue(legacy, ask.signal),
    users: JSON.stringify([Number(ask.params.id)]),
    pageNumber: '1',
  })
  const page = record(await legacy.json('GET', `/tickets?${query}`, undefined, ask.signal))
  return answer({ count: Math.max(Number(page.count) || 0, rows(page.tickets).length) })
}
