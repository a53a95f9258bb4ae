/**
 * What the frame shows about the workplace: plan flags, connections that need attention, unread internal chats.
 */
import {
  ALERTING_CONNECTION_STATUSES,
  type Chat,
  CONNECTION_BADGE_DELAY_MS,
  type FeedEvent,
  type PlanFlags,
  type User,
} from '@contract'
import { call } from '@/api'
import { eventsOf, registerFeed } from './feed'
import { firstChats } from './first-chats'
import { createSessionStore } from './session-end'
import { afterFirstList } from './tickets'
import { whatsappsDirectory } from './whatsapps'

export interface WorkplaceState {
  plan: PlanFlags | null
  /** End of the subscription as ISO-8601 text; null when unknown. */
  dueDate: string | null
  /** Status by connection id; empty until the first check. */
  connections: ReadonlyMap<number, string>
  /** Unread messages of the user by internal chat. */
  unreadChats: ReadonlyMap<number, number>
}

const EMPTY: WorkplaceState = { plan: null, dueDate: null, connections: new Map(), unreadChats: new Map() }

export const useWorkplace = createSessionStore<WorkplaceState>('workplace', () => EMPTY)

/** Whether any connection is in one of the five alerting statuses. */
export const needsAttention = (state: Pick<WorkplaceState, 'connections'>): boolean =>
  [...state.connections.values()].some(status => ALERTING_CONNECTION_STATUSES.includes(status))

/** Whether the user has unread internal messages. */
export const hasUnreadChats = (state: Pick<WorkplaceState, 'unreadChats'>): boolean =>
  [...state.unreadChats.values()].some(count => count > 0)

/** Unread messages of one user in one chat. */
const unreadsOf = (chat: Chat, userId: number): number =>
  chat.users.find(member => member.userId === userId)?.unreads ?? 0

/** Pure: what live events make of the state. */
export function applyWorkplace(
  state: WorkplaceState,
  events: readonly FeedEvent[],
  userId: number,
): WorkplaceState {
  const connections = new Map(state.connections)
  const unreadChats = new Map(state.unreadChats)
  for (const data of eventsOf(events, 'whatsapp')) {
    if (data.action === 'delete') connections.delete(data.whatsappId)
    else connections.set(data.whatsapp.id, data.whatsapp.status)
  }
  // Some servers go on telling of a connection that was deleted.
  for (const { session } of eventsOf(events, 'whatsappSession'))
    if (connections.has(session.id)) connections.set(session.id, session.status)
  for (const data of eventsOf(events, 'chat')) {
    if (data.action === 'delete') unreadChats.delete(data.id)
    else if (data.chat) unreadChats.set(data.chat.id, unreadsOf(data.chat, userId))
    else if (data.action === 'new-message' && data.newMessage.senderId !== userId) {
      const chatId = data.newMessage.chatId
      unreadChats.set(chatId, (unreadChats.get(chatId) ?? 0) + 1)
    }
  }
  const dueDate = eventsOf(events, 'payment').reduce<string | null>(
    (known, data) => ('company' in data ? (data.company.dueDate ?? known) : known),
    state.dueDate,
  )
  const same = <K, V>(a: ReadonlyMap<K, V>, b: ReadonlyMap<K, V>): boolean =>
    a.size === b.size && [...a].every(([key, value]) => b.get(key) === value)
  const changed =
    !same(connections, state.connections) ||
    !same(unreadChats, state.unreadChats) ||
    dueDate !== state.dueDate
  return changed ? { ...state, connections, unreadChats, dueDate } : state
}

/** Whether events may change what a company's plan gives it. */
export const changesPlan = (events: readonly FeedEvent[], companyId: number | null): boolean =>
  eventsOf(events, 'plan').length > 0 ||
  eventsOf(events, 'company').some(data => data.action !== 'delete' && data.company.id === companyId)

/** Asks for something that only decorates the frame: a failure leaves what was known. */
async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch {
    // the badge or flag keeps its last state; the next resync asks again
  }
}

async function loadPlan(user: User): Promise<void> {
  const companyId = user.companyId
  if (companyId === null) return
  const answer = await call('companies.listPlan', { params: { id: companyId } })
  useWorkplace.setState(state => ({
    plan: answer.plan ?? state.plan,
    dueDate: answer.dueDate ?? state.dueDate,
  }))
}

/** @param anew whether those the directory holds may be old. */
async function loadConnections(anew: boolean): Promise<void> {
  const known = whatsappsDirectory.use.getState()
  const found =
    known.status === 'ready' && !anew
      ? known.items
      : await call('whatsapps.list', { query: { session: '0' } })
  useWorkplace.setState({ connections: new Map(found.map(({ id, status }) => [id, status])) })
}

async function loadChats(userId: number): Promise<void> {
  const chats = await firstChats(userId)
  useWorkplace.setState({ unreadChats: new Map(chats.map(chat => [chat.id, unreadsOf(chat, userId)])) })
}

/**
 * Follows the workplace of a signed-in user: plan at once, connections after 2 s, then live.
 * @returns how to stop; it also forgets what was known.
 */
export function followWorkplace(user: User): () => void {
  useWorkplace.setState({ plan: user.company?.plan ?? null, dueDate: user.company?.dueDate ?? null })
  const load = (): void => {
    void quietly(() => loadPlan(user))
    void quietly(() => loadChats(user.id))
  }
  let left = false
  void afterFirstList(user).then(() => {
    if (!left) load()
  })
  const timer = setTimeout(() => void quietly(() => loadConnections(false)), CONNECTION_BADGE_DELAY_MS)
  const leave = registerFeed({
    name: 'workplace',
    applyEvents: events => {
      const before = useWorkplace.getState()
      const after = applyWorkplace(before, events, user.id)
      if (after !== before) useWorkplace.setState(after)
      // Whoever keeps the platform changed a plan or this company: menus follow what it may use now.
      if (changesPlan(events, user.companyId)) void quietly(() => loadPlan(user))
    },
    refetch: () => {
      load()
      void quietly(() => loadConnections(true))
    },
  })
  return () => {
    left = true
    clearTimeout(timer)
    leave()
    useWorkplace.setState(EMPTY, true)
  }
}
