/** The test buttons of the copilot's settings: one short question, and a second of silence. */
import { askModel, type ChatModel } from '../providers/chat-model'
import { type Transcriber, transcribe } from '../providers/transcription'
import { silence } from './recording'

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

/** What comes back of silence is nothing, or the few words some models hear in it. @throws ModelError */
export async function tryTranscriber(transcriber: Transcriber) {
  const recording = { bytes: silence(), extension: '.ogg', mime: 'audio/ogg', seconds: 1 }
  const began = performance.now()
  const { text } = await transcribe(transcriber, recording)
  return { text, model: transcriber.model, milliseconds: Math.round(performance.now() - began) }
}
