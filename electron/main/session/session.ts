/**
 * The session: sign-in, refresh and sign-out happen here and nowhere else; the access token never leaves main.
 * What happens when is decided in machine.ts; here it is done.
 */
import { isOver, mustPay, type SessionState, type User } from '../../../src/contract'
import { within } from '../../time-limit'
import { MainError } from '../errors'
import type { Log } from '../log/log'
import { runMachine } from '../run-machine'
import type { AuthCalls } from './auth-calls'
import type { EndingStep, EndReason } from './leaving'
import { concernsToken, initialState, isFresh, isRenewed, isRenewing, step, tokensOf } from './machine'
import type { Effect, Event, RefreshOutcome, State } from './machine-types'
import type { Vault } from './vault'

/** How long a start waits for the first refresh. */
const START_WAIT_MS = 2_500
const STEP_LIMIT_MS = 4_000

export interface Session {
  /**
   * Reads the vault and renews what it holds. The state is no longer `starting` as soon as the vault is read: whoever
   * was signed in sees the console while the server is asked; what a window asks for meanwhile waits for that answer.
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
  /** @throws MainError with the server's code, SERVER_UNREACHABLE, SERVER_CERTIFICATE, SERVER_UNREADABLE or ERR_COMPANY_EXPIRED. */
  signIn(email: string, password: string, code?: string): Promise<SessionState>
  signOut(): Promise<void>
  /** Ends the session for another reason than the user's own. `token` guards against an answer to an old token. */
  end(reason: EndReason, token?: string | null): Promise<void>
  /**
   * Lets go of the session without ending it: it stays in the vault while another server is used. `start` takes up
   * what is kept for the server in use then.
   */
  suspend(): Promise<void>
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
  const { calls, vault, log, now = Date.now } = deps
  const serverKey = () => (typeof deps.serverKey === 'string' ? deps.serverKey : deps.serverKey())
  const listeners = new Set<(state: SessionState) => void>()
  const work = new Map<EndingStep, ((reason: EndReason) => unknown)[]>()
  /** Who waits for a new token. */
  const waiting: ((outcome: RefreshOutcome) => void)[] = []
  /** The way out of a session that is under way. */
  let leaving: Promise<void> | null = null
  /** The last write to the vault. */
  let keeping: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const machine = runMachine<State, Event, Effect>({
    initial: initialState,
    step: (state, event) => step(state, event, now()),
    perform: effect => perform(effect),
    onError: (effect, error) => log.error('session: not done', { what: effect.do, error }),
  })
  const shown = () => machine.state().shown
  const token = () => tokensOf(machine.state())?.access ?? null

  const keep = async ({ refreshToken, user, session, reply }: Extract<Effect, { do: 'keep' }>) => {
    let storage: SessionState['storage'] = 'none'
    if (refreshToken !== null) {
      try {
        storage = await vault.save({ refreshToken, user, server: serverKey() })
      } catch (error) {
        log.error('session not kept on disk', { error })
        storage = 'refused'
      }
    }
    if (reply) machine.send({ type: reply, session, storage })
  }

  const runStep = async (name: EndingStep, reason: EndReason) => {
    for (const each of work.get(name) ?? [])
      await within(STEP_LIMIT_MS, async () => each(reason)).catch(error =>
        log.error('a step of ending the session failed', { step: name, error }),
      )
  }

  const leave = async ({ steps, reason, tokens, session }: Extract<Effect, { do: 'leave' }>) => {
    for (const each of steps) {
      if (each === 'revoke')
        await calls
          .revoke(tokens?.access ?? null, tokens?.refresh ?? null)
          .catch(error => log.warn('the server did not hear of the sign-out', { error }))
      else if (each === 'erase')
        await vault.erase().catch(error => log.error('session file not erased', { error }))
      else await runStep(each, reason)
    }
    leaving = null
    machine.send({ type: 'left', session })
  }

  const renew = async ({ session, refreshToken }: Extract<Effect, { do: 'renew' }>) =>
    machine.send({ type: 'answered', session, answer: await calls.refresh(refreshToken) })

  const perform = (effect: Effect): unknown => {
    switch (effect.do) {
      case 'renew':
        return void renew(effect)
      case 'keep':
        keeping = keep(effect)
        return
      case 'startTimer':
        clearTimeout(timer)
        timer = setTimeout(() => machine.send({ type: 'renew' }), effect.ms)
        return timer.unref?.()
      case 'cancelTimer':
        return clearTimeout(timer)
      case 'leave':
        leaving = leave(effect)
        return
      case 'answer':
        for (const resolve of waiting.splice(0)) resolve(effect.outcome)
        return
      case 'notify':
        for (const listener of listeners) listener(shown())
        return
      case 'log':
        return log.info(effect.message, { reason: effect.reason })
    }
  }

  const renewed = () => new Promise<RefreshOutcome>(resolve => waiting.push(resolve))

  const refresh: Session['refresh'] = async used => {
    if (isRenewed(machine.state(), used)) return 'renewed'
    const outcome = renewed()
    machine.send({ type: 'renew' })
    return outcome
  }

  const end: Session['end'] = async (reason, refused) => {
    if (!concernsToken(machine.state(), refused)) return
    machine.send({ type: 'end', reason, token: refused })
    await leaving
  }

  return {
    state: shown,
    token,
    refresh,
    end,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    async start() {
      machine.send({ type: 'loaded', loaded: await vault.load(), server: serverKey() })
      if (!isRenewing(machine.state())) return
      await within(START_WAIT_MS, renewed).catch(() => undefined)
    },

    async freshToken(ttlMs) {
      await leaving
      if (shown().status !== 'signedIn' || isFresh(machine.state(), ttlMs, now())) return token()
      const outcome = await refresh()
      const { expiry } = tokensOf(machine.state()) ?? { expiry: null }
      if (outcome === 'unreachable' && !(token() && expiry !== null && expiry > now()))
        throw new MainError('SERVER_UNREACHABLE', 'The session could not be renewed')
      return token()
    },

    async signIn(email, password, code) {
      await leaving
      if (shown().status === 'signedIn') await end('signedOut')
      machine.send({ type: 'signingIn' })
      const { session } = machine.state()
      const grant = await calls.signIn(email, password, code)
      const due = grant.user.company?.dueDate
      // Some servers let an expired company in and leave the decision to the client. Its admins come in to pay.
      if (due && isOver(due, now()) && !grant.user.super && !mustPay(grant.user, now())) {
        await calls.revoke(grant.accessToken, grant.refreshToken ?? null).catch(() => undefined)
        throw new MainError('ERR_COMPANY_EXPIRED', due)
      }
      if (session !== machine.state().session)
        throw new MainError('BRIDGE_FAILED', 'Another sign-in took over')
      machine.send({ type: 'granted', session, grant })
      await keeping
      return shown()
    },

    signOut: () => end('signedOut'),

    async suspend() {
      await leaving
      machine.send({ type: 'rest' })
      await leaving
    },

    async allowPlainStorage(allow) {
      vault.allowPlain(allow)
      machine.send({ type: 'keepAgain' })
      await keeping
      return shown()
    },

    updateUser: user => machine.send({ type: 'userUpdated', user }),

    onEnding(name, each) {
      work.set(name, [...(work.get(name) ?? []), each])
    },

    stop() {
      machine.send({ type: 'stop' })
      listeners.clear()
    },
  }
}
