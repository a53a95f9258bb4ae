/** The test buttons of the copilot's settings: one short question, a second of silence, a short text. */
import { askModel, type ChatModel, type ModelTimeouts } from '../providers/chat-model'
import { embed } from '../providers/embedding'
import type { ProviderAddress } from '../providers/provider-call'
import { type Transcriber, transcribe } from '../providers/transcription'
import { silence } from './recording'

const MOST_TOKENS = 30
/** What a model is asked that is only to show itself. */
export const SHORT_TEXT = 'Bom dia! Tudo pronto para ajudar?'

/** @throws ModelError */
export async function tryModel(model: Omit<ChatModel, 'maxTokens' | 'temperature'>) {
  const began = performance.now()
  const answer = await askModel(
    { ...model, maxTokens: MOST_TOKENS, temperature: 0 },
    'Responda com uma frase curta.',
    [{ role: 'user', text: SHORT_TEXT }],
  )
  const milliseconds = Math.round(performance.now() - began)
  const { text, promptTokens, completionTokens } = answer
  return { text, model: answer.model, milliseconds, tokens: promptTokens + completionTokens }
}

/** What comes back of silence is nothing, or the few words some models hear in it. @throws ModelError */
export async function tryTranscriber(transcriber: Transcriber) {
  const recording = { bytes: silence(), extension: '.ogg', mime: 'audio/ogg', seconds: 1 }
  const began = performance.now()
  const { text } = await transcribe(transcriber, recording)
  return { text, model: transcriber.model, milliseconds: Math.round(performance.now() - began) }
}

/** @throws ModelError */
export async function tryEmbedder(embedder: ProviderAddress & { timeouts: ModelTimeouts }) {
  const began = performance.now()
  const { vectors } = await embed(embedder, [SHORT_TEXT], embedder.timeouts.vectors)
  return {
    model: embedder.model,
    dimensions: vectors[0]?.length ?? 0,
    milliseconds: Math.round(performance.now() - began),
  }
}
