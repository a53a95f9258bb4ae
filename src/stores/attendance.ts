/**
 * Keeps the stores of daily attendance in step with the session: whose tickets, which rooms, which lists. Started
 * once per window by the shell; whoever signs out leaves nothing behind.
 */
import { groupRules, holds, type TurnoBridge, type Unsubscribe, type User } from '@contract'
import { useConnection } from './connection'
import { startFeed } from './feed'
import { addInterest, connectInterest } from './interest'
import { queuesDirectory } from './queues'
import { capability, useServers } from './servers'
import { useSession } from './session'
import './browser-storage'
import { savedViewsDirectory } from './saved-views'
import { endSession } from './session-end'
import { settingsDirectory } from './settings'
import { tagsDirectory } from './tags'
import {
  beginsWithTickets,
  readFirstList,
  refreshCounts,
  refreshPinned,
  setFallbackQueues,
  setScope,
  setViewer,
  useTicketsStore,
  viewerOf,
} from './tickets'
import { usersDirectory } from './users'
import { whatsappsDirectory } from './whatsapps'

type AttendanceBridge = Pick<TurnoBridge, 'socket' | 'feed' | 'log'> & {
  on: Pick<TurnoBridge['on'], 'feed'>
}

let stopAll: Unsubscribe | null = null

/** Queues to name in every list query; servers of the embedded kind know the caller's own. */
function queuesToName(user: User): readonly number[] | null {
  if (useConnection.getState().embedded) return null
  const admin = user.super || user.profile === 'admin'
  const known = admin ? queuesDirectory.use.getState().items : user.queues
  return known.length > 0 ? known.map(queue => queue.id) : null
}

function readDirectories(): void {
  for (const directory of [
    settingsDirectory,
    tagsDirectory,
    whatsappsDirectory,
    usersDirectory,
    queuesDirectory,
    savedViewsDirectory,
  ])
    void directory.ensure()
}

async function signedIn(user: User): Promise<void> {
  const settings = user.company?.settings ?? []
  const known = groupRules(key => settings.find(setting => setting.key === key)?.value)
  setScope({
    queueIds: [],
    showAll: holds(user, 'tickets-manager:showall') && isAdmin(user),
    groupsApart: known.tab,
    groupsWhole: listsGroups(),
  })
  if (!beginsWithTickets(user)) readDirectories()
  const isStill = (): boolean => useSession.getState().user?.id === user.id
  // Only a remote server has to be sent an admin's queues, so only then the lists wait for them.
  if (!useConnection.getState().embedded && isAdmin(user)) await queuesDirectory.ensure()
  if (!isStill()) return
  setFallbackQueues(queuesToName(user))
  setViewer(viewerOf(user))
  await readFirstList(user)
  if (!isStill()) return
  refreshPinned()
  refreshCounts()
  readDirectories()
}

const listsGroups = (): boolean => capability('groupList') === 'native'
const isAdmin = (user: User): boolean => user.super || user.profile === 'admin'

function signedOut(): void {
  endSession(useSession.getState().reason)
}

/**
 * Starts it; a second call does nothing.
 * @returns how to stop (tests).
 */
export function startAttendance(bridge: AttendanceBridge = window.turno): Unsubscribe {
  if (stopAll) return stopAll
  const stopFeed = startFeed(bridge)
  connectInterest(bridge)
  const release = addInterest({ tickets: ['pending', 'open', 'closed'], notifications: true })

  let current: User | null = null
  const follow = (user: User | null): void => {
    if (user === current) return
    const before = current
    current = user
    if (!user || (before && before.id !== user.id)) signedOut()
    if (user) void signedIn(user)
  }
  follow(useSession.getState().user)
  const stopSession = useSession.subscribe(state => follow(state.user))
  // What a server lists to whom may be known only after the sign-in.
  const stopServer = useServers.subscribe(() => {
    if (!current || useTicketsStore.getState().viewer?.id !== current.id) return
    setViewer(viewerOf(current))
    setScope({ groupsWhole: listsGroups() })
  })
  const stopSettings = settingsDirectory.use.subscribe(({ items, status }) => {
    if (status !== 'ready' || !current) return
    setScope({ groupsApart: groupRules(key => items.find(setting => setting.key === key)?.value).tab })
  })

  stopAll = () => {
    stopSession()
    stopSettings()
    stopServer()
    release()
    connectInterest(null)
    stopFeed()
    signedOut()
    stopAll = null
  }
  return stopAll
}
