/** The picture of a voice in bars. Pure. */

export const WIDTH_PX = 2
export const STEP_PX = 4
const LEAST_PX = 2
/** What is quieter than this draws the least bar; ears hear loudness as ratios. */
const FLOOR_DB = -48

/** Bars that fit into a width in pixels; at least one. */
export const barsFor = (width: number): number => Math.max(1, Math.floor(width / STEP_PX))

/** Height in pixels of a bar for a level from 0 to 1. */
export function barHeight(level: number, height: number): number {
  const db = level > 0 ? 20 * Math.log10(Math.min(1, level)) : FLOOR_DB
  const share = Math.max(0, 1 - db / FLOOR_DB)
  return Math.max(LEAST_PX, Math.round(share * height))
}
