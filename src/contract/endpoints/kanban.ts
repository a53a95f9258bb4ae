/** The kanban board. */
import { z } from 'zod'
import { tag, ticket } from '../entities'
import { expecting } from '../expected'
import { idList, pageNumber, textId, textIdOrNone, token } from '../requests'
import { hasMore, id, listOf, rowCount } from '../scalars'
import { done, endpoint } from './define'

/** Where the next page of a lane begins; opaque. */
const cursor = z.string().nullish()

const laneTickets = z.object({ tickets: listOf('kanban', ticket), count: rowCount, hasMore, cursor })

export const kanbanEndpoints = {
  'kanban.board': endpoint('GET', '/kanban', {
    summary:
      'The lanes of the board, the untagged one first, each with its first page: who waits longest first',
    access: 'member',
    query: () => z.object({ queueIds: idList, viewId: textId.optional() }),
    response: () =>
      z.object({
        lanes: listOf('kanban lanes', laneTickets.extend({ id, tag: tag.nullable() })),
      }),
    errors: ['ERR_PLAN_LACKS', 'ERR_NO_VIEW_FOUND'],
  }),
  'kanban.lane': endpoint('GET', '/kanban/:id', {
    summary: 'One page of a lane; lane 0 holds the tickets without a lane’s tag',
    access: 'member',
    params: () => z.object({ id: textIdOrNone }),
    query: () => z.object({ queueIds: idList, viewId: textId.optional(), cursor: token(200).optional() }),
    response: laneTickets,
    errors: ['ERR_PLAN_LACKS', 'ERR_NO_TAG_FOUND', 'ERR_NO_VIEW_FOUND'],
  }),
  'kanban.tickets': endpoint('GET', '/ticket/kanban', {
    summary: 'The tickets of all lanes, paged: for programs that group them by tag themselves',
    access: 'member',
    query: () => z.object({ queueIds: idList, pageNumber }),
    response: () => z.object({ tickets: listOf('kanban', ticket), count: rowCount, hasMore }),
    errors: ['ERR_PLAN_LACKS'],
  }),
  'ticketTags.clear': endpoint('DELETE', '/ticket-tags/:ticketId', {
    summary: 'Take a ticket out of its lanes; its other tags stay',
    access: 'member',
    body: () => z.object(expecting),
    response: done,
    errors: ['ERR_PLAN_LACKS', 'ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION', 'ERR_TICKET_CHANGED'],
  }),
  'ticketTags.add': endpoint('PUT', '/ticket-tags/:ticketId/:tagId', {
    summary: 'Give a ticket a tag; a lane’s takes the place of those of other lanes, every other tag stays',
    access: 'member',
    body: () => z.object(expecting),
    response: done,
    errors: [
      'ERR_PLAN_LACKS',
      'ERR_NO_TICKET_FOUND',
      'ERR_NO_TAG_FOUND',
      'ERR_NO_PERMISSION',
      'ERR_TICKET_CHANGED',
    ],
  }),
} as const
