/** The one way out for the words of a company to the model its copilot asks: masked, counted, logged without a word. */
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
  /** Of the answer. */
  maxTokens: number
  /** Personal data that is replaced; what the company chose unless given. */
  masks?: readonly MaskedKind[]
}

/**
 * A question that may be put: what it may use at the most counts as used from now on, until it has been put.
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
