/**
 * Where features are put into the frame: screens by route and the slots of the top bar. This is the only file of the
 * shell that names features; a new screen is one line here.
 */
import { type ComponentType, lazy } from 'react'
import { SettingsScreen } from '@/features/settings'
import { Announcements, InternalChats, Notifications } from '@/features/workplace'
import type { BarSlots } from './shell/top-bar'

type Screen = ComponentType<Record<never, never>>

/** A screen loaded when it is first shown. */
const screen = (load: () => Promise<Screen>): Screen => lazy(async () => ({ default: await load() }))

const Tickets = screen(async () => (await import('./attendance-screen')).AttendanceScreen)

const Dashboard = screen(async () => (await import('@/features/dashboard')).DashboardScreen)
const Contacts = screen(async () => (await import('@/features/contacts')).ContactsScreen)
const Users = screen(async () => (await import('@/features/users')).UsersScreen)

/** Screens by the path of the route table; a route that is missing here says that it is not available yet. */
export const SCREENS: Readonly<Record<string, Screen>> = {
  '/': Dashboard,
  '/tickets': Tickets,
  '/tickets/:ticketId': Tickets,
  '/contacts': Contacts,
  '/users': Users,
  '/settings': SettingsScreen,
  '/settings/:section': SettingsScreen,
}

/** Ctrl+, and the sections in the palette. */
export { useSettingsCommands } from '@/features/settings'

/** Sign-in and its neighbours. */
export const SignIn = lazy(async () => ({ default: (await import('@/features/sign-in')).SignInScreen }))
export const PlainStorageConsent: Screen = screen(
  async () => (await import('@/features/sign-in')).PlainStorageConsent,
)
export const Unavailable: Screen = screen(
  async () => (await import('@/features/unavailable')).UnavailableScreen,
)
export const UnavailablePublic: Screen = screen(
  async () => (await import('@/features/unavailable')).UnavailablePublicScreen,
)

/** Over every screen: files on their way to the disk. */
export { DownloadsShelf } from '@/features/downloads'

/** What stands in the top bar between the controls and the account. */
export const SLOTS: BarSlots = {
  announcements: <Announcements />,
  chats: <InternalChats />,
  notifications: <Notifications />,
  profile: lazy(async () => ({ default: (await import('@/features/users')).ProfileDialog })),
}
