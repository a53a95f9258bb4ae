/** The only way texts are sent for vectors: masked, counted, and logged without a word. */
import { AI_BASE_URL } from '@contract'
import { and, eq } from 'drizzle-orm'
import { masking } from '../../../copilot/masking'
import { SHORT_TEXT } from '../../../copilot/try-model'
import { CHARS_PER_TOKEN, ModelError } from '../../../providers/chat-model'
import { embed } from '../../../providers/embedding'
import { copilotSettings } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { unit } from '../articles/vectors'
import { beginCall } from './calls'
import { type CopilotRow, modelConnection, providerForTask } from './settings'

/**
 * An answer by another model puts all vectors in doubt once in this time, milliseconds: a provider may alternate
 * between models.
 */
const DOUBT_MS = 10 * 60_000

export interface Vectors {
  /** The model that makes them: vectors of different models cannot be compared. null: unknown until `identify`. */
  madeBy: string | null
  /**
   * @param ms how long it may take.
   * @returns vectors of length 1.
   * @throws ApiError ERR_COPILOT_CEILING, ModelError, also when another model than `madeBy` answered.
   */
  of(texts: readonly string[], ms: number, signal?: AbortSignal): Promise<Float32Array[]>
  /** Finds out by a short text which model answers, and stores that. @throws as `of`. */
  identify(signal: AbortSignal): Promise<void>
}

/** @returns null when the company names no model for it. @throws ApiError ERR_NO_PROMPT_FOUND */
export async function vectorsFor(app: Workspace, settings: CopilotRow | null): Promise<Vectors | null> {
  if (!settings || settings.embeddingModel === '') return null
  const { companyId, embeddingsBy } = settings
  const provider = await providerForTask(app, settings, 'embedding')
  const { model, baseUrl } = provider
  const asked = `${baseUrl || AI_BASE_URL} ${model} → `
  const madeBy = embeddingsBy.startsWith(asked) ? embeddingsBy : null

  const answerTo: (...of: Parameters<Vectors['of']>) => Promise<{ vectors: Float32Array[]; by: string }> =
    async (texts, ms, signal) => {
      const masked = texts.map(text => masking(settings.masks).mask(text))
      const most = Math.ceil(masked.join('').length / CHARS_PER_TOKEN)
      const who = { companyId, id: null }
      const question = { provider, feature: 'embed', ticketId: null } as const
      const call = await beginCall(app, who, settings, {
        ...question,
        promptTokens: most,
        completionTokens: 0,
      })
      const end = (outcome: 'answered' | 'failed', promptTokens: number) =>
        call.end({ outcome, model, promptTokens, completionTokens: 0 })
      try {
        const answer = await embed(
          { ...provider, ...(await modelConnection(app, provider)) },
          masked,
          ms,
          signal,
        )
        await end('answered', answer.promptTokens)
        const by = `${asked}${answer.model}, ${answer.vectors[0]?.length}`
        return { vectors: answer.vectors.map(unit), by }
      } catch (error) {
        // An aborted request may have been computed all the same.
        await end('failed', signal?.aborted ? most : 0)
        throw error
      }
    }
  const keep = async (by: string): Promise<void> => {
    const unchanged = and(
      eq(copilotSettings.companyId, companyId),
      eq(copilotSettings.embeddingsBy, embeddingsBy),
    )
    await app.db.company(companyId).update(copilotSettings).set({ embeddingsBy: by }).where(unchanged)
  }

  return {
    madeBy,
    async of(...question) {
      const { vectors, by } = await answerTo(...question)
      if (by === madeBy) return vectors
      const { embedderDoubts: doubts } = app.memory
      const before = doubts.get(companyId)
      if (before === undefined || performance.now() - before > DOUBT_MS) {
        doubts.set(companyId, performance.now())
        await keep('')
      }
      throw new ModelError('failed', `the vectors are of ${by}, not of ${madeBy}`)
    },
    async identify(signal) {
      await keep((await answerTo([SHORT_TEXT], app.modelTimeouts.vectors, signal)).by)
    },
  }
}
