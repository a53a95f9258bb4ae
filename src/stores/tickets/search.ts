/** The search among tickets: what is known here with every key, the server 500 ms after the last one. */
import { matchOf } from '@contract'
import { atSessionEnd } from '../session-end'
import { createTypedText } from '../typed-text'
import { belongs, compareBy, isSearching, type Search } from './lists'
import { askSearch } from './load'
import type { StoredTicket } from './model'
import { EMPTY_LIST, type TicketsState } from './state'
import { useTicketsStore } from './store'

const { getState, setState } = useTicketsStore

/** Rows shown before the server has answered. */
const MOST_KNOWN = 40

const findable = ({ id, contact, lastMessage }: StoredTicket) => ({
  name: contact?.name ?? '',
  number: contact?.number ?? null,
  others: `${lastMessage} #${id}`,
})

/** Ids of the known tickets that answer a search, the latest first. Pure. */
export function knownTickets(
  { byId, viewer, scope, gone }: Pick<TicketsState, 'byId' | 'viewer' | 'scope' | 'gone'>,
  search: Search,
): number[] {
  if (!viewer) return []
  return [...byId.values()]
    .filter(ticket => !gone.has(ticket.id) && belongs('search', ticket, viewer, scope, search, true))
    .filter(ticket => matchOf(findable(ticket), search.text) !== null)
    .sort((a, b) => compareBy('activity', a, b))
    .slice(0, MOST_KNOWN)
    .map(ticket => ticket.id)
}

const typed = createTypedText<Search>(askSearch)
atSessionEnd('ticket search', typed.stop)

/** Searches at once (Enter, tags, agents); an empty search clears the results. */
export const setSearch = (search: Search): void => typed.now(search)

/** Takes what is typed: known tickets at once, the server 500 ms after the last key; at once when nothing is left. */
export function typeSearch(search: Search): void {
  if (search.text.trim() === '') {
    typed.now(search)
    return
  }
  // Results of another question must not stand under this one.
  askSearch(null)
  const list = { ...EMPTY_LIST, ids: knownTickets(getState(), search), status: 'loading' as const }
  if (isSearching(search)) setState(({ lists }) => ({ search, lists: { ...lists, search: list } }))
  typed.typed(search)
}
