/** Internal chats and forgotten passwords of the legacy servers. */
import { fold, PAGE } from '../../../../src/contract'
import { ApiError, type Ask, answer, errorAnswer, type Json, type LegacyApi, record, rows } from './call'

/** Pages that are read to have all chats of a person; nobody takes part in more. */
const MOST_PAGES = 25

/**
 * Chats are listed there by when they were made, unsearched, and with a count of people: all of one's own are read,
 * then searched, put into the order of activity and cut into pages here.
 */
export async function listChats(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const found = new Map<unknown, Json>()
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const path = `/chats?pageNumber=${page}`
    const body = record(await legacy.recent.share(path, () => legacy.json('GET', path)))
    const before = found.size
    for (const chat of rows(body.records)) found.set(chat.id, chat)
    if (rows(body.records).length < PAGE.records || found.size === before) break
  }
  const typed = fold(ask.query.get('searchParam') ?? '')
  const all = [...found.values()]
    .filter(chat => fold(`${chat.title ?? ''} ${chat.lastMessage ?? ''}`).includes(typed))
    .sort((a, b) => String(b.updatedAt ?? '').localeCompare(String(a.updatedAt ?? '')))
  const from = (Math.max(1, Number(ask.query.get('pageNumber')) || 1) - 1) * PAGE.records
  const records = all.slice(from, from + PAGE.records)
  return answer({ records, count: all.length, hasMore: all.length > from + records.length })
}

/** People are named by their ids alone there; the owner is added by that server, and would be one twice. */
export async function saveChat(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const me = legacy.user()?.id
  const named = rows(ask.body?.users).map(user => ({ id: Number(user.id) }))
  const others = named.filter(user => user.id !== me)
  // A new chat gets its owner by itself; the list of a changed one replaces everybody, the owner too.
  const users = ask.method === 'POST' || me === undefined ? others : [{ id: me }, ...others]
  const saved = record(
    await legacy.json(ask.method, ask.path, { title: ask.body?.title ?? '', users }, ask.signal),
  )
  return answer(saved)
}

/** Any text is stored there, under any id: what the call does not know is left out. */
export async function sendChatMessage(legacy: LegacyApi, ask: Ask): Promise<Response> {
  return answer(await legacy.json('POST', ask.path, { message: ask.body?.message ?? '' }, ask.signal))
}

/**
 * An unknown address is a 404 there whose words say that a mail left, or a 200 that says 404; a code that does not fit
 * is a 404 too.
 */
export async function forgottenPassword(legacy: LegacyApi, ask: Ask): Promise<Response> {
  try {
    const response = record(await legacy.json('POST', ask.path, {}, ask.signal))
    return Number(response.status) === 404 ? errorAnswer(404, 'ERR_NO_USER_FOUND') : answer(null)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return errorAnswer(404, 'ERR_NO_USER_FOUND')
    throw error
  }
}

export async function resetPassword(legacy: LegacyApi, ask: Ask): Promise<Response> {
  try {
    const response = record(await legacy.json('POST', ask.path, {}, ask.signal))
    return Number(response.status) === 404 ? errorAnswer(400, 'ERR_RESET_CODE') : answer(null)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return errorAnswer(400, 'ERR_RESET_CODE')
    throw error
  }
}
