/**
 * What may answer customers in a person's place: AI prompts and integrations of queues, as connections and queues choose
 * them (specification 2 section 7).
 */
import { z } from 'zod'
import { prompt, queueIntegration } from '../entities'
import { pageNumber, searchParam } from '../requests'
import { hasMore, listOf, rowCount } from '../scalars'
import { endpoint } from './define'

const page = z.object({ searchParam, pageNumber })

export const automationEndpoints = {
  'prompts.list': endpoint('GET', '/prompt', {
    summary: 'AI prompts of the company by name, paged, without their keys',
    access: 'drawer-admin-items:view',
    query: page,
    response: z.object({ prompts: listOf('prompts', prompt), count: rowCount, hasMore }),
    errors: ['ERR_NO_PERMISSION', 'ERR_PLAN_LACKS'],
  }),
  'integrations.list': endpoint('GET', '/queueIntegration', {
    summary: 'Integrations of the company by name, paged, without their keys',
    access: 'drawer-admin-items:view',
    query: page,
    response: z.object({
      queueIntegrations: listOf('queueIntegrations', queueIntegration),
      count: rowCount,
      hasMore,
    }),
    errors: ['ERR_NO_PERMISSION', 'ERR_PLAN_LACKS'],
  }),
} as const
