/** Service levels (SLA): what a company promises its customers, and how it keeps it. */
import { z } from 'zod'
import { rowIds } from '../requests'
import { instant, listOf } from '../scalars'
import { deadline, serviceLevel, serviceLevelForm } from '../service-levels'
import { done, endpoint } from './define'

/** Conditions or steps name what the company does not have. */
const UNKNOWN = [
  'ERR_NO_WAPP_FOUND',
  'ERR_NO_TAG_FOUND',
  'ERR_NO_QUEUE_FOUND',
  'ERR_NO_USER_FOUND',
  'ERR_NO_QUICKMESSAGE_FOUND',
] as const

export const serviceLevelEndpoints = {
  'serviceLevels.list': endpoint('GET', '/service-levels', {
    summary: 'What the company promises, in the order in which a ticket’s service level is looked for',
    access: 'drawer-admin-items:view',
    response: () => listOf('serviceLevels', serviceLevel),
  }),
  'serviceLevels.create': endpoint('POST', '/service-levels', {
    summary: 'Add a service level, after the others',
    access: 'drawer-admin-items:view',
    body: serviceLevelForm,
    response: serviceLevel,
    errors: ['ERR_TOO_MANY_SERVICE_LEVELS', ...UNKNOWN],
  }),
  'serviceLevels.arrange': endpoint('PUT', '/service-levels/order', {
    summary: 'Put service levels into an order: a ticket has the first whose conditions it meets',
    access: 'drawer-admin-items:view',
    body: () => z.object({ ids: rowIds }),
    response: done,
  }),
  'serviceLevels.ofTicket': endpoint('GET', '/tickets/:ticketId/deadlines', {
    summary: 'The deadlines of a ticket that run, and the time that counts until each',
    access: 'member',
    response: () =>
      listOf(
        'deadlines',
        deadline.extend({ counted: listOf('deadlines.counted', z.object({ from: instant, to: instant })) }),
      ),
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION'],
  }),
  'serviceLevels.update': endpoint('PUT', '/service-levels/:id', {
    summary: 'Change a service level; deadlines that run are computed anew',
    access: 'drawer-admin-items:view',
    body: serviceLevelForm,
    response: serviceLevel,
    errors: ['ERR_NOT_FOUND', ...UNKNOWN],
  }),
  'serviceLevels.remove': endpoint('DELETE', '/service-levels/:id', {
    summary: 'Delete a service level; what was kept and missed by it stays counted',
    access: 'drawer-admin-items:view',
    response: done,
    errors: ['ERR_NOT_FOUND'],
  }),
} as const
