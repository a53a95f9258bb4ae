/** The one way out for texts whose meaning is asked for: masked, counted, logged without a word. */
import { AI_BASE_URL } from '@contract'
import { masking } from '../../copilot/masking'
import { CHARS_PER_TOKEN } from '../../providers/chat-model'
import { embed } from '../../providers/embedding'
import type { Workspace } from '../workspace'
import { beginCall } from './calls'
import { besideOf, type CopilotRow, wayTo } from './settings'

export interface Vectors {
  /** Whose vectors they are: those of others cannot be compared with them. */
  madeBy: string
  /** @param ms how long they are waited for. @throws ApiError ERR_COPILOT_CEILING, ModelError. */
  of(texts: readonly string[], ms: number, signal?: AbortSignal): Promise<Float32Array[]>
}

/** @returns null where the company names no model for it. @throws ApiError ERR_NO_PROMPT_FOUND */
export async function vectorsFor(app: Workspace, settings: CopilotRow | null): Promise<Vectors | null> {
  if (!settings || settings.embeddingModel === '') return null
  const provider = await besideOf(app, settings, 'embedding')
  const { model, baseUrl } = provider
  return {
    madeBy: `${baseUrl || AI_BASE_URL} ${model}`,
    async of(texts, ms, signal) {
      const masked = texts.map(text => masking(settings.masks).mask(text))
      const most = Math.ceil(masked.join('').length / CHARS_PER_TOKEN)
      const who = { companyId: settings.companyId, id: null }
      const asked = { provider, feature: 'embed', ticketId: null } as const
      const call = await beginCall(app, who, settings, { ...asked, promptTokens: most, completionTokens: 0 })
      const end = (outcome: 'answered' | 'failed', promptTokens: number) =>
        call.end({ outcome, model, promptTokens, completionTokens: 0 })
      try {
        const answer = await embed({ ...provider, ...(await wayTo(app, provider)) }, masked, ms, signal)
        await end('answered', answer.promptTokens)
        return answer.vectors
      } catch (error) {
        // What was given up may have been worked out all the same.
        await end('failed', signal?.aborted ? most : 0)
        throw error
      }
    },
  }
}
