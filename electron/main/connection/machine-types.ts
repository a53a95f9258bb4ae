/** What the connection's machine (machine.ts) knows, hears and asks for. All times are milliseconds since the epoch. */
import type { ConnectionState, Interest, LogPosition, ResumeRequest } from '../../../src/contract'
import type { Joined, Room } from './interests'

export type Phase =
  /** Nobody is signed in. */
  | { name: 'off' }
  /** The address and a token are being asked for. */
  | { name: 'preparing' }
  /** Somebody is signed in and yet there is no token: the session is about to end. */
  | { name: 'tokenless' }
  /** A socket is open; its server has not said `ready` yet. */
  | { name: 'opening'; token: string /** Asked for with the connection itself. */; rooms: ReadonlySet<Room> }
  | {
      name: 'ready'
      token: string
      readyAt: number
      /** When the server was last heard of. */
      heardAt: number
      joined: Joined
      /** Whether it is being asked for a sign of life. */
      probing: boolean
    }
  /** The pause before the next attempt. */
  | { name: 'waiting' }
  | { name: 'stopped' }

export interface State {
  readonly phase: Phase
  /** Number of the present attempt. */
  readonly line: number
  /** What windows are shown. */
  readonly status: ConnectionState['status']
  /** Since when `status` is what it is. */
  readonly since: number
  /** Failed attempts in a row. */
  readonly attempt: number
  readonly failingSince: number | null
  /** Whether this session's events came over a connection before: the next one follows a gap. */
  readonly everReady: boolean
  /** When the last connection that was ready was last heard of. */
  readonly lastHeardAt: number | null
  /** How far the events are that were heard; null where the server does not say, or rights changed since. */
  readonly position: LogPosition | null
  /** What each window wants to hear of, by the window's number. */
  readonly interests: ReadonlyMap<number, Interest>
  readonly firstInterestAt: number | null
  /** Since when the session has had a token: what windows asked for earlier was not answered earlier. */
  readonly tokenAt: number | null
}

/** `retry`: the pause is over. `ready`: the server said nothing in time. `heartbeat`: presence is to be reported. */
export type TimerName = 'retry' | 'ready' | 'heartbeat'

export type Event =
  /** The session changed, or is looked at for the first time. */
  | { type: 'session'; signedIn: boolean; hasToken: boolean }
  /** The session is ending. */
  | { type: 'leave' }
  | { type: 'prepared'; line: number; origin: string; token: string | null }
  | { type: 'unprepared'; line: number; why: string }
  /**
   * The server said that it listens: joins count from now on. `resumed`: what was missed has come, and the rooms that were
   * asked for are joined.
   */
  | { type: 'ready'; line: number; position: LogPosition | null; resumed: boolean }
  /** Anything came over the socket, a ping included. */
  | { type: 'heard'; line: number }
  /** `mark`: which members of the position are others by this event. */
  | { type: 'received'; line: number; name: string; payload: unknown; mark: Partial<LogPosition> }
  /** The socket could not be opened. */
  | { type: 'lost'; line: number; why: string }
  /** The socket closed; `byServer` when the server showed the door, which it does because of the token. */
  | { type: 'closed'; line: number; why: string; byServer: boolean }
  | { type: 'timer'; line: number; name: TimerName }
  | { type: 'probed'; line: number; alive: boolean }
  | { type: 'interest'; windowId: number; interest: Interest }
  | { type: 'windowGone'; windowId: number }
  /** An event says whose ticket this is; `me` is the signed-in user. */
  | { type: 'ticketOwner'; ticketId: number; userId: number | null; me: number }
  | { type: 'presenceChanged' }
  /** The network is back, the computer woke up, somebody asks to try now. */
  | { type: 'check' }
  /** A new connection is wanted: servers decide what one may hear when it is made. */
  | { type: 'renew'; why: string }
  | { type: 'stop' }

export type Effect =
  /** Find the address and a token; answers `prepared` or `unprepared`. */
  | { do: 'prepare'; line: number }
  /** Open the socket, going on from where the last one ended. There is none when this is asked for. */
  | { do: 'open'; line: number; origin: string; token: string; resume: ResumeRequest | null }
  /** Close the socket; nothing it still says is heard. */
  | { do: 'close' }
  | { do: 'emit'; message: [event: string, ...payload: string[]] }
  /** Tell the server whether somebody is at the computer. */
  | { do: 'reportPresence' }
  /** Start a timer, in the place of one of the same name; answers `timer`. */
  | { do: 'startTimer'; name: TimerName; line: number; ms: number }
  | { do: 'cancelTimer'; name: TimerName }
  | { do: 'cancelTimers' }
  /** Ask the server for a sign of life; answers `probed`. */
  | { do: 'probe'; line: number }
  /** Hand an event of the server on; `at` is how far the events are by it. */
  | { do: 'deliver'; name: string; payload: unknown; at: LogPosition | null }
  /** Say that events may have been missed; `since` is when the server was last heard, if ever. */
  | { do: 'resync'; since: number | null }
  /** Forget the events that wait for the windows. */
  | { do: 'clearFeed' }
  /** Renew the token, unless it is another one by now. */
  | { do: 'refreshToken'; used: string }
  /** Tell those who listen what is shown. */
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
