/** The test buttons of the copilot's settings: one short question, and a second of silence. */
import { silence } from '../../copilot/recording'
import { askModel } from '../../providers/chat-model'
import { transcribe } from '../../providers/transcription'
import { aiCodeOf, pace } from '../automation/try-prompt'
import { ApiError } from '../errors'
import { reasonOf } from '../log'
import type { Me, Workspace } from '../workspace'
import { type Provider, wayTo } from './settings'

const MOST_TOKENS = 30

/** @throws ApiError ERR_TOO_MANY_ATTEMPTS, and those of the provider. */
async function tried<T>(
  app: Workspace,
  me: Me,
  work: () => Promise<T>,
): Promise<{ answer: T; milliseconds: number }> {
  await pace(app, me)
  const began = performance.now()
  try {
    const answer = await work()
    return { answer, milliseconds: Math.round(performance.now() - began) }
  } catch (error) {
    app.log.warn('the copilot was tried in vain', { reason: reasonOf(error) })
    throw new ApiError(aiCodeOf(error))
  }
}

/** @throws as `tried`. */
export async function tryProvider(app: Workspace, me: Me, provider: Provider) {
  const { answer, milliseconds } = await tried(app, me, async () =>
    askModel(
      { ...provider, ...(await wayTo(app, provider)), maxTokens: MOST_TOKENS, temperature: 0 },
      'Responda com uma frase curta.',
      [{ role: 'user', text: 'Bom dia! Tudo pronto para ajudar?' }],
    ),
  )
  const { text, model, promptTokens, completionTokens } = answer
  return { text, model, milliseconds, tokens: promptTokens + completionTokens }
}

/** What comes back of silence is nothing, or the few words some models hear in it. @throws as `tried`. */
export async function tryTranscriber(app: Workspace, me: Me, provider: Provider) {
  const recording = { bytes: silence(), extension: '.ogg', mime: 'audio/ogg', seconds: 1 }
  const { answer, milliseconds } = await tried(app, me, async () =>
    transcribe({ ...provider, ...(await wayTo(app, provider)) }, recording),
  )
  return { text: answer.text, model: provider.model, milliseconds }
}
