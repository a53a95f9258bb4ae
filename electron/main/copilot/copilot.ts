/**
 * The copilot for servers that have none: answers `/api/copilot` on this computer, by the same core as the workspace server
 * (electron/copilot). Windows ask it as they ask a server.
 */
import type { z } from 'zod'
import {
  type CopilotFeature,
  type CopilotLine,
  type CopilotSettings,
  copilotForm,
  endpoints,
  isOffered,
  type Message,
  type ServerErrorCode,
  type SummaryAnswer,
  type Ticket,
  type User,
} from '../../../src/contract'
import {
  type Asking,
  answerInLines,
  prepare,
  rewriteMessages,
  rewriteTokens,
  SUGGESTION_TOKENS,
} from '../../copilot/ask'
import { shareOf } from '../../copilot/ceiling'
import { type Question, rewriting, suggestion } from '../../copilot/questions'
import { SUMMARY_TOKENS, summarising, summaryLines } from '../../copilot/summary'
import { tryModel, tryTranscriber } from '../../copilot/try-model'
import { aiCodeOf, MODEL_TIMEOUTS } from '../../providers/chat-model'
import type { Cache } from '../cache/cache'
import { json, type LocalAnswer } from '../local-answer'
import type { Log } from '../log/log'
import type { FetchLike } from '../session/http'
import type { ServerClient } from '../session/server-client'
import type { LocalCalls } from './calls'
import type { Grounding } from './grounding'
import { CopilotRefusal } from './refusal'
import type { LocalCopilotSettings, Provider } from './settings'
import type { LocalSummaries } from './summaries'
import { createTranscripts } from './transcripts'
import { createTranslations } from './translations'
import type { Words } from './words'

/** Paths that are the copilot's. */
const OURS = /^\/copilot(?:\/|$)|^\/tickets\/\d+\/summary$/

const STATUS: Partial<Record<ServerErrorCode, number>> = {
  ERR_NO_TICKET_FOUND: 404,
  ERR_NO_MESSAGE_FOUND: 404,
  ERR_COPILOT_OFF: 403,
  ERR_VALIDATION: 400,
  ERR_COPILOT_PRICE: 400,
}

const codeOf = (error: unknown): ServerErrorCode =>
  error instanceof CopilotRefusal ? error.code : aiCodeOf(error)

/** An answer that comes as lines of JSON; whoever stops reading gives it up. */
function inLines<Line>(make: (write: (line: Line) => void, signal: AbortSignal) => Promise<Line>): Response {
  const given = new AbortController()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const write = (line: Line | { error: ServerErrorCode }): void => {
        if (!given.signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
      }
      const last = await make(write, given.signal).catch((error: unknown) => ({ error: codeOf(error) }))
      write(last)
      if (!given.signal.aborted) controller.close()
    },
    cancel: () => given.abort(),
  })
  return new Response(body, { headers: { 'content-type': 'application/x-ndjson; charset=utf-8' } })
}

export function createLocalCopilot(deps: {
  settings: LocalCopilotSettings
  calls: LocalCalls
  grounding: Grounding
  summaries: LocalSummaries
  words: Words
  client: Pick<ServerClient, 'fetchFromOrigin'>
  cache: Pick<Cache, 'ticket' | 'message' | 'rememberMessages' | 'rememberTickets'>
  /** Shows windows a message that has changed. */
  tell: (message: Message) => void
  user: () => User | null
  /** The account's number in the file; null for nobody. */
  scope: () => number | null
  /** By the system's proxy and certificates. */
  fetch: FetchLike
  log: Log
}): LocalAnswer {
  const { settings, calls, grounding, summaries, cache, log } = deps

  const way = {
    local: true,
    timeouts: MODEL_TIMEOUTS,
    fetch: ((input: Parameters<typeof fetch>[0], init?: RequestInit) =>
      deps.fetch(input instanceof Request ? input.url : String(input), {
        redirect: 'error',
        ...init,
      })) as typeof fetch,
  }
  const modelOf = (provider: Provider, maxTokens: number) => ({ ...provider, ...way, maxTokens })
  const transcripts = createTranscripts({ ...deps, way })

  /** @throws CopilotRefusal ERR_NO_TICKET_FOUND */
  async function seenTicket(id: number): Promise<Ticket> {
    const ticket = await cache.ticket({ id })
    if (!ticket) throw new CopilotRefusal('ERR_NO_TICKET_FOUND')
    return ticket
  }

  /** @throws CopilotRefusal ERR_NO_TICKET_FOUND, ERR_COPILOT_OFF */
  async function ticketFor(feature: CopilotFeature, id: number): Promise<Ticket> {
    const ticket = await seenTicket(id)
    const profile = deps.user()?.profile ?? ''
    if (!isOffered(settings.view().features[feature], profile, ticket.queueId))
      throw new CopilotRefusal('ERR_COPILOT_OFF')
    return ticket
  }

  /** A question that may be asked, counted from now on. @throws CopilotRefusal ERR_COPILOT_CEILING */
  async function counted(
    feature: CopilotFeature,
    ticketId: number,
    question: Question,
    maxTokens: number,
  ): Promise<Asking> {
    const view = settings.view()
    const provider = await settings.provider()
    const prepared = prepare(question, view.masks)
    const { promptTokens } = prepared
    const asked = { provider, feature, ticketId, promptTokens, completionTokens: maxTokens }
    return { prepared, model: modelOf(provider, maxTokens), call: await calls.begin(view, asked) }
  }

  /** Lines of an answer, whose failure is logged. */
  const answered = <Line>(
    feature: CopilotFeature,
    make: (write: (line: Line) => void, signal: AbortSignal) => Promise<Line>,
  ): Response =>
    inLines<Line>(async (write, signal) => {
      try {
        return await make(write, signal)
      } catch (error) {
        log.warn('the copilot has no answer', { feature, error })
        throw error
      }
    })

  const translations = createTranslations({
    ...deps,
    ask: (ticketId, question, maxTokens) => counted('translate', ticketId, question, maxTokens),
  })

  const view = async (): Promise<CopilotSettings> => ({ ...settings.view(), used: await calls.used() })

  /** Calls of the copilot's, by method and path. */
  const routes: Record<
    string,
    (
      body: () => Promise<unknown>,
      id: number,
      query: URLSearchParams,
      signal: AbortSignal,
    ) => Promise<Response>
  > = {
    'GET /copilot/offers': async () => {
      transcripts.resume()
      const { features, transcribesArrivals, ...own } = settings.view()
      const usedShare = shareOf(own, await calls.used())
      return json({ features, usedShare, stopped: [], transcribesOpen: transcribesArrivals })
    },
    'GET /copilot': async () => json(await view()),
    'PUT /copilot': async body => {
      await settings.save(copilotForm.parse(await body()))
      return json(await view())
    },
    'POST /copilot/test': async body => {
      const form: z.output<typeof copilotForm> = copilotForm.parse(await body())
      return json(await tryModel(modelOf(await settings.providerOf(form), 0)))
    },
    'POST /copilot/test-transcription': async body => {
      const form: z.output<typeof copilotForm> = copilotForm.parse(await body())
      return json(await tryTranscriber({ ...(await settings.transcriberOf(form)), ...way }))
    },
    'POST /copilot/transcripts': async body => {
      const { messageId } = endpoints['copilot.transcribe'].body.parse(await body())
      const message = await cache.message(messageId)
      if (!message) throw new CopilotRefusal('ERR_NO_MESSAGE_FOUND')
      await ticketFor('transcribe', message.ticketId)
      return json({ message: await transcripts.ask(message) })
    },
    'PUT /copilot/translations': async body => {
      const { ticketId, language } = endpoints['copilot.translateTicket'].body.parse(await body())
      const ticket = await (language === null ? seenTicket(ticketId) : ticketFor('translate', ticketId))
      return json({ ticket: await translations.ticket(ticket, language) })
    },
    'POST /copilot/translations': async (body, _id, _query, signal) => {
      const asked = endpoints['copilot.translateMessages'].body.parse(await body())
      await ticketFor('translate', asked.ticketId)
      return json(await translations.messages(asked, signal))
    },
    'POST /copilot/translations/draft': async (body, _id, _query, signal) => {
      const asked = endpoints['copilot.translateDraft'].body.parse(await body())
      await ticketFor('translate', asked.ticketId)
      return json(await translations.draft(asked, signal))
    },
    'POST /copilot/suggestions': async body => {
      const { ticketId, earlier } = endpoints['copilot.suggest'].body.parse(await body())
      const ticket = await ticketFor('suggest', ticketId)
      return answered<CopilotLine>('suggest', async (write, signal) => {
        const based = await grounding.groundingFor(ticket)
        const question = suggestion({ ...based, earlier })
        const asking = await counted('suggest', ticketId, question, SUGGESTION_TOKENS)
        return await answerInLines({ ...asking, sources: based.sources }, write, signal)
      })
    },
    'POST /copilot/rewrites': async body => {
      const { ticketId, how, text } = endpoints['copilot.rewrite'].body.parse(await body())
      await ticketFor('rewrite', ticketId)
      return answered<CopilotLine>('rewrite', async (write, signal) => {
        const turns = await grounding.conversation(ticketId, rewriteMessages(how))
        const question = rewriting(how, text, turns, deps.words.translatedFrom(ticketId))
        const asking = await counted('rewrite', ticketId, question, rewriteTokens(text))
        return await answerInLines({ ...asking, sources: [] }, write, signal)
      })
    },
    'GET /copilot/summaries': async (_body, _id, query) => {
      const { ticketIds } = endpoints['copilot.summaries'].query.parse(Object.fromEntries(query))
      return json(settings.view().features.summarise.on ? await summaries.of(ticketIds ?? []) : [])
    },
    'POST /tickets/:id/summary': async (body, ticketId) => {
      const { language } = endpoints['copilot.summarise'].body.parse(await body())
      await ticketFor('summarise', ticketId)
      return answered<SummaryAnswer>('summarise', async (write, signal) => {
        const about = await summaries.about(ticketId)
        if (!about.last) return { summary: (await summaries.of([ticketId]))[0] ?? null, usedShare: null }
        const question = summarising({ ...about, language })
        const asking = await counted('summarise', ticketId, question, SUMMARY_TOKENS)
        const made = await summaryLines(asking, about, write, signal)
        if (made.lines.length === 0) throw new CopilotRefusal('ERR_AI_PROVIDER')
        return { summary: await summaries.keep(ticketId, about, made), usedShare: made.usedShare }
      })
    },
    'PUT /copilot/calls/:id': async (body, id) => {
      const { outcome, changed } = endpoints['copilot.outcome'].body.parse(await body())
      await calls.outcome(id, outcome, changed)
      return json(null)
    },
  }

  return async (request, path) => {
    if (!OURS.test(path)) return null
    const [, id] = /\/(\d+)(?:\/|$)/.exec(path) ?? []
    const route = routes[`${request.method} ${path.replace(/\d+/, ':id')}`]
    if (!route) return json({ error: 'ERR_NOT_FOUND' }, 404)
    try {
      const { searchParams } = new URL(request.url)
      return await route(() => request.json(), Number(id ?? 0), searchParams, request.signal)
    } catch (error) {
      const isForm = error instanceof SyntaxError || (error as { name?: string }).name === 'ZodError'
      const code: ServerErrorCode = isForm ? 'ERR_VALIDATION' : codeOf(error)
      if (!(error instanceof CopilotRefusal)) log.warn('the copilot refused', { path, error })
      const field = error instanceof CopilotRefusal ? error.field : undefined
      return json({ error: code, ...(field ? { field } : {}) }, STATUS[code] ?? 409)
    }
  }
}
