/** The ticket screen and the pieces of it that other areas use. */
export { NewTicketDialog, SpyDialog, TransferDialog } from './dialogs'
export { lastKind, lastWords } from './last-message'
export type { NewTicketDialogProps } from './new-ticket-dialog'
export { PaletteSearches } from './palette-searches'
export { PopoutScreen } from './popout-screen'
export { type ContactPanelProps, TicketsScreen, type TicketsScreenProps } from './tickets-screen'
export type { TransferDialogProps } from './transfer-dialog'
export { nameOf, ticketPath, useTicketActions } from './use-ticket-actions'
