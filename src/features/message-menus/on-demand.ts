import { onDemand } from '@/ui'

/** Loaded when a message with buttons is wanted for the first time: most conversations need none. */
export const MenuDialog = onDemand(async () => (await import('./menu-dialog')).MenuDialog)
