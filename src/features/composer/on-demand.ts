import { onDemand } from '@/ui'

/** Loaded when text for utility is written for the first time: most numbers send none. */
export const UtilityDialog = onDemand(async () => (await import('./utility-dialog')).UtilityDialog)
