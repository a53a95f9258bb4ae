/** Which theme applies, and how it reaches the document before React does. */

import type { ThemeMode } from './palette'

/** Browser-storage key; earlier consoles used the same. */
export const THEME_STORAGE_KEY = 'preferredTheme'

/**
 * The mode to show.
 * @param stored what storage holds; anything but light or dark means "as the system".
 * @param systemDark whether the system prefers dark.
 */
export function resolveMode(stored: string | null, systemDark: boolean): ThemeMode {
  if (stored === 'light' || stored === 'dark') return stored
  return systemDark ? 'dark' : 'light'
}

/** Writes the mode where style sheets look for it. */
export function applyMode(mode: ThemeMode, root: HTMLElement = document.documentElement): void {
  root.dataset.theme = mode
}

/** Whether the operating system prefers dark; false where the question cannot be asked. */
export const systemPrefersDark = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches
