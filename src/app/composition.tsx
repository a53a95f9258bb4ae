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

const Dashboard = screen(async () => (await import('@/features/dashboard')).DashboardScreen)
const Chats = screen(async () => (await import('@/features/chats')).ChatsScreen)
const Contacts = screen(async () => (await import('@/features/contacts')).ContactsScreen)
const Articles = screen(async () => (await import('@/features/articles')).ArticlesScreen)
const ContactLists = screen(async () => (await import('@/features/contact-lists')).ContactListsScreen)
const ContactListItems = screen(async () => (await import('@/features/contact-lists')).ContactListItemsScreen)
const FileLists = screen(async () => (await import('@/features/file-lists')).FileListsScreen)
const Audit = screen(async () => (await import('@/features/audit')).AuditScreen)
const Queues = screen(async () => (await import('@/features/queues')).QueuesScreen)
const QueueData = screen(async () => (await import('@/features/queues')).QueueDataScreen)
const QueueChatbot = screen(async () => (await import('@/features/queues')).QueueChatbotScreen)
const AnnouncementsScreen = screen(async () => (await import('@/features/announcements')).AnnouncementsScreen)
const TodoScreen = screen(async () => (await import('@/features/todo')).TodoScreen)
const Helps = screen(async () => (await import('@/features/helps')).HelpsScreen)
const Kanban = screen(async () => (await import('@/features/kanban')).KanbanScreen)
const Prompts = screen(async () => (await import('@/features/prompts')).PromptsScreen)
const Integrations = screen(async () => (await import('@/features/integrations')).IntegrationsScreen)
const MessagesApi = screen(async () => (await import('@/features/messages-api')).MessagesApiScreen)
const QuickMessages = screen(async () => (await import('@/features/quick-messages')).QuickMessagesScreen)
const TagsScreen = screen(async () => (await import('@/features/tags')).TagsScreen)
const Campaigns = screen(async () => (await import('@/features/campaigns')).CampaignsScreen)
const CampaignReport = screen(async () => (await import('@/features/campaigns')).ReportScreen)
const CampaignConfig = screen(async () => (await import('@/features/campaigns')).CampaignSettingsScreen)
const Connections = screen(async () => (await import('@/features/connections')).ConnectionsScreen)
const Finance = screen(async () => (await import('@/features/finance')).InvoicesScreen)
const Subscription = screen(async () => (await import('@/features/finance')).SubscriptionScreen)
const ServiceLevels = screen(async () => (await import('@/features/service-levels')).ServiceLevelsScreen)
const Rules = screen(async () => (await import('@/features/rules')).RulesScreen)
const Users = screen(async () => (await import('@/features/users')).UsersScreen)

/** Screens by the path of the route table; a route that is missing here says that it is not available yet. */
export const SCREENS: Readonly<Record<string, Screen>> = {
  '/': Dashboard,
  '/reports': ReportsScreen,
  '/reports/:section': ReportsScreen,
  '/tickets': AttendanceScreen,
  '/tickets/:ticketId': AttendanceScreen,
  '/chats': Chats,
  '/chats/:chatId': Chats,
  '/contacts': Contacts,
  '/contact-lists': ContactLists,
  '/contact-lists/:contactListId/contacts': ContactListItems,
  '/files': FileLists,
  '/rules': Rules,
  '/audit': Audit,
  '/queues': Queues,
  '/queues/:queueId': QueueData,
  '/queues/:queueId/chatbot': QueueChatbot,
  '/schedules': SchedulesScreen,
  '/quick-messages': QuickMessages,
  '/macros': MacrosScreen,
  '/knowledge': Articles,
  '/knowledge/:articleId': Articles,
  '/announcements': AnnouncementsScreen,
  '/todolist': TodoScreen,
  '/helps': Helps,
  '/kanban': Kanban,
  '/prompts': Prompts,
  '/queue-integration': Integrations,
  '/tags': TagsScreen,
  '/campaigns': Campaigns,
  '/campaign/:campaignId/report': CampaignReport,
  '/campaigns-config': CampaignConfig,
  '/messages-api': MessagesApi,
  '/service-levels': ServiceLevels,
  '/users': Users,
  '/connections': Connections,
  '/financeiro': Finance,
  '/subscription': Subscription,
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
