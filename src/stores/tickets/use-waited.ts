import { useClock } from '../clock'
import { waitedMs } from './waiting'

const MINUTE = 60_000
const DAY = 86_400_000

/** Time waited as finely as it is read: whole minutes, from a day on whole days. */
const asRead = (ms: number): number => {
  const unit = ms < DAY ? MINUTE : DAY
  return Math.floor(ms / unit) * unit
}

/**
 * Milliseconds waited by the clock on screen; draws again only when that reads differently.
 * @param since ISO-8601 instant, null when nobody waits.
 * @returns null when nobody waits.
 */
export const useWaited = (since: string | null): number | null =>
  useClock(now => (since === null ? null : asRead(waitedMs(since, now))))
