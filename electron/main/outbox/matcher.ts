/**
 * Which entry a message of the server is. Pure.
 *
 * A message that carries a client id is that entry and nothing else. Servers that know no client ids
 * (the answer is empty, the message comes back over the socket) are matched by ticket, text and time, each message
 * for one entry only and each entry for one message: the same text sent three times in a row is three entries and three
 * messages, paired in order.
 */
import type { Message } from '../../../src/contract'
import type { OutboxRecord } from './types'

/** How much earlier than our first attempt a message may claim to be, once the clocks are compared. */
const SLACK_MS = 5_000
/** How long after our last attempt a slow channel may still store it. */
const TAIL_MS = 10 * 60_000

export type Candidate = Pick<
  OutboxRecord,
  | 'seq'
  | 'id'
  | 'ticketId'
  | 'kind'
  | 'body'
  | 'attachment'
  | 'forward'
  | 'state'
  | 'unsure'
  | 'firstAttemptAt'
  | 'lastAttemptAt'
  | 'messageId'
>

export interface MatchContext {
  /** Ids of messages that an entry has become. */
  claimed: ReadonlySet<string>
  /**
   * Milliseconds the server's clock is ahead of ours (an hour is not unheard of), null when unknown.
   * For a message that has just arrived live, pass `live` instead: then the moment of arrival counts.
   */
  clockOffsetMs: number | null
  /** Arrival of a live event by our clock; null for messages read from a page. */
  live: number | null
}

/** Text as it is compared: one kind of line break, one form of accents, no invisible direction marks. */
export function comparable(body: string): string {
  return body
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u200e\u200f]/g, '')
    .trim()
}

const KINDS = ['image', 'video', 'audio'] as const

function kindOfMime(mime: string): string {
  return KINDS.find(kind => mime.startsWith(`${kind}/`)) ?? 'file'
}

function kindOfMessage(message: Message): string {
  const type = message.mediaType ?? ''
  return KINDS.find(kind => type.startsWith(kind)) ?? 'file'
}

function sameMedia(entry: Candidate, message: Message): boolean {
  if (!entry.attachment || !message.mediaUrl) return false
  if (kindOfMime(entry.attachment.mime) !== kindOfMessage(message)) return false
  const caption = comparable(entry.attachment.caption || entry.body)
  const shown = comparable(message.body)
  if (caption !== '') return shown === caption
  // Without a caption servers store a name of theirs: "<millis>_<file name>", "Áudio", the name, or nothing.
  const name = comparable(entry.attachment.name)
  return shown === '' || shown === name || shown.endsWith(`_${name}`) || kindOfMessage(message) !== 'file'
}

/** A forward is the same words, or a file whose name is the server's, in the ticket it went to. */
function sameForward(entry: Candidate, message: Message): boolean {
  const [asked, shown] = [comparable(entry.body), comparable(message.body)]
  // A signature may come before the words.
  return shown === asked || (asked !== '' && shown.endsWith(`\n${asked}`)) || Boolean(message.mediaUrl)
}

/** The ticket whose thread shows the entry; null for a forward of which that is unknown. */
const destinationOf = (entry: Candidate): number | null =>
  entry.kind === 'forward' ? (entry.forward?.ticketId ?? null) : entry.ticketId

function sameContent(entry: Candidate, message: Message): boolean {
  if (entry.kind === 'forward') return sameForward(entry, message)
  if (entry.kind === 'media') return sameMedia(entry, message)
  return !message.mediaUrl && comparable(entry.body) === comparable(message.body)
}

/** Whether an attempt of the entry may have produced a message that no id names. */
function awaitsMessage(entry: Candidate): boolean {
  if (entry.messageId !== null || entry.firstAttemptAt === null) return false
  return entry.state === 'sending' || entry.state === 'sent' || entry.unsure
}

function timeFits(entry: Candidate, message: Message, context: MatchContext): boolean {
  if (entry.firstAttemptAt === null || entry.lastAttemptAt === null) return false
  const from = entry.firstAttemptAt - SLACK_MS
  const to = entry.lastAttemptAt + TAIL_MS
  if (context.live !== null) return context.live >= entry.firstAttemptAt && context.live <= to
  const stamp = Date.parse(message.createdAt)
  if (Number.isNaN(stamp)) return false
  const at = stamp - (context.clockOffsetMs ?? 0)
  return at >= from && at <= to
}

/**
 * @param entries of any tickets, in order of acceptance.
 * @returns the entry this message is, or null. A message that was claimed before is none, however often it is seen.
 */
export function matchMessage<E extends Candidate>(
  entries: Iterable<E>,
  message: Message,
  context: MatchContext,
): E | null {
  const list = [...entries]
  if (message.clientId) {
    const named = list.find(entry => entry.id === message.clientId)
    return named && named.messageId !== message.id ? named : null
  }
  if (!message.fromMe || context.claimed.has(message.id)) return null
  if (list.some(entry => entry.messageId === message.id)) return null
  return (
    list.find(
      entry =>
        destinationOf(entry) === message.ticketId &&
        awaitsMessage(entry) &&
        sameContent(entry, message) &&
        timeFits(entry, message, context),
    ) ?? null
  )
}

/**
 * Looks for one entry in a page of its thread, leaving to the earlier entries of the ticket what is theirs.
 * @param page messages of the thread in any order.
 * @param entries all entries in order of acceptance; `wanted` is one of them.
 */
export function findInPage<E extends Candidate>(
  wanted: E,
  entries: Iterable<E>,
  page: readonly Message[],
  context: MatchContext,
): Message | null {
  const named = page.find(message => message.clientId === wanted.id)
  if (named) return named
  const claimed = new Set(context.claimed)
  const open = [...entries].filter(entry => destinationOf(entry) === destinationOf(wanted))
  const inOrder = [...page].sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
  for (const message of inOrder) {
    const entry = matchMessage(open, message, { ...context, claimed, live: null })
    if (!entry) continue
    if (entry === wanted) return message
    claimed.add(message.id)
    open.splice(open.indexOf(entry), 1)
  }
  return null
}
