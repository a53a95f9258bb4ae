export { BreakPill } from './break-pill'
export { breakReason, breakText, isBreakOver } from './break-words'
export { findContacts } from './find-people'
export { type PeopleSearch, usePeopleSearch } from './use-people-search'
