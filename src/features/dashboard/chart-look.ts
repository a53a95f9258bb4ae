/** Colours and type of the charts, read from the style sheet: a canvas cannot use CSS variables. */
import { useSyncExternalStore } from 'react'

export interface ChartLook {
  bar: string
  text: string
  line: string
  surface: string
  tip: string
  onTip: string
  font: string
}

const onThemeChange = (changed: () => void): (() => void) => {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
const theme = (): string => document.documentElement.dataset.theme ?? 'light'

function look(): ChartLook {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string): string => style.getPropertyValue(name).trim()
  return {
    bar: read('--c-accent-fill'),
    text: read('--c-text-2'),
    line: read('--c-line'),
    surface: read('--c-surface'),
    tip: read('--c-tip'),
    onTip: read('--c-on-tip'),
    font: read('--m-font'),
  }
}

const looks = new Map<string, ChartLook>()

/** The look of the current theme; a change of theme draws the charts again. */
export function useChartLook(): ChartLook {
  const mode = useSyncExternalStore(onThemeChange, theme)
  const known = looks.get(mode) ?? look()
  looks.set(mode, known)
  return known
}
