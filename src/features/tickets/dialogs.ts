/** The dialogs of the ticket screen, as it and other areas open them. */
import { onDemand } from '@/ui'

export const CloseAllDialog = onDemand(async () => (await import('./close-all-dialog')).CloseAllDialog)
export const NewTicketDialog = onDemand(async () => (await import('./new-ticket-dialog')).NewTicketDialog)
export const ReturnDialog = onDemand(async () => (await import('./return-dialog')).ReturnDialog)
export const SnoozeDialog = onDemand(async () => (await import('./snooze-dialog')).SnoozeDialog)
export const SpyDialog = onDemand(async () => (await import('./spy-dialog')).SpyDialog)
export const TransferDialog = onDemand(async () => (await import('./transfer-dialog')).TransferDialog)
