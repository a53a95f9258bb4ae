/**
 * What the list and a conversation call of areas whose other endpoints belong to other screens: those are built with their
 * screens (areas.ts).
 */
import { z } from 'zod'
import { chat, contact, plan, queue, ticket, user, whatsapp } from '../entities'
import { pageNumber, queryFlag, textId } from '../requests'
import { hasMore, id, listOf, maybe, maybeInstant, maybeText, rowCount, text } from '../scalars'
import { paged } from './crud'
import { endpoint } from './define'

export const firstConnectionEndpoints = {
  'whatsapps.list': endpoint('GET', '/whatsapp', {
    summary: 'Connections of the company',
    access: 'member',
    query: () => z.object({ companyId: textId.optional(), session: queryFlag }),
    response: () => listOf('whatsapps', whatsapp),
  }),
  'whatsapps.get': endpoint('GET', '/whatsapp/:id', {
    summary: 'One connection of the company, with its code while it pairs',
    access: 'member',
    query: () => z.object({ session: queryFlag }),
    response: whatsapp,
    errors: ['ERR_NO_WAPP_FOUND'],
  }),
} as const

export const firstQueueEndpoints = {
  'queues.list': endpoint('GET', '/queue', {
    summary: 'Queues of the company in their order',
    access: 'member',
    query: () => z.object({ companyId: textId.optional() }),
    response: () => listOf('queues', queue),
  }),
} as const

export const firstCompanyEndpoints = {
  'companies.listPlan': endpoint('GET', '/companies/listPlan/:id', {
    summary: 'Plan of the own company',
    access: 'member',
    unpaid: true,
    response: () =>
      z.object({
        id,
        name: text,
        email: maybeText,
        phone: maybeText,
        dueDate: maybeInstant,
        createdAt: maybeInstant,
        plan: maybe(plan),
      }),
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_COMPANY_FOUND'],
  }),
} as const

export const firstContactEndpoints = {
  'contacts.get': endpoint('GET', '/contacts/:id', {
    summary: 'One contact with extra info and origin connection',
    access: 'member',
    response: contact,
    errors: ['ERR_NO_CONTACT_FOUND'],
  }),
  'contacts.tickets': endpoint('GET', '/contacts/:id/tickets', {
    summary: 'Tickets of one contact that the caller may see, newest first',
    access: 'member',
    query: () => z.object({ pageNumber }),
    response: () => z.object({ tickets: listOf('contacts.tickets', ticket), count: rowCount, hasMore }),
    errors: ['ERR_NO_CONTACT_FOUND'],
  }),
} as const

export const firstUserEndpoints = {
  'users.all': endpoint('GET', '/users/list', {
    summary: 'Users of the company for pickers',
    access: 'member',
    query: () => z.object({ companyId: textId.optional() }),
    response: () => listOf('users.all', user),
  }),
} as const

export const firstChatEndpoints = {
  'chats.list': endpoint('GET', '/chats', {
    summary: 'Internal chats of the caller, latest activity first',
    access: 'member',
    ...paged('records', 'chats', chat),
    errors: ['ERR_PLAN_LACKS'],
  }),
} as const
