/** Prompts and integrations as connections and queues choose them (specification 2 section 7). */
import { fold, PAGE } from '@contract'
import { asc, eq } from 'drizzle-orm'
import { prompts, queueIntegrations, queues } from '../db/schema'
import type { HandlersOf } from '../http/handlers'
import { refuseWithoutFeature } from '../plans/limits'

/** One page of the rows whose name is looked for: a company has a handful of either. */
function pageOf<T extends { name: string }>(
  rows: readonly T[],
  query: { searchParam?: string | undefined; pageNumber: number },
) {
  const wanted = fold(query.searchParam ?? '')
  const found = rows.filter(row => fold(row.name).includes(wanted))
  const from = (query.pageNumber - 1) * PAGE.records
  const page = found.slice(from, from + PAGE.records)
  return { page, rest: { count: found.length, hasMore: found.length > from + page.length } }
}

export const promptHandlers: HandlersOf<'prompts'> = {
  'prompts.list': async ({ app, me, query }) => {
    await refuseWithoutFeature(app.db, me.companyId, 'useOpenAi')
    const rows = await app.db
      .select({ prompt: prompts, queue: { id: queues.id, name: queues.name, color: queues.color } })
      .from(prompts)
      .leftJoin(queues, eq(queues.id, prompts.queueId))
      .where(eq(prompts.companyId, me.companyId))
      .orderBy(asc(prompts.name), asc(prompts.id))
    const { page, rest } = pageOf(
      rows.map(row => ({ ...row.prompt, queue: row.queue })),
      query,
    )
    return { prompts: page, ...rest }
  },
}

export const integrationHandlers: HandlersOf<'integrations'> = {
  'integrations.list': async ({ app, me, query }) => {
    await refuseWithoutFeature(app.db, me.companyId, 'useIntegrations')
    const rows = await app.db
      .select()
      .from(queueIntegrations)
      .where(eq(queueIntegrations.companyId, me.companyId))
      .orderBy(asc(queueIntegrations.name), asc(queueIntegrations.id))
    const { page, rest } = pageOf(rows, query)
    return { queueIntegrations: page, ...rest }
  },
}
