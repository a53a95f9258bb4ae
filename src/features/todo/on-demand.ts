/** What is loaded when it is opened for the first time. */
import { onDemand } from '@/ui'

export const ReminderDialog = onDemand(async () => (await import('./reminder-dialog')).ReminderDialog)
