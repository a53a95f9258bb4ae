/**
 * What the thread draws, row by row. A row is a message, an entry of the outbox or a note; the lines above it (day,
 * ticket divider, "new") follow from its neighbours, so nothing has to be rebuilt when one message arrives. Pure.
 */
import type { Message, OutboxEntry, TicketNote } from '@contract'

export type Row =
  | { kind: 'message'; key: string; at: string; message: Message }
  /** Two and more pictures and videos that are drawn as one (albums.ts); `key` and `at` are those of the first. */
  | { kind: 'album'; key: string; at: string; messages: readonly Message[] }
  | { kind: 'pending'; key: string; at: string; entry: OutboxEntry }
  | { kind: 'note'; key: string; at: string; note: TicketNote }

/** Messages of one sender closer than this form a group. */
export const GROUP_MS = 5 * 60_000

const rowsByMessage = new WeakMap<Message, Row>()

/**
 * The key of a message's row: the client id where there is one, so that the server's copy takes the place of the pending
 * bubble.
 */
export const keyOf = (message: Pick<Message, 'id' | 'clientId'>): string => message.clientId ?? message.id

/** The row of a message; the same object as long as the message is the same. */
export function rowOf(message: Message): Row {
  const known = rowsByMessage.get(message)
  if (known) return known
  const row: Row = { kind: 'message', key: keyOf(message), at: message.createdAt, message }
  rowsByMessage.set(message, row)
  return row
}

/** The messages a row draws, oldest first; none for a note and for what has not left. */
export const messagesOf = (row: Row): readonly Message[] =>
  row.kind === 'message' ? [row.message] : row.kind === 'album' ? row.messages : []

/** Whether a row draws a message. @param id null: none does. */
export const draws = (row: Row, id: string | null): boolean =>
  id !== null && messagesOf(row).some(message => message.id === id)

const ms = (instant: string): number => {
  const value = Date.parse(instant)
  return Number.isNaN(value) ? 0 : value
}

/** Whether an entry has left, so that its place is where it left and not below everything that came since. */
const hasLeft = (entry: OutboxEntry): boolean => entry.state === 'sent' || entry.state === 'failed'

const pendingRow = (entry: OutboxEntry, at: string): Row => ({ kind: 'pending', key: entry.id, at, entry })

/**
 * Everything to draw, oldest first: earlier tickets, the ticket's own messages with its notes and with what has left
 * and has no message yet between them, and below what still waits to leave.
 * @param notes in order of time; those attached to a message (whispers) are drawn under that message instead.
 * @param pending entries without a message of their own (stores/messages-echo). Where the server holds one that failed,
 *   the entry is drawn in its place.
 * @param aheadMs milliseconds the server's clock, which messages are stamped by, is ahead of ours.
 */
export function buildRows(
  earlier: readonly Message[],
  own: readonly Message[],
  notes: readonly TicketNote[],
  pending: readonly OutboxEntry[],
  aheadMs = 0,
): Row[] {
  const rows: Row[] = []
  const entries = new Set(pending.map(entry => entry.id))
  for (const message of earlier) rows.push(rowOf(message))
  const loose = notes.filter(note => note.messageId === null)
  const first = own[0]
  // Notes older than what is loaded come into view with the messages around them.
  let next = first ? loose.findIndex(note => ms(note.createdAt) >= ms(first.createdAt)) : 0
  if (next < 0) next = loose.length
  const left = pending
    .filter(hasLeft)
    .map(entry => ({ entry, at: ms(entry.leftAt ?? entry.createdAt) + aheadMs }))
    .sort((a, b) => a.at - b.at)
  for (const message of own) {
    for (let entry = left[0]; entry && entry.at < ms(message.createdAt); entry = left[0]) {
      rows.push(pendingRow(entry.entry, new Date(entry.at).toISOString()))
      left.shift()
    }
    while (next < loose.length) {
      const note = loose[next]
      if (!note || ms(note.createdAt) > ms(message.createdAt)) break
      rows.push({ kind: 'note', key: `note-${note.id}`, at: note.createdAt, note })
      next += 1
    }
    if (message.clientId === null || !entries.has(message.clientId)) rows.push(rowOf(message))
  }
  for (const note of loose.slice(next))
    rows.push({ kind: 'note', key: `note-${note.id}`, at: note.createdAt, note })
  for (const { entry } of left) rows.push(pendingRow(entry, entry.createdAt))
  for (const entry of pending) if (!hasLeft(entry)) rows.push(pendingRow(entry, entry.createdAt))
  return rows
}

/** Whispers by the message they hang on. */
export function whispersOf(notes: readonly TicketNote[]): ReadonlyMap<string, readonly TicketNote[]> {
  const byMessage = new Map<string, TicketNote[]>()
  for (const note of notes) {
    if (note.messageId === null) continue
    const whispers = byMessage.get(note.messageId)
    if (whispers) whispers.push(note)
    else byMessage.set(note.messageId, [note])
  }
  return byMessage
}

/** Local calendar day of an instant, YYYY-MM-DD; "" for what is no date. */
export function dayOf(instant: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
}

/** Who a row is from; rows of different sides or people never group. */
function side(row: Row): string {
  if (row.kind === 'note') return `note-${row.key}`
  if (row.kind === 'pending') return 'me'
  const [message] = messagesOf(row)
  return message?.fromMe ? 'me' : `them-${message?.contactId ?? ''}`
}

const ticketOf = (row: Row): number | null =>
  row.kind === 'pending'
    ? row.entry.ticketId
    : row.kind === 'note'
      ? row.note.ticketId
      : (messagesOf(row)[0]?.ticketId ?? null)

export interface Grouping {
  /**
   * Another day begins below this row. Lines between rows belong to the row above them: rows that are on screen do
   * not change when older ones are put in front, so the reader's place holds to the pixel.
   */
  dayBelow: boolean
  /** Another ticket of the same contact begins below. */
  ticketBelow: boolean
  /** First of a group: carries the sender in group conversations. */
  first: boolean
  /** Last of a group: keeps the full corner. */
  last: boolean
}

function joined(a: Row | undefined, b: Row | undefined): boolean {
  if (!a || !b || a.kind === 'note' || b.kind === 'note') return false
  return (
    side(a) === side(b) &&
    ticketOf(a) === ticketOf(b) &&
    dayOf(a.at) === dayOf(b.at) &&
    Math.abs(ms(b.at) - ms(messagesOf(a).at(-1)?.createdAt ?? a.at)) <= GROUP_MS
  )
}

/** How a row meets its neighbours. */
export function groupingOf(previous: Row | undefined, row: Row, next: Row | undefined): Grouping {
  return {
    dayBelow: next !== undefined && dayOf(next.at) !== dayOf(row.at),
    ticketBelow: next !== undefined && ticketOf(next) !== ticketOf(row),
    first: !joined(previous, row),
    last: !joined(row, next),
  }
}

/**
 * The message above which "new" stands: the first of the unread ones when the thread was opened.
 * @param unread how many customer messages were unread then.
 * @returns null when nothing was unread or no customer message is loaded; `complete` is false while more were unread
 *   than are loaded, and `id` is then the oldest loaded one: a place to begin, not yet the place of the line.
 */
export function firstUnread(
  own: readonly Message[],
  unread: number,
): { id: string; complete: boolean } | null {
  let left = unread
  let id: string | null = null
  for (let i = own.length - 1; i >= 0 && left > 0; i -= 1) {
    const message = own[i]
    if (!message || message.fromMe) continue
    id = message.id
    left -= 1
  }
  return id === null ? null : { id, complete: left === 0 }
}

/** Every reaction by its emoji would shout; the last one is shown. */
export function shownReaction(message: Pick<Message, 'reactions'>): { emoji: string; count: number } | null {
  const real = message.reactions.filter(reaction => reaction.type !== '')
  const last = real[real.length - 1]
  return last ? { emoji: last.type, count: real.length } : null
}
