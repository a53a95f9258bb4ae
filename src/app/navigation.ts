/** Which entries the menu shows to whom. Pure. */
import { holds, type PlanFlags, type User } from '@contract'
import {
  BookOpenText,
  Bot,
  Cable,
  CalendarClock,
  ChartNoAxesCombined,
  CircleHelp,
  CodeXml,
  Columns3,
  ContactRound,
  GitBranch,
  LayoutDashboard,
  ListChecks,
  ListTodo,
  ListVideo,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  MessagesSquare,
  Paperclip,
  ScrollText,
  Send,
  Settings,
  SlidersHorizontal,
  Tags,
  Timer,
  Users,
  Wallet,
  Webhook,
  Workflow,
  Zap,
} from 'lucide-react'
import type { KeyBelow } from '@/i18n'

/** What an entry is called: its word is `shell.nav.<key>`. */
export type NavKey = KeyBelow<'shell.nav'>

type SectionKey = 'pinned' | 'service' | 'management' | 'campaigns' | 'administration'

export interface NavEntry {
  key: NavKey
  path: string
  icon: LucideIcon
  /** Signal drawn on the icon. */
  signal?: 'connections' | 'chats'
}

export interface NavSection {
  key: SectionKey
  entries: NavEntry[]
}

const entry = (key: NavKey, path: string, icon: LucideIcon, signal?: NavEntry['signal']): NavEntry =>
  signal ? { key, path, icon, signal } : { key, path, icon }

/** What exists where the menu is shown, beside what the plan says. */
export interface MenuOffer {
  /** The campaign routes exist (browser-storage flag cshow). */
  campaignRoutes: boolean
  /** This person runs campaigns, though no administrator. */
  agentCampaigns: boolean
  /** The server keeps who changed what. */
  auditLog: boolean
  /** The server keeps articles. */
  knowledge: boolean
  /** Macros are kept, by the server or here. */
  macros: boolean
  /** The server knows deadlines. */
  serviceLevels: boolean
  /** The server does steps by rules. */
  rules: boolean
  /** The server counts by queue, person and hour; else its dashboard's figures are the administrators'. */
  reports: boolean
}

/**
 * The menu of a user, in the order hands know.
 *
 * Non-admins get the service section. Admins have no section of that name: their management section begins with the
 * dashboard and goes on with the same work areas, which they supervise.
 * @param plan flags of the company's plan; null while unknown, which hides what is optional.
 */
export function menuOf(
  user: Pick<User, 'profile' | 'super'>,
  plan: PlanFlags | null,
  offer: Partial<MenuOffer> = {},
): NavSection[] {
  const offers = (what: keyof MenuOffer): boolean => offer[what] ?? true
  const admin = holds(user, 'drawer-admin-items:view')
  const figures = entry('reports', '/reports', ChartNoAxesCombined)
  const work: NavEntry[] = [
    entry('tickets', '/tickets', MessagesSquare),
    entry('quickMessages', '/quick-messages', Zap),
    ...(offers('macros') ? [entry('macros', '/macros', ListVideo)] : []),
    ...(offers('knowledge') ? [entry('knowledge', '/knowledge', BookOpenText)] : []),
    ...(plan?.useKanban ? [entry('kanban', '/kanban', Columns3)] : []),
    entry('todo', '/todolist', ListTodo),
    entry('contacts', '/contacts', ContactRound),
    ...(plan?.useSchedules ? [entry('schedules', '/schedules', CalendarClock)] : []),
    entry('tags', '/tags', Tags),
    ...(plan?.useInternalChat ? [entry('chats', '/chats', MessageCircle, 'chats')] : []),
    entry('helps', '/helps', CircleHelp),
  ]
  const sections: NavSection[] = [
    admin
      ? { key: 'management', entries: [entry('dashboard', '/', LayoutDashboard), figures, ...work] }
      : {
          key: 'service',
          entries: offers('reports') && holds(user, 'reports:view') ? [...work, figures] : work,
        },
  ]
  // Entries whose routes do not exist (no cshow flag) would lead to a page that is not there.
  if (plan?.useCampaigns && offers('campaignRoutes') && (admin || offers('agentCampaigns'))) {
    sections.push({
      key: 'campaigns',
      entries: [
        entry('campaignList', '/campaigns', Send),
        entry('contactLists', '/contact-lists', ListChecks),
        ...(admin ? [entry('campaignSettings', '/campaigns-config', SlidersHorizontal)] : []),
      ],
    })
  }
  if (admin) {
    sections.push({
      key: 'administration',
      entries: [
        ...(user.super ? [entry('announcements', '/announcements', Megaphone)] : []),
        ...(plan?.useOpenAi ? [entry('prompts', '/prompts', Bot)] : []),
        ...(plan?.useIntegrations ? [entry('queueIntegrations', '/queue-integration', Webhook)] : []),
        entry('connections', '/connections', Cable, 'connections'),
        entry('files', '/files', Paperclip),
        entry('queues', '/queues', GitBranch),
        ...(offers('serviceLevels') ? [entry('serviceLevels', '/service-levels', Timer)] : []),
        ...(offers('rules') ? [entry('rules', '/rules', Workflow)] : []),
        entry('users', '/users', Users),
        ...(plan?.useExternalApi ? [entry('messagesApi', '/messages-api', CodeXml)] : []),
        ...(offers('auditLog') ? [entry('audit', '/audit', ScrollText)] : []),
        entry('finance', '/financeiro', Wallet),
        entry('settings', '/settings', Settings),
      ],
    })
  }
  return sections
}

/**
 * The menu with a person's pins on top, in the order they were given; each leaves its section, and one that the person
 * no longer has is left out.
 */
export function withPins(sections: readonly NavSection[], pinned: readonly string[]): NavSection[] {
  const all = sections.flatMap(section => section.entries)
  const pins = pinned.flatMap(key => all.find(item => item.key === key) ?? [])
  if (pins.length === 0) return [...sections]
  const rest = sections.map(({ key, entries }) => ({
    key,
    entries: entries.filter(item => !pins.includes(item)),
  }))
  return [{ key: 'pinned', entries: pins }, ...rest.filter(({ entries }) => entries.length > 0)]
}

/** What of a menu leads to one path. */
export const sectionsAt = (sections: readonly NavSection[], path: string): NavSection[] =>
  sections.flatMap(({ key, entries }) => {
    const found = entries.filter(item => item.path === path)
    return found.length > 0 ? [{ key, entries: found }] : []
  })

/** Entries the narrow bottom bar shows, few enough for whole names; the rest is behind "more". */
export function thumbEntries(sections: readonly NavSection[]): NavEntry[] {
  const all = sections.flatMap(section => section.entries)
  const wanted: NavKey[] = ['tickets', 'contacts', 'chats', 'quickMessages']
  return wanted.flatMap(key => all.find(item => item.key === key) ?? []).slice(0, 3)
}
