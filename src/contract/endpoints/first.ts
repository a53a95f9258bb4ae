/**
 * What the first list calls of areas whose other endpoints belong to screens of administration: those are built with their
 * screens (areas.ts).
 */
import { z } from 'zod'
import { plan, queue, whatsapp } from '../entities'
import { queryFlag, textId } from '../requests'
import { id, listOf, maybe, maybeInstant, maybeText, text } from '../scalars'
import { endpoint, idParam } from './define'

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
    params: idParam,
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
    params: idParam,
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
