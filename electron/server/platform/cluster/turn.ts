/** A turn that may hold up what comes after it for so long and no longer. */
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Does some work and waits for it up to a limit, in milliseconds; what takes longer goes on by itself.
 * @param on `late` when it was waited for no longer, `failed` with what it threw, also when that came late.
 * @returns when it is done, has failed, or is waited for no longer. Never rejects.
 */
export async function turnOf(
  work: () => void | Promise<void>,
  limitMs: number,
  on: { late(): void; failed(error: unknown): void },
): Promise<void> {
  const clock = new AbortController()
  const late = delay(limitMs, 'late', { signal: clock.signal, ref: false }).catch(() => 'ended')
  const done = (async () => work())().catch(on.failed)
  if ((await Promise.race([done, late])) === 'late') on.late()
  clock.abort()
}
