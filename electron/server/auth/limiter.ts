/**
 * The queue before the sign-in: passwords are checked a few at a time, so that a crowd in front of it starves nobody inside,
 * and who tried too often is slowed down, never locked out: the right password passes however many wrong ones came
 * before. Guessing costs half a second each and is refused with ERR_TOO_MANY_ATTEMPTS, right answers excepted.
 */
import { SIGN_IN_LIMIT } from '@contract'
import { ApiError } from '../errors'
import type { Workspace } from '../workspace'
import { type AttemptLimit, type Attempts, attemptCounter, attemptsOf } from './attempts'
import { HASHES_AT_ONCE } from './passwords'

export interface SignInPace {
  /** Attempts on one identity from one address of the network, on one identity, and from one address, per window. */
  both: number
  identity: number
  address: number
  windowMs: number
  /** Passwords checked at once. */
  atOnce: number
  /** Most attempts waiting; beyond it the one that waits longest is refused. */
  waiting: number
  /** Pause between two attempts of those who tried too often, milliseconds. */
  slowMs: number
}

export const SIGN_IN_PACE: SignInPace = {
  both: SIGN_IN_LIMIT.attempts,
  identity: 3 * SIGN_IN_LIMIT.attempts,
  address: 3 * SIGN_IN_LIMIT.attempts,
  windowMs: SIGN_IN_LIMIT.windowMs,
  atOnce: HASHES_AT_ONCE,
  // Everybody of a company who begins at the same minute.
  waiting: 300,
  slowMs: 500,
}

interface Waiting {
  address: string
  enter(): void
  refuse(): void
}

export interface SignInLimiter {
  /**
   * Checks a password when its turn comes.
   * @param identity what somebody signs in with, and the network address the attempt comes from.
   * @param check throws ApiError ERR_INVALID_CREDENTIALS for a wrong password.
   * @throws whatever `check` throws; ApiError ERR_TOO_MANY_ATTEMPTS (`retryAfter` in seconds) instead of
   *   ERR_INVALID_CREDENTIALS after too many attempts, and when too many others wait.
   */
  pass<T>(identity: string, address: string, check: () => Promise<T>): Promise<T>
  /** The workspace ends: whoever waits is refused, nobody is let in any more. */
  close(): void
}

const tooMany = (retryAfter: number): ApiError => new ApiError('ERR_TOO_MANY_ATTEMPTS', { retryAfter })

/** One line per network address; addresses take turns, and within one the latest comes first: it has somebody waiting. */
function line(most: number) {
  const byAddress = new Map<string, Waiting[]>()
  let count = 0
  const takeFrom = (address: string, end: 'pop' | 'shift'): Waiting | undefined => {
    const own = byAddress.get(address)
    const taken = own?.[end]()
    if (taken) count -= 1
    byAddress.delete(address)
    if (own && own.length > 0) byAddress.set(address, own)
    return taken
  }
  return {
    add(one: Waiting): void {
      const own = byAddress.get(one.address)
      if (own) own.push(one)
      else byAddress.set(one.address, [one])
      count += 1
      if (count <= most) return
      const [longest] = [...byAddress].sort(([, a], [, b]) => b.length - a.length)
      if (longest) takeFrom(longest[0], 'shift')?.refuse()
    },
    next(): Waiting | undefined {
      const [address] = byAddress.keys()
      return address === undefined ? undefined : takeFrom(address, 'pop')
    },
    isEmpty: () => count === 0,
  }
}

/** One limiter per running workspace; a second one in the same process (tests) must not share it. */
const limiters = new WeakMap<Workspace, SignInLimiter>()

/** The limiter of a running workspace. */
export function limiterOf(app: Workspace): SignInLimiter {
  const known =
    limiters.get(app) ??
    signInLimiter(SIGN_IN_PACE, Date.now, (name, limit) => attemptsOf(app, `sign-in ${name}`, limit))
  limiters.set(app, known)
  return known
}

/** Makes a limiter. @param counter of attempts, by name; in memory unless given. */
export function signInLimiter(
  limits: SignInPace = SIGN_IN_PACE,
  clock = Date.now,
  counter: (name: string, limit: AttemptLimit) => Attempts = (_name, limit) => attemptCounter(limit, clock),
): SignInLimiter {
  const { windowMs } = limits
  const counters = {
    both: counter('both', { attempts: limits.both, windowMs }),
    identity: counter('identity', { attempts: limits.identity, windowMs }),
    address: counter('address', { attempts: limits.address, windowMs }),
  }
  const ordinary = line(limits.waiting)
  const slow = line(limits.waiting)
  let inside = 0
  let slowFrom = 0
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const next = (): void => {
    if (inside >= limits.atOnce) return
    clearTimeout(timer)
    const wait = slowFrom - clock()
    if (ordinary.isEmpty() && !slow.isEmpty() && wait > 0) {
      timer = setTimeout(next, wait)
      return
    }
    let one = ordinary.next()
    if (!one) {
      one = slow.next()
      if (one) slowFrom = clock() + limits.slowMs
    }
    if (!one) return
    inside += 1
    one.enter()
  }

  const leave = (): void => {
    inside -= 1
    next()
  }

  const turn = (address: string, into: ReturnType<typeof line>, retryAfter: number): Promise<void> =>
    new Promise((enter, reject) => {
      if (closed) return reject(tooMany(1))
      into.add({ address, enter, refuse: () => reject(tooMany(Math.max(1, retryAfter))) })
      next()
    })

  return {
    close() {
      closed = true
      clearTimeout(timer)
      for (const waiting of [ordinary, slow])
        for (let one = waiting.next(); one; one = waiting.next()) one.refuse()
    },
    async pass(identity, address, check) {
      const both = `${identity} ${address}`
      let wait = Math.max(
        ...(await Promise.all([
          counters.both.count(both),
          counters.identity.count(identity),
          counters.address.wait(address),
        ])),
      )
      await turn(address, wait > 0 ? slow : ordinary, wait)
      // Others of the address may have failed since: whoever guesses in a crowd is slowed down all the same.
      const since = wait === 0 ? await counters.address.wait(address) : 0
      if (since > 0) {
        wait = since
        leave()
        await turn(address, slow, wait)
      }
      try {
        const passed = await check()
        await Promise.all([counters.both.clear(both), counters.identity.clear(identity)])
        return passed
      } catch (error) {
        // Everybody of an office comes from one address, many in the same minute: only what failed counts against it.
        await counters.address.count(address)
        const wrong = error instanceof ApiError && error.code === 'ERR_INVALID_CREDENTIALS'
        throw wrong && wait > 0 ? tooMany(wait) : error
      } finally {
        leave()
      }
    },
  }
}
