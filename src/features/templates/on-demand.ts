import { onDemand } from '@/ui'

/** Loaded when a template is wanted for the first time: most conversations need none. */
export const TemplateDialog = onDemand(async () => (await import('./template-dialog')).TemplateDialog)
