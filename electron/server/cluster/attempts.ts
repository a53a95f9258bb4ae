/** Attempts counted in Redis, for all processes of a workspace. While it is away each process counts for itself. */
import { createHash } from 'node:crypto'
import { type AttemptLimit, type Attempts, attemptCounter, attemptRule, type Tally } from '../auth/attempts'
import type { Log } from '../log'
import type { Cluster } from './cluster'

/** Nobody who signs in waits longer for Redis, milliseconds. */
const PATIENCE_MS = 500

/** Counts one, from the first of a window on; answers with the count and what is left of the window. */
const COUNT = `local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`
const READ = `return {tonumber(redis.call('GET', KEYS[1]) or 0), redis.call('PTTL', KEYS[1])}`

/**
 * A counter that all processes share.
 * @param name what is counted.
 */
export function sharedAttempts(
  { client, prefix }: Pick<Cluster, 'client' | 'prefix'>,
  log: Log,
  name: string,
  limit: AttemptLimit,
): Attempts {
  const own = attemptCounter(limit)
  // Addresses of people and of the network do not lie open there.
  const keyOf = (key: string): string =>
    `${prefix}attempts:${name}:${createHash('sha256').update(key).digest('base64url')}`
  let alone = false
  /** Asks Redis; what it does not answer in time the own memory does. */
  const asked = async <T>(question: Promise<T>, otherwise: () => T): Promise<T> => {
    let clock: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      clock = setTimeout(() => reject(new Error('late')), PATIENCE_MS)
    })
    try {
      const answer = await Promise.race([question, late])
      alone = false
      return answer
    } catch {
      if (!alone) log.warn('attempts are counted by this process alone', { of: name })
      alone = true
      return otherwise()
    } finally {
      clearTimeout(clock)
    }
  }
  const tally = async (script: string, key: string): Promise<Tally> => {
    const answer = await client.eval(script, { keys: [keyOf(key)], arguments: [String(limit.windowMs)] })
    const [count, leftMs] = answer as [number, number]
    return { count: Number(count), leftMs: Number(leftMs) }
  }
  return {
    count: key =>
      asked(
        tally(COUNT, key).then(found => attemptRule.counted(found, limit)),
        () => own.count(key),
      ),
    wait: key =>
      asked(
        tally(READ, key).then(found => attemptRule.next(found, limit)),
        () => own.wait(key),
      ),
    async clear(key) {
      own.clear(key)
      await asked<unknown>(client.del(keyOf(key)), () => null)
    },
  }
}
