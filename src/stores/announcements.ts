/** Announcements as the platform keeps them, inactive ones too. What people read is in the top bar. */
import { type Announcement, fold } from '@contract'
import { changesOf, createPagedList, newestFirst, pagesOf } from './paged-list'

/** The list of their screen, newest first. */
export const platformAnnouncements = createPagedList<Announcement>({
  name: 'announcements.everything',
  order: newestFirst(announcement => announcement.createdAt),
  matches: ({ title, text }, search) => fold(`${title} ${text}`).includes(fold(search)),
  read: pagesOf('announcements.everything'),
  onEvent: changesOf('announcement', 'record', 'id'),
})
