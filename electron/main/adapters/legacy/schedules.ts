/** Scheduled messages of the legacy servers. */
import { SCHEDULE_STATES, type ScheduleState } from '../../../../src/contract'
import { type Ask, answer, errorAnswer, type Json, type LegacyApi, record, rows } from './call'

/**
 * Less ahead than this, the next round of that server may already have passed: it looks every five seconds, and its
 * clock may be twenty ahead before anybody takes notice (../../servers/clock.ts). Milliseconds.
 */
const SOONEST_MS = 30_000
/** Pages of 20 that are gone through for what that server cannot be asked: 500 messages, the newest first. */
const MOST_PAGES = 25

/**
 * A moment that has passed when that server looks is never acted on there, so it is moved just ahead of its next look.
 * @param soonestAt the first moment that is surely still ahead then by that server's clock, epoch milliseconds.
 * @returns null for what is no time.
 */
export function sendable(sendAt: unknown, soonestAt: number): string | null {
  const at = Date.parse(String(sendAt))
  return Number.isNaN(at) ? null : new Date(Math.max(at, soonestAt)).toISOString()
}

/** Adds a message, or changes one: the same members, and the writer always named. */
export async function saveSchedule(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const { ticketId: _ticket, ...rest } = ask.body ?? {}
  const sendAt = sendable(rest.sendAt, legacy.now() + SOONEST_MS)
  if (sendAt === null) return errorAnswer(400, 'ERR_VALIDATION')
  const body: Json = { ...rest, userId: rest.userId ?? legacy.user()?.id, sendAt }
  const saved = await legacy.json(ask.method, ask.path, body, ask.signal)
  // What a change answers lacks contact and writer: the whole record is asked for.
  return answer(ask.method === 'PUT' ? await legacy.json('GET', ask.path, undefined, ask.signal) : saved)
}

/** Everything that server lists, as far as it is gone through; `complete` is whether that was all. */
async function everything(
  legacy: LegacyApi,
  signal: AbortSignal | undefined,
  search = new URLSearchParams(),
): Promise<{ schedules: Json[]; complete: boolean }> {
  const found = new Map<unknown, Json>()
  for (let pageNumber = 1; pageNumber <= MOST_PAGES; pageNumber += 1) {
    const query = new URLSearchParams(search)
    query.set('pageNumber', String(pageNumber))
    const page = record(await legacy.json('GET', `/schedules?${query}`, undefined, signal))
    const got = rows(page.schedules)
    for (const one of got) found.set(one.id, one)
    if (page.hasMore !== true || got.length === 0) return { schedules: [...found.values()], complete: true }
  }
  return { schedules: [...found.values()], complete: false }
}

const stateOf = ({ status }: Json): ScheduleState =>
  status === 'ERRO' ? 'failed' : status === 'ENVIADA' ? 'sent' : 'waiting'

/** No call asks for days there: what is listed is gone through. */
export async function calendarOfSchedules(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const [from, to] = [ask.query.get('from'), ask.query.get('to')].map(at => Date.parse(String(at)))
  if (from === undefined || to === undefined || Number.isNaN(from) || Number.isNaN(to))
    return errorAnswer(400, 'ERR_VALIDATION')
  const { schedules, complete } = await everything(legacy, ask.signal)
  const within = schedules.filter(({ sendAt }) => {
    const at = Date.parse(String(sendAt))
    return at >= from && at < to
  })
  within.sort((a, b) => String(a.sendAt).localeCompare(String(b.sendAt)))
  return answer({ schedules: within, complete })
}

export async function countSchedules(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const { schedules } = await everything(legacy, ask.signal)
  const states = schedules.map(stateOf)
  return answer(
    Object.fromEntries(SCHEDULE_STATES.map(state => [state, states.filter(one => one === state).length])),
  )
}

/** That server pages by itself, but knows no states: a list of one state is gone through, and is one page. */
export async function listSchedules(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const query = new URLSearchParams(ask.query)
  const state = query.get('state')
  query.delete('state')
  if (!state) return answer(await legacy.json('GET', `/schedules?${query}`, undefined, ask.signal))
  const { schedules } = await everything(legacy, ask.signal, query)
  const wanted = schedules.filter(one => stateOf(one) === state)
  return answer({ schedules: wanted, count: wanted.length, hasMore: false })
}
