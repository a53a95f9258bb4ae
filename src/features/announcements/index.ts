/** Announcements of the platform, as its super-administrators keep them. */
export { AnnouncementsScreen } from './announcements-screen'
