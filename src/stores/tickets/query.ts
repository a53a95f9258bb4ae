/** What each list asks the server for: its conditions, as GET /tickets takes them. Pure. */
import { SEARCH_MAX_CHARS } from '@contract'
import type { Place } from '../paged-list'
import { conditionsOf, type ListName, orderOf } from './lists'
import type { TicketQuery } from './source'
import type { TicketsState } from './state'

/**
 * @param at the page. @param fallbackQueueIds queues that are named where none is chosen; null names none.
 */
export function queryOf(
  { scope, search }: Pick<TicketsState, 'scope' | 'search'>,
  list: ListName,
  at: Place,
  fallbackQueueIds: readonly number[] | null,
): TicketQuery {
  const queueIds = scope.queueIds.length > 0 ? scope.queueIds : fallbackQueueIds
  const order = orderOf(list, scope)
  const query: TicketQuery = {
    pageNumber: at.page,
    showAll: scope.showAll,
    ...(at.cursor === null ? {} : { cursor: at.cursor }),
    ...(queueIds === null ? {} : { queueIds: [...queueIds] }),
    ...(order === 'activity' ? {} : { order }),
  }
  if (list === 'view') return scope.view ? { ...query, viewId: scope.view.id } : query
  const conditions = conditionsOf(list, scope, search)
  if (!conditions) return query
  const { statuses, isGroup, snoozed, tagIds, holders, priorities } = conditions
  const [status, ...others] = statuses
  const text = list === 'search' ? search.text.trim() : ''
  return {
    ...query,
    ...(status && others.length === 0 ? { status } : {}),
    ...(isGroup === undefined ? {} : { groups: isGroup }),
    ...(snoozed ? { snoozed } : {}),
    ...(list === 'search' ? { isSearch: true } : {}),
    ...(text ? { searchParam: text.slice(0, SEARCH_MAX_CHARS) } : {}),
    ...(tagIds.length > 0 ? { tags: tagIds } : {}),
    ...(holders.length > 0 ? { users: [...search.userIds] } : {}),
    ...(priorities.length > 0 ? { priorities } : {}),
  }
}
