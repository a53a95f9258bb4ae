/**
 * Permission rules by name and who holds them. The server enforces the same table;
 * the renderer only hides what would be refused anyway.
 */
export const PROFILES = ['user', 'supervisor', 'admin'] as const
export type Profile = (typeof PROFILES)[number]

export const PERMISSION_RULES = {
  'dashboard:view': ['admin'],
  'drawer-admin-items:view': ['admin'],
  'tickets-manager:showall': ['admin', 'supervisor'],
  'tickets-manager:closeAll': ['admin'],
  'tickets-manager:userFilter': ['admin'],
  'tickets:spy': ['admin', 'supervisor'],
  'ticket-options:deleteTicket': ['admin'],
  'ticket-options:transferGroup': ['admin'],
  'contacts-page:exportContact': ['admin'],
  'contacts-page:deleteContact': ['admin'],
  'connections-page:addConnection': ['admin'],
  'connections-page:actionButtons': ['admin'],
  'connections-page:editOrDeleteConnection': ['admin'],
  'user-modal:editProfile': ['admin'],
  'user-modal:editQueues': ['admin'],
  'users:manage': ['admin'],
  'tag-modal:editKanban': ['admin', 'supervisor'],
  'knowledge:edit': ['admin', 'supervisor'],
  'quick-messages:setGeneral': ['admin'],
  'quick-messages:editGeneral': ['admin', 'supervisor'],
  'saved-views:share': ['admin', 'supervisor'],
  'campaigns:run': ['admin', 'supervisor'],
  'queues:edit': ['admin'],
  'rules:edit': ['admin'],
  'settings:edit': ['admin'],
  'audit:view': ['admin'],
  'reports:view': ['admin', 'supervisor'],
} as const satisfies Record<string, readonly Profile[]>

export type PermissionRule = keyof typeof PERMISSION_RULES

/**
 * Whether a profile holds a rule. The super flag holds every rule.
 * @param who profile and super flag of the signed-in user.
 */
export function holds(who: { profile: string; super: boolean }, rule: PermissionRule): boolean {
  return who.super || (PERMISSION_RULES[rule] as readonly string[]).includes(who.profile)
}

/**
 * Whether somebody runs campaigns and keeps their contact lists: agents where an administrator lets them.
 * @param agents setting `agentsRunCampaigns` of the company.
 */
export const mayRunCampaigns = (who: { profile: string; super: boolean }, agents: string): boolean =>
  holds(who, 'campaigns:run') || agents === 'enabled'

/**
 * Whether somebody may look into a ticket without holding it:
 * admins may spy on any ticket, supervisors on tickets of their own queues, agents on none.
 */
export function maySpy(
  who: { profile: string; super: boolean; queueIds: readonly number[] },
  ticket: { queueId: number | null },
): boolean {
  if (who.super || who.profile === 'admin') return true
  return who.profile === 'supervisor' && ticket.queueId !== null && who.queueIds.includes(ticket.queueId)
}

/** What the visibility rule needs to know of a person. */
export interface Viewer {
  id: number
  profile: string
  super: boolean
  queueIds: readonly number[]
  /** "allTicket": also sees tickets that have no queue yet. */
  seesUnqueued: boolean
}

/**
 * Whether a person is shown tickets without a queue: by the right "allTicket", or because the server lists them to
 * everybody. What is listed is counted too, so lists and title both ask this.
 * @param forAll the server makes no difference between people (capability `unqueuedApart` is not native).
 */
export const showsUnqueued = (who: { allTicket: boolean }, forAll: boolean): boolean =>
  who.allTicket || forAll

/**
 * The one visibility rule of tickets: a plain user only sees tickets whose
 * queue is among the user's own, and whatever is assigned to that user. Supervisors are bound to their queues as well.
 */
export function maySee(who: Viewer, ticket: { queueId: number | null; userId: number | null }): boolean {
  if (who.super || who.profile === 'admin') return true
  if (ticket.userId === who.id) return true
  if (ticket.queueId === null) return who.seesUnqueued
  return who.queueIds.includes(ticket.queueId)
}

/**
 * Whether somebody may change or delete a quick message: agents those that are not
 * general, admins and supervisors all they are shown. Nobody is shown somebody else's own.
 */
export const mayChangeQuickMessage = (
  who: { id: number; profile: string; super: boolean },
  quick: { geral: boolean; userId: number | null },
): boolean => (quick.geral ? holds(who, 'quick-messages:editGeneral') : quick.userId === who.id)
