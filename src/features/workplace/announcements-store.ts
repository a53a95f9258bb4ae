/** Announcements of the platform, with a mark of what was seen on this computer. */
import type { Announcement } from '@contract'
import { createPagedList, newestFirst, pagesOf } from '@/stores/paged-list'
import { createSessionStore } from '@/stores/session-end'

/** Active announcements, newest first. */
export const announcementsList = createPagedList<Announcement>({
  name: 'announcements',
  order: newestFirst(announcement => announcement.createdAt),
  read: pagesOf('announcements.list'),
  onEvent: ({ channel, data }) => {
    if (channel !== 'announcement') return null
    if (data.action === 'delete') return { remove: data.id }
    // Switched off: the server lists it no more.
    if (!data.record.status) return { remove: data.record.id }
    return { put: data.record, fresh: data.action === 'create' }
  },
})

/** Browser-storage key of the mark. */
const SEEN_KEY = 'announcementsSeen'

function remembered(): number {
  try {
    const value = Number(localStorage.getItem(SEEN_KEY))
    return Number.isSafeInteger(value) && value > 0 ? value : 0
  } catch {
    return 0 // no storage: everything is unread once per window
  }
}

/** Highest id this computer has shown; announcements are the same for everybody, so the mark says nothing of anyone. */
export const useSeenAnnouncements = createSessionStore('announcements seen', () => ({ seenId: remembered() }))

/** Whether something here was never shown on this computer. */
export const hasUnread = (rows: readonly Announcement[], seenId: number): boolean =>
  rows.some(row => row.id > seenId)

/** Notes that everything known was shown. */
export function markSeen(): void {
  const { seenId } = useSeenAnnouncements.getState()
  const highest = announcementsList.use.getState().rows.reduce((most, row) => Math.max(most, row.id), seenId)
  if (highest === seenId) return
  useSeenAnnouncements.setState({ seenId: highest })
  try {
    localStorage.setItem(SEEN_KEY, String(highest))
  } catch {
    // no storage: remembered for this window only
  }
}
