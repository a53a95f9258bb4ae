/** Announcements of the platform: every company reads the same active ones (docs/specification.md 1.7 and part 3). */
import {
  announcementOf,
  announcementPage,
  createAnnouncement,
  removeAnnouncement,
  setAnnouncementPicture,
  updateAnnouncement,
} from '../../platform/companies/announcements'
import type { HandlersOf } from '../../platform/http/handlers'

export const announcementHandlers: HandlersOf<'announcements'> = {
  'announcements.list': ({ app, query }) => announcementPage(app.db, query, false),
  'announcements.everything': ({ app, query }) => announcementPage(app.db, query, true),
  'announcements.get': ({ app, params }) => announcementOf(app.db, params.id),
  'announcements.create': ({ app, me, body }) => createAnnouncement(app, me, body),
  'announcements.update': ({ app, params, body }) => updateAnnouncement(app, params.id, body),
  'announcements.remove': ({ app, params }) => removeAnnouncement(app, params.id),
  'announcements.attach': ({ app, params, files }) => setAnnouncementPicture(app, params.id, files),
  'announcements.detach': ({ app, params }) => setAnnouncementPicture(app, params.id, null),
}
