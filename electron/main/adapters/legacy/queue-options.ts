/**
 * Options of a queue's chatbot on the legacy servers. Customers choose one by its stored number,
 * and that server numbers nothing by itself: whatever is added, moved or deleted, siblings are numbered 1, 2, 3 here.
 */
import { type Ask, answer, errorAnswer, type Json, type LegacyApi, record, rows } from './call'

const parentOf = (option: Json): number | null =>
  typeof option.parentId === 'number' && option.parentId > 0 ? option.parentId : null

/** Options below one, in the order customers see them; those without a number come last. */
function siblingsOf(all: readonly Json[], parentId: number | null): Json[] {
  const numberOf = (option: Json): number =>
    Number.parseInt(String(option.option ?? ''), 10) || Number.MAX_SAFE_INTEGER
  return all
    .filter(option => parentOf(option) === parentId)
    .sort((a, b) => numberOf(a) - numberOf(b) || Number(a.id) - Number(b.id))
}

const optionsOf = async (legacy: LegacyApi, queueId: unknown, signal?: AbortSignal): Promise<Json[]> =>
  rows(await legacy.json('GET', `/queue-options?queueId=${queueId}`, undefined, signal))

/** Stores the numbers that are not what their places say. */
async function number(legacy: LegacyApi, ordered: readonly Json[], signal?: AbortSignal): Promise<void> {
  for (const [at, { id, option }] of ordered.entries()) {
    const place = String(at + 1)
    if (option !== place) await legacy.json('PUT', `/queue-options/${id}`, { option: place }, signal)
  }
}

/** An option there sends a text and leads to further options; it neither ends the chatbot nor leads to a queue. */
export async function saveOption(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const { exitChatbot, forwardQueueId, option: wanted, ...body } = ask.body ?? {}
  if (exitChatbot === true || (forwardQueueId ?? null) !== null) return errorAnswer(501, 'SERVER_LACKS')
  const before = ask.params.id ? record(await legacy.json('GET', ask.path, undefined, ask.signal)) : null
  const all = await optionsOf(legacy, before?.queueId ?? body.queueId, ask.signal)
  const parentId = parentOf(body.parentId === undefined ? (before ?? {}) : body)
  const level = siblingsOf(all, parentId)
  const here = level.findIndex(one => one.id === before?.id)
  if (here >= 0) level.splice(here, 1)
  const last = here >= 0 ? here : level.length
  const at = wanted === undefined ? last : Math.min(Math.max(Number(wanted), 1) - 1, level.length)
  const option = String(at + 1)
  const saved = record(await legacy.json(ask.method, ask.path, { ...body, option }, ask.signal))
  level.splice(at, 0, { ...saved, option })
  await number(legacy, level, ask.signal)
  if (before && parentOf(before) !== parentId) {
    const left = siblingsOf(all, parentOf(before)).filter(one => one.id !== before.id)
    await number(legacy, left, ask.signal)
  }
  return answer({ ...saved, option })
}

/** Deletes an option with everything below it, the lowest first: that server takes one row only. */
export async function removeOption(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const option = record(await legacy.json('GET', ask.path, undefined, ask.signal))
  const all = await optionsOf(legacy, option.queueId, ask.signal)
  const removed = new Set<unknown>()
  const remove = async (id: unknown): Promise<void> => {
    // A row that names itself as its parent ends here, too.
    if (removed.has(id)) return
    removed.add(id)
    for (const below of all.filter(one => one.parentId === id)) await remove(below.id)
    await legacy.json('DELETE', `/queue-options/${id}`, undefined, ask.signal)
  }
  await remove(option.id)
  const left = all.filter(one => !removed.has(one.id))
  await number(legacy, siblingsOf(left, parentOf(option)), ask.signal)
  return answer(null)
}
