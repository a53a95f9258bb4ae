/**
 * Runs before React, as the first import of main.tsx: colours and mode are in place for the first paint. A module of
 * its own because the content security policy allows no inline script.
 */
import '@fontsource-variable/inter/wght.css'
import './base.css'
import './forced-colours.css'
import { installVariables } from './css-variables'
import { applyMode, resolveMode, systemPrefersDark, THEME_STORAGE_KEY } from './mode'

const stored = (): string | null => {
  try {
    return localStorage.getItem(THEME_STORAGE_KEY)
  } catch {
    return null // storage switched off: the system decides
  }
}

installVariables()
applyMode(resolveMode(stored(), systemPrefersDark()))
