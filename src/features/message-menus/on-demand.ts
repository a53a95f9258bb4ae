import { onDemand } from '@/ui'

/** Loaded on first use: most conversations need no buttons. */
export const MenuDialog = onDemand(async () => (await import('./menu-dialog')).MenuDialog)
