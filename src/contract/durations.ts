/** Durations as people read them, in windows and in mails. Units are symbols that no language changes. */

const MINUTE = 60_000

/**
 * How long something took, as people say it: "45 s", "1 min 30", "12 min", "1 h 05", "2 d 3 h".
 * @param ms null, below zero or no number where nothing was measured: reads as a dash.
 */
export function formatSpan(ms: number | null): string {
  if (ms === null || !Number.isFinite(ms) || ms < 0) return '–'
  const two = (value: number): string => String(value).padStart(2, '0')
  if (ms > 0 && ms < MINUTE) return `${Math.min(59, Math.max(1, Math.round(ms / 1000)))} s`
  const seconds = Math.round(ms / 1000)
  // Of few minutes half a one is much.
  if (seconds < 600 && seconds % 60 !== 0) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)}`
  const whole = Math.round(ms / MINUTE)
  if (whole < 60) return `${whole} min`
  const hours = Math.floor(whole / 60)
  if (hours < 24) return `${hours} h ${two(whole % 60)}`
  return `${Math.floor(hours / 24)} d ${hours % 24} h`
}
