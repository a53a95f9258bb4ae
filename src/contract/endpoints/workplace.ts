/** Internal chats, dashboard (specification 1 section 7; chat calls from specification 3 section 7). */
import { z } from 'zod'
import { attendant, chat, chatMessage, dashboardCounters } from '../entities'
import { day, pageNumber, rowId, searchParam, textId, words } from '../requests'
import { figure, hasMore, listOf, rowCount, text } from '../scalars'
import { done, endpoint, idParam } from './define'

const chartRange = z.object({
  initialDate: day,
  finalDate: day,
  companyId: textId.optional(),
})

export const workplaceEndpoints = {
  'chats.list': endpoint('GET', '/chats', {
    summary: 'Internal chats of the caller, latest activity first',
    access: 'member',
    query: z.object({ searchParam, pageNumber }),
    response: z.object({ records: listOf('chats', chat), count: rowCount, hasMore }),
    errors: ['ERR_PLAN_LACKS'],
  }),
  'chats.messages': endpoint('GET', '/chats/:id/messages', {
    summary: 'A page of an internal chat',
    access: 'member',
    params: idParam,
    query: z.object({ pageNumber }),
    response: z.object({ records: listOf('chatMessages', chatMessage), count: rowCount, hasMore }),
    errors: ['ERR_PLAN_LACKS', 'ERR_NO_PERMISSION', 'ERR_NOT_FOUND'],
  }),
  'chats.send': endpoint('POST', '/chats/:id/messages', {
    summary: 'Write in an internal chat',
    access: 'member',
    params: idParam,
    body: z.object({ message: words(10_000).trim().min(1) }),
    response: chatMessage,
    errors: ['ERR_PLAN_LACKS', 'ERR_NO_PERMISSION', 'ERR_NOT_FOUND'],
  }),
  'chats.read': endpoint('POST', '/chats/:id/read', {
    summary: 'Mark an internal chat read',
    access: 'member',
    params: idParam,
    body: z.object({ userId: rowId }),
    response: done,
    errors: ['ERR_PLAN_LACKS', 'ERR_NO_PERMISSION', 'ERR_NOT_FOUND'],
  }),
  'dashboard.get': endpoint('GET', '/dashboard', {
    summary: 'Counters and attendants of a period',
    access: 'dashboard:view',
    query: z.object({
      days: z.coerce.number().int().min(1).max(366).optional(),
      date_from: day.optional(),
      date_to: day.optional(),
    }),
    response: z.object({ counters: dashboardCounters, attendants: listOf('attendants', attendant) }),
    errors: ['ERR_NO_PERMISSION'],
  }),
  'dashboard.ticketsUsers': endpoint('GET', '/dashboard/ticketsUsers', {
    summary: 'Tickets per agent in a period',
    access: 'dashboard:view',
    query: chartRange,
    response: z.object({ data: listOf('ticketsUsers', z.object({ quantidade: figure, nome: text })) }),
    errors: ['ERR_NO_PERMISSION'],
  }),
  'dashboard.ticketsDay': endpoint('GET', '/dashboard/ticketsDay', {
    summary: 'Tickets per day, or per hour for a single day',
    access: 'dashboard:view',
    query: chartRange,
    response: z.object({
      count: figure,
      data: listOf('ticketsDay', z.object({ total: figure, data: text, horario: text })),
    }),
    errors: ['ERR_NO_PERMISSION'],
  }),
} as const
