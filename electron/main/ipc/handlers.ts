/** What each verb of the bridge does: a line or two over the modules that do it. */
import type { AppInfo } from '../../../src/contract'
import { eraseSeen, keptData } from '../data/kept'
import type { Diagnostics } from '../diagnostics/diagnostics'
import type { Downloads } from '../downloads/downloads'
import { MainError } from '../errors'
import type { LocalStore } from '../local-store'
import type { Log } from '../log/log'
import type { Microphone } from '../microphone/microphone'
import type { Network } from '../network/network'
import type { Pairing } from '../pairing/pairing'
import type { Servers } from '../servers/servers'
import type { Session } from '../session/session'
import type { SettingsStore } from '../settings/settings'
import type { Feed } from '../socket/feed'
import type { ServerSocket } from '../socket/socket'
import type { Spelling } from '../spelling/spelling'
import type { Notifications } from '../start/parts'
import type { SystemShortcut } from '../system/global-shortcut'
import type { Updates } from '../updates/updates'
import type { SecondWindows } from '../windows/second-windows'
import type { Keeping } from '../workspace/keeping'
import type { Recovery } from '../workspace/recovery'
import type { Handlers } from './ipc'

/** The verbs whose names begin with an area. */
type HandlersOf<Area extends string> = Pick<Handlers, Extract<keyof Handlers, `${Area}.${string}`>>

const attentionHandlers = (notifications: Notifications): HandlersOf<'attention'> => ({
  'attention.state': () => notifications.state(),
  'attention.pause': ({ paused }) => {
    notifications.pause(paused)
    return notifications.state()
  },
  'attention.snooze': ({ minutes }) => {
    notifications.snooze(minutes)
    return notifications.state()
  },
  'attention.test': ({ kind }) => {
    notifications.test(kind)
    return notifications.state()
  },
  'attention.openSystemSettings': async () => ({ opened: await notifications.openSystemSettings() }),
})

const downloadHandlers = (downloads: Downloads): HandlersOf<'downloads'> => ({
  'downloads.list': () => downloads.list(),
  'downloads.start': async (request, caller) => ({ started: await downloads.start(request, caller.id) }),
  'downloads.pdf': async (request, caller) => ({ outcome: await downloads.pdf(request, caller.id) }),
  'downloads.cancel': ({ id }) => downloads.cancel(id) as undefined,
  'downloads.open': async ({ id }) => ({ outcome: await downloads.open(id) }),
  'downloads.reveal': ({ id }) => ({ outcome: downloads.reveal(id) }),
  'downloads.forget': ({ id }) => downloads.forget(id) as undefined,
})

const microphoneHandlers = (microphone: Microphone): HandlersOf<'recorder' | 'microphone'> => ({
  'recorder.state': () => microphone.state(),
  'recorder.start': ({ ticketId }, caller) => microphone.start(ticketId, caller.id),
  'recorder.pause': ({ takeId }) => microphone.control('pause', takeId),
  'recorder.resume': ({ takeId }) => microphone.control('resume', takeId),
  'recorder.stop': ({ takeId }) => microphone.control('stop', takeId),
  'recorder.cancel': ({ takeId }) => microphone.control('cancel', takeId),
  'recorder.claim': ({ takeId }, caller) => ({ claimed: microphone.claim(takeId, caller.id) }),
  'recorder.devices': () => microphone.devices(),
  'recorder.openSystemSettings': async () => ({ opened: await microphone.openSystemSettings() }),
  'microphone.report': (report, caller) => microphone.report(caller.id, report) as undefined,
})

const pairingHandlers = (pairing: Pairing): HandlersOf<'pairing'> => ({
  'pairing.state': () => pairing.state(),
  'pairing.install': ({ registry }) => pairing.install(registry),
  'pairing.cancel': () => pairing.cancel(),
  'pairing.remove': () => pairing.remove(),
})

const spellingHandlers = (spelling: Spelling): HandlersOf<'spelling'> => ({
  'spelling.state': () => spelling.state(),
  'spelling.forget': ({ word }) => {
    spelling.forget(word)
    return spelling.state()
  },
})

const updateHandlers = (updates: Updates): HandlersOf<'updates'> => ({
  'updates.state': () => updates.state(),
  'updates.check': () => updates.check(),
  'updates.install': () => updates.install(),
})

export interface HandlerDeps {
  info: Omit<AppInfo, 'window'>
  session: Session
  servers: Servers
  socket: ServerSocket
  feed: Feed
  settings: SettingsStore
  local: LocalStore
  reload: (windowId: number) => void
  quit: () => void
  network: Network
  keeping: Keeping
  recovery: Recovery
  openExternal: (url: string) => Promise<boolean>
  openNetworkSettings: () => Promise<boolean>
  microphone: Microphone
  second: SecondWindows
  notifications: Notifications
  updates: Updates
  downloads: Downloads
  spelling: Spelling
  pairing: Pairing
  diagnostics: Diagnostics
  shortcut: Pick<SystemShortcut, 'state'>
  /** Empties Chromium's own cache. */
  clearCache: () => Promise<void>
  openPath: (path: string) => Promise<unknown>
  /** Folder of the workspace's daily copies; null while another server is in use. */
  copies: () => string | null
  log: Log
}

export function makeHandlers(deps: HandlerDeps): Handlers {
  const { session, socket, feed, settings, local, second } = deps
  const renderer = deps.log.child('renderer')
  return {
    'app.info': (_, caller) => ({ ...deps.info, window: caller.kind }),
    'app.reload': (_, caller) => deps.reload(caller.id) as undefined,
    'app.quit': () => deps.quit() as undefined,
    'app.openExternal': async ({ url }) => {
      if (!(await deps.openExternal(url)))
        throw new MainError('BRIDGE_INVALID_INPUT', 'This kind of link is not opened')
      return undefined
    },

    'session.state': () => session.state(),
    'session.signIn': ({ email, password, code }) => session.signIn(email, password, code),
    'session.signOut': async () => {
      await session.signOut()
      return undefined
    },
    'session.allowPlainStorage': ({ allow }) => session.allowPlainStorage(allow),

    'servers.state': () => deps.servers.state(),
    'servers.check': ({ address }) => deps.servers.check(address),
    'servers.use': wanted => deps.servers.use(wanted),
    'servers.look': invitation => deps.servers.look(invitation),
    'servers.join': wanted => deps.servers.join(wanted),
    'servers.tryDemo': ({ role }) => deps.servers.tryDemo(role),
    'servers.forget': ({ key }) => deps.servers.forget(key),

    'socket.state': () => socket.state(),
    'socket.setInterest': (interest, caller) => {
      socket.setInterest(caller.id, interest)
      deps.notifications.looked()
      return undefined
    },
    'socket.check': () => {
      deps.network.signIn.again()
      return socket.check()
    },

    'network.state': () => deps.network.questions.state(),
    'network.answer': given => deps.network.questions.answer(given) as undefined,
    'network.openSystemSettings': async () => ({ opened: await deps.openNetworkSettings() }),

    'keeping.state': () => deps.keeping.state(),
    'keeping.goOn': () => deps.keeping.goOn(),
    'keeping.restore': ({ day }) => deps.keeping.restore(day),
    'recovery.managers': () => deps.recovery.managers(),
    'recovery.setPassword': wanted => deps.recovery.setPassword(wanted),

    'keeping.showCopies': async () => {
      const folder = deps.keeping.copies()
      if (folder) await deps.openPath(folder)
      return { opened: folder !== null }
    },

    'feed.position': () => ({ seq: feed.position() }),

    'outbox.list': async () => {
      await local.settled()
      return local.outbox.list()
    },
    'outbox.enqueue': async entry => {
      await local.settled()
      return local.outbox.enqueue(entry)
    },
    'outbox.retry': ({ id }) => local.outbox.retry(id),
    'outbox.remove': ({ id }) => local.outbox.remove(id),
    'outbox.edit': ({ id, body }) => local.outbox.edit(id, body),
    'outbox.release': async ({ id }) => {
      await local.outbox.release(id)
      return undefined
    },

    'drafts.list': async () => {
      await local.settled()
      return local.drafts.list()
    },
    'drafts.save': async draft => {
      await local.settled()
      await local.drafts.save(draft)
      return undefined
    },
    'drafts.remove': async ({ ticketId }) => {
      await local.settled()
      await local.drafts.remove(ticketId)
      return undefined
    },

    'search.local': async ({ text, limit }) => {
      await local.settled()
      return local.cache.search(text, limit)
    },
    'cache.ticket': async by => {
      await local.settled()
      return local.cache.ticket(by)
    },
    'cache.tickets': async ({ status, limit }) => {
      await local.settled()
      return local.cache.tickets(status, limit)
    },
    'cache.thread': async ({ ticketId, before, limit }) => {
      await local.settled()
      return local.cache.thread(ticketId, { before, limit })
    },

    'preferences.get': () => settings.preferences(),
    'preferences.set': change => settings.setPreferences(change),
    'preferences.reset': () => settings.resetPreferences(),

    'shortcut.state': () => ({ state: deps.shortcut.state() }),

    'data.kept': () => keptData(local, deps.copies()),
    'data.eraseSeen': async () => {
      await eraseSeen(local)
      await deps.clearCache()
      return keptData(local, deps.copies())
    },

    'diagnostics.about': () => deps.diagnostics.about(),
    'diagnostics.report': async () => ({ text: await deps.diagnostics.report() }),
    'diagnostics.licences': async () => {
      const file = deps.diagnostics.licences()
      if (file) await deps.openPath(file)
      return { opened: file !== null }
    },

    'windows.spy': ({ ticketId }) => second.spy(ticketId) as undefined,
    'windows.wall': () => second.wall() as undefined,
    'windows.popOut': ({ uuid }) => second.popOut(uuid) as undefined,
    'windows.showTicket': ({ uuid }) => second.showTicket(uuid) as undefined,
    'windows.close': (_, caller) => second.close(caller.id) as undefined,

    ...microphoneHandlers(deps.microphone),
    ...attentionHandlers(deps.notifications),
    ...updateHandlers(deps.updates),
    ...downloadHandlers(deps.downloads),
    ...spellingHandlers(deps.spelling),
    ...pairingHandlers(deps.pairing),

    'log.write': ({ level, message, context }) => renderer[level](message, context) as undefined,
  }
}
