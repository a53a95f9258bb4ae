/** Tags, and tagging a ticket. */
import { z } from 'zod'
import { TAG_NAME } from '../constants'
import { tag, ticket } from '../entities'
import { expecting } from '../expected'
import { line, rowId, token, upTo } from '../requests'
import { listOf } from '../scalars'
import { crud, paged } from './crud'
import { endpoint } from './define'

/** Tag form rules. `kanban` 1 makes a lane of the board; admins and supervisors set it. */
export const tagForm = z.object({
  name: line(TAG_NAME.max, 'Too Long!').min(TAG_NAME.min, 'Mensagem muito curta'),
  color: token(7)
    .regex(/^(#([0-9a-f]{3}|[0-9a-f]{6}))?$/i)
    .optional(),
  kanban: z.number().int().min(0).max(1).optional(),
  userId: rowId.nullish(),
})

export const tagEndpoints = {
  'tags.page': endpoint('GET', '/tags', {
    summary: 'Tags by name, paged, with how many tickets carry each',
    access: 'member',
    ...paged('tags', 'tags.page', tag),
  }),
  'tags.list': endpoint('GET', '/tags/list', {
    summary: 'All tags of the company',
    access: 'member',
    response: () => listOf('tags', tag),
  }),
  'tags.kanban': endpoint('GET', '/tags/kanban', {
    summary: 'The tags that are lanes of the kanban board, in the order of the lanes',
    access: 'member',
    response: () => z.object({ lista: listOf('tags.kanban', tag) }),
  }),
  ...crud('tags', '/tags', {
    access: 'member',
    record: tag,
    form: tagForm,
    missing: 'ERR_NO_TAG_FOUND',
    get: 'One tag of the company',
    create: [
      'Add a tag by name; one of that name is answered as it is',
      'ERR_NO_PERMISSION',
      'ERR_PLAN_LACKS',
    ],
    update: [
      'Change a tag; members left out stay as they are',
      'ERR_DUPLICATED_TAG',
      'ERR_NO_PERMISSION',
      'ERR_PLAN_LACKS',
    ],
    remove: 'Delete a tag; its tickets stay without it',
  }),
  'tags.sync': endpoint('POST', '/tags/sync', {
    summary: 'Replace the tags of a ticket, or add some and take some away',
    access: 'member',
    body: () =>
      z.object({
        ticketId: rowId,
        /** Those it is to have. Where `added` or `gone` is said it has no effect: servers before these know it alone. */
        tags: upTo(100, z.object({ id: rowId })),
        added: upTo(100, rowId).optional(),
        gone: upTo(100, rowId).optional(),
        ...expecting,
      }),
    response: ticket,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_TAG_FOUND', 'ERR_NO_PERMISSION', 'ERR_TICKET_CHANGED'],
  }),
} as const
