/** One answer of a prompt: the conversation goes to the model, one answer comes back as text or as a voice note. */
import { type HandoverReason, NUMBER_TEXT_CHARS, TEXT_VOICE } from '@contract'
import { and, desc, eq, gt, not, type SQL } from 'drizzle-orm'
import { askModel, ModelError, type ModelFault } from '../../../providers/chat-model'
import { turnsOf } from '../../../providers/model-turns'
import { SPOKEN_MAX_CHARS, speak } from '../../../providers/speech'
import { filling } from '../../desk/messages/variables'
import { inWords } from '../../desk/presenters/transcripts'
import type { TicketRow } from '../../desk/tickets/visibility'
import { reasonOf } from '../../log'
import { unsealText } from '../../platform/auth/seal'
import type { Reader } from '../../platform/db/client'
import { contacts, messages, prompts } from '../../platform/db/schema'
import { keepIncoming } from '../../platform/media/store'
import { localProviders } from '../../settings'
import type { Workspace } from '../../workspace'
import { knowledgeFor } from '../articles/knowledge'
import { instructionsFor } from '../integrations/instructions'
import { SEALED_FOR } from '../integrations/secrets'
import { type AutoReplyRow, conclude, type Reply } from './hand-over'
import { inMessages } from './in-messages'
import { asksForPerson, Final } from './reasons'

type PromptRow = typeof prompts.$inferSelect

/** Failures that another try would not fix; a silent model has already used the time a customer waits. */
const FINAL: ReadonlySet<string> = new Set(['key', 'address', 'silent', 'endless'] satisfies (
  | HandoverReason
  | ModelFault
)[])

/**
 * The last messages of a ticket, oldest first; `last` is the customer's latest. What the customer wrote while an answer
 * was being made comes after that answer, because it is the question now.
 */
async function history(db: Reader, { ticketId, answeredSeq }: AutoReplyRow, most: number) {
  const own = and(eq(messages.ticketId, ticketId), eq(messages.isDeleted, false))
  const page = (where: SQL | undefined, count: number) =>
    db.select().from(messages).where(where).orderBy(desc(messages.seq)).limit(count)
  const open = and(eq(messages.fromMe, false), gt(messages.seq, answeredSeq))
  const asked = answeredSeq === 0 ? [] : await page(and(own, open), most)
  const before = await page(answeredSeq === 0 ? own : and(own, not(open as SQL)), most - asked.length)
  const rows = [...before.reverse(), ...asked.reverse()]
  const wordedRows = await inWords(db, rows)
  return { turns: turnsOf(wordedRows), last: wordedRows.filter(row => !row.fromMe).at(-1) }
}

/**
 * A voice note if the prompt has a voice; text if it has none, the voice fails or the text is too long to speak, in as
 * many messages as needed. The text stays with the voice note for agents and the model (outgoing/send-to-channel.ts
 * does not send it).
 */
async function worded(
  app: Workspace,
  ticket: TicketRow,
  prompt: PromptRow,
  text: string,
  ending: AbortSignal,
): Promise<Reply[]> {
  const written = inMessages(text, NUMBER_TEXT_CHARS).map(body => ({ body }))
  const key = unsealText(app.keys, SEALED_FOR.speech, prompt.voiceKeySecret)
  if (prompt.voice === TEXT_VOICE || key === null || prompt.voiceRegion === '') return written
  if (text.length > SPOKEN_MAX_CHARS) return written
  try {
    const bytes = await speak(
      { key, region: prompt.voiceRegion, voice: prompt.voice, origin: app.speechOrigin },
      text,
      ending,
    )
    const media = await keepIncoming(app.media, ticket.companyId, {
      bytes,
      mime: 'audio/ogg',
      name: 'resposta.ogg',
    })
    return [{ body: text, media: { ...media, mediaType: 'audio' } }]
  } catch (error) {
    app.log.warn('no voice, the answer leaves as text', { promptId: prompt.id, reason: reasonOf(error) })
    return written
  }
}

/**
 * Answers the customer's latest message.
 * @param ending aborts it.
 * @throws Final when another try would not help; ModelError when it may.
 */
export async function modelTurn(
  app: Workspace,
  row: AutoReplyRow,
  ticket: TicketRow,
  ending: AbortSignal,
): Promise<void> {
  const [prompt] = await app.db.select().from(prompts).where(eq(prompts.id, row.automationId))
  if (!prompt) throw new Final('failed', 'the prompt is gone')
  const { turns, last } = await history(app.db, row, prompt.maxMessages)
  const seq = Math.max(last?.seq ?? 0, row.askedSeq)
  if (last && asksForPerson(last.heard || last.body))
    return conclude(app, row, { replies: [], over: { reason: 'customer', queueId: prompt.queueId }, seq })
  const [contact] = await app.db
    .select({ name: contacts.name })
    .from(contacts)
    .where(eq(contacts.id, ticket.contactId))
  const fill = await filling(app.db, ticket, new Date())
  const known = await knowledgeFor(app, prompt.usesArticles ? ticket : null, turns, fill)
  try {
    const { maxTokens, temperature, baseUrl, model } = prompt
    const found = await askModel(
      {
        apiKey: unsealText(app.keys, SEALED_FOR.model, prompt.apiKeySecret) ?? '',
        local: await localProviders(app.db),
        timeouts: app.modelTimeouts,
        maxTokens,
        temperature,
        baseUrl,
        model,
      },
      instructionsFor(fill(prompt.prompt), contact?.name ?? '', maxTokens, known.instructions),
      turns,
      undefined,
      ending,
    )
    const { handover, promptTokens, completionTokens } = found
    const text = known.said(found.text) + known.rest()
    if (text === '' && !handover) throw new ModelError('failed', 'an empty answer')
    await conclude(app, row, {
      replies: text === '' ? [] : await worded(app, ticket, prompt, text, ending),
      ...(handover ? { over: { reason: 'model' as const, queueId: prompt.queueId } } : {}),
      seq,
      tokens: { promptId: prompt.id, promptTokens, completionTokens },
    })
  } catch (error) {
    if (error instanceof ModelError && FINAL.has(error.fault))
      throw new Final(error.fault === 'endless' ? 'failed' : (error.fault as HandoverReason), error.message)
    throw error
  }
}
