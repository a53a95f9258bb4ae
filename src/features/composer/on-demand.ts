import { onDemand } from '@/ui'

/** Loaded when utility text is written for the first time: most numbers send none. */
export const UtilityDialog = onDemand(async () => (await import('./utility-dialog')).UtilityDialog)
