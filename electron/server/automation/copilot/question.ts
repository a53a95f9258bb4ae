/** The only way a company's words reach the model of its copilot: masked, counted, and logged without a word. */
import { type CopilotFeature, type MaskedKind, shownTo } from '@contract'
import { type Asking, prepare } from '../../../copilot/ask'
import type { Question } from '../../../copilot/questions'
import type { Me, Workspace } from '../../workspace'
import { beginCall } from './calls'
import { type CopilotRow, modelConnection, providerOf } from './settings'

export interface Ask {
  feature: CopilotFeature
  ticketId: number
  question: Question
  /** Most tokens of the answer. */
  maxTokens: number
  /** Kinds of personal data that are masked; the company's choice unless given. */
  masks?: readonly MaskedKind[]
}

/**
 * Prepares a question. Its possible maximum counts as used until it has been asked.
 * @throws ApiError ERR_COPILOT_CEILING, ERR_NO_PROMPT_FOUND
 */
export async function countedQuestion(
  app: Workspace,
  me: Pick<Me, 'companyId' | 'hidesNumbers'> & { id: number | null },
  settings: CopilotRow,
  { feature, ticketId, question, maxTokens, masks = settings.masks }: Ask,
): Promise<Asking> {
  const provider = await providerOf(app, settings)
  const way = await modelConnection(app, provider)
  // An answer tells nobody a number that is hidden from them: the model does not know it.
  const { words: system, turns } = shownTo(me, { words: question.system, turns: question.turns })
  const prepared = prepare({ system, turns }, masks)
  const call = await beginCall(app, me, settings, {
    provider,
    feature,
    ticketId,
    promptTokens: prepared.promptTokens,
    completionTokens: maxTokens,
  })
  return { prepared, model: { ...provider, ...way, maxTokens }, call }
}
