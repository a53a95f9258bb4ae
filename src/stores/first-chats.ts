/** The newest chats of the user: the popover lists them, the frame counts what is unread in them. */
import type { Chat } from '@contract'
import { call } from '@/api'

/** Whoever asks within this time gets the same answer; later the first one may be old. Milliseconds. */
const TOGETHER_MS = 100

let last: { userId: number; at: number; chats: Promise<readonly Chat[]> } | null = null

/**
 * Asks for the first page of a user's chats, once for all who ask at the same time.
 * @throws ApiError.
 */
export function firstChats(userId: number): Promise<readonly Chat[]> {
  if (last?.userId === userId && performance.now() - last.at < TOGETHER_MS) return last.chats
  const chats = call('chats.list', { query: { pageNumber: 1 } }).then(({ records }) => records)
  last = { userId, at: performance.now(), chats }
  return chats
}
