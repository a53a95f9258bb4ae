import type { Plugin } from 'vite'

/** Provides `virtual:texts/<language>`: the files of `src/locales/<language>`, each read when it is asked for. */
export function texts(): Plugin
