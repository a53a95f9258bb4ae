import { METRICS } from './metrics'

/** Base text sizes a person may choose, in pixels. */
export type TextSize = 13 | 14 | 16

/** Writes the chosen size where style sheets read it; secondary text and line heights follow. */
export function applyTextSize(size: TextSize, root: HTMLElement = document.documentElement): void {
  const step = size - METRICS.text
  const set = (name: string, pixels: number): void => root.style.setProperty(name, `${pixels}px`)
  if (step === 0) {
    for (const name of ['--m-text', '--m-line-text', '--m-text-small', '--m-line-small', '--m-text-name']) {
      root.style.removeProperty(name)
    }
    return
  }
  set('--m-text', size)
  set('--m-line-text', METRICS.lineText + step * 2)
  set('--m-text-small', Math.max(METRICS.textMeta, METRICS.textSmall + step))
  set('--m-line-small', METRICS.lineSmall + step * 2)
  set('--m-text-name', METRICS.textName + Math.max(0, step))
}
