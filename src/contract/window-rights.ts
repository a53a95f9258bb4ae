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

/** The verbs of a kind of window. */
export const callsOf = (kind: WindowKind): readonly CallName[] =>
  kind === 'recorder' ? RECORDER_CALLS : OTHER_CALLS

/** The events of a kind of window. */
export const eventsOf = (kind: WindowKind): readonly EventName[] =>
  kind === 'recorder' ? RECORDER_EVENTS : OTHER_EVENTS
