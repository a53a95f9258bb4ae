/** The test button of the copilot's settings: one short question. */
import { askModel, type ChatModel } from '../providers/chat-model'

const MOST_TOKENS = 30

/** @throws ModelError */
export async function tryModel(model: Omit<ChatModel, 'maxTokens' | 'temperature'>) {
  const began = performance.now()
  const answer = await askModel(
    { ...model, maxTokens: MOST_TOKENS, temperature: 0 },
    'Responda com uma frase curta.',
    [{ role: 'user', text: 'Bom dia! Tudo pronto para ajudar?' }],
  )
  const milliseconds = Math.round(performance.now() - began)
  const { text, promptTokens, completionTokens } = answer
  return { text, model: answer.model, milliseconds, tokens: promptTokens + completionTokens }
}
