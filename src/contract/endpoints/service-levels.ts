/** Service levels (SLA): what a company promises its customers, and how it keeps it. */
import { z } from 'zod'
import { instant, listOf } from '../scalars'
import { deadline, serviceLevel, serviceLevelForm } from '../service-levels'
import { crud } from './crud'
import { endpoint } from './define'

/** Conditions or steps name what the company does not have. */
const UNKNOWN = [
  'ERR_NO_WAPP_FOUND',
  'ERR_NO_TAG_FOUND',
  'ERR_NO_QUEUE_FOUND',
  'ERR_NO_USER_FOUND',
  'ERR_NO_QUICKMESSAGE_FOUND',
] as const

export const serviceLevelEndpoints = {
  ...crud('serviceLevels', '/service-levels', {
    access: 'drawer-admin-items:view',
    record: serviceLevel,
    form: serviceLevelForm,
    missing: 'ERR_NOT_FOUND',
    list: 'What the company promises, in the order in which a ticket’s service level is looked for',
    create: ['Add a service level, after the others', 'ERR_TOO_MANY_SERVICE_LEVELS', ...UNKNOWN],
    arrange: 'Put service levels into an order: a ticket has the first whose conditions it meets',
    update: ['Change a service level; deadlines that run are computed anew', ...UNKNOWN],
    remove: 'Delete a service level; what was kept and missed by it stays counted',
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
} as const
