import type { Message } from '@contract'
import { threadOf } from '@/stores/messages'
import { isAnswerable } from './requests'

/**
 * The message to quote instead of the one quoted now.
 * @param step -1 for an older one, 1 for a newer one.
 * @returns null past the newest: no quote; undefined where there is none.
 */
export function neighbourToQuote(
  ticketId: number,
  quotedId: string | null,
  step: -1 | 1,
): Message | null | undefined {
  const messages = (threadOf(ticketId)?.own.list ?? []).filter(isAnswerable)
  const at = quotedId === null ? messages.length : messages.findIndex(({ id }) => id === quotedId)
  if (step === 1 && quotedId !== null && at === messages.length - 1) return null
  return messages[at + step]
}
