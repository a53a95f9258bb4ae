/**
 * Where features are put into the frame: screens by route and the slots of the top bar. With entrance.tsx the only file of
 * the shell that names features; a new screen is one line here. It is loaded with the console (routing/console-loading.ts).
 */
import { type ComponentType, lazy, useState } from 'react'
import { DownloadsShelf } from '@/features/downloads'
import { DemoMark } from '@/features/first-run'
import { MacrosScreen } from '@/features/macros'
import { ReportsScreen } from '@/features/reports'
import { SchedulesScreen } from '@/features/schedules'
import { SettingsScreen } from '@/features/settings'
import { SideViews } from '@/features/tickets'
import { Announcements, InternalChats, Notifications, OwnBreak } from '@/features/workplace'
import { useSession } from '@/stores/session'
// At once, with the frame: the screen people work on is there as soon as it is known who they are.
import { AttendanceScreen } from './attendance-screen'
import type { BelowEntries } from './shell/rail'
import type { BarSlots } from './shell/top-bar'

type Screen = ComponentType<Record<never, never>>

/** A screen loaded when it is first shown. */
const screen = (load: () => Promise<Screen>): Screen => lazy(async () => ({ default: await load() }))

const Chats = screen(async () => (await import('@/features/chats')).ChatsScreen)
const Articles = screen(async () => (await import('@/features/articles')).ArticlesScreen)

/** Screens by the path of the route table; a route that is missing here says that it is not available yet. */
export const SCREENS: Readonly<Record<string, Screen>> = {
  '/': screen(async () => (await import('@/features/dashboard')).DashboardScreen),
  '/reports': ReportsScreen,
  '/reports/:section': ReportsScreen,
  '/tickets': AttendanceScreen,
  '/tickets/:ticketId': AttendanceScreen,
  '/chats': Chats,
  '/chats/:chatId': Chats,
  '/contacts': screen(async () => (await import('@/features/contacts')).ContactsScreen),
  '/contact-lists': screen(async () => (await import('@/features/contact-lists')).ContactListsScreen),
  '/contact-lists/:contactListId/contacts': screen(
    async () => (await import('@/features/contact-lists')).ContactListItemsScreen,
  ),
  '/files': screen(async () => (await import('@/features/file-lists')).FileListsScreen),
  '/rules': screen(async () => (await import('@/features/rules')).RulesScreen),
  '/audit': screen(async () => (await import('@/features/audit')).AuditScreen),
  '/queues': screen(async () => (await import('@/features/queues')).QueuesScreen),
  '/queues/:queueId': screen(async () => (await import('@/features/queues')).QueueDataScreen),
  '/queues/:queueId/chatbot': screen(async () => (await import('@/features/queues')).QueueChatbotScreen),
  '/schedules': SchedulesScreen,
  '/quick-messages': screen(async () => (await import('@/features/quick-messages')).QuickMessagesScreen),
  '/macros': MacrosScreen,
  '/knowledge': Articles,
  '/knowledge/:articleId': Articles,
  '/announcements': screen(async () => (await import('@/features/announcements')).AnnouncementsScreen),
  '/todolist': screen(async () => (await import('@/features/todo')).TodoScreen),
  '/helps': screen(async () => (await import('@/features/helps')).HelpsScreen),
  '/kanban': screen(async () => (await import('@/features/kanban')).KanbanScreen),
  '/prompts': screen(async () => (await import('@/features/prompts')).PromptsScreen),
  '/queue-integration': screen(async () => (await import('@/features/integrations')).IntegrationsScreen),
  '/tags': screen(async () => (await import('@/features/tags')).TagsScreen),
  '/campaigns': screen(async () => (await import('@/features/campaigns')).CampaignsScreen),
  '/campaign/:campaignId/report': screen(async () => (await import('@/features/campaigns')).ReportScreen),
  '/campaigns-config': screen(async () => (await import('@/features/campaigns')).CampaignSettingsScreen),
  '/messages-api': screen(async () => (await import('@/features/messages-api')).MessagesApiScreen),
  '/service-levels': screen(async () => (await import('@/features/service-levels')).ServiceLevelsScreen),
  '/users': screen(async () => (await import('@/features/users')).UsersScreen),
  '/connections': screen(async () => (await import('@/features/connections')).ConnectionsScreen),
  '/financeiro': screen(async () => (await import('@/features/finance')).InvoicesScreen),
  '/subscription': screen(async () => (await import('@/features/finance')).SubscriptionScreen),
  '/settings': SettingsScreen,
  '/settings/:section': SettingsScreen,
}

/** Sections of the reports in the palette. */
export { useReportCommands } from '@/features/reports'
/** Ctrl+, and the sections in the palette. */
export { useSettingsCommands } from '@/features/settings'

/** What is below entries of the menu. */
export const BELOW: BelowEntries = { tickets: SideViews }

/** Tickets and contacts in the palette. */
export { PaletteSearches } from '@/features/tickets'

const Consent = screen(async () => (await import('@/features/sign-in')).PlainStorageConsent)

/** Its code comes when there is something to ask, and stays: a dialog that closes gives the focus back. */
export function PlainStorageConsent() {
  const asks = useSession(state => state.storage === 'refused')
  const [asked, setAsked] = useState(asks)
  if (asks && !asked) setAsked(true)
  return asked ? <Consent /> : null
}
export const Unavailable: Screen = screen(
  async () => (await import('@/features/unavailable')).UnavailableScreen,
)
/** What is in the top bar between the controls and the account. */
export const SLOTS: BarSlots = {
  mark: <DemoMark />,
  announcements: <Announcements />,
  chats: <InternalChats />,
  ownBreak: <OwnBreak />,
  downloads: <DownloadsShelf />,
  notifications: <Notifications />,
  profile: lazy(async () => ({ default: (await import('@/features/users')).ProfileDialog })),
}
