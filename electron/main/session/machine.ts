/**
 * The rules of the session as a pure function: (state, event) → (state, effects). Nothing here knows the server, the
 * disk, timers or Electron; session.ts carries the effects out and hands back what comes of them.
 *
 *     starting ── kept session found ───────────────────────────> signedIn <──┐ renewed, again and again
 *        │  └──── nothing kept ──> signedOut                         │ └──────┘
 *        └── sign-in granted ───────┴──> entering ── kept on disk ───┘
 *     any ── ends ──> leaving ──> signedOut          any ── another server ──> leaving ──> starting
 *
 * Every session has a number. Whatever an earlier one asked for (a renewal, a write to the disk) answers with that
 * number and changes nothing once the session is another: a session that ended does not come back to life.
 *
 * After `stop` nothing happens by itself any more: no timer is started and no window is notified. What is asked for is
 * done and what is under way is finished, because a server that gave a new refresh token no longer takes the old one,
 * and an ending has to erase what is kept.
 */
import type { SessionState, User } from '../../../src/contract'
import type { Step } from '../run-machine'
import type { Grant } from './auth-calls'
import { type EndReason, leavingSteps } from './leaving'
import type { Effect, Event, Phase, State, Tokens } from './machine-types'
import { mergeUser } from './merge-user'
import { expiryOf } from './token'

/** The token is renewed this long before it expires … */
const RENEW_BEFORE_MS = 60_000
/** … and never sooner than this after the last one: a server that gives tokens of no lifetime is not hammered. */
const RENEW_SOONEST_MS = 1_000
const RETRY_RENEWAL_MS = 15_000

const shownOut: SessionState = { status: 'signedOut', user: null, reason: 'none', storage: 'none' }

export const initialState: State = {
  phase: { name: 'starting' },
  session: 0,
  shown: { ...shownOut, status: 'starting' },
  stopped: false,
}

export const tokensOf = ({ phase }: State): Tokens | null =>
  phase.name === 'entering' || phase.name === 'signedIn' ? phase.tokens : null

/** Whether a server's answer about this token is about the one in use; undefined is about no token in particular. */
export const concernsToken = (state: State, token: string | null | undefined): boolean =>
  token === undefined || token === (tokensOf(state)?.access ?? null)

/** Whether somebody has renewed the token already since `used` was the one in use. */
export const isRenewed = (state: State, used: string | null | undefined): boolean =>
  tokensOf(state)?.access != null && !concernsToken(state, used)

/** Whether a new token is on its way. */
export const isRenewing = ({ phase }: State): boolean =>
  phase.name === 'signedIn' && phase.renewal.stage !== 'none'

/** Whether the access token is good for at least `ttlMs` more; one without an expiry is taken as valid. */
export const isFresh = (state: State, ttlMs: number, now: number): boolean => {
  const tokens = tokensOf(state)
  return tokens?.access != null && (tokens.expiry === null || tokens.expiry - now > ttlMs)
}

type Result = Step<State, Effect>
const nothing = (state: State): Result => ({ state, effects: [] })

const tokensFrom = (grant: Grant, refresh: string | null, now: number): Tokens => ({
  access: grant.accessToken,
  expiry: expiryOf(grant.accessToken, now),
  // An answer that sets no cookie leaves the one in use good.
  refresh: grant.refreshToken || refresh,
})

/** When the tokens want to be renewed. */
const timerFor = ({ expiry, refresh }: Tokens, now: number): Effect =>
  expiry !== null && refresh !== null
    ? { do: 'startTimer', ms: Math.max(RENEW_SOONEST_MS, expiry - now - RENEW_BEFORE_MS) }
    : { do: 'cancelTimer' }

function leave(state: State, phase: Extract<Phase, { name: 'leaving' }>): Result {
  const session = state.session + 1
  const reason = phase.to === 'starting' ? 'switched' : phase.reason
  return {
    state: { ...state, session, phase },
    effects: [
      { do: 'cancelTimer' },
      { do: 'leave', session, steps: leavingSteps(phase.to, reason), reason, tokens: tokensOf(state) },
    ],
  }
}

const end = (state: State, reason: EndReason): Result =>
  leave(state, { name: 'leaving', to: 'signedOut', reason })

function loaded(state: State, { loaded: found, server }: Extract<Event, { type: 'loaded' }>): Result {
  if (state.phase.name !== 'starting') return nothing(state)
  if (found.kind !== 'found' || found.secret.server !== server) {
    const reason = found.kind === 'none' ? 'none' : 'expired'
    return {
      state: { ...state, phase: { name: 'signedOut' }, shown: { ...shownOut, reason } },
      effects: [{ do: 'notify' }],
    }
  }
  const { refreshToken, user } = found.secret
  return {
    state: {
      ...state,
      phase: {
        name: 'signedIn',
        tokens: { access: null, expiry: null, refresh: refreshToken },
        user,
        renewal: { stage: 'asking' },
      },
      shown: { status: 'signedIn', user, reason: 'none', storage: found.storage },
    },
    // A server that is down does not end a session either: the screen shows "reconnecting" then.
    effects: [{ do: 'renew', session: state.session, refreshToken }, { do: 'notify' }],
  }
}

function granted(
  state: State,
  { grant, session: asked }: Extract<Event, { type: 'granted' }>,
  now: number,
): Result {
  if (asked !== state.session || state.phase.name === 'leaving') return nothing(state)
  const session = state.session + 1
  const tokens = tokensFrom(grant, null, now)
  const { user } = grant
  return {
    state: { ...state, session, phase: { name: 'entering', tokens, user } },
    effects: [{ do: 'keep', session, refreshToken: tokens.refresh, user, reply: 'kept' }],
  }
}

/** Whoever asked waits for `answer`: one renewal serves everybody. */
function renew(state: State): Result {
  const { phase, session } = state
  switch (phase.name) {
    case 'starting':
    case 'signedOut':
      return { state, effects: [{ do: 'answer', outcome: 'ended' }] }
    case 'entering':
    case 'leaving':
      return nothing(state)
    case 'signedIn': {
      if (phase.renewal.stage !== 'none') return nothing(state)
      if (phase.tokens.refresh === null) return end(state, 'expired')
      return {
        state: { ...state, phase: { ...phase, renewal: { stage: 'asking' } } },
        effects: [{ do: 'renew', session, refreshToken: phase.tokens.refresh }],
      }
    }
  }
}

function answered(
  state: State,
  { session, answer }: Extract<Event, { type: 'answered' }>,
  now: number,
): Result {
  const { phase } = state
  if (session !== state.session || phase.name !== 'signedIn' || phase.renewal.stage !== 'asking')
    return nothing(state)
  if (answer.kind === 'granted') {
    const tokens = tokensFrom(answer.grant, phase.tokens.refresh, now)
    const fresh = answer.grant.user
    const user = mergeUser(phase.user, fresh)
    return {
      state: { ...state, phase: { ...phase, tokens, renewal: { stage: 'keeping', fresh } } },
      effects: [{ do: 'keep', session, refreshToken: tokens.refresh, user, reply: 'kept' }],
    }
  }
  if (answer.kind === 'refused') {
    const left = end(state, answer.reason)
    return {
      ...left,
      effects: [{ do: 'log', message: 'refresh refused', reason: answer.reason }, ...left.effects],
    }
  }
  return {
    state: { ...state, phase: { ...phase, renewal: { stage: 'none' } } },
    effects: [
      { do: 'startTimer', ms: RETRY_RENEWAL_MS },
      { do: 'answer', outcome: 'unreachable' },
    ],
  }
}

function kept(state: State, { session, storage }: Extract<Event, { type: 'kept' }>, now: number): Result {
  const { phase } = state
  if (session !== state.session) return nothing(state)
  let user: User
  if (phase.name === 'entering') user = phase.user
  else if (phase.name === 'signedIn' && phase.renewal.stage === 'keeping')
    user = mergeUser(phase.user, phase.renewal.fresh)
  else return nothing(state)
  return {
    state: {
      ...state,
      phase: { name: 'signedIn', tokens: phase.tokens, user, renewal: { stage: 'none' } },
      shown: { status: 'signedIn', user, reason: 'none', storage },
    },
    effects: [timerFor(phase.tokens, now), { do: 'notify' }, { do: 'answer', outcome: 'renewed' }],
  }
}

function userUpdated(state: State, newer: User): Result {
  const { phase, session, shown } = state
  if (phase.name !== 'signedIn' || phase.user.id !== newer.id) return nothing(state)
  const user = mergeUser(phase.user, newer)
  if (JSON.stringify(user) === JSON.stringify(phase.user)) return nothing(state)
  return {
    state: { ...state, phase: { ...phase, user }, shown: { ...shown, user } },
    effects: [
      { do: 'notify' },
      { do: 'keep', session, refreshToken: phase.tokens.refresh, user, reply: null },
    ],
  }
}

function left(state: State, session: number): Result {
  const { phase } = state
  if (session !== state.session || phase.name !== 'leaving') return nothing(state)
  const announced: Effect[] = [{ do: 'notify' }, { do: 'answer', outcome: 'ended' }]
  if (phase.to === 'starting')
    return {
      state: { ...state, phase: { name: 'starting' }, shown: { ...shownOut, status: 'starting' } },
      effects: announced,
    }
  const { reason } = phase
  return {
    state: { ...state, phase: { name: 'signedOut' }, shown: { ...shownOut, reason } },
    effects: [{ do: 'log', message: 'session ended', reason }, ...announced],
  }
}

function follow(state: State, event: Event, now: number): Result {
  const { phase, session } = state
  switch (event.type) {
    case 'loaded':
      return loaded(state, event)
    case 'signingIn':
      // In the other phases something is under way that answers to the present number.
      return phase.name === 'starting' || phase.name === 'signedOut'
        ? nothing({ ...state, session: session + 1 })
        : nothing(state)
    case 'granted':
      return granted(state, event, now)
    case 'renew':
      return renew(state)
    case 'answered':
      return answered(state, event, now)
    case 'kept':
      return kept(state, event, now)
    case 'keepAgain':
      if (phase.name !== 'signedIn') return nothing(state)
      return {
        state,
        effects: [
          {
            do: 'keep',
            session,
            refreshToken: phase.tokens.refresh,
            user: phase.user,
            reply: 'keptAgain',
          },
        ],
      }
    case 'keptAgain':
      if (session !== event.session || phase.name !== 'signedIn') return nothing(state)
      return {
        state: { ...state, shown: { ...state.shown, storage: event.storage } },
        effects: [{ do: 'notify' }],
      }
    case 'userUpdated':
      return userUpdated(state, event.user)
    case 'end':
      if (phase.name === 'signedOut' || phase.name === 'leaving') return nothing(state)
      return concernsToken(state, event.token) ? end(state, event.reason) : nothing(state)
    case 'rest':
      if (phase.name === 'leaving') return nothing(state)
      return leave(state, { name: 'leaving', to: 'starting' })
    case 'left':
      return left(state, event.session)
    case 'stop':
      return { state: { ...state, stopped: true }, effects: [{ do: 'cancelTimer' }] }
  }
}

/**
 * What follows from an event.
 * @param now milliseconds since the epoch.
 */
export function step(state: State, event: Event, now: number): Result {
  const next = follow(state, event, now)
  if (!state.stopped) return next
  return { ...next, effects: next.effects.filter(one => one.do !== 'startTimer' && one.do !== 'notify') }
}
