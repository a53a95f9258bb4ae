/** Prompts and integrations. */
import {
  integrationById,
  integrationPage,
  integrationView,
  removeIntegration,
  saveIntegration,
} from '../automation/integrations'
import { promptOf, promptPage, promptView, removePrompt, savePrompt } from '../automation/prompts'
import { testIntegration } from '../automation/test-integration'
import { tryPrompt } from '../automation/try-prompt'
import type { HandlersOf } from '../http/handlers'
import { inPlan } from './in-plan'

export const promptHandlers = inPlan<keyof HandlersOf<'prompts'>>('useOpenAi', {
  'prompts.list': ({ app, me, query }) => promptPage(app, me, query),
  'prompts.get': async ({ app, me, params }) =>
    promptView(app, await promptOf(app.db, me.companyId, params.id)),
  'prompts.create': ({ app, me, body }) => savePrompt(app, me, null, body),
  'prompts.update': ({ app, me, params, body }) => savePrompt(app, me, params.id, body),
  'prompts.remove': ({ app, me, params }) => removePrompt(app, me, params.id),
  // A stream of lines; the answer of a `raw` call is sent as it is.
  'prompts.try': async ({ app, me, body, reply }) => (await tryPrompt(app, me, body, reply)) as null,
})

export const integrationHandlers = inPlan<keyof HandlersOf<'integrations'>>('useIntegrations', {
  'integrations.list': ({ app, me, query }) => integrationPage(app, me, query),
  'integrations.get': async ({ app, me, params }) =>
    integrationView(app, await integrationById(app.db, me.companyId, params.id)),
  'integrations.create': ({ app, me, body }) => saveIntegration(app, me, null, body),
  'integrations.update': ({ app, me, params, body }) => saveIntegration(app, me, params.id, body),
  'integrations.remove': ({ app, me, params }) => removeIntegration(app, me, params.id),
  'integrations.test': ({ app, me, body }) => testIntegration(app, me, body),
})
