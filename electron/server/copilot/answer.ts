/** Answers agents: the one way out for the words of a company to the model its copilot asks. */
import {
  COPILOT_LIMITS,
  type CopilotFeature,
  type CopilotLine,
  type Rewrite,
  SIMULATED_MODEL,
} from '@contract'
import type { FastifyReply } from 'fastify'
import { answerReader } from '../../copilot/answer'
import { masking } from '../../copilot/masking'
import { type Question, rewriting, suggestion } from '../../copilot/questions'
import { askModel, CHARS_PER_TOKEN } from '../../providers/chat-model'
import { aiCodeOf, pace } from '../automation/try-prompt'
import { inLines } from '../http/lines'
import { reasonOf } from '../log'
import { ticketFor } from '../tickets/visibility'
import type { Me, Workspace } from '../workspace'
import { beginCall } from './calls'
import { conversation, type GroundSource, groundOf } from './grounding'
import { type CopilotRow, providerOf, refuseUnlessOffered, wayTo } from './settings'

/** Low enough that a suggestion says what its sources say. */
const TEMPERATURE = 0.4
/** Tokens of a suggestion: four short sentences. */
const SUGGESTION_TOKENS = 400
/** Messages a text is written anew with. */
const REWRITE_MESSAGES = 6

interface Ask {
  feature: CopilotFeature
  ticketId: number
  question: Question
  sources: readonly GroundSource[]
  maxTokens: number
}

async function answered(
  app: Workspace,
  me: Me,
  reply: FastifyReply,
  settings: CopilotRow,
  { feature, ticketId, question, sources, maxTokens }: Ask,
): Promise<unknown> {
  const provider = await providerOf(app, settings)
  const way = await wayTo(app, provider)
  const hidden = masking(settings.masks)
  const system = hidden.mask(question.system)
  const turns = question.turns.map(turn => ({ ...turn, text: hidden.mask(turn.text) }))
  const sent = [system, ...turns.map(({ role, text }) => `${role}: ${text}`)].join('\n\n')
  const promptTokens = Math.ceil(sent.length / CHARS_PER_TOKEN)
  const call = await beginCall(app, me, settings, {
    provider,
    feature,
    ticketId,
    promptTokens,
    completionTokens: maxTokens,
  })
  return inLines<CopilotLine>(reply, {
    codeOf: error => {
      app.log.warn('the copilot has no answer', { feature, reason: reasonOf(error) })
      return aiCodeOf(error)
    },
    async make(write, signal) {
      const reader = answerReader(hidden)
      let letters = 0
      let isFirst = true
      const show = (text: string): void => {
        if (isFirst)
          write({
            callId: call.id,
            sources: [...sources],
            sent,
          })
        isFirst = false
        if (text !== '') write({ delta: text })
      }
      try {
        const answer = await askModel(
          { ...provider, ...way, maxTokens, temperature: TEMPERATURE },
          system,
          turns,
          piece => {
            letters += piece.length
            show(reader.push(piece))
          },
          signal,
        )
        show(reader.end())
        const { model, completionTokens } = answer
        const usedShare = await call.end({
          outcome: 'answered',
          model,
          promptTokens: answer.promptTokens,
          completionTokens,
        })
        return {
          cited: reader.cited().filter(number => number >= 1 && number <= sources.length),
          unknown: reader.isUnknown(),
          model,
          simulated: model === SIMULATED_MODEL,
          usedShare,
        }
      } catch (error) {
        await call.end({
          outcome: signal.aborted ? 'dropped' : 'failed',
          model: provider.model,
          // What a provider that answered has been given is paid for.
          promptTokens: letters > 0 || signal.aborted ? promptTokens : 0,
          completionTokens: Math.ceil(letters / CHARS_PER_TOKEN),
        })
        throw error
      }
    },
  })
}

/**
 * Suggests what somebody may answer in a conversation they see.
 * @param earlier suggestions they have looked at.
 * @throws ApiError ERR_COPILOT_OFF, ERR_COPILOT_CEILING, ERR_TOO_MANY_ATTEMPTS, those of `ticketFor` and of the provider.
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
  const ground = await groundOf(app.db, me, ticket)
  return await answered(app, me, reply, settings, {
    feature: 'suggest',
    ticketId,
    question: suggestion({ ...ground, earlier }),
    sources: ground.sources,
    maxTokens: SUGGESTION_TOKENS,
  })
}

/** Writes a text anew. @throws ApiError as `suggest`. */
export async function rewrite(
  app: Workspace,
  me: Me,
  { ticketId, how, text }: { ticketId: number; how: Rewrite; text: string },
  reply: FastifyReply,
): Promise<unknown> {
  const ticket = await ticketFor(app.db, me, ticketId)
  const settings = await refuseUnlessOffered(app.db, me, 'rewrite', ticket.queueId)
  await pace(app, me)
  return await answered(app, me, reply, settings, {
    feature: 'rewrite',
    ticketId,
    question: rewriting(how, text, await conversation(app.db, ticketId, REWRITE_MESSAGES)),
    sources: [],
    maxTokens: Math.min(Math.ceil(text.length / 2) + 200, COPILOT_LIMITS.draft),
  })
}
