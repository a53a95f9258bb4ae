/** Prompts and integrations. */
import { keptIntegrations } from '../../automation/integrations/integrations'
import { keptPrompts } from '../../automation/integrations/prompts'
import { testIntegration } from '../../automation/integrations/test-integration'
import { tryPrompt } from '../../automation/integrations/try-prompt'
import type { HandlersOf } from '../../platform/http/handlers'
import { serve } from '../../platform/records/serve'
import { inPlan } from './in-plan'

export const promptHandlers = inPlan<keyof HandlersOf<'prompts'>>('useOpenAi', {
  ...serve('prompts', keptPrompts, 'get'),
  'prompts.list': ({ app, me, query }) => keptPrompts.page(app, me, query),
  // The answer the specification gives.
  'prompts.remove': async ({ app, me, params }) => {
    await keptPrompts.remove(app, me, params.id)
    return { message: 'Prompt deleted' }
  },
  // A stream of lines; the answer of a `raw` call is sent as it is.
  'prompts.try': async ({ app, me, body, reply }) => (await tryPrompt(app, me, body, reply)) as null,
})

export const integrationHandlers = inPlan<keyof HandlersOf<'integrations'>>('useIntegrations', {
  ...serve('integrations', keptIntegrations, 'get'),
  'integrations.list': ({ app, me, query }) => keptIntegrations.page(app, me, query),
  'integrations.test': ({ app, me, body }) => testIntegration(app, me, body),
})
