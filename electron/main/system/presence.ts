/**
 * Whether the agent is here: input anywhere in the system, a locked screen, and the agent's own "away"
 * (presence never comes from what happens in a page).
 */
import type { Power } from '../power'

/** How often input is asked about; the heartbeat itself goes out at once on a change. */
const SAMPLE_MS = 15_000

export interface Presence {
  /** Seconds without input; without end while locked or away. */
  idleSeconds(): number
  /** Nobody is looking at the screen. */
  away(): boolean
  setPaused(paused: boolean): void
  onChange(listener: (idle: boolean) => void): void
  stop(): void
}

/**
 * @param idleAfterS seconds after which colleagues see the agent as idle.
 * @param awayAfterS seconds after which what is on the screen no longer counts as seen.
 */
export function watchPresence(
  power: Pick<Power, 'idleSeconds' | 'onLock' | 'onReturn'>,
  { idleAfterS, awayAfterS }: { idleAfterS: number; awayAfterS: number },
): Presence {
  const listeners: ((idle: boolean) => void)[] = []
  let paused = false
  let idle = false
  const idleSeconds = () => (paused ? Number.POSITIVE_INFINITY : power.idleSeconds())
  const sample = () => {
    const next = idleSeconds() >= idleAfterS
    if (next === idle) return
    idle = next
    for (const listener of listeners) listener(idle)
  }
  const timer = setInterval(sample, SAMPLE_MS)
  power.onLock(sample)
  power.onReturn(sample)
  return {
    idleSeconds,
    away: () => power.idleSeconds() >= awayAfterS,
    setPaused(next) {
      paused = next
      sample()
    },
    onChange: listener => void listeners.push(listener),
    stop: () => clearInterval(timer),
  }
}
