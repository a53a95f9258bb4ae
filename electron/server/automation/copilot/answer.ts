/** Suggestions for agents, and rewriting of their texts. */
import type { CopilotLine, Rewrite } from '@contract'
import type { FastifyReply } from 'fastify'
import { answerInLines, rewriteMessages, rewriteTokens, SUGGESTION_TOKENS } from '../../../copilot/ask'
import type { GroundSource } from '../../../copilot/ground'
import { rewriting, suggestion } from '../../../copilot/questions'
import { aiCodeOf } from '../../../providers/chat-model'
import { ticketFor } from '../../desk/tickets/visibility'
import { reasonOf } from '../../log'
import { inLines } from '../../platform/http/lines'
import type { Me, Workspace } from '../../workspace'
import { pace } from '../integrations/try-prompt'
import { conversation, groundingFor } from './grounding'
import { type Ask, countedQuestion } from './question'
import { type CopilotRow, refuseUnlessOffered } from './settings'

async function answered(
  app: Workspace,
  me: Me,
  reply: FastifyReply,
  settings: CopilotRow,
  { sources, ...ask }: Ask & { sources: readonly GroundSource[] },
): Promise<unknown> {
  const asking = await countedQuestion(app, me, settings, ask)
  return inLines<CopilotLine>(reply, {
    codeOf: error => {
      app.log.warn('the copilot has no answer', { feature: ask.feature, reason: reasonOf(error) })
      return aiCodeOf(error)
    },
    make: (write, signal) => answerInLines({ ...asking, sources: [...sources] }, write, signal),
  })
}

/**
 * Suggests an answer in a conversation a person sees.
 * @param earlier suggestions they have seen.
 * @throws ApiError ERR_COPILOT_OFF, ERR_COPILOT_CEILING, ERR_TOO_MANY_ATTEMPTS, those of `ticketFor` and of the
 *   provider.
 */
export async function suggest(
  app: Workspace,
  me: Me,
  { ticketId, earlier }: { ticketId: number; earlier: readonly string[] },
  reply: FastifyReply,
): Promise<unknown> {
  const ticket = await ticketFor(app.db, me, ticketId)
  const settings = await refuseUnlessOffered(app.db, me, 'suggest', ticket.queueId)
  await pace(app, me)
  const grounding = await groundingFor(app, me, ticket)
  return await answered(app, me, reply, settings, {
    feature: 'suggest',
    ticketId,
    question: suggestion({ ...grounding, earlier }),
    sources: grounding.sources,
    maxTokens: SUGGESTION_TOKENS,
  })
}

/** Rewrites a text. @throws ApiError as `suggest`. */
export async function rewrite(
  app: Workspace,
  me: Me,
  { ticketId, how, text }: { ticketId: number; how: Rewrite; text: string },
  reply: FastifyReply,
): Promise<unknown> {
  const ticket = await ticketFor(app.db, me, ticketId)
  const settings = await refuseUnlessOffered(app.db, me, 'rewrite', ticket.queueId)
  await pace(app, me)
  const turns = await conversation(app.db, ticketId, rewriteMessages(how))
  return await answered(app, me, reply, settings, {
    feature: 'rewrite',
    ticketId,
    question: rewriting(how, text, turns, ticket.translatedFrom),
    sources: [],
    maxTokens: rewriteTokens(text),
  })
}
