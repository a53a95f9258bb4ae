/** Matches what waits in the outbox with what the server already shows, so that no message is drawn twice. Pure. */
import type { Message, OutboxEntry } from '@contract'
import { timeOf } from './messages-merge'

/** How far the clocks may still differ when only the text can be compared, once what is known of them is taken off. */
const CLOCK_SLACK_MS = 120_000

/**
 * The entries that still need a bubble of their own, in the order they were written.
 *
 * An entry is known to the server when a message carries its client id or the id the server answered with. A message
 * the server stored and could not hand to the channel does not stand for its entry: the entry can be sent again, edited
 * and taken back, the message cannot (rows.ts leaves it out meanwhile). Servers
 * that answer nothing are matched by text: an own message without a client id, written no
 * earlier than the entry, each message standing for one entry only.
 * @param aheadMs milliseconds the server's clock, which messages are stamped by, is ahead of ours.
 */
export function unmatchedEntries(
  entries: readonly OutboxEntry[],
  list: readonly Message[],
  aheadMs: number,
): OutboxEntry[] {
  if (entries.length === 0) return []
  const ids = new Set<string>()
  const earliest = Math.min(...entries.map(entry => timeOf(entry.createdAt))) + aheadMs - CLOCK_SLACK_MS
  const anonymous: Message[] = []
  for (let i = list.length - 1; i >= 0; i -= 1) {
    const message = list[i]
    if (!message) continue
    if (timeOf(message.createdAt) < earliest) break
    if (!message.failure) ids.add(message.id)
    if (message.clientId) {
      if (!message.failure) ids.add(message.clientId)
    } else if (message.fromMe) anonymous.unshift(message)
  }
  const taken = new Set<string>()
  const sorted = [...entries].sort((a, b) => timeOf(a.createdAt) - timeOf(b.createdAt))
  return sorted.filter(entry => {
    // A forward belongs to another conversation; here it shows only when it failed and somebody must act.
    if (entry.kind === 'forward') return entry.state === 'failed'
    if (ids.has(entry.id) || (entry.messageId !== null && ids.has(entry.messageId))) return false
    // One that only lacks its confirmation may turn up late, and is that message then.
    const refused = entry.state === 'failed' && entry.failureCode !== 'OUTBOX_UNCONFIRMED'
    if (entry.messageId !== null || refused || entry.state === 'queued') return true
    const body = entry.kind === 'media' ? (entry.attachment?.caption ?? entry.body) : entry.body
    const from = timeOf(entry.createdAt) + aheadMs - CLOCK_SLACK_MS
    const echo = anonymous.find(
      message =>
        !taken.has(message.id) && message.body.trim() === body.trim() && timeOf(message.createdAt) >= from,
    )
    if (!echo) return true
    taken.add(echo.id)
    return false
  })
}
