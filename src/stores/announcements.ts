/** Announcements as the platform keeps them, inactive ones too. What people read is in the top bar. */
import { type Announcement, fold } from '@contract'
import { call } from '@/api'
import { changesOf, createPagedList, newestFirst } from './paged-list'

/** The list of their screen, newest first. */
export const platformAnnouncements = createPagedList<Announcement>({
  name: 'announcements.everything',
  order: newestFirst(announcement => announcement.createdAt),
  matches: ({ title, text }, search) => fold(`${title} ${text}`).includes(fold(search)),
  read: async (query, _filters, signal) => {
    const { records: rows, ...page } = await call('announcements.everything', { query, signal })
    return { rows, ...page }
  },
  onEvent: changesOf('announcement', 'record', 'id'),
})
