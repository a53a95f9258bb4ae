/**
 * Where names lead that somebody typed. The system looks names up in threads of the whole program, two at a time: a name
 * whose own servers do not answer keeps one of them for half a minute, and two such names keep everybody's connections
 * waiting, the database's too. So the servers are asked first, which takes no thread; a name they do not answer for is given to
 * the system (whose file of hosts may know it) only while no other such name is.
 */
import { type LookupAddress, type LookupOptions, promises, Resolver } from 'node:dns'
import type { LookupFunction } from 'node:net'

type Lookup = (hostname: string, options: LookupOptions) => Promise<LookupAddress[]>

/** Milliseconds a server has for its first answer; it is asked once more with twice as many. */
const ANSWER_MS = 1_500
/** A name that was answered for is not asked about again for so long, in milliseconds. */
const KNOWN_MS = 60_000
const MOST_KNOWN = 1_000

/** No server answers for a name. */
class NobodyAnswers extends Error {
  readonly code = 'ETIMEOUT'
  constructor(hostname: string) {
    super(`no answer about ${hostname}`)
  }
}

export interface NameOptions {
  /** Name servers, `address:port`; the system's unless given. */
  servers?: readonly string[]
  answerMs?: number
  /** The system's own look-up. */
  system?: Lookup
}

/** Makes a look-up of which names that nobody answers for hold up no others. It rejects as the system's does. */
export function createLookup({
  servers,
  answerMs = ANSWER_MS,
  system = (hostname, options) => promises.lookup(hostname, { ...options, all: true }),
}: NameOptions = {}): Lookup {
  const resolver = new Resolver({ timeout: answerMs, tries: 2 })
  if (servers) resolver.setServers([...servers])
  /** Until when names count as answered for. */
  const known = new Map<string, number>()
  /** The name the system is asked about though nobody answered for it. */
  let unanswered: { hostname: string; found: Promise<LookupAddress[]> } | null = null

  /** Whether nothing is heard of a name's addresses, of either kind. */
  const isSilent = async (hostname: string): Promise<boolean> => {
    const silent = (kind: 'resolve4' | 'resolve6'): Promise<boolean> =>
      new Promise(resolve => resolver[kind](hostname, error => resolve(error?.code === 'ETIMEOUT')))
    return (await Promise.all([silent('resolve4'), silent('resolve6')])).includes(true)
  }

  return async (hostname, options) => {
    // What has no dot is of this machine or this network.
    if (!hostname.includes('.') || (known.get(hostname) ?? 0) > Date.now()) return system(hostname, options)
    if (await isSilent(hostname)) {
      if (unanswered && unanswered.hostname !== hostname) throw new NobodyAnswers(hostname)
      if (unanswered) return await unanswered.found
      const found = system(hostname, options).finally(() => {
        unanswered = null
      })
      unanswered = { hostname, found }
      return await found
    }
    known.set(hostname, Date.now() + KNOWN_MS)
    const [oldest] = known.keys()
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
    return system(hostname, options)
  }
}

const lookUp = createLookup()

/**
 * The look-up of a connection to an address somebody typed: what is connected to is what was looked at.
 * @param refused why none of the addresses may be connected to, all of them given; null where they may.
 */
export const judgedLookup =
  (refused: (found: readonly LookupAddress[], hostname: string) => Error | null): LookupFunction =>
  (hostname, options, done) => {
    lookUp(hostname, options).then(
      found => {
        const [first] = found
        const error = first ? refused(found, hostname) : new NobodyAnswers(hostname)
        if (error || !first) return done(error, '', 0)
        // With `all` the caller takes the list, whatever the types say.
        if (options.all) return done(null, found as never)
        done(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    )
  }
