/** Prompts and integrations (docs/specification.md 2.7, 3.7). */
import { fold, PAGE } from '@contract'
import { asc, eq } from 'drizzle-orm'
import {
  integrationById,
  integrationView,
  removeIntegration,
  saveIntegration,
} from '../automation/integrations'
import { promptColumns, promptOf, promptView, removePrompt, savePrompt } from '../automation/prompts'
import { testIntegration } from '../automation/test-integration'
import { tryPrompt } from '../automation/try-prompt'
import type { Reader } from '../db/client'
import { prompts, queueIntegrations, queues } from '../db/schema'
import type { HandlersOf } from '../http/handlers'
import { refuseWithoutFeature } from '../plans/limits'
import type { Me } from '../workspace'

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

const mayPrompt = (db: Reader, me: Me): Promise<void> => refuseWithoutFeature(db, me.companyId, 'useOpenAi')
const mayIntegrate = (db: Reader, me: Me): Promise<void> =>
  refuseWithoutFeature(db, me.companyId, 'useIntegrations')

export const promptHandlers: HandlersOf<'prompts'> = {
  'prompts.list': async ({ app, me, query }) => {
    await mayPrompt(app.db, me)
    const rows = await app.db
      .select(promptColumns)
      .from(prompts)
      .leftJoin(queues, eq(queues.id, prompts.queueId))
      .where(eq(prompts.companyId, me.companyId))
      .orderBy(asc(prompts.name), asc(prompts.id))
    const { page, rest } = pageOf(
      rows.map(row => promptView(app, row)),
      query,
    )
    return { prompts: page, ...rest }
  },

  'prompts.get': async ({ app, me, params }) => {
    await mayPrompt(app.db, me)
    return promptView(app, await promptOf(app.db, me.companyId, params.id))
  },

  'prompts.create': async ({ app, me, body }) => {
    await mayPrompt(app.db, me)
    return savePrompt(app, me, null, body)
  },

  'prompts.update': async ({ app, me, params, body }) => {
    await mayPrompt(app.db, me)
    return savePrompt(app, me, params.id, body)
  },

  'prompts.remove': async ({ app, me, params }) => {
    await mayPrompt(app.db, me)
    await removePrompt(app, me, params.id)
    return { message: 'Prompt deleted' }
  },

  'prompts.try': async ({ app, me, body, reply }) => {
    await mayPrompt(app.db, me)
    // A stream of lines; the answer of a `raw` call is sent as it is.
    return (await tryPrompt(app, me, body, reply)) as null
  },
}

export const integrationHandlers: HandlersOf<'integrations'> = {
  'integrations.list': async ({ app, me, query }) => {
    await mayIntegrate(app.db, me)
    const rows = await app.db
      .select()
      .from(queueIntegrations)
      .where(eq(queueIntegrations.companyId, me.companyId))
      .orderBy(asc(queueIntegrations.name), asc(queueIntegrations.id))
    const { page, rest } = pageOf(
      rows.map(row => integrationView(app, row)),
      query,
    )
    return { queueIntegrations: page, ...rest }
  },

  'integrations.get': async ({ app, me, params }) => {
    await mayIntegrate(app.db, me)
    return integrationView(app, await integrationById(app.db, me.companyId, params.id))
  },

  'integrations.create': async ({ app, me, body }) => {
    await mayIntegrate(app.db, me)
    return saveIntegration(app, me, null, body)
  },

  'integrations.update': async ({ app, me, params, body }) => {
    await mayIntegrate(app.db, me)
    return saveIntegration(app, me, params.id, body)
  },

  'integrations.remove': async ({ app, me, params }) => {
    await mayIntegrate(app.db, me)
    await removeIntegration(app, me, params.id)
    return null
  },

  'integrations.test': async ({ app, me, body }) => {
    await mayIntegrate(app.db, me)
    return testIntegration(app, me, body)
  },
}
