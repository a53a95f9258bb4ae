import { dayIn, type FoundBy, type FoundKind, fold, type Message, searchedIn, zoneHere } from '@contract'
import { ApiError, call } from '@/api'
import { threadOf } from '@/stores/messages'
import { capability } from '@/stores/servers'
import { mediaKind } from '../media'

/** Messages read at once from what this computer keeps, and how many of such pages. */
const CACHE_PAGE = 500
const CACHE_PAGES = 40

/** What is looked for: words, and what narrows them; null: whatever there is. */
export interface Wanted {
  text: string
  by: FoundBy | null
  kind: FoundKind | null
  /** YYYY-MM-DD. */
  day: string | null
}

export const isNothing = ({ text, by, kind, day }: Wanted): boolean =>
  text === '' && by === null && kind === null && day === null

const isOfKind = (message: Message, wanted: FoundKind): boolean => {
  const kind = mediaKind(message)
  if (wanted === 'text') return message.mediaUrl === null
  return wanted === 'document' ? kind === 'file' : kind === wanted
}

/** Whether a message that this computer has is one of those. */
const matches =
  ({ text, by, kind, day }: Wanted) =>
  (message: Message): boolean =>
    !message.isDeleted &&
    (by === null || message.fromMe === (by === 'team')) &&
    (kind === null || isOfKind(message, kind)) &&
    (day === null || dayIn(zoneHere(), new Date(message.createdAt)) === day) &&
    fold(`${searchedIn(message)}\n${message.mediaName ?? ''}`).includes(fold(text))

export interface Found {
  /** Ids of the messages, oldest first. */
  ids: readonly string[]
  /** There are more, further back. */
  more: boolean
  /** Only what this computer has seen was searched. */
  partly: boolean
}

export const NOTHING_FOUND: Found = { ids: [], more: false, partly: false }

/** Messages of a ticket that this computer keeps, newest pages first. */
async function kept(ticketId: number, signal: AbortSignal): Promise<Message[]> {
  const all: Message[] = []
  let before: string | null = null
  for (let page = 0; page < CACHE_PAGES && !signal.aborted; page += 1) {
    const answer = await window.turno.cache.thread({ ticketId, before, limit: CACHE_PAGE })
    if (!answer.ok || answer.value.messages.length === 0) break
    all.push(...answer.value.messages)
    before = answer.value.messages[0]?.id ?? null
    if (!answer.value.hasMore) break
  }
  return all
}

async function findHere(ticketId: number, wanted: Wanted, signal: AbortSignal): Promise<Found> {
  const thread = threadOf(ticketId)
  const loaded = [...(thread?.earlier ?? []), ...(thread?.own.list ?? [])]
  const byId = new Map([...(await kept(ticketId, signal)), ...loaded].map(message => [message.id, message]))
  const ids = [...byId.values()]
    .filter(matches(wanted))
    .sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
    .map(message => message.id)
  // A conversation that is loaded from its beginning was searched whole.
  return { ids, more: false, partly: thread?.older !== 'end' }
}

/**
 * Messages of a conversation that contain a text, case and accents disregarded, or have a file of such a name. Where the
 * server cannot search one, or cannot be reached, what this computer has is searched.
 * @throws ApiError when the server refuses, or `signal` says to stop.
 */
export async function findInConversation(
  ticketId: number,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Found> {
  if (capability('threadSearch') !== 'native') return findHere(ticketId, wanted, signal)
  const { text, by, kind, day } = wanted
  try {
    const { hits, hasMore } = await call('messages.search', {
      params: { ticketId },
      query: { searchParam: text, by: by ?? undefined, kind: kind ?? undefined, day: day ?? undefined },
      signal,
    })
    return { ids: hits.map(({ id }) => id), more: hasMore, partly: false }
  } catch (error) {
    const unreached = error instanceof ApiError && error.kind === 'unreachable'
    if (!unreached) throw error
    return findHere(ticketId, wanted, signal)
  }
}
