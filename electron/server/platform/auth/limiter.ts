/**
 * The sign-in queue. Passwords are checked a few at a time, so that a crowd does not slow down people who are signed
 * in. Somebody who tried too often is slowed down but never locked out: the right password works whatever came before.
 * People who signed in from the same network before go first; among the others, sites take turns. Guesses cost half a
 * second each and are refused with ERR_TOO_MANY_ATTEMPTS, except right ones.
 */
import { SIGN_IN_LIMIT } from '@contract'
import { ApiError } from '../../errors'
import { attemptCounter, type NamedAttempts } from './attempts'
import { networkOf, siteOf } from './network'
import { HASHES_AT_ONCE } from './passwords'

export interface SignInPace {
  /**
   * Attempts on one identity from one network (an IPv4 address, an IPv6 /64), on one identity, and failures of one network
   * and of one site (IPv6 /48), per window.
   */
  both: number
  identity: number
  address: number
  site: number
  windowMs: number
  /** Passwords checked at once. */
  atOnce: number
  /** Longest queue; beyond it the attempt that has waited longest is refused. */
  waiting: number
  /** Pause between two attempts of those who tried too often, milliseconds. */
  slowMs: number
}

export const SIGN_IN_PACE: SignInPace = {
  both: SIGN_IN_LIMIT.attempts,
  identity: 3 * SIGN_IN_LIMIT.attempts,
  address: 3 * SIGN_IN_LIMIT.attempts,
  site: 12 * SIGN_IN_LIMIT.attempts,
  windowMs: SIGN_IN_LIMIT.windowMs,
  atOnce: HASHES_AT_ONCE,
  // A whole company that starts work in the same minute.
  waiting: 300,
  slowMs: 500,
}

interface Waiting {
  site: string
  enter(): void
  refuse(): void
}

export interface SignInLimiter {
  /**
   * Checks a password when its turn comes.
   * @param identity what somebody signs in with, and the network address the attempt comes from.
   * @param check throws ApiError ERR_INVALID_CREDENTIALS for a wrong password.
   * @param known whether this identity has signed in from the network before (auth/places.ts).
   * @throws whatever `check` throws; ApiError ERR_TOO_MANY_ATTEMPTS (`retryAfter` in seconds) instead of
   *   ERR_INVALID_CREDENTIALS after too many attempts, and when too many others wait.
   */
  pass<T>(
    identity: string,
    address: string,
    check: () => Promise<T>,
    known?: (network: string) => Promise<boolean>,
  ): Promise<T>
  /** The workspace ends: everybody who waits is refused, and nobody is let in any more. */
  end(): void
}

const tooMany = (retryAfter: number): ApiError => new ApiError('ERR_TOO_MANY_ATTEMPTS', { retryAfter })

/**
 * Sites take turns, and within one the latest attempt comes first, because somebody is waiting for it. When there may
 * be a crowd, a new site is next, and one that has had its turn is last.
 */
function line(most: number, latestFirst = false) {
  const bySite = new Map<string, Waiting[]>()
  let count = 0
  const takeFrom = (site: string, end: 'pop' | 'shift'): Waiting | undefined => {
    const own = bySite.get(site)
    const taken = own?.[end]()
    if (taken) count -= 1
    if (own?.length === 0) bySite.delete(site)
    return taken
  }
  /** The last to be served: the first of the line when the latest are served first, else the last. */
  const putLast = (site: string): void => {
    const own = bySite.get(site)
    if (!own) return
    bySite.delete(site)
    if (!latestFirst) return void bySite.set(site, own)
    const others = [...bySite]
    bySite.clear()
    for (const [name, waiting] of [[site, own] as const, ...others]) bySite.set(name, waiting)
  }
  return {
    add(one: Waiting): void {
      const own = bySite.get(one.site)
      if (own) own.push(one)
      else bySite.set(one.site, [one])
      count += 1
      if (count <= most) return
      // The longest line loses one; if all have one, whoever has waited longest.
      const longest = [...bySite].reduce((a, b) => (b[1].length > a[1].length ? b : a))
      takeFrom(longest[0], 'shift')?.refuse()
    },
    next(): Waiting | undefined {
      const sites = [...bySite.keys()]
      const site = latestFirst ? sites.at(-1) : sites[0]
      const taken = site === undefined ? undefined : takeFrom(site, 'pop')
      if (site !== undefined) putLast(site)
      return taken
    },
    isEmpty: () => count === 0,
  }
}

/** Makes a limiter. @param counter of attempts, by name; in memory unless given. */
export function signInLimiter(
  limits: SignInPace = SIGN_IN_PACE,
  clock: () => number = () => performance.now(),
  counter: NamedAttempts = (_name, limit) => attemptCounter(limit, clock),
): SignInLimiter {
  const { windowMs } = limits
  const counters = {
    both: counter('both', { attempts: limits.both, windowMs }),
    identity: counter('identity', { attempts: limits.identity, windowMs }),
    address: counter('address', { attempts: limits.address, windowMs }),
    site: counter('site', { attempts: limits.site, windowMs }),
  }
  const ahead = line(limits.waiting)
  const ordinary = line(limits.waiting)
  const slow = line(limits.waiting, true)
  let inside = 0
  let slowFrom = 0
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const next = (): void => {
    if (inside >= limits.atOnce) return
    clearTimeout(timer)
    let one = ahead.next() ?? ordinary.next()
    if (!one && !slow.isEmpty()) {
      const wait = slowFrom - clock()
      if (wait > 0) {
        timer = setTimeout(next, wait)
        return
      }
      one = slow.next()
      slowFrom = clock() + limits.slowMs
    }
    if (!one) return
    inside += 1
    one.enter()
  }

  const leave = (): void => {
    inside -= 1
    next()
  }

  const turn = (site: string, into: ReturnType<typeof line>, retryAfter: number): Promise<void> =>
    new Promise((enter, reject) => {
      if (closed) return reject(tooMany(1))
      into.add({ site, enter, refuse: () => reject(tooMany(Math.max(1, retryAfter))) })
      next()
    })

  return {
    end() {
      closed = true
      clearTimeout(timer)
      for (const waiting of [ahead, ordinary, slow])
        for (let one = waiting.next(); one; one = waiting.next()) one.refuse()
    },
    async pass(identity, address, check, known) {
      const [network, site] = [networkOf(address), siteOf(address)]
      const both = `${identity} ${network}`
      /** Counts the failures of a network; several networks may belong to one site. */
      const failures = async (): Promise<number> =>
        Math.max(...(await Promise.all([counters.address.wait(network), counters.site.wait(site)])))
      const [here, everywhere, isKnown] = await Promise.all([
        counters.both.count(both),
        counters.identity.count(identity),
        known ? known(network) : false,
      ])
      // A person who signs in from a known network does not wait for others' attempts.
      const goesAhead = isKnown && here === 0
      let wait = goesAhead ? 0 : Math.max(here, everywhere, await failures())
      await turn(site, goesAhead ? ahead : wait > 0 ? slow : ordinary, wait)
      // Others of the network may have failed since: guessers in a crowd are slowed down as well.
      const since = wait === 0 && !goesAhead ? await failures() : 0
      if (since > 0) {
        wait = since
        leave()
        await turn(site, slow, wait)
      }
      try {
        const passed = await check()
        await Promise.all([counters.both.clear(both), counters.identity.clear(identity)])
        return passed
      } catch (error) {
        const code = error instanceof ApiError ? error.code : null
        // The password was right; the code of the second step comes with the next attempt.
        if (code === 'ERR_TWO_FACTOR_CODE' || code === 'ERR_TWO_FACTOR_SETUP') throw error
        // A whole office shares one address, many in the same minute: only failures count against it.
        await Promise.all([counters.address.count(network), counters.site.count(site)])
        const wrong = code === 'ERR_INVALID_CREDENTIALS'
        throw wrong && wait > 0 ? tooMany(wait) : error
      } finally {
        leave()
      }
    },
  }
}
