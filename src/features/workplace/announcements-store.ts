/** Announcements of the platform: read page by page, kept true by live events, with a mark of what was seen here. */
import type { Announcement, FeedEvent } from '@contract'
import { call } from '@/api'
import { eventsOf, registerFeed } from '@/stores/feed'
import { createSessionStore } from '@/stores/session-end'

export interface AnnouncementsState {
  /** Newest first. */
  items: readonly Announcement[]
  status: 'idle' | 'loading' | 'ready' | 'failed'
  error: unknown
  hasMore: boolean
  loadingMore: boolean
  /** Highest id this computer has shown; announcements are the same for everybody, so the mark says nothing of anyone. */
  seenId: number
}

/** Browser-storage key of the mark. */
const SEEN_KEY = 'announcementsSeen'

function remembered(): number {
  try {
    const value = Number(localStorage.getItem(SEEN_KEY))
    return Number.isSafeInteger(value) && value > 0 ? value : 0
  } catch {
    return 0 // no storage: everything is news once per window
  }
}

const EMPTY: AnnouncementsState = {
  items: [],
  status: 'idle',
  error: null,
  hasMore: false,
  loadingMore: false,
  seenId: 0,
}

export const useAnnouncements = createSessionStore<AnnouncementsState>('announcements', () => ({
  ...EMPTY,
  seenId: remembered(),
}))
const { getState, setState } = useAnnouncements

const newestFirst = (a: Announcement, b: Announcement): number =>
  Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.id - a.id

/** Pure: announcements with others laid over them. Inactive ones are taken out. */
export function withAnnouncements(
  items: readonly Announcement[],
  others: readonly Announcement[],
): Announcement[] {
  const byId = new Map([...items, ...others].map(item => [item.id, item]))
  return [...byId.values()].filter(item => item.status).sort(newestFirst)
}

/** Pure: what live events make of the list; the same array when they are none of its business. */
export function withAnnouncementEvents(
  items: readonly Announcement[],
  events: readonly FeedEvent[],
): readonly Announcement[] {
  let list = items
  for (const data of eventsOf(events, 'announcement')) {
    list =
      data.action === 'delete'
        ? list.filter(item => item.id !== data.id)
        : withAnnouncements(list, [data.record])
  }
  return list
}

/** Whether something here was never shown on this computer. */
export const hasNews = ({ items, seenId }: Pick<AnnouncementsState, 'items' | 'seenId'>): boolean =>
  items.some(item => item.id > seenId)

/** Notes that everything known was shown. */
export function markSeen(): void {
  const { items, seenId } = getState()
  const highest = items.reduce((most, item) => Math.max(most, item.id), seenId)
  if (highest === seenId) return
  setState({ seenId: highest })
  try {
    localStorage.setItem(SEEN_KEY, String(highest))
  } catch {
    // no storage: remembered for this window only
  }
}

let page = 1

/** Reads the first page; what is shown stays until the answer is here. */
export async function loadAnnouncements(): Promise<void> {
  setState(({ status }) => ({ status: status === 'ready' ? 'ready' : 'loading' }))
  try {
    const { records, hasMore } = await call('announcements.list', { query: { pageNumber: 1 } })
    page = 1
    setState({ items: withAnnouncements([], records), hasMore, status: 'ready', error: null })
  } catch (error) {
    setState(({ status }) => (status === 'ready' ? { error } : { status: 'failed', error }))
  }
}

/** Reads the next page; does nothing while one is under way. */
export async function moreAnnouncements(): Promise<void> {
  const { status, hasMore, loadingMore } = getState()
  if (status !== 'ready' || !hasMore || loadingMore) return
  setState({ loadingMore: true })
  try {
    const answer = await call('announcements.list', { query: { pageNumber: page + 1 } })
    page += 1
    setState(({ items }) => ({
      items: withAnnouncements(items, answer.records),
      hasMore: answer.hasMore && answer.records.length > 0,
    }))
  } catch (error) {
    setState({ error, hasMore: false })
  } finally {
    setState({ loadingMore: false })
  }
}

/** Follows announcements until the returned function is called; it also forgets them. */
export function followAnnouncements(): () => void {
  void loadAnnouncements()
  const leave = registerFeed({
    name: 'announcements',
    applyEvents(events) {
      const { items } = getState()
      const next = withAnnouncementEvents(items, events)
      if (next !== items) setState({ items: next })
    },
    refetch: loadAnnouncements,
  })
  return () => {
    leave()
    setState({ ...EMPTY, seenId: getState().seenId })
  }
}
