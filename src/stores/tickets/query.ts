/** What each list asks the server for. Pure. */
import { SEARCH_MAX_CHARS } from '@contract'
import type { Place } from '../paged-list'
import { type ListName, orderOf } from './lists'
import type { TicketQuery } from './source'
import type { TicketsState } from './state'

/**
 * @param at the page. @param fallbackQueueIds queues that are named where none is chosen; null names none.
 */
export function queryOf(
  state: Pick<TicketsState, 'scope' | 'search'>,
  list: ListName,
  at: Place,
  fallbackQueueIds: readonly number[] | null,
): TicketQuery {
  const { scope, search } = state
  const queueIds = scope.queueIds.length > 0 ? scope.queueIds : fallbackQueueIds
  const query: TicketQuery = {
    pageNumber: at.page,
    showAll: scope.showAll,
    ...(at.cursor === null ? {} : { cursor: at.cursor }),
    ...(queueIds === null ? {} : { queueIds: [...queueIds] }),
  }
  const order = orderOf(list, scope)
  const ordered = order === 'activity' ? {} : { order }
  const apart = scope.groupsApart ? { groups: false } : {}
  switch (list) {
    case 'assigned':
      return { ...query, ...apart, ...ordered, status: 'open' }
    case 'pending':
      return { ...query, ...apart, ...ordered, status: 'pending' }
    case 'snoozed':
      return { ...query, ...ordered, snoozed: true }
    case 'closed':
      return { ...query, ...apart, status: 'closed' }
    case 'groups':
      return { ...query, groups: true }
    case 'view':
      return { ...query, ...ordered, ...(scope.view ? { viewId: scope.view.id } : {}) }
    case 'search': {
      const text = search.text.trim()
      return {
        ...query,
        isSearch: true,
        ...(text ? { searchParam: text.slice(0, SEARCH_MAX_CHARS) } : {}),
        ...(search.tagIds.length > 0 ? { tags: [...search.tagIds] } : {}),
        ...(search.userIds.length > 0 ? { users: [...search.userIds] } : {}),
        ...(search.priorities.length > 0 ? { priorities: [...search.priorities] } : {}),
      }
    }
  }
}
