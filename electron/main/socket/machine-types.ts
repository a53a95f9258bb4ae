/** State, events and effects of the socket's machine (machine.ts). All times are milliseconds since the epoch. */
import type { Interest, LogPosition, ResumeRequest, SocketState } from '../../../src/contract'
import type { Joined, Room } from './interests'

export type Phase =
  /** Nobody is signed in. */
  | { name: 'off' }
  /** The address and a token are being asked for. */
  | { name: 'preparing' }
  /** Somebody is signed in and yet there is no token: the session is about to end. */
  | { name: 'tokenless' }
  /** A socket is open; its server has not sent `ready` yet. */
  | { name: 'opening'; token: string /** Asked for in the handshake. */; rooms: ReadonlySet<Room> }
  | {
      name: 'ready'
      token: string
      readyAt: number
      /** When anything last came from the server. */
      lastReceivedAt: number
      joined: Joined
      /** Whether a liveness probe is under way. */
      probing: boolean
    }
  /** The pause before the next attempt. */
  | { name: 'waiting' }
  | { name: 'stopped' }

export interface State {
  readonly phase: Phase
  /** Number of the present attempt; each has its own socket, timers and probe. */
  readonly attemptId: number
  /** What windows are shown. */
  readonly status: SocketState['status']
  /** Since when `status` is what it is. */
  readonly since: number
  /** Failed attempts in a row. */
  readonly attempt: number
  readonly failingSince: number | null
  /** Whether this session had a ready socket before: events may be missing before the next one. */
  readonly everReady: boolean
  /** When the last ready socket last received anything. */
  readonly lastConnectedAt: number | null
  /** Position in the event log of the last event received; null where the server does not say, or rights changed since. */
  readonly position: LogPosition | null
  /** What each window wants events of, by the window's number. */
  readonly interests: ReadonlyMap<number, Interest>
  readonly firstInterestAt: number | null
  /** Since when the session has had a token: what windows asked for earlier was not answered earlier. */
  readonly tokenAt: number | null
}

/** `retry`: the pause is over. `ready`: the server was not ready in time. `heartbeat`: presence is to be reported. `places`: the same of tickets. */
export type TimerName = 'retry' | 'ready' | 'heartbeat' | 'places'

export type Event =
  /** The session changed, or is looked at for the first time. */
  | { type: 'session'; signedIn: boolean; hasToken: boolean }
  /** The session is ending. */
  | { type: 'leave' }
  | { type: 'prepared'; attemptId: number; origin: string; token: string | null }
  | { type: 'unprepared'; attemptId: number; why: string }
  /**
   * The server is ready: joins count from now on. `resumed`: what was missed has come, and the rooms that were
   * asked for are joined.
   */
  | { type: 'ready'; attemptId: number; position: LogPosition | null; resumed: boolean }
  /** The server pinged. */
  | { type: 'ping'; attemptId: number }
  /** `mark`: which members of the position are others by this event. */
  | { type: 'received'; attemptId: number; name: string; payload: unknown; mark: Partial<LogPosition> }
  /** The socket could not be opened. */
  | { type: 'lost'; attemptId: number; why: string }
  /** The socket closed; `byServer` when the server closed it, which it does because of the token. */
  | { type: 'closed'; attemptId: number; why: string; byServer: boolean }
  | { type: 'timer'; attemptId: number; name: TimerName }
  | { type: 'probed'; attemptId: number; alive: boolean }
  | { type: 'interest'; windowId: number; interest: Interest }
  | { type: 'windowGone'; windowId: number }
  /** An event names whose ticket this is; `me` is the signed-in user. */
  | { type: 'ticketOwner'; ticketId: number; userId: number | null; me: number }
  | { type: 'presenceChanged' }
  /** The network is back, the computer woke up, somebody asks to try now. */
  | { type: 'check' }
  /** A new socket is wanted: servers decide which events one may receive when it is opened. */
  | { type: 'renew'; why: string }
  | { type: 'stop' }

export type Effect =
  /** Find the address and a token; answers `prepared` or `unprepared`. */
  | { do: 'prepare'; attemptId: number }
  /** Open the socket, going on from where the last one ended. There is none when this is asked for. */
  | { do: 'open'; attemptId: number; origin: string; token: string; resume: ResumeRequest | null }
  /** Close the socket; what it still receives is dropped. */
  | { do: 'close' }
  | { do: 'emit'; message: [event: string, ...payload: string[]] }
  /** Report to the server whether somebody is at the computer. */
  | { do: 'reportPresence' }
  /** Say to colleagues which tickets the person is at. */
  | { do: 'reportPlaces' }
  /** Start a timer, in the place of one of the same name; answers `timer`. */
  | { do: 'startTimer'; name: TimerName; attemptId: number; ms: number }
  | { do: 'cancelTimer'; name: TimerName }
  | { do: 'cancelTimers' }
  /** Probe whether the server still answers; answers `probed`. */
  | { do: 'probe'; attemptId: number }
  /** Deliver an event of the server; `at` is its position in the log. */
  | { do: 'deliver'; name: string; payload: unknown; at: LogPosition | null }
  /** Say that events may have been missed; `since` is when anything last came from the server, if ever. */
  | { do: 'resync'; since: number | null }
  /** Forget the events that wait for the windows. */
  | { do: 'clearFeed' }
  /** Renew the token, unless it is another one by now. */
  | { do: 'refreshToken'; used: string }
  /** Notify the listeners of the state. */
  | { do: 'notify' }
  | { do: 'log'; why: string; attempt: number; pauseMs: number }

/** What a step goes by beside state and event. */
export interface Moment {
  now: number
  /** 0 to 1. */
  random: number
  /** Whether the computer has a network. */
  online: boolean
}
