import type { ConnectionState } from '@contract'

/** From here on an interruption counts as past its time, in milliseconds. */
const LONG_AWAY_MS = 2 * 60_000

/**
 * How the line under the top bar looks.
 * @returns null when there is nothing to say, `short` for an ordinary interruption, `late` once it has lasted.
 */
export function lineTone(
  state: Pick<ConnectionState, 'status' | 'since'>,
  now: number,
): 'short' | 'late' | null {
  if (state.status !== 'reconnecting' && state.status !== 'offline') return null
  const away = now - Date.parse(state.since)
  return Number.isFinite(away) && away >= LONG_AWAY_MS ? 'late' : 'short'
}
