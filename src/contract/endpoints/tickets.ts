/** Tickets. */
import { z } from 'zod'
import { HANDOVER_NOTE_MAX_CHARS, TICKET_ORDERS, TICKET_STATUSES } from '../constants'
import { ticket } from '../entities'
import { expecting } from '../expected'
import { PRIORITIES } from '../priority'
import {
  day,
  idList,
  idsWithNone,
  moment,
  pageNumber,
  queryFlag,
  rowId,
  searchParam,
  textId,
  token,
  wordList,
  words,
} from '../requests'
import { figure, hasMore, id, listOf, maybeFigure, rowCount } from '../scalars'
import { timelineEntry } from '../timeline'
import { done, endpoint } from './define'

const status = z.enum(TICKET_STATUSES)
const priority = z.enum(PRIORITIES)

export const ticketQuery = z.object({
  status: status.optional(),
  isSearch: queryFlag,
  searchParam,
  pageNumber,
  tags: idList,
  users: idList,
  priorities: wordList(PRIORITIES),
  /** Snoozed ones alone. Without it a list of a status leaves them out. */
  snoozed: queryFlag,
  queueIds: idList,
  groups: queryFlag,
  date: day.optional(),
  updatedAt: day.optional(),
  showAll: queryFlag,
  withUnreadMessages: queryFlag,
  /** What is in this view, whoever holds it: no other filter counts. */
  viewId: textId.optional(),
  /**
   * `waiting`: who waits longest first; `priority`: the most urgent first, among them who waits longest; `snoozed`: who
   * wakes next first; `oldest`: the latest activity last; otherwise first. Of a view its own where
   * none is named.
   */
  order: z.enum(TICKET_ORDERS).optional(),
  /**
   * Opaque position of the previous page's end. With it a page neither repeats nor skips rows while tickets move;
   * servers that do not know it ignore it and answer by pageNumber.
   */
  cursor: token(200).optional(),
})

/** Ids of what is pinned, in their order. */
const pinned = () => z.object({ ids: listOf('pinned', id) })

export const ticketEndpoints = {
  'tickets.list': endpoint('GET', '/tickets', {
    summary: 'Tickets the caller may see, filtered and paged',
    access: 'member',
    query: ticketQuery,
    response: () =>
      z.object({
        tickets: listOf('tickets', ticket),
        count: rowCount,
        /** False where there may be more than `count`: a search of what is in very many messages is not counted. */
        counted: z.boolean().optional(),
        hasMore,
        cursor: z.string().nullish(),
        /**
         * A search that would take too long ends before its page is full: at conversations that changed last at this
         * moment. The next page, by the cursor, goes on from there.
         */
        stoppedAt: z.string().nullish(),
      }),
    errors: ['ERR_NO_VIEW_FOUND'],
  }),
  'tickets.counts': endpoint('GET', '/tickets/counts', {
    summary: 'How many tickets each tab holds for the caller',
    access: 'member',
    query: () => z.object({ queueIds: idList, showAll: queryFlag }),
    response: () =>
      z.object({
        open: figure,
        pending: figure,
        closed: figure,
        // Null where the server does not count groups: the tab then counts its list.
        groups: figure.nullable(),
        // Null where counting them would take a list of its own.
        unread: figure.nullable(),
        // Null where tickets cannot be snoozed.
        snoozed: maybeFigure,
      }),
  }),
  'tickets.get': endpoint('GET', '/tickets/:id', {
    summary: 'One ticket',
    access: 'member',
    response: ticket,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION'],
  }),
  'tickets.byUuid': endpoint('GET', '/tickets/u/:uuid', {
    summary: 'One ticket by the id its link carries',
    access: 'member',
    params: () => z.object({ uuid: token(64) }),
    response: ticket,
    errors: ['ERR_INVALID_UUID', 'ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION'],
  }),
  'tickets.timeline': endpoint('GET', '/tickets/:id/timeline', {
    summary: 'What happened to a ticket, the latest first',
    access: 'member',
    query: () => z.object({ pageNumber }),
    response: () => z.object({ entries: listOf('timeline', timelineEntry), count: rowCount, hasMore }),
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION'],
  }),
  'tickets.pinned': endpoint('GET', '/tickets/pinned', {
    summary: 'Tickets the caller keeps at the top of the lists, the latest pinned first',
    access: 'member',
    response: () => listOf('pinned', ticket),
  }),
  'tickets.pin': endpoint('PUT', '/tickets/:id/pin', {
    summary: 'Keep a ticket at the top of the caller’s lists',
    access: 'member',
    response: pinned,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION', 'ERR_TOO_MANY_PINNED'],
  }),
  'tickets.unpin': endpoint('DELETE', '/tickets/:id/pin', {
    summary: 'Let a ticket go back to its place in the caller’s lists',
    access: 'member',
    response: pinned,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION'],
  }),
  'tickets.create': endpoint('POST', '/tickets', {
    summary: 'Open a ticket for a contact',
    access: 'member',
    body: () =>
      z.object({
        contactId: rowId,
        queueId: rowId.nullish(),
        whatsappId: rowId.nullish(),
        userId: rowId.nullish(),
        status: status.optional(),
      }),
    response: ticket,
    errors: [
      'ERR_OTHER_OPEN_TICKET',
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_DEF_WAPP_FOUND',
      'ERR_CREATING_TICKET',
      'ERR_NO_PERMISSION',
    ],
  }),
  'tickets.update': endpoint('PUT', '/tickets/:id', {
    summary: 'Accept, return, resolve, reopen or transfer',
    access: 'member',
    body: () =>
      z.object({
        status: status.optional(),
        userId: rowId.nullish(),
        queueId: rowId.nullish(),
        whatsappId: rowId.nullish(),
        /** Resolve without the rating question and the completion message of the connection. */
        justClose: z.boolean().optional(),
        /** Resolve with both, but only once it can no longer be taken back (RESOLVE_UNDO_MS). */
        sayAfterUndo: z.boolean().optional(),
        useIntegration: z.boolean().nullish(),
        promptId: rowId.nullish(),
        integrationId: rowId.nullish(),
        /** What the next agent should know; arrives as a handover card. */
        handoverNote: words(HANDOVER_NOTE_MAX_CHARS).trim().optional(),
        ...expecting,
      }),
    response: ticket,
    errors: [
      'ERR_NO_TICKET_FOUND',
      'ERR_NO_PERMISSION',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_TICKET_TAKEN',
      'ERR_TICKET_CHANGED',
      'ERR_NO_USER_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_INTEGRATION_FOUND',
    ],
  }),
  'tickets.setPriority': endpoint('PUT', '/tickets/:id/priority', {
    summary: 'Say how urgent a ticket is; its place by activity stays',
    access: 'member',
    body: () => z.object({ priority, ...expecting }),
    response: ticket,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION', 'ERR_TICKET_CHANGED'],
  }),
  'tickets.snooze': endpoint('PUT', '/tickets/:id/snooze', {
    summary: 'Put an open ticket aside until a time, or until the customer writes',
    access: 'member',
    body: () =>
      z.object({
        /** Later than now. null: until the customer writes, which ends every snooze; refused where an answer is owed. */
        until: moment.nullable(),
        ...expecting,
      }),
    response: ticket,
    errors: [
      'ERR_NO_TICKET_FOUND',
      'ERR_NO_PERMISSION',
      'ERR_TICKET_CHANGED',
      'ERR_TICKET_NOT_OPEN',
      'ERR_OWES_ANSWER',
      'ERR_VALIDATION',
    ],
  }),
  'tickets.wake': endpoint('DELETE', '/tickets/:id/snooze', {
    summary: 'Wake a snoozed ticket, as if it had never been snoozed',
    access: 'member',
    body: () => z.object(expecting),
    response: ticket,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION', 'ERR_TICKET_CHANGED'],
  }),
  'tickets.setHolder': endpoint('PUT', '/tickets/:id/holder', {
    summary: 'Take a conversation over from whoever else answers it, or give it back to Meta’s agent',
    access: 'member',
    body: () =>
      z.object({
        /** Who is to answer; null: this workspace. */
        holder: z.literal('metaAgent').nullable(),
        ...expecting,
      }),
    response: ticket,
    errors: [
      'ERR_NO_TICKET_FOUND',
      'ERR_NO_PERMISSION',
      'ERR_TICKET_CHANGED',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_WAPP_UNSUPPORTED',
      'ERR_WAPP_HANDOVER',
    ],
  }),
  'tickets.undoResolve': endpoint('POST', '/tickets/:id/undo-resolve', {
    summary: 'Take back a resolve of one’s own at once: the ticket is as it was, and nobody is written to',
    access: 'member',
    response: ticket,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION', 'ERR_OTHER_OPEN_TICKET', 'ERR_UNDO_TOO_LATE'],
  }),
  'tickets.beginMacro': endpoint('POST', '/tickets/:id/macro-run', {
    summary: 'Begin a macro on a ticket: until it ends, or for two minutes, colleagues begin none there',
    access: 'member',
    body: () => z.object(expecting),
    response: done,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION', 'ERR_TICKET_CHANGED', 'ERR_MACRO_RUNNING'],
  }),
  'tickets.endMacro': endpoint('DELETE', '/tickets/:id/macro-run', {
    summary: 'End a macro of one’s own on a ticket',
    access: 'member',
    response: done,
    errors: ['ERR_NO_TICKET_FOUND'],
  }),
  'tickets.closeAll': endpoint('POST', '/tickets/closeAll', {
    summary: 'Close every ticket of a status in the chosen queues',
    access: 'tickets-manager:closeAll',
    body: () =>
      z.object({
        status,
        selectedQueueIds: idsWithNone,
        /** As many as the person was told of; where there are more by then, none is closed. */
        most: z.number().int().min(0).optional(),
      }),
    response: () => z.object({ closed: figure }),
    errors: ['ERR_EMPTY_TICKETS_CLOSEALL', 'ERR_MORE_TO_CLOSE', 'ERR_NO_PERMISSION'],
  }),
  'tickets.remove': endpoint('DELETE', '/tickets/:id', {
    summary: 'Delete a ticket with its messages',
    access: 'ticket-options:deleteTicket',
    body: () => z.object(expecting),
    response: done,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION', 'ERR_TICKET_CHANGED'],
  }),
} as const
