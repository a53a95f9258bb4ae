import type { InlineConfig } from 'vite'

export function nodeBuild(target: 'main' | 'preload' | 'server'): InlineConfig

/** Entries of the server's build by the name of their file. */
export const SERVER_ENTRIES: Record<string, string>
