/**
 * Which verbs a kind of window may call and which events it hears. Preloads expose no more, and main refuses and
 * withholds the rest: a page that is broken into gains nothing that its window does not need. Names only, because
 * sandboxed preloads carry it.
 */
import type { AppInfo, CallName, EventName } from './bridge'
import { CALL_NAMES, EVENT_NAMES } from './channels'

export type WindowKind = AppInfo['window']

const RECORDER_CALLS: readonly CallName[] = ['microphone.report', 'log.write']
const RECORDER_EVENTS: readonly EventName[] = ['microphoneOrder']

const ofRecorder = (name: CallName | EventName): boolean => /^microphone[.O]/.test(name)
const OTHER_CALLS: readonly CallName[] = CALL_NAMES.filter(name => !ofRecorder(name))
const OTHER_EVENTS: readonly EventName[] = EVENT_NAMES.filter(name => !ofRecorder(name))

/** Windows that look on: they send nothing, keep nothing and end no session. */
const WATCHER_CALLS: readonly CallName[] = [
  'app.info',
  'app.reload',
  'app.openExternal',
  'session.state',
  'servers.state',
  'socket.state',
  'socket.setInterest',
  'socket.check',
  'feed.position',
  'cache.ticket',
  'cache.thread',
  'preferences.get',
  'downloads.start',
  'windows.spy',
  'windows.showTicket',
  'windows.close',
  'log.write',
]
const WATCHER_EVENTS: readonly EventName[] = [
  'feed',
  'sessionChanged',
  'serversChanged',
  'socketChanged',
  'preferencesChanged',
  'navigate',
]

/** A ticket on its own has all that a conversation needs; the program's own matters stay with the console. */
const ofConsole = (name: CallName | EventName): boolean =>
  /^(attention|network|keeping|recovery|pairing|updates|data|diagnostics|spelling)/.test(name) ||
  name === 'app.quit' ||
  name === 'downloads.pdf' ||
  name === 'preferences.reset' ||
  [
    'session.signIn',
    'session.allowPlainStorage',
    'servers.use',
    'servers.look',
    'servers.join',
    'servers.tryDemo',
    'servers.forget',
    'sound',
    'frameEscaped',
  ].includes(name)

const CALLS: Record<WindowKind, readonly CallName[]> = {
  console: OTHER_CALLS,
  popout: OTHER_CALLS.filter(name => !ofConsole(name)),
  spy: WATCHER_CALLS,
  wall: WATCHER_CALLS,
  recorder: RECORDER_CALLS,
}
const EVENTS: Record<WindowKind, readonly EventName[]> = {
  console: OTHER_EVENTS,
  popout: OTHER_EVENTS.filter(name => !ofConsole(name)),
  spy: WATCHER_EVENTS,
  wall: WATCHER_EVENTS,
  recorder: RECORDER_EVENTS,
}

/** The verbs of a kind of window. */
export const callsOf = (kind: WindowKind): readonly CallName[] => CALLS[kind]

/** The events of a kind of window. */
export const eventsOf = (kind: WindowKind): readonly EventName[] => EVENTS[kind]
