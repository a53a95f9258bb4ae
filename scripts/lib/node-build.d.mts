import type { InlineConfig } from 'vite'

export function nodeBuild(target: 'main' | 'preload' | 'server'): InlineConfig
