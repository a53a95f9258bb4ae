/** Dashboard. */
import { z } from 'zod'
import { attendant, copilotFigures, dashboardCounters } from '../entities'
import { day, textId } from '../requests'
import { figure, flag, listOf, maybe, text } from '../scalars'
import { deadlineResult } from '../service-levels'
import { endpoint } from './define'

const chartRange = z.object({
  initialDate: day,
  finalDate: day,
  companyId: textId.optional(),
})

const period = z.object({
  days: z.coerce.number().int().min(1).max(366).optional(),
  date_from: day.optional(),
  date_to: day.optional(),
})

export const workplaceEndpoints = {
  'dashboard.get': endpoint('GET', '/dashboard', {
    summary: 'Counters and attendants of a period',
    access: 'dashboard:view',
    query: () => period,
    response: () =>
      z.object({
        /** What came before is still being measured: figures may be too small. */
        counting: flag,
        counters: dashboardCounters,
        attendants: listOf('attendants', attendant),
      }),
    errors: ['ERR_NO_PERMISSION'],
  }),
  'dashboard.copilot': endpoint('GET', '/dashboard/copilot', {
    summary: 'What the copilot did in a period; null where the company does not have it',
    access: 'dashboard:view',
    query: () => period,
    response: () => z.object({ figures: maybe(copilotFigures) }),
    errors: ['ERR_NO_PERMISSION'],
  }),
  'dashboard.serviceLevels': endpoint('GET', '/dashboard/serviceLevels', {
    summary: 'Deadlines whose clocks began in a period, kept and missed, by service level',
    access: 'dashboard:view',
    query: () => period,
    response: () => z.object({ results: listOf('dashboard.serviceLevels', deadlineResult) }),
    errors: ['ERR_NO_PERMISSION'],
  }),
  'dashboard.ticketsUsers': endpoint('GET', '/dashboard/ticketsUsers', {
    summary: 'Tickets per agent in a period',
    access: 'dashboard:view',
    query: chartRange,
    response: () => z.object({ data: listOf('ticketsUsers', z.object({ quantidade: figure, nome: text })) }),
    errors: ['ERR_NO_PERMISSION'],
  }),
  'dashboard.ticketsDay': endpoint('GET', '/dashboard/ticketsDay', {
    summary: 'Tickets per day, or per hour for a single day',
    access: 'dashboard:view',
    query: chartRange,
    response: () =>
      z.object({
        count: figure,
        data: listOf('ticketsDay', z.object({ total: figure, data: text, horario: text })),
      }),
    errors: ['ERR_NO_PERMISSION'],
  }),
} as const
