/** Announcements of the platform: every company reads the same active ones. */
import { announcementPage, keptAnnouncements } from '../../platform/companies/announcements'
import type { HandlersOf } from '../../platform/http/handlers'
import { serve } from '../../platform/records/serve'

export const announcementHandlers: HandlersOf<'announcements'> = {
  ...serve('announcements', keptAnnouncements, 'get'),
  'announcements.list': ({ app, query }) => announcementPage(app.db, query, false),
  'announcements.everything': ({ app, query }) => announcementPage(app.db, query, true),
  'announcements.attach': async ({ app, me, params, files }) => {
    await keptAnnouncements.setFile(app, me, params.id, files)
    return null
  },
  'announcements.detach': async ({ app, me, params }) => {
    await keptAnnouncements.setFile(app, me, params.id, null)
    return null
  },
}
