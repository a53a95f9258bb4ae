/**
 * The rules of the one realtime socket as a pure function: (state, event) → (state, effects). Nothing here knows
 * sockets, timers, tokens or Electron; socket.ts carries the effects out and hands back what comes of them.
 *
 *     off ── signed in ──> preparing ── address and token ──> opening ── "ready" ──> ready
 *      ^                       ^  │ none                         │                     │
 *      │                       │  └──> tokenless                 └──── lost, closed ───┤
 *      └── signed out ─ (any)  └────── pause is over ── waiting <──────────────────────┘
 *
 * `stopped` is the end: nothing follows from any event there.
 *
 * Every attempt has a number (`attemptId`). What an attempt started (a question for the token, a socket, a timer, a probe)
 * answers with that number, and an answer of an attempt that was abandoned changes nothing.
 */
import { HEARTBEAT_MS, MOST_CHAT_BOXES } from '../../../src/contract'
import { backoffMs, type PauseLimits } from '../backoff'
import { asked, Joined, placesOf, roomsOf } from './interests'
import { interestsChanged, nothing, ownerKnown, type Result, reportPlaces, syncRooms } from './machine-rooms'
import type { Event, Moment, Phase, State } from './machine-types'

/** Pauses between attempts to connect. */
const PAUSES: PauseLimits = { firstMs: 500, maxMs: 20_000 }
/** A handshake may take this long … */
export const CONNECT_TIMEOUT_MS = 10_000
/** … and a server that accepts a socket must say `ready` in this time more, or the attempt is abandoned. */
const READY_TIMEOUT_MS = 10_000
/** A socket that was ready for this long is opened again at once when it breaks. */
const HELD_MS = 5_000
/** Failing for longer than this is shown as offline instead of reconnecting; the attempts go on. */
const OFFLINE_AFTER_MS = 30_000
/** A window that could ask for lists this long before `ready` has lists from before the rooms were joined. */
const STALE_SNAPSHOT_MS = 1_000

export const initialState = (now: number): State => ({
  phase: { name: 'off' },
  attemptId: 0,
  status: 'idle',
  since: now,
  attempt: 0,
  failingSince: null,
  everReady: false,
  lastConnectedAt: null,
  position: null,
  interests: new Map(),
  firstInterestAt: null,
  tokenAt: null,
})

/** Whether a socket is wanted: somebody is signed in. */
export const isWanted = ({ phase }: State): boolean => phase.name !== 'off' && phase.name !== 'stopped'

const hasSocket = ({ phase }: State): boolean => phase.name === 'opening' || phase.name === 'ready'

/** The state with what windows are shown; its beginning moves only when it is something else. */
const showing = (state: State, status: State['status'], now: number): State => ({
  ...state,
  status,
  since: status === state.status ? state.since : now,
})

/** Leaves the present attempt for `phase`: its socket is closed, and what it started no longer counts. */
function abandon(state: State, phase: Phase): Result {
  const old = state.phase
  return {
    state: {
      ...state,
      phase,
      attemptId: state.attemptId + 1,
      // When anything last came, not when the silence was noticed: the computer may have slept in between.
      lastConnectedAt: old.name === 'ready' ? old.lastReceivedAt : state.lastConnectedAt,
    },
    effects: [{ do: 'cancelTimers' }, ...(hasSocket(state) ? [{ do: 'close' } as const] : [])],
  }
}

/** Leaves the present attempt and tries again after a pause (none with `atOnce`). */
function again(
  state: State,
  moment: Moment,
  limits: PauseLimits,
  { why, atOnce = false }: { why: string; atOnce?: boolean },
): Result {
  if (!isWanted(state)) return nothing(state)
  const left = abandon(state, { name: 'waiting' })
  const attempt = state.attempt + 1
  const failingSince = state.failingSince ?? moment.now
  const pauseMs = atOnce ? 0 : backoffMs(attempt, moment.random, limits)
  const lasting = moment.now - failingSince > OFFLINE_AFTER_MS
  const status = !moment.online || lasting ? 'offline' : 'reconnecting'
  return {
    state: showing({ ...left.state, attempt, failingSince }, status, moment.now),
    effects: [
      ...left.effects,
      { do: 'log', why, attempt, pauseMs },
      { do: 'startTimer', name: 'retry', attemptId: left.state.attemptId, ms: pauseMs },
      { do: 'notify' },
    ],
  }
}

const begin = (state: State, now: number): Result => ({
  state: showing(
    { ...state, phase: { name: 'preparing' }, attempt: 0, failingSince: null },
    'reconnecting',
    now,
  ),
  effects: [{ do: 'notify' }, { do: 'prepare', attemptId: state.attemptId }],
})

/** The session is over: the next one starts as if there had been none. */
function leave(state: State, now: number): Result {
  const left = abandon(state, { name: 'off' })
  const fresh: State = {
    ...left.state,
    attempt: 0,
    failingSince: null,
    everReady: false,
    lastConnectedAt: null,
    position: null,
    firstInterestAt: null,
    tokenAt: null,
  }
  return {
    state: showing(fresh, 'idle', now),
    effects: [...left.effects, { do: 'clearFeed' }, { do: 'notify' }],
  }
}

function becameReady(
  state: State,
  { token, position, resumed }: { token: string; position: State['position']; resumed: boolean },
  now: number,
): Result {
  const { phase } = state
  const joined =
    phase.name === 'ready'
      ? phase.joined
      : new Joined(resumed && phase.name === 'opening' ? [...phase.rooms].map(room => [room, 1]) : [])
  const answered = state.firstInterestAt === null ? null : Math.max(state.firstInterestAt, state.tokenAt ?? 0)
  const stale = answered !== null && now - answered > STALE_SNAPSHOT_MS
  const rooms = syncRooms({
    ...state,
    phase: {
      name: 'ready',
      token,
      readyAt: now,
      lastReceivedAt: now,
      joined,
      probing: phase.name === 'ready' && phase.probing,
    },
    attempt: 0,
    failingSince: null,
    everReady: true,
    position,
  })
  return {
    state: showing(rooms.state, 'connected', now),
    effects: [
      { do: 'cancelTimer', name: 'ready' },
      ...rooms.effects,
      { do: 'reportPresence' },
      { do: 'startTimer', name: 'heartbeat', attemptId: state.attemptId, ms: HEARTBEAT_MS },
      ...(placesOf(state.interests.values()).length > 0 ? reportPlaces(rooms.state) : []),
      // What windows show from before may be old where the server has not sent what came since.
      ...(!resumed && (state.everReady || stale)
        ? [{ do: 'resync', since: state.lastConnectedAt } as const]
        : []),
      { do: 'notify' },
    ],
  }
}

/** An answer of the present attempt. */
function answered(
  state: State,
  event: Extract<Event, { attemptId: number }>,
  moment: Moment,
  limits: PauseLimits,
): Result {
  const { phase, attemptId } = state
  const open = phase.name === 'opening' || phase.name === 'ready' ? phase : null
  switch (event.type) {
    case 'prepared': {
      if (phase.name !== 'preparing') return nothing(state)
      if (event.token === null)
        return {
          state: showing({ ...state, phase: { name: 'tokenless' } }, 'idle', moment.now),
          effects: [{ do: 'notify' }],
        }
      const rooms = roomsOf(state.interests.values())
      const wanted = asked(rooms)
      const resume =
        state.position && wanted.chatBoxes.length <= MOST_CHAT_BOXES ? { ...state.position, ...wanted } : null
      return {
        state: { ...state, phase: { name: 'opening', token: event.token, rooms } },
        effects: [
          { do: 'open', attemptId, origin: event.origin, token: event.token, resume },
          { do: 'startTimer', name: 'ready', attemptId, ms: CONNECT_TIMEOUT_MS + READY_TIMEOUT_MS },
        ],
      }
    }
    case 'unprepared':
      return phase.name === 'preparing' ? again(state, moment, limits, event) : nothing(state)
    case 'ready':
      return open ? becameReady(state, { ...event, token: open.token }, moment.now) : nothing(state)
    case 'ping':
    case 'received': {
      if (!open) return nothing(state)
      const current = phase.name === 'ready' ? { ...state, phase: { ...phase, heardAt: moment.now } } : state
      if (event.type === 'ping') return nothing(current)
      const { name, payload, mark } = event
      const at = current.position && { ...current.position, ...mark }
      return { state: { ...current, position: at }, effects: [{ do: 'deliver', name, payload, at }] }
    }
    case 'lost':
      return open ? again(state, moment, limits, event) : nothing(state)
    case 'closed': {
      if (!open) return nothing(state)
      // A socket that had held is opened again at once; one that broke soon after its start waits for the pause.
      const held = phase.name === 'ready' && moment.now - phase.readyAt > HELD_MS
      const tried = again(state, moment, limits, { why: event.why, atOnce: held && !event.byServer })
      if (!event.byServer) return tried
      return { ...tried, effects: [...tried.effects, { do: 'refreshToken', used: open.token }] }
    }
    case 'probed':
      if (phase.name !== 'ready') return nothing(state)
      if (!event.alive) return again(state, moment, limits, { why: 'no answer to a probe', atOnce: true })
      return nothing({ ...state, phase: { ...phase, probing: false } })
    case 'timer':
      if (event.name === 'retry' && phase.name === 'waiting')
        return { state: { ...state, phase: { name: 'preparing' } }, effects: [{ do: 'prepare', attemptId }] }
      if (event.name === 'ready' && phase.name === 'opening')
        return again(state, moment, limits, { why: 'no ready' })
      if (event.name === 'heartbeat' && phase.name === 'ready')
        return {
          state,
          effects: [
            { do: 'reportPresence' },
            { do: 'startTimer', name: 'heartbeat', attemptId, ms: HEARTBEAT_MS },
          ],
        }
      if (event.name === 'places') return { state, effects: reportPlaces(state) }
      return nothing(state)
  }
}

/**
 * What follows from an event.
 * @param limits of the pauses between attempts.
 */
export function step(state: State, event: Event, moment: Moment, limits: PauseLimits = PAUSES): Result {
  const { phase } = state
  if (phase.name === 'stopped') return nothing(state)
  if ('attemptId' in event)
    return event.attemptId === state.attemptId ? answered(state, event, moment, limits) : nothing(state)
  switch (event.type) {
    case 'session': {
      const known = event.hasToken && state.tokenAt === null ? { ...state, tokenAt: moment.now } : state
      if (event.signedIn === isWanted(state)) return nothing(known)
      return event.signedIn ? begin(known, moment.now) : leave(known, moment.now)
    }
    case 'leave':
      return leave(state, moment.now)
    case 'interest':
      return interestsChanged(state, {
        ...state,
        interests: new Map(state.interests).set(event.windowId, event.interest),
        firstInterestAt: state.firstInterestAt ?? moment.now,
      })
    case 'windowGone': {
      const interests = new Map(state.interests)
      interests.delete(event.windowId)
      return interestsChanged(state, { ...state, interests })
    }
    case 'ticketOwner':
      return ownerKnown(state, event)
    case 'presenceChanged':
      return {
        state,
        effects: phase.name === 'ready' ? [{ do: 'reportPresence' }, ...reportPlaces(state)] : [],
      }
    case 'check':
      if (phase.name !== 'ready')
        return again(state, moment, limits, { why: 'asked to try now', atOnce: true })
      // One question at a time: its answer is everybody's.
      if (phase.probing) return nothing(state)
      return {
        state: { ...state, phase: { ...phase, probing: true } },
        effects: [{ do: 'probe', attemptId: state.attemptId }],
      }
    case 'renew':
      return again({ ...state, position: null }, moment, limits, { why: event.why, atOnce: true })
    case 'stop':
      return abandon(state, { name: 'stopped' })
  }
}
