/** The picture of a voice in bars. Pure. */

export const WIDTH_PX = 2
export const STEP_PX = 4
const LEAST_PX = 2
/** What is quieter than this draws the least bar; ears hear loudness as ratios. */
const FLOOR_DB = -48

/** How long nothing may be heard before it is said: longer than a pause between words, shorter than one talks to a dead microphone. */
const SILENT_AFTER_MS = 4_000
/** What is quieter than the least bar is no voice: a muted or wrong microphone. */
const HEARD = 10 ** (FLOOR_DB / 20)

/** What is known of whether anything is heard. */
export interface Hearing {
  /** Recorded milliseconds at which something was heard last. */
  heardAtMs: number
  silent: boolean
}
export const newHearing: Hearing = { heardAtMs: 0, silent: false }

/** The next level of a recording. Pure; pauses do not count, because their time is not recorded. */
export function hear(before: Hearing, { elapsedMs, level }: { elapsedMs: number; level: number }): Hearing {
  const heardAtMs = level >= HEARD ? elapsedMs : Math.min(before.heardAtMs, elapsedMs)
  return { heardAtMs, silent: elapsedMs - heardAtMs >= SILENT_AFTER_MS }
}

/** Bars that fit into a width in pixels; at least one. */
export const barsFor = (width: number): number => Math.max(1, Math.floor(width / STEP_PX))

/** Height in pixels of a bar for a level from 0 to 1. */
export function barHeight(level: number, height: number): number {
  const db = level > 0 ? 20 * Math.log10(Math.min(1, level)) : FLOOR_DB
  const share = Math.max(0, 1 - db / FLOOR_DB)
  return Math.max(LEAST_PX, Math.round(share * height))
}
