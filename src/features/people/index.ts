export { type PeopleSearch, usePeopleSearch } from './use-people-search'
