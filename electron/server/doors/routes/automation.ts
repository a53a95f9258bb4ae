/** Prompts and integrations (docs/specification.md 2.7, 3.7). */
import {
  integrationById,
  integrationPage,
  integrationView,
  removeIntegration,
  saveIntegration,
} from '../../automation/integrations/integrations'
import {
  promptOf,
  promptPage,
  promptView,
  removePrompt,
  savePrompt,
} from '../../automation/integrations/prompts'
import { testIntegration } from '../../automation/integrations/test-integration'
import { tryPrompt } from '../../automation/integrations/try-prompt'
import type { Reader } from '../../platform/db/client'
import type { HandlersOf } from '../../platform/http/handlers'
import { refuseWithoutFeature } from '../../platform/plans/limits'
import type { Me } from '../../workspace'

const mayPrompt = (db: Reader, me: Me): Promise<void> => refuseWithoutFeature(db, me.companyId, 'useOpenAi')
const mayIntegrate = (db: Reader, me: Me): Promise<void> =>
  refuseWithoutFeature(db, me.companyId, 'useIntegrations')

export const promptHandlers: HandlersOf<'prompts'> = {
  'prompts.list': async ({ app, me, query }) => {
    await mayPrompt(app.db, me)
    return promptPage(app, me, query)
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
    return integrationPage(app, me, query)
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
