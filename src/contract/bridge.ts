/**
 * The bridge between windows and the main process: every verb and every event, named once, typed once, checked by
 * schema in both directions. Preloads expose it as `window.turno`; results are values, because Electron flattens
 * thrown errors to text.
 */
import { z } from 'zod'
import { attentionState, NOTICE_KINDS, SOUND_NAMES, updateState } from './attention'
import { serverCheck, serversState } from './capabilities'
import { TICKET_STATUSES } from './constants'
import { DEMO_ROLES } from './demo'
import { message, ticket, user } from './entities'
import { bridgeInvitation, bridgeJoining, COMPUTER_STATES, invitationLook } from './local-network'
import { localHits } from './local-search'
import { networkAnswer, networkState } from './network'
import { draft, outboxEntry, outgoing } from './outgoing'
import { pairingState } from './pairing'
import { preferenceChange, preferences } from './preferences'
import type { NumberedFeedEvent } from './realtime'
import { audioInput, microphoneOrder, microphoneReport, recorderLevel, recorderState } from './recorder'
import { companyManagers, managerPassword, passwordSet } from './recovery'
import {
  aboutProgram,
  downloadEntry,
  downloadRequest,
  keptData,
  PDF_OUTCOMES,
  pdfRequest,
  spellingState,
} from './system'
import { ticketPlaces } from './ticket-presence'
import { credentials } from './two-factor'
import { keepingState } from './workspace'

export type Result<T> = { ok: true; value: T } | { ok: false; code: string; message: string }

/* ---------------------------------------------------------------- shapes */

export const sessionState = z.object({
  /** `expired`: the server ended it; `elsewhere`: the account was opened on another computer. */
  status: z.enum(['starting', 'signedOut', 'signedIn']),
  user: user.nullable(),
  reason: z.enum(['none', 'expired', 'elsewhere', 'signedOut', 'companyExpired', 'switched']),
  /** How the session is kept on this computer; `refused` means it lives in memory until the user agrees to plain text. */
  storage: z.enum(['encrypted', 'plain', 'refused', 'none']),
})
export type SessionState = z.output<typeof sessionState>

export const socketState = z.object({
  status: z.enum(['idle', 'connected', 'reconnecting', 'offline']),
  /** ISO-8601 instant of the last change. */
  since: z.string(),
  attempt: z.number().int(),
  /** Address shown in settings and the account menu. */
  server: z.string(),
  embedded: z.boolean(),
  /** Its certificate is refused: it is not away, and waiting alone does not help. */
  untrusted: z.boolean(),
  /** It is a colleague's computer (contract/local-network). */
  near: z.boolean().default(false),
  /** What that computer said before it did not answer any more; null: nothing. */
  gone: z.enum(COMPUTER_STATES).nullable().default(null),
})
export type SocketState = z.output<typeof socketState>

/** What a window wants to hear about: main joins the union of all windows' rooms. */
export const interest = z.object({
  tickets: z.array(z.enum(['pending', 'open', 'closed'])),
  chatBoxes: z.array(z.number().int()),
  notifications: z.boolean(),
  /** Conversations that were read here and that the server does not know as read yet: no rooms, but they count as read. */
  read: z.array(z.number().int()).optional(),
  /** Tickets its person is at, for colleagues to know. A window that only looks on names none. */
  places: ticketPlaces.optional(),
})
export type Interest = z.output<typeof interest>

export const appInfo = z.object({
  version: z.string(),
  platform: z.string(),
  host: z.enum(['electron', 'stand-in']),
  locale: z.string(),
  /** Kind of window that asks. */
  window: z.enum(['console', 'spy', 'wall', 'popout', 'recorder']),
})
export type AppInfo = z.output<typeof appInfo>

const nothing = z.undefined()
const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output })

/* ---------------------------------------------------------------- verbs */

/** Every verb, `area.verb`. Main answers each; preloads expose those their window may use. */
export const bridgeCalls = {
  'app.info': call(nothing, appInfo),
  'app.reload': call(nothing, nothing),
  /** Ends Turno, whatever closing a window means here. */
  'app.quit': call(nothing, nothing),
  'app.openExternal': call(z.object({ url: z.string().max(2_048) }), nothing),

  'session.state': call(nothing, sessionState),
  'session.signIn': call(credentials, sessionState),
  'session.signOut': call(nothing, nothing),
  /** The user agrees (or not) to a session kept without a keyring. */
  'session.allowPlainStorage': call(z.object({ allow: z.boolean() }), sessionState),

  /** Servers this computer knows, which one is in use, and what it can do. */
  'servers.state': call(nothing, serversState),
  /** Asks an address what it is, without side effects there. A full http(s) URL, with or without a path. */
  'servers.check': call(z.object({ address: z.string().max(2_048) }), serverCheck),
  /** Goes over to another server; its kept session is taken up. By key of a known one, or by a checked address. */
  'servers.use': call(
    z.union([z.object({ key: z.string().max(2_048) }), z.object({ address: z.string().max(2_048) })]),
    serversState,
  ),
  /** Whom an invitation to a colleague's computer is for; it stays open. */
  'servers.look': call(bridgeInvitation, invitationLook),
  /** Takes an invitation, goes over to the company and signs in. */
  'servers.join': call(bridgeJoining, sessionState),
  /** Goes over to the demo of this computer and signs in as one of its people. */
  'servers.tryDemo': call(z.object({ role: z.enum(DEMO_ROLES) }), sessionState),
  /** Forgets a server and the session kept for it; not the one in use. */
  'servers.forget': call(z.object({ key: z.string().max(2_048) }), serversState),

  'socket.state': call(nothing, socketState),
  'socket.setInterest': call(interest, nothing),
  /** Forces a liveness check; answers the state it found. */
  'socket.check': call(nothing, socketState),

  /** A proxy's password, a certificate to show: what the network asks the person. */
  'network.state': call(nothing, networkState),
  'network.answer': call(networkAnswer, nothing),
  /** The page of macOS's settings that lets a program into the local network; other systems have none. */
  'network.openSystemSettings': call(nothing, z.object({ opened: z.boolean() })),

  /** What happened to the file of this computer's own workspace, and whether a copy is being put in place. */
  'keeping.state': call(nothing, keepingState),
  /** It was read: the workspace is used as it is. */
  'keeping.goOn': call(nothing, keepingState),
  /** Puts the copy of a day in place; the file that stood there is moved aside. */
  'keeping.restore': call(z.object({ day: z.iso.date() }), keepingState),
  /** Shows the folder of the copies in the system. */
  'keeping.showCopies': call(nothing, z.object({ opened: z.boolean() })),

  /** Who manages the company whose folder is on this computer; nobody while another server is in use. */
  'recovery.managers': call(nothing, companyManagers),
  /** Gives one of them another password, without the one so far; every session of that person ends. */
  'recovery.setPassword': call(managerPassword, passwordSet),

  /** The component that pairs numbers like WhatsApp Web: a company of this computer installs it. */
  'pairing.state': call(nothing, pairingState),
  /** Begins to fetch it; how it goes is an event. By the registry's address, where the administrator has set none. */
  'pairing.install': call(z.object({ registry: z.string().max(2_048) }), pairingState),
  'pairing.cancel': call(nothing, pairingState),
  /** Takes it away; its numbers stop. */
  'pairing.remove': call(nothing, pairingState),

  /** Number of the last event sent to this window: what a snapshot is taken at. */
  'feed.position': call(nothing, z.object({ seq: z.number().int() })),

  'outbox.list': call(nothing, z.array(outboxEntry)),
  'outbox.enqueue': call(outgoing, outboxEntry),
  'outbox.retry': call(z.object({ id: z.string() }), outboxEntry),
  /** Takes back an entry that has not left; answers whether it was still there. */
  'outbox.remove': call(z.object({ id: z.string() }), z.object({ removed: z.boolean() })),
  'outbox.edit': call(z.object({ id: z.string(), body: z.string().min(1).max(70_000) }), outboxEntry),
  /** Lets a held entry go at once. */
  'outbox.release': call(z.object({ id: z.string() }), nothing),

  'drafts.list': call(nothing, z.array(draft)),
  'drafts.save': call(draft, nothing),
  'drafts.remove': call(z.object({ ticketId: z.number().int() }), nothing),

  /** Searches what this computer has seen; accents and case do not matter, words may be unfinished. */
  'search.local': call(
    z.object({ text: z.string().max(200), limit: z.number().int().min(1).max(100).default(20) }),
    localHits,
  ),

  /** A seen ticket by id or uuid, to paint before the server answers; null when it was never seen. */
  'cache.ticket': call(
    z.union([z.object({ id: z.number().int() }), z.object({ uuid: z.string().max(64) })]),
    ticket.nullable(),
  ),
  /** Seen tickets of a status, latest first: the lists while offline. */
  'cache.tickets': call(
    z.object({ status: z.enum(TICKET_STATUSES), limit: z.number().int().min(1).max(500).default(200) }),
    z.array(ticket),
  ),
  /** Seen messages of a ticket in order of time: the newest, or those before a message. */
  'cache.thread': call(
    z.object({
      ticketId: z.number().int(),
      before: z.string().max(128).nullable().default(null),
      limit: z.number().int().min(1).max(500).default(40),
    }),
    z.object({ messages: z.array(message), hasMore: z.boolean() }),
  ),

  'preferences.get': call(nothing, preferences),
  'preferences.set': call(preferenceChange, preferences),
  /** Everything as it was on the first day; the language stays. */
  'preferences.reset': call(nothing, preferences),

  /** Whether the chord that brings Turno up works; `refused`: the system or another program has it. */
  'shortcut.state': call(nothing, z.object({ state: z.enum(['off', 'on', 'refused']) })),

  /** Files saved since the start, latest first. */
  'downloads.list': call(nothing, z.array(downloadEntry)),
  /** Saves a file of our origin; answers whether it began (the person may have changed their mind). */
  'downloads.start': call(downloadRequest, z.object({ started: z.boolean() })),
  /** Saves the page of the window that asks as PDF, as it is printed; answers when it is there. How far it is, is in the list. */
  'downloads.pdf': call(pdfRequest, z.object({ outcome: z.enum(PDF_OUTCOMES) })),
  'downloads.cancel': call(z.object({ id: z.string() }), nothing),
  /** Opens a saved file, or shows it in its folder when it might run something; `gone` when it is not there any more. */
  'downloads.open': call(
    z.object({ id: z.string() }),
    z.object({ outcome: z.enum(['opened', 'shown', 'gone']) }),
  ),
  'downloads.reveal': call(z.object({ id: z.string() }), z.object({ outcome: z.enum(['shown', 'gone']) })),
  /** Takes an entry off the list; the file stays. */
  'downloads.forget': call(z.object({ id: z.string() }), nothing),

  'spelling.state': call(nothing, spellingState),
  'spelling.forget': call(z.object({ word: z.string().min(1).max(99) }), spellingState),

  /** What is kept on this computer for the account that is signed in. */
  'data.kept': call(nothing, keptData),
  /** Erases what was seen (tickets, messages, contacts, the search index) and Chromium's cache; drafts stay. */
  'data.eraseSeen': call(nothing, keptData),

  'diagnostics.about': call(nothing, aboutProgram),
  /** The report as it would leave: masked, complete, nothing is added afterwards. */
  'diagnostics.report': call(nothing, z.object({ text: z.string() })),
  /** Shows the licences of what Turno is made of. */
  'diagnostics.licences': call(nothing, z.object({ opened: z.boolean() })),

  'attention.state': call(nothing, attentionState),
  /** I am away, or back (the tray's status). */
  'attention.pause': call(z.object({ paused: z.boolean() }), attentionState),
  /** Waiting customers are not announced for this long; 0 ends it. */
  'attention.snooze': call(z.object({ minutes: z.number().int().min(0).max(120) }), attentionState),
  /** Shows a notice as the system would, to find out whether it lets Turno. */
  'attention.test': call(z.object({ kind: z.enum(NOTICE_KINDS) }), attentionState),
  /** Opens the system's own settings for notices, where it has such a page. */
  'attention.openSystemSettings': call(nothing, z.object({ opened: z.boolean() })),

  'updates.state': call(nothing, updateState),
  'updates.check': call(nothing, updateState),
  /** Restarts into the new version; refused while something would be lost. */
  'updates.install': call(nothing, updateState),

  'recorder.state': call(nothing, recorderState),
  /** Begins a recording for a ticket, or a test of the microphone (null), unless one is under way. */
  'recorder.start': call(z.object({ ticketId: z.number().int().nullable() }), recorderState),
  'recorder.pause': call(z.object({ takeId: z.string() }), recorderState),
  'recorder.resume': call(z.object({ takeId: z.string() }), recorderState),
  /** Ends it and keeps it: it appears among the finished ones. */
  'recorder.stop': call(z.object({ takeId: z.string() }), recorderState),
  /** Ends it and keeps nothing; also takes a failure off the screen. */
  'recorder.cancel': call(z.object({ takeId: z.string() }), recorderState),
  /** Takes a finished recording over; answers whether no other window was faster. */
  'recorder.claim': call(z.object({ takeId: z.string() }), z.object({ claimed: z.boolean() })),
  'recorder.devices': call(nothing, z.array(audioInput)),
  /** Opens the system's page where the microphone is allowed. */
  'recorder.openSystemSettings': call(nothing, z.object({ opened: z.boolean() })),

  /** Only for the recorder's own hidden page (contract/window-rights). */
  'microphone.report': call(microphoneReport, nothing),

  /** A ticket's thread in a window of its own, read only; for who may spy (contract/permissions). */
  'windows.spy': call(z.object({ ticketId: z.number().int() }), nothing),
  /** The wall of live threads; the one that is open comes to the front. */
  'windows.wall': call(nothing, nothing),
  /** A ticket with everything one does in it, in a window of its own. */
  'windows.popOut': call(z.object({ uuid: z.string().min(1).max(64) }), nothing),
  /** Brings the console to the front and shows a ticket there. */
  'windows.showTicket': call(z.object({ uuid: z.string().min(1).max(64) }), nothing),
  /** Closes the window that asks; the console stays. */
  'windows.close': call(nothing, nothing),

  /** A renderer's own error or note; redacted before it is written. */
  'log.write': call(
    z.object({
      level: z.enum(['error', 'warn', 'info']),
      message: z.string().max(4_000),
      context: z.record(z.string(), z.unknown()).optional(),
    }),
    nothing,
  ),
} as const

export type CallName = keyof typeof bridgeCalls
export type CallInput<N extends CallName> = z.input<(typeof bridgeCalls)[N]['input']>
export type CallParsed<N extends CallName> = z.output<(typeof bridgeCalls)[N]['input']>
export type CallOutput<N extends CallName> = z.output<(typeof bridgeCalls)[N]['output']>

/* ---------------------------------------------------------------- events */

/** Events from main to windows. Of the feed only the frame is checked: main parsed its members on arrival. */
export const bridgeEvents = {
  feed: z.object({
    events: z.array(
      z.custom<NumberedFeedEvent>(v => typeof v === 'object' && v !== null && 'seq' in v && 'event' in v),
    ),
  }),
  sessionChanged: sessionState,
  serversChanged: serversState,
  socketChanged: socketState,
  networkAsked: networkState,
  keepingChanged: keepingState,
  pairingChanged: pairingState,
  outboxChanged: z.object({ upserts: z.array(outboxEntry), removed: z.array(z.string()) }),
  preferencesChanged: preferences,
  attentionChanged: attentionState,
  /** Main asks the console to sound, at this volume (0 to 1). */
  sound: z.object({ name: z.enum(SOUND_NAMES), volume: z.number().min(0).max(1) }),
  updatesChanged: updateState,
  /** Every entry, latest first. */
  downloadsChanged: z.object({ entries: z.array(downloadEntry) }),
  spellingChanged: spellingState,
  recorderChanged: recorderState,
  recorderLevel,
  /** Only for the recorder's own hidden page. */
  microphoneOrder,
  /** Main asks the window to show a route (deep link, notification click, second instance). */
  navigate: z.object({ path: z.string().regex(/^\//) }),
  /** Escape was pressed in a frame of another host, whose keys the page does not hear. */
  frameEscaped: z.object({}),
} as const

export type EventName = keyof typeof bridgeEvents
export type EventData<E extends EventName> = z.output<(typeof bridgeEvents)[E]>
export type Unsubscribe = () => void

type AreaOf<N extends string> = N extends `${infer A}.${string}` ? A : never
type VerbOf<N extends string, A extends string> = N extends `${A}.${infer V}` ? V : never
type NameOf<A extends string, V extends string> = Extract<CallName, `${A}.${V}`>

/** `window.turno`: named verbs by area and one subscription per event. */
export type TurnoBridge = {
  [A in AreaOf<CallName>]: {
    [V in VerbOf<CallName, A>]: undefined extends CallInput<NameOf<A, V>>
      ? () => Promise<Result<CallOutput<NameOf<A, V>>>>
      : (input: CallInput<NameOf<A, V>>) => Promise<Result<CallOutput<NameOf<A, V>>>>
  }
} & {
  on: { [E in EventName]: (listener: (data: EventData<E>) => void) => Unsubscribe }
}
