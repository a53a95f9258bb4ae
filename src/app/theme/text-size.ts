import { METRICS } from './metrics'

/** Base text sizes a person may choose, in pixels. */
export type TextSize = 13 | 14 | 16

const SCALED = [
  '--m-text',
  '--m-line-text',
  '--m-text-small',
  '--m-line-small',
  '--m-text-name',
  '--m-text-meta',
  '--m-line-meta',
] as const

/** Writes the chosen size where style sheets read it; secondary text, times and line heights follow. */
export function applyTextSize(size: TextSize, root: HTMLElement = document.documentElement): void {
  const step = size - METRICS.text
  const set = (name: (typeof SCALED)[number], pixels: number): void =>
    root.style.setProperty(name, `${pixels}px`)
  if (step === 0) {
    for (const name of SCALED) root.style.removeProperty(name)
    return
  }
  set('--m-text', size)
  set('--m-line-text', METRICS.lineText + step * 2)
  set('--m-text-small', Math.max(METRICS.textMeta, METRICS.textSmall + step))
  set('--m-line-small', METRICS.lineSmall + step * 2)
  set('--m-text-name', METRICS.textName + Math.max(0, step))
  // Times and counts are in narrow places: a step behind, and never below what can be read.
  const meta = Math.max(0, step - 1)
  set('--m-text-meta', METRICS.textMeta + meta)
  set('--m-line-meta', METRICS.lineMeta + meta)
}
