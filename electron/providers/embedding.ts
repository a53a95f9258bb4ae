/**
 * Vectors of texts (embeddings) from a server that speaks OpenAI's `/embeddings`, as Ollama, llama.cpp and vLLM do: texts of
 * one meaning point in one direction.
 */
import { z } from 'zod'
import { CHARS_PER_TOKEN, ModelError } from './chat-model'
import { callProvider, type ProviderAddress } from './provider-call'

export const EMBEDDING_LIMITS = {
  /** Texts of one call. */
  texts: 16,
  /** Numbers of a vector. */
  dimensions: 4_096,
} as const
/** Most of a model's name that is read, letters. */
const MOST_NAME = 200
/** Most of an answer that is read, bytes: all its numbers with as many digits as servers write. */
const MOST_BYTES = 2 * 1024 * 1024

const answered = z.object({
  data: z.array(
    z.object({
      embedding: z.array(z.number()).min(1).max(EMBEDDING_LIMITS.dimensions),
      index: z.number().optional().catch(undefined),
    }),
  ),
  model: z.string().optional().catch(undefined),
  usage: z
    .object({ prompt_tokens: z.number().nonnegative().optional().catch(undefined) })
    .optional()
    .catch(undefined),
})

function parsed(body: string): z.output<typeof answered> {
  try {
    return answered.parse(JSON.parse(body))
  } catch {
    throw new ModelError('failed', 'the answer holds no vectors')
  }
}

/** The vectors of an answer in the order of the texts. @throws ModelError where they are not one for each, and alike. */
function vectorsIn({ data }: z.output<typeof answered>, count: number): Float32Array[] {
  const ordered = data
    .map(({ embedding, index }, at) => ({ vector: Float32Array.from(embedding), place: index ?? at }))
    .sort((a, b) => a.place - b.place)
  const length = ordered[0]?.vector.length
  const isWhole =
    ordered.length === count &&
    ordered.every(
      ({ vector, place }, at) =>
        place === at &&
        vector.length === length &&
        vector.some(one => one !== 0) &&
        vector.every(Number.isFinite),
    )
  if (!isWhole) throw new ModelError('failed', 'the answer is not one vector for each text')
  return ordered.map(({ vector }) => vector)
}

export interface Embedded {
  /** One for each text, of the same length. */
  vectors: Float32Array[]
  /** As the answer names it, or as it was asked for. */
  model: string
  promptTokens: number
}

/**
 * @param texts at least one, at most EMBEDDING_LIMITS.texts.
 * @param ms how long it is waited for, milliseconds.
 * @throws ModelError
 */
export async function embed(
  embedder: ProviderAddress,
  texts: readonly string[],
  ms: number,
  signal?: AbortSignal,
): Promise<Embedded> {
  const answer = await callProvider(
    embedder,
    '/embeddings',
    { type: 'application/json', body: JSON.stringify({ model: embedder.model, input: texts }) },
    { most: MOST_BYTES, ms, notTaken: 'failed' },
    ({ body }) => parsed(body),
    signal,
  )
  return {
    vectors: vectorsIn(answer, texts.length),
    model: (answer.model || embedder.model).slice(0, MOST_NAME),
    promptTokens: answer.usage?.prompt_tokens ?? Math.ceil(texts.join('').length / CHARS_PER_TOKEN),
  }
}
