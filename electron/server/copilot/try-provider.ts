/** The test button of the copilot's settings: one short question. */

import { askModel } from '../../providers/chat-model'
import { aiCodeOf, pace } from '../automation/try-prompt'
import { ApiError } from '../errors'
import { reasonOf } from '../log'
import type { Me, Workspace } from '../workspace'
import { type Provider, wayTo } from './settings'

const MOST_TOKENS = 30

/** @throws ApiError ERR_TOO_MANY_ATTEMPTS, and those of the provider. */
export async function tryProvider(app: Workspace, me: Me, provider: Provider) {
  await pace(app, me)
  const began = performance.now()
  try {
    const answer = await askModel(
      { ...provider, ...(await wayTo(app, provider)), maxTokens: MOST_TOKENS, temperature: 0 },
      'Responda com uma frase curta.',
      [{ role: 'user', text: 'Bom dia! Tudo pronto para ajudar?' }],
    )
    const { text, model, promptTokens, completionTokens } = answer
    const milliseconds = Math.round(performance.now() - began)
    return { text, model, milliseconds, tokens: promptTokens + completionTokens }
  } catch (error) {
    app.log.warn('the copilot was tried in vain', { reason: reasonOf(error) })
    throw new ApiError(aiCodeOf(error))
  }
}
