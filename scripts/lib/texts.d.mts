import type { Plugin } from 'vite'

/** Areas of texts that are said before somebody has signed in. */
export const FIRST_AREAS: ReadonlySet<string>

/**
 * Provides `virtual:texts/<language>` and `virtual:texts/<language>/rest`: the files of `src/locales/<language>`, each read when it
 * is asked for.
 */
export function texts(): Plugin
