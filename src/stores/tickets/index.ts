export {
  actOn,
  believedOfContact,
  changedIn,
  goOnWith,
  undoable,
  whenTicketChanged,
} from './act'
export * from './actions'
export { beliefOf, pinBelief, settleBelief, useBeliefs, usePinnedBelief, usePinnedBeliefs } from './belief'
export { closeAllTickets, countClosable, moreIn, type Progress } from './close-all'
export { afterFirstList, beginsWithTickets, fromFirstList, readFirstList } from './first-list'
export { type HandedOver, newlyAssigned, useHandedOver, whenHandedOver } from './handed-over'
export { holdTicket } from './holder'
export {
  isSearching,
  type ListName,
  laneName,
  NO_SEARCH,
  type Scope,
  type Search,
} from './lists'
export {
  chooseShowAll,
  fallbackQueues,
  fetchTicket,
  fetchTicketById,
  loadMore,
  openList,
  refreshCounts,
  reloadList,
  reloadLists,
  retryList,
  setFallbackQueues,
  setScope,
  setViewer,
  showView,
  viewerOf,
} from './load'
export { type ManyOutcome, type ManyProgress, withEach } from './many'
export type { StoredTicket } from './model'
export { oldestPending } from './oldest'
export { hearOwnChanges, noteOwnChange, resetOwnChanges } from './own-changes'
export { pinTicket, refreshPinned, unpinTicket, usePinned } from './pinned'
export { prioritise } from './priority'
export { knownTickets, setSearch, typeSearch } from './search'
export { clearSelection, selectAll, selectTo, toggleSelected, useSelected } from './selection'
export { snoozeTicket, wakeTicket } from './snooze'
export { setTicketsSource, type TicketsSource, ticketsSource } from './source'
export type { TicketCounts, TicketList } from './state'
export {
  absorbTickets,
  countOf,
  dropTicket,
  patchTicket,
  resetTickets,
  selectTicket,
  ticketById,
  ticketByUuid,
  useSelectedTicketId,
  useTicket,
  useTicketByUuid,
  useTicketCounts,
  useTicketGone,
  useTicketList,
  useTicketScope,
  useTicketsStore,
  useViewer,
} from './store'
export { CREATE_TAG, setTag, TAG_NAME_MIN, tagChoices, tagNamed } from './tags'
export { type TakenAway, whenTakenAway } from './taken-away'
export { type Clocked, clockOf, redAt, waitedMs } from './waiting'
