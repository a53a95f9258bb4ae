/**
 * The one set of times and curves of everything that moves. Style sheets have them as `--m-motion`,
 * `--m-motion-move` and `--m-ease` (src/app/theme/css-variables.ts). Milliseconds.
 */
export const MOTION = {
  /** What changes where it stands: colours, a sign that turns, something that appears. */
  change: 120,
  /** What goes from one place to another: rows, cards, panels. */
  move: 160,
} as const

/** Begins at once and comes to rest. */
export const EASE = 'cubic-bezier(0.2, 0, 0, 1)'

/** Whether nothing is to move: the person asked the system for it, or the engine cannot. */
export const isStill = (): boolean =>
  typeof Element.prototype.animate !== 'function' || matchMedia('(prefers-reduced-motion: reduce)').matches
