/** What the top bar tells: unread tickets, announcements of the platform, internal chats. */
export { Announcements } from './announcements'
export { InternalChats } from './internal-chats'
export { Notifications } from './notifications'
export { OwnBreak } from './own-break'
export { PRIORITY_TONE, priorityOf } from './priority'
