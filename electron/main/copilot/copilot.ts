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
  type ServerErrorCode,
  type Ticket,
  type User,
} from '../../../src/contract'
import { answerInLines, prepare, REWRITE_MESSAGES, rewriteTokens, SUGGESTION_TOKENS } from '../../copilot/ask'
import type { GroundSource } from '../../copilot/ground'
import { type Question, rewriting, suggestion } from '../../copilot/questions'
import { tryModel } from '../../copilot/try-model'
import { aiCodeOf, MODEL_TIMEOUTS } from '../../providers/chat-model'
import type { Cache } from '../cache/cache'
import type { Log } from '../log/log'
import type { FetchLike } from '../session/http'
import type { LocalCalls } from './calls'
import type { Grounding } from './grounding'
import { CopilotRefusal } from './refusal'
import type { LocalCopilotSettings, Provider } from './settings'

/**
 * Answers a call of the copilot's.
 * @param path below the API base.
 * @returns null for every other call.
 */
export type LocalCopilot = (request: Request, path: string) => Promise<Response | null>

const STATUS: Partial<Record<ServerErrorCode, number>> = {
  ERR_NO_TICKET_FOUND: 404,
  ERR_COPILOT_OFF: 403,
  ERR_VALIDATION: 400,
}

const json = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })

const codeOf = (error: unknown): ServerErrorCode =>
  error instanceof CopilotRefusal ? error.code : aiCodeOf(error)

/** An answer that comes as lines of JSON; whoever stops reading gives it up. */
function inLines(
  make: (write: (line: CopilotLine) => void, signal: AbortSignal) => Promise<CopilotLine>,
): Response {
  const given = new AbortController()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const write = (line: CopilotLine): void => {
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
  cache: Pick<Cache, 'ticket'>
  user: () => User | null
  /** By the system's proxy and certificates. */
  fetch: FetchLike
  log: Log
}): LocalCopilot {
  const { settings, calls, grounding, cache, log } = deps

  const modelOf = (provider: Provider, maxTokens: number) => ({
    ...provider,
    maxTokens,
    local: true,
    timeouts: MODEL_TIMEOUTS,
    fetch: ((input: Parameters<typeof fetch>[0], init?: RequestInit) =>
      deps.fetch(input instanceof Request ? input.url : String(input), {
        redirect: 'error',
        ...init,
      })) as typeof fetch,
  })

  /** @throws CopilotRefusal ERR_NO_TICKET_FOUND, ERR_COPILOT_OFF */
  async function ticketFor(feature: CopilotFeature, id: number): Promise<Ticket> {
    const ticket = await cache.ticket({ id })
    if (!ticket) throw new CopilotRefusal('ERR_NO_TICKET_FOUND')
    const profile = deps.user()?.profile ?? ''
    if (!isOffered(settings.view().features[feature], profile, ticket.queueId))
      throw new CopilotRefusal('ERR_COPILOT_OFF')
    return ticket
  }

  const answered = (ask: {
    feature: CopilotFeature
    ticketId: number
    maxTokens: number
    ground: () => Promise<{ question: Question; sources: GroundSource[] }>
  }): Response =>
    inLines(async (write, signal) => {
      try {
        const { question, sources } = await ask.ground()
        const view = settings.view()
        const provider = await settings.provider()
        const prepared = prepare(question, view.masks)
        const { feature, ticketId, maxTokens } = ask
        const call = await calls.begin(view, {
          provider,
          feature,
          ticketId,
          promptTokens: prepared.promptTokens,
          completionTokens: maxTokens,
        })
        return await answerInLines(
          { prepared, model: modelOf(provider, maxTokens), call, sources },
          write,
          signal,
        )
      } catch (error) {
        log.warn('the copilot has no answer', { feature: ask.feature, error })
        throw error
      }
    })

  const view = async (): Promise<CopilotSettings> => ({ ...settings.view(), used: await calls.used() })

  /** Calls of the copilot's, by method and path. */
  const routes: Record<string, (body: () => Promise<unknown>, id: number) => Promise<Response>> = {
    'GET /copilot/offers': async () => json({ features: settings.view().features, usedShare: null }),
    'GET /copilot': async () => json(await view()),
    'PUT /copilot': async body => {
      await settings.save(copilotForm.parse(await body()))
      return json(await view())
    },
    'POST /copilot/test': async body => {
      const form: z.output<typeof copilotForm> = copilotForm.parse(await body())
      return json(await tryModel(modelOf(await settings.providerOf(form), 0)))
    },
    'POST /copilot/suggestions': async body => {
      const { ticketId, earlier } = endpoints['copilot.suggest'].body.parse(await body())
      const ticket = await ticketFor('suggest', ticketId)
      return answered({
        feature: 'suggest',
        ticketId,
        maxTokens: SUGGESTION_TOKENS,
        async ground() {
          const ground = await grounding.groundOf(ticket)
          return { question: suggestion({ ...ground, earlier }), sources: ground.sources }
        },
      })
    },
    'POST /copilot/rewrites': async body => {
      const { ticketId, how, text } = endpoints['copilot.rewrite'].body.parse(await body())
      await ticketFor('rewrite', ticketId)
      return answered({
        feature: 'rewrite',
        ticketId,
        maxTokens: rewriteTokens(text),
        ground: async () => ({
          question: rewriting(how, text, await grounding.conversation(ticketId, REWRITE_MESSAGES)),
          sources: [],
        }),
      })
    },
    'PUT /copilot/calls/:id': async (body, id) => {
      const { outcome, changed } = endpoints['copilot.outcome'].body.parse(await body())
      await calls.outcome(id, outcome, changed)
      return json(null)
    },
  }

  return async (request, path) => {
    if (path !== '/copilot' && !path.startsWith('/copilot/')) return null
    const [, id] = /\/(\d+)$/.exec(path) ?? []
    const route = routes[`${request.method} ${id ? path.replace(/\d+$/, ':id') : path}`]
    if (!route) return json({ error: 'ERR_NOT_FOUND' }, 404)
    try {
      return await route(() => request.json(), Number(id ?? 0))
    } catch (error) {
      const isForm = error instanceof SyntaxError || (error as { name?: string }).name === 'ZodError'
      const code: ServerErrorCode = isForm ? 'ERR_VALIDATION' : codeOf(error)
      if (!(error instanceof CopilotRefusal)) log.warn('the copilot refused', { path, error })
      const field = error instanceof CopilotRefusal ? error.field : undefined
      return json({ error: code, ...(field ? { field } : {}) }, STATUS[code] ?? 409)
    }
  }
}
