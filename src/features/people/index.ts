export { findContacts } from './find-people'
export { type PeopleSearch, usePeopleSearch } from './use-people-search'
