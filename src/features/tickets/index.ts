/** The ticket screen and the pieces of it that other areas use. */
export { lastKind, lastWords } from './last-message'
export { NewTicketDialog, type NewTicketDialogProps } from './new-ticket-dialog'
export { PaletteSearches } from './palette-searches'
export { PopoutScreen } from './popout-screen'
export { SpyDialog } from './spy-dialog'
export { type ContactPanelProps, TicketsScreen, type TicketsScreenProps } from './tickets-screen'
export { TransferDialog, type TransferDialogProps } from './transfer-dialog'
export { nameOf, ticketPath, useTicketActions } from './use-ticket-actions'
