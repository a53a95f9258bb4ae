import type { Plugin } from 'vite'

/** Provides `virtual:texts/<language>`: the texts of one language, as src/i18n/registry.ts gathers them. */
export function texts(): Plugin
