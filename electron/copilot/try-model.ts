/** The test buttons of the copilot's settings: a short question and a long one, a second of silence, a short text. */
import { randomBytes } from 'node:crypto'
import { askModel, type ChatModel, type ModelTimeouts } from '../providers/chat-model'
import { embed } from '../providers/embedding'
import type { ProviderAddress } from '../providers/provider-call'
import { type Transcriber, transcribe } from '../providers/transcription'
import { silence } from './recording'

const MOST_TOKENS = 30
/** What a model is asked that is only to show itself. */
export const LONG_QUESTION = 'Qual era a palavra que pedi para guardar?'
export const SHORT_TEXT = 'Bom dia! Tudo pronto para ajudar?'

/** About as long as the longest question of the copilot, in characters: some models' servers cut those without a word. */
const LONG_CHARS = 24_000
const FILLER = Array.from({ length: 6 }, (_, part) =>
  Array.from(
    { length: 50 },
    (_, line) =>
      `Linha ${part * 50 + line + 1}: pedido recebido, pago e enviado ao cliente pela transportadora.`,
  ).join('\n'),
)

/** Whether a model has read the beginning of a long question: false also where it refuses one or does not answer in time. */
async function readsAll(model: ChatModel): Promise<boolean> {
  const word = randomBytes(4).toString('hex')
  const lines = FILLER.map(text => text.slice(0, LONG_CHARS / FILLER.length))
  try {
    const { text } = await askModel(model, 'Responda só com a palavra pedida.', [
      { role: 'user', text: `Guarde esta palavra: ${word}` },
      { role: 'assistant', text: 'Guardada.' },
      ...lines.flatMap(text => [
        { role: 'user' as const, text },
        { role: 'assistant' as const, text: 'Lido.' },
      ]),
      { role: 'user', text: LONG_QUESTION },
    ])
    return text.includes(word)
  } catch {
    return false
  }
}

/** @throws ModelError of the short question. */
export async function tryModel(model: Omit<ChatModel, 'maxTokens' | 'temperature'>) {
  const began = performance.now()
  const asked = { ...model, maxTokens: MOST_TOKENS, temperature: 0 }
  const answer = await askModel(asked, 'Responda com uma frase curta.', [{ role: 'user', text: SHORT_TEXT }])
  const milliseconds = Math.round(performance.now() - began)
  const { text, promptTokens, completionTokens } = answer
  return {
    text,
    model: answer.model,
    milliseconds,
    tokens: promptTokens + completionTokens,
    readsAll: await readsAll(asked),
  }
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
