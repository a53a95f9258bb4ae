/** Goes back in a conversation to a moment. */
import type { Message } from '@contract'
import { threadOf } from './messages'
import { loadOlder } from './messages-loader'
import { timeOf } from './messages-merge'

/** How long a moment is looked for; by then one rather hears how far it came. Milliseconds. */
const REACH_MS = 20_000

/**
 * Loads older pages until those of a moment are there, for at most 20 s.
 * @param from milliseconds since 1970.
 * @returns the first message from then on, null when there is none; `reached` is false when older ones of that time may be
 * missing: it took too long, or the server could not be asked.
 */
export async function reachMoment(
  ticketId: number,
  from: number,
): Promise<{ message: Message | null; reached: boolean }> {
  const isReached = (): boolean => {
    const thread = threadOf(ticketId)
    const oldest = thread?.earlier[0] ?? thread?.own.list[0]
    return thread?.older === 'end' || (oldest !== undefined && timeOf(oldest.createdAt) < from)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<false>(done => {
    timer = setTimeout(done, REACH_MS, false)
  })
  while (!isReached() && (await Promise.race([late, loadOlder(ticketId)]))) {
    // One page after the other: loadOlder says that there was one.
  }
  clearTimeout(timer)
  const thread = threadOf(ticketId)
  const loaded = [...(thread?.earlier ?? []), ...(thread?.own.list ?? [])]
  const message = loaded.find(({ createdAt }) => timeOf(createdAt) >= from) ?? null
  return { message, reached: isReached() }
}
