/**
 * The session: sign-in, refresh and sign-out happen here and nowhere else; the access token never leaves main
 * (specification 1 section 4 "Session"; design/electron.md section 4).
 */
import { isOver, mustPay, type SessionState, type User } from '../../../src/contract'
import { MainError } from '../errors'
import type { Log } from '../log/log'
import type { AuthCalls, Grant } from './auth-calls'
import { mergeUser } from './merge-user'
import { expiryOf } from './token'
import type { Vault } from './vault'

/** What has to go when a session ends, in the order it goes (design/electron.md section 4). */
export const ENDING_STEPS = [
  'socket',
  'server',
  'windows',
  'notifications',
  'badge',
  'data',
  'storage',
  'secret',
] as const
/** What goes when another server is chosen: everything that shows the old one, nothing that is kept for it. */
const KEPT_STEPS: readonly string[] = ['server', 'data', 'secret']
const RESTING_STEPS = ENDING_STEPS.filter(step => !KEPT_STEPS.includes(step))
export type EndingStep = (typeof ENDING_STEPS)[number]
export type EndReason = Exclude<SessionState['reason'], 'none'>
export type RefreshOutcome = 'renewed' | 'ended' | 'unreachable'

/** The token is renewed this long before it expires. */
const RENEW_BEFORE_MS = 60_000
const RETRY_RENEWAL_MS = 15_000
/** How long a start waits for the first refresh. */
const START_WAIT_MS = 2_500
const STEP_LIMIT_MS = 4_000

export interface Session {
  /**
   * Reads the vault and renews what it holds. The state is no longer `starting` as soon as the vault is read: whoever
   * was signed in sees their desk while the server is asked; what a window asks for meanwhile waits for that answer.
   */
  start(): Promise<void>
  state(): SessionState
  onChange(listener: (state: SessionState) => void): () => void
  /** The access token in use, or null. */
  token(): string | null
  /**
   * A token good for at least `ttlMs` more, renewing it first when needed.
   * @throws MainError SERVER_UNREACHABLE when signed in but no usable token can be had.
   */
  freshToken(ttlMs: number): Promise<string | null>
  /**
   * Renews the access token; everybody who asks at once shares one call. When `used` is no longer the token in use,
   * somebody has renewed it already and nothing is asked.
   */
  refresh(used?: string | null): Promise<RefreshOutcome>
  signIn(email: string, password: string): Promise<SessionState>
  signOut(): Promise<void>
  /** Ends the session for another reason than the user's wish. `token` guards against an answer to an old token. */
  end(reason: EndReason, token?: string | null): Promise<void>
  /**
   * Lets go of the session without ending it: it rests in the vault while another server is used. `start` takes up
   * what is kept for the server in use then.
   */
  rest(): Promise<void>
  allowPlainStorage(allow: boolean): Promise<SessionState>
  /** A newer record of the signed-in user. */
  updateUser(user: User): void
  onEnding(step: EndingStep, work: (reason: EndReason) => unknown): void
  stop(): void
}

export function createSession(deps: {
  calls: AuthCalls
  vault: Vault
  /** Names the server in use; a session kept for another one is not used. */
  serverKey: string | (() => string)
  log: Log
  now?: () => number
}): Session {
  const { calls, vault, log } = deps
  const now = deps.now ?? Date.now
  const serverKey = () => (typeof deps.serverKey === 'string' ? deps.serverKey : deps.serverKey())
  let state: SessionState = { status: 'starting', user: null, reason: 'none', storage: 'none' }
  let accessToken: string | null = null
  /** When the token in use expires, by our clock; null for none and for one that does not tell. */
  let expiry: number | null = null
  let refreshToken: string | null = null
  let inFlight: Promise<RefreshOutcome> | null = null
  let ending: Promise<void> | null = null
  /** Counts sessions: what an earlier one asked for must not change a later one. */
  let generation = 0
  /** The user as fully as any answer has told of them. */
  let lastUser: User | null = null
  let timer: NodeJS.Timeout | undefined
  const listeners = new Set<(state: SessionState) => void>()
  const work = new Map<EndingStep, ((reason: EndReason) => unknown)[]>()

  const change = (next: Partial<SessionState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener(state)
  }

  const schedule = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void refresh(), Math.max(1_000, ms))
    timer.unref?.()
  }

  const scheduleByToken = () => {
    if (expiry !== null && refreshToken) schedule(expiry - now() - RENEW_BEFORE_MS)
    else clearTimeout(timer)
  }

  const keep = async (user: User): Promise<SessionState['storage']> => {
    if (!refreshToken) return 'none'
    try {
      return await vault.save({ refreshToken, user, server: serverKey() })
    } catch (error) {
      log.error('session not kept on disk', { error })
      return 'refused'
    }
  }

  const accept = async (grant: Grant, mine: number): Promise<void> => {
    accessToken = grant.accessToken
    expiry = expiryOf(grant.accessToken, now())
    if (grant.refreshToken) refreshToken = grant.refreshToken
    scheduleByToken()
    lastUser = grant.user
    const storage = await keep(grant.user)
    // A sign-out during the write has erased the file after it (the vault works in turn) and owns the state now.
    if (mine === generation) change({ status: 'signedIn', user: grant.user, reason: 'none', storage })
  }

  const renew = async (): Promise<RefreshOutcome> => {
    const mine = generation
    if (!refreshToken) {
      if (state.status === 'signedIn') await end('expired')
      return 'ended'
    }
    const answer = await calls.refresh(refreshToken)
    if (mine !== generation) return 'ended'
    switch (answer.kind) {
      case 'granted':
        await accept({ ...answer.grant, user: mergeUser(lastUser, answer.grant.user) }, mine)
        return mine === generation ? 'renewed' : 'ended'
      case 'refused':
        log.info('refresh refused', { reason: answer.reason })
        await end(answer.reason)
        return 'ended'
      case 'unreachable':
        schedule(RETRY_RENEWAL_MS)
        return 'unreachable'
    }
  }

  const refresh: Session['refresh'] = async used => {
    if (used !== undefined && used !== accessToken && accessToken !== null) return 'renewed'
    if (inFlight) return inFlight
    const mine = renew().finally(() => {
      if (inFlight === mine) inFlight = null
    })
    inFlight = mine
    return mine
  }

  const runStep = async (step: EndingStep, reason: EndReason) => {
    for (const each of work.get(step) ?? []) {
      let limit: NodeJS.Timeout | undefined
      try {
        const late = new Promise<never>((_, reject) => {
          limit = setTimeout(() => reject(new Error(`${step} took too long`)), STEP_LIMIT_MS)
        })
        await Promise.race([each(reason), late])
      } catch (error) {
        log.error('a step of ending the session failed', { step, error })
      } finally {
        clearTimeout(limit)
      }
    }
  }

  const endNow = async (reason: EndReason): Promise<void> => {
    generation++
    clearTimeout(timer)
    const held = { accessToken, refreshToken }
    accessToken = null
    refreshToken = null
    for (const step of ENDING_STEPS) {
      if (step === 'server' && reason === 'signedOut') {
        await calls.revoke(held.accessToken, held.refreshToken).catch(error => {
          log.warn('the server did not hear of the sign-out', { error })
        })
      }
      await runStep(step, reason)
      if (step === 'secret')
        await vault.erase().catch(error => log.error('session file not erased', { error }))
    }
    log.info('session ended', { reason })
    change({ status: 'signedOut', user: null, reason, storage: 'none' })
  }

  const end: Session['end'] = async (reason, token) => {
    if (token !== undefined && token !== accessToken) return
    if (state.status === 'signedOut') return
    ending ??= endNow(reason).finally(() => {
      ending = null
    })
    await ending
  }

  return {
    state: () => state,
    token: () => accessToken,
    refresh,
    end,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    async start() {
      const loaded = await vault.load()
      if (loaded.kind !== 'found' || loaded.secret.server !== serverKey()) {
        change({ status: 'signedOut', reason: loaded.kind === 'none' ? 'none' : 'expired' })
        return
      }
      refreshToken = loaded.secret.refreshToken
      const { user } = loaded.secret
      lastUser = user
      let limit: NodeJS.Timeout | undefined
      const waited = new Promise<'late'>(resolve => {
        limit = setTimeout(() => resolve('late'), START_WAIT_MS)
      })
      const renewed = refresh()
      // A server that is down does not end a session either: the connection says "reconnecting" then.
      change({ status: 'signedIn', user, reason: 'none', storage: loaded.storage })
      await Promise.race([renewed, waited])
      clearTimeout(limit)
    },

    async freshToken(ttlMs) {
      if (ending) await ending
      // A window that asks during the start gets the answer of the session being taken up again.
      if (state.status === 'starting' && inFlight) await inFlight
      if (state.status !== 'signedIn') return accessToken
      if (accessToken && (expiry === null || expiry - now() > ttlMs)) return accessToken
      const outcome = await refresh()
      if (outcome === 'unreachable' && !(accessToken && expiry !== null && expiry > now())) {
        throw new MainError('SERVER_UNREACHABLE', 'The session could not be renewed')
      }
      return accessToken
    },

    async signIn(email, password) {
      if (ending) await ending
      if (state.status === 'signedIn') await end('signedOut')
      const mine = ++generation
      const grant = await calls.signIn(email, password)
      const due = grant.user.company?.dueDate
      // Some servers let an expired company in and leave the refusal to the client (design/contract.md 1.4). Its admins
      // come in to pay.
      if (due && isOver(due, now()) && !grant.user.super && !mustPay(grant.user, now())) {
        await calls.revoke(grant.accessToken, grant.refreshToken ?? null).catch(() => undefined)
        throw new MainError('ERR_COMPANY_EXPIRED', due)
      }
      if (mine !== generation) throw new MainError('BRIDGE_FAILED', 'Another sign-in took over')
      refreshToken = null
      await accept(grant, mine)
      return state
    },

    signOut: () => end('signedOut'),

    async rest() {
      if (ending) await ending
      generation++
      clearTimeout(timer)
      accessToken = null
      refreshToken = null
      inFlight = null
      // Ids of two servers may be alike.
      lastUser = null
      for (const step of RESTING_STEPS) await runStep(step, 'switched')
      change({ status: 'starting', user: null, reason: 'none', storage: 'none' })
    },

    async allowPlainStorage(allow) {
      vault.allowPlain(allow)
      if (state.user) change({ storage: await keep(state.user) })
      return state
    },

    updateUser(user) {
      if (state.user?.id !== user.id) return
      const merged = mergeUser(state.user, user)
      if (JSON.stringify(merged) === JSON.stringify(state.user)) return
      change({ user: merged })
      void keep(merged)
    },

    onEnding(step, each) {
      work.set(step, [...(work.get(step) ?? []), each])
    },

    stop() {
      clearTimeout(timer)
      listeners.clear()
    },
  }
}
