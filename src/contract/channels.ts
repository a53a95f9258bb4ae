/**
 * Names of the bridge without its schemas, so that a sandboxed preload stays a few kilobytes. The lists are checked
 * against `bridgeCalls` and `bridgeEvents` by the compiler: a verb missing here does not compile.
 */
import type { CallName, EventName } from './bridge'

const calls = {
  'app.info': true,
  'app.reload': true,
  'app.openExternal': true,
  'session.state': true,
  'session.signIn': true,
  'session.signOut': true,
  'session.allowPlainStorage': true,
  'servers.state': true,
  'servers.check': true,
  'servers.use': true,
  'servers.forget': true,
  'connection.state': true,
  'connection.setInterest': true,
  'connection.check': true,
  'feed.position': true,
  'outbox.list': true,
  'outbox.enqueue': true,
  'outbox.retry': true,
  'outbox.remove': true,
  'outbox.edit': true,
  'outbox.release': true,
  'drafts.list': true,
  'drafts.save': true,
  'drafts.remove': true,
  'search.local': true,
  'cache.ticket': true,
  'cache.tickets': true,
  'cache.thread': true,
  'preferences.get': true,
  'preferences.set': true,
  'attention.state': true,
  'attention.pause': true,
  'attention.snooze': true,
  'attention.test': true,
  'attention.openSystemSettings': true,
  'updates.state': true,
  'updates.check': true,
  'updates.install': true,
  'recorder.state': true,
  'recorder.start': true,
  'recorder.pause': true,
  'recorder.resume': true,
  'recorder.stop': true,
  'recorder.cancel': true,
  'recorder.claim': true,
  'recorder.devices': true,
  'recorder.openSystemSettings': true,
  'microphone.report': true,
  'windows.spy': true,
  'windows.wall': true,
  'windows.popOut': true,
  'windows.showTicket': true,
  'windows.close': true,
  'log.write': true,
} as const satisfies Record<CallName, true>

const events = {
  feed: true,
  sessionChanged: true,
  serversChanged: true,
  connectionChanged: true,
  outboxChanged: true,
  preferencesChanged: true,
  attentionChanged: true,
  sound: true,
  updatesChanged: true,
  recorderChanged: true,
  recorderLevel: true,
  microphoneOrder: true,
  navigate: true,
} as const satisfies Record<EventName, true>

export const CALL_NAMES = Object.keys(calls) as CallName[]
export const EVENT_NAMES = Object.keys(events) as EventName[]

/** IPC channel of a verb and of an event; only the ipc room and the preloads use them. */
export const callChannel = (name: CallName): string => `turno:call:${name}`
export const eventChannel = (name: EventName): string => `turno:event:${name}`
