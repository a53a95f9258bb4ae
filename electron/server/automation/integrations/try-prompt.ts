/** The playground of a prompt's dialog: a question as a customer would ask it, answered as a stream. */
import { fillVariables, GREETINGS, type PromptTrialLine, type promptTrial, variablesFor } from '@contract'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { aiCodeOf, askModel } from '../../../providers/chat-model'
import { ApiError } from '../../errors'
import { reasonOf } from '../../log'
import { refuseTooMany } from '../../platform/auth/attempts'
import { unsealText } from '../../platform/auth/seal'
import { inLines } from '../../platform/http/lines'
import { refuseAddress } from '../../platform/providers/address'
import { localProviders, timeZoneOf } from '../../settings'
import type { Me, Workspace } from '../../workspace'
import { knowledgeFor } from '../articles/knowledge'
import { instructionsFor } from './instructions'
import { keptPrompts } from './prompts'
import { SEALED_FOR } from './secrets'

/** Stands in for the protocol number, as there is no conversation. */
const SAMPLE_PROTOCOL = '000000'
/** Questions a person may ask in a minute: it is a playground, not a way to spend the company's credit by a script. */
const PACE = { attempts: 20, windowMs: 60_000 }

/** Counts one question to an outside server. @throws ApiError ERR_TOO_MANY_ATTEMPTS (`retryAfter` in seconds) */
export const pace = ({ memory }: Workspace, me: Me): Promise<void> =>
  refuseTooMany(memory.attempts('playground', PACE).count(String(me.id)))

/**
 * The key of a trial: the one typed, else the stored one, which is only sent to the address it was stored for.
 * @throws ApiError ERR_NO_PROMPT_FOUND, ERR_AI_KEY
 */
async function keyFor(app: Workspace, me: Me, form: z.output<typeof promptTrial>): Promise<string> {
  if (form.apiKey) return form.apiKey
  if (form.id === undefined) return ''
  const row = await keptPrompts.row(app.db, me, form.id)
  const kept = unsealText(app.keys, SEALED_FOR.model, row.apiKeySecret) ?? ''
  if (kept !== '' && row.baseUrl !== form.baseUrl) throw new ApiError('ERR_AI_KEY', { field: 'apiKey' })
  return kept
}

/**
 * Answers with lines of JSON (`PromptTrialLine`).
 */
export async function tryPrompt(
  app: Workspace,
  me: Me,
  form: z.output<typeof promptTrial>,
  reply: FastifyReply,
): Promise<unknown> {
  await pace(app, me)
  const { baseUrl, model, maxTokens, temperature } = form
  const apiKey = await keyFor(app, me, form)
  const local = await localProviders(app.db)
  // Refused at once when the address shows it; names are checked when they are resolved.
  if (baseUrl !== '') refuseAddress(baseUrl, local, 'baseUrl')
  // The person who tries it plays the customer, under their own name.
  const zone = await timeZoneOf(app.db, me.companyId)
  const variables = { ...variablesFor(me.name, new Date(), GREETINGS, zone), protocol: SAMPLE_PROTOCOL }
  const fill = (text: string): string => fillVariables(text, variables)
  const articles = form.usesArticles === false ? null : { companyId: me.companyId, me }
  const known = await knowledgeFor(app, articles, form.turns, fill)
  return inLines<PromptTrialLine>(reply, {
    codeOf: error => {
      app.log.warn('a prompt was tried in vain', { reason: reasonOf(error) })
      return aiCodeOf(error)
    },
    async make(write, signal) {
      const answer = await askModel(
        { apiKey, baseUrl, model, maxTokens, temperature, local, timeouts: app.modelTimeouts },
        instructionsFor(fill(form.prompt), me.name, maxTokens, known.instructions),
        form.turns,
        piece => {
          const delta = known.said(piece)
          if (delta !== '') write({ delta })
        },
        signal,
      )
      const held = known.rest()
      if (held !== '') write({ delta: held })
      const { promptTokens, completionTokens, handover, model: answered } = answer
      const sources = known.cited().map(({ id, title, text }) => ({ id, title, text }))
      return { promptTokens, completionTokens, handover, model: answered, sources }
    },
  })
}
