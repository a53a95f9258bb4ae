import type { ThemeMode } from './palette'
import type { TextSize } from './text-size'

const PREFIX = 'turno'

/**
 * Class on <html> and key of Ant Design's variables, so that these also resolve outside of its components. Every theme
 * has its own, because the style sheets of a theme stay in the document once they were needed (style-cache.ts).
 */
export const variablesKey = (mode: ThemeMode, reducedMotion: boolean, textSize: TextSize): string =>
  [PREFIX, mode, textSize, reducedMotion ? 'still' : 'moving'].join('-')

/** Puts a theme's class on <html> in place of the one before. */
export function applyVariables(key: string, root: HTMLElement = document.documentElement): void {
  for (const name of [...root.classList]) {
    if (name !== key && name.startsWith(`${PREFIX}-`)) root.classList.remove(name)
  }
  root.classList.add(key)
}
