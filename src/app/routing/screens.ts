/** The route table, as data. */
import type { Capability, PermissionRule, PlanFlags } from '@contract'
import type { NavKey } from '../navigation'

export interface ScreenRoute {
  path: string
  /** Its name is `shell.nav.<key>`. */
  nav: NavKey
  /** Its title, `shell.nav.<key>`, where that is another word than the menu's. */
  title?: NavKey
  /** Who may open it; everybody signed in when left out. */
  rule?: PermissionRule | 'super'
  /** Feature of the plan it needs. */
  plan?: keyof PlanFlags
  /** What the server has to be able to do for it to hold anything. */
  ability?: Capability
  /** Exists only while the browser-storage flag cshow is present. */
  campaigns?: boolean
  /** An area whose toasts stay 3 s (`TOAST_CONTENT_MS`). */
  content?: true
}

const ADMIN = 'drawer-admin-items:view'

export const SCREEN_ROUTES: readonly ScreenRoute[] = [
  { path: '/', nav: 'dashboard', rule: 'dashboard:view' },
  { path: '/reports', nav: 'reports', rule: 'reports:view', content: true },
  { path: '/reports/:section', nav: 'reports', rule: 'reports:view', content: true },
  { path: '/tickets', nav: 'tickets' },
  { path: '/tickets/:ticketId', nav: 'tickets' },
  { path: '/chats', nav: 'chats', plan: 'useInternalChat', content: true },
  { path: '/chats/:chatId', nav: 'chats', plan: 'useInternalChat', content: true },
  { path: '/contacts', nav: 'contacts' },
  { path: '/quick-messages', nav: 'quickMessages', content: true },
  { path: '/macros', nav: 'macros', content: true },
  { path: '/knowledge', nav: 'knowledge', ability: 'knowledge', content: true },
  { path: '/knowledge/:articleId', nav: 'knowledge', ability: 'knowledge', content: true },
  { path: '/kanban', nav: 'kanban', plan: 'useKanban', content: true },
  { path: '/todolist', nav: 'todo' },
  { path: '/schedules', nav: 'schedules', plan: 'useSchedules' },
  { path: '/tags', nav: 'tags', content: true },
  { path: '/helps', nav: 'helps' },
  { path: '/files', nav: 'files', rule: ADMIN, content: true },
  { path: '/queues', nav: 'queues', rule: ADMIN },
  { path: '/queues/:queueId', nav: 'queues', rule: ADMIN },
  { path: '/queues/:queueId/chatbot', nav: 'queues', rule: ADMIN },
  { path: '/service-levels', nav: 'serviceLevels', rule: ADMIN },
  { path: '/rules', nav: 'rules', rule: 'rules:edit', content: true },
  { path: '/users', nav: 'users', rule: ADMIN },
  { path: '/connections', nav: 'connections', rule: ADMIN },
  { path: '/prompts', nav: 'prompts', rule: ADMIN, plan: 'useOpenAi', content: true },
  {
    path: '/queue-integration',
    nav: 'queueIntegrations',
    rule: ADMIN,
    plan: 'useIntegrations',
    content: true,
  },
  { path: '/audit', nav: 'audit', rule: 'audit:view' },
  { path: '/messages-api', nav: 'messagesApi', rule: ADMIN, plan: 'useExternalApi', content: true },
  { path: '/financeiro', nav: 'finance', title: 'invoices', rule: ADMIN },
  // Everybody's own; what holds for the company is a section of it for administrators.
  { path: '/settings', nav: 'settings' },
  { path: '/settings/:section', nav: 'settings' },
  { path: '/announcements', nav: 'announcements', rule: 'super', content: true },
  { path: '/subscription', nav: 'subscription' },
  { path: '/contact-lists', nav: 'contactLists', campaigns: true, plan: 'useCampaigns', content: true },
  {
    path: '/contact-lists/:contactListId/contacts',
    nav: 'contactLists',
    campaigns: true,
    plan: 'useCampaigns',
    content: true,
  },
  {
    path: '/campaigns',
    nav: 'campaignList',
    title: 'campaigns',
    campaigns: true,
    plan: 'useCampaigns',
    content: true,
  },
  {
    path: '/campaign/:campaignId/report',
    nav: 'campaignList',
    title: 'campaigns',
    campaigns: true,
    plan: 'useCampaigns',
    content: true,
  },
  {
    path: '/campaigns-config',
    nav: 'campaignSettings',
    campaigns: true,
    plan: 'useCampaigns',
    rule: ADMIN,
    content: true,
  },
]

/** Browser-storage flag of the campaign and contact-list routes. */
export const CAMPAIGNS_FLAG = 'cshow'

/** Whether the campaign and contact-list routes exist right now. */
export function campaignsShown(): boolean {
  try {
    return localStorage.getItem(CAMPAIGNS_FLAG) !== null
  } catch {
    return false // no storage, no flag
  }
}
