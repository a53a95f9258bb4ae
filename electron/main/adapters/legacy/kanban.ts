/**
 * The kanban board of the legacy servers. Its one call pages over all lanes together and
 * repeats itself, so the whole board is read and handed out by lane, without further pages.
 */
import { UNTAGGED_LANE } from '@contract'
import { type Ask, answer, errorAnswer, everyQueue, type Json, type LegacyApi, record, rows } from './call'

/** Pages asked for at most. */
const MAX_PAGES = 250

/** No queue at all shows only tickets without one there; nobody means that. */
async function queuesOf(legacy: LegacyApi, ask: Ask): Promise<string> {
  const asked = ask.query.get('queueIds')
  return asked && asked !== '[]' ? asked : await everyQueue(legacy, ask.signal)
}

/** Every ticket of the board once. One that is on two pages shows a part of its tags on each. */
async function everyCard(legacy: LegacyApi, ask: Ask): Promise<Json[]> {
  const queueIds = await queuesOf(legacy, ask)
  const cards = new Map<unknown, Json>()
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = new URLSearchParams({ queueIds, showAll: 'true', pageNumber: String(page) })
    const found = rows(
      record(await legacy.json('GET', `/ticket/kanban?${query}`, undefined, ask.signal)).tickets,
    )
    if (found.length === 0) break
    for (const ticket of found) {
      const before = rows(cards.get(ticket.id)?.tags)
      const now = rows(ticket.tags)
      const tags = [...now, ...before.filter(tag => !now.some(own => own.id === tag.id))]
      cards.set(ticket.id, { ...ticket, tags })
    }
  }
  return [...cards.values()]
}

async function lanesOf(legacy: LegacyApi, ask: Ask): Promise<Json[]> {
  return rows(record(await legacy.json('GET', '/tags/kanban', undefined, ask.signal)).lista)
}

function laneOf(cards: readonly Json[], laneId: number, lanes: readonly Json[]): Json {
  const known = new Set(lanes.map(lane => lane.id))
  const tickets = cards.filter(card =>
    laneId === UNTAGGED_LANE
      ? !rows(card.tags).some(tag => known.has(tag.id))
      : rows(card.tags).some(tag => tag.id === laneId),
  )
  return { tickets, count: tickets.length, hasMore: false, cursor: null }
}

/** The whole board by lane. */
export async function readBoard(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const [lanes, cards] = await Promise.all([lanesOf(legacy, ask), everyCard(legacy, ask)])
  const all = [{ id: UNTAGGED_LANE, tag: null }, ...lanes.map(tag => ({ id: Number(tag.id), tag }))]
  return answer({ lanes: all.map(lane => ({ ...lane, ...laneOf(cards, lane.id, lanes) })) })
}

/** One lane, whole. */
export async function readLane(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const lanes = await lanesOf(legacy, ask)
  const id = Number(ask.params.id)
  if (id !== UNTAGGED_LANE && !lanes.some(lane => lane.id === id)) return errorAnswer(404, 'ERR_NO_TAG_FOUND')
  return answer(laneOf(await everyCard(legacy, ask), id, lanes))
}
