/** Pictures and videos that somebody sends within moments are drawn as one, in a grid. Pure. */
import { captionOf, type Message } from '@contract'
import { mediaKind, safeMediaUrl } from './media'
import { dayOf, keyOf, type Row, rowOf } from './rows'

/** Longest time between two neighbours of an album, in milliseconds. */
export const ALBUM_MS = 60_000

/** Whether its picture or video is all there is to draw of a message: what has words, a quote or a failure stands alone. */
function isMediaOnly(message: Message): boolean {
  const kind = mediaKind(message)
  return (
    (kind === 'image' || kind === 'video') &&
    !message.mediaType?.startsWith('sticker') &&
    !message.isDeleted &&
    safeMediaUrl(message.mediaUrl) !== null &&
    captionOf(message) === '' &&
    message.transcript === null &&
    !message.quotedMsg &&
    !message.failure &&
    !message.template &&
    !message.referral
  )
}

/** Whether a picture follows another one closely enough, from the same hands, to stand beside it. */
const joins = (a: Message, b: Message): boolean =>
  a.fromMe === b.fromMe &&
  a.contactId === b.contactId &&
  a.userId === b.userId &&
  a.ticketId === b.ticketId &&
  a.isForwarded === b.isForwarded &&
  dayOf(a.createdAt) === dayOf(b.createdAt) &&
  Math.abs(Date.parse(b.createdAt) - Date.parse(a.createdAt)) <= ALBUM_MS

const albumsByFirst = new WeakMap<Message, Row & { kind: 'album' }>()

/** The row of an album; the same object as long as its messages are the same. */
function albumOf(first: Message, messages: readonly Message[]): Row {
  const known = albumsByFirst.get(first)
  if (known?.messages.length === messages.length && messages.every((one, at) => one === known.messages[at]))
    return known
  const row = { kind: 'album', key: keyOf(first), at: first.createdAt, messages } as const
  albumsByFirst.set(first, row)
  return row
}

/**
 * Rows with neighbouring pictures and videos joined.
 * @param begins ids of messages that join nothing above them: a line is drawn there, or they were on screen as the first
 *   ones before older rows came in front, and must not move.
 */
export function foldAlbums(rows: readonly Row[], begins: ReadonlySet<string>): Row[] {
  const folded: Row[] = []
  let run: Message[] = []
  const close = (): void => {
    const [first, second] = run
    if (first) folded.push(second ? albumOf(first, run) : rowOf(first))
    run = []
  }
  for (const row of rows) {
    const message = row.kind === 'message' && isMediaOnly(row.message) ? row.message : null
    const last = run.at(-1)
    if (!message || !last || begins.has(message.id) || !joins(last, message)) close()
    if (message) run.push(message)
    else folded.push(row)
  }
  close()
  return folded
}
