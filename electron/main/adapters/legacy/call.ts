/** Small tools of the legacy adapter: JSON calls on the raw client and answers in Turno's shape. */
import type { ServerClient, ServerInit } from '../../session/server-client'
import type { AdapterUser } from '../adapter'
import { createRecentAnswers, type RecentAnswers } from './recent'
import { MISLEADING, withoutSecrets } from './secrets'

export type Json = Record<string, unknown>

/** An answer that is not the one hoped for; carries status and the server's words. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly text: string,
  ) {
    super(text)
  }
}

/** One request on its way to the server, as routes see it. */
export interface Ask {
  method: string
  path: string
  params: Record<string, string>
  query: URLSearchParams
  /** Parsed JSON body; null for none and for bodies that are not JSON. */
  body: Json | null
  /** The body as it came, for streams. */
  raw: BodyInit | null
  headers: Headers
  /** The token of a connection, in the place of the session's. */
  bearer: string | undefined
  signal: AbortSignal | undefined
}

export interface LegacyApi {
  client: ServerClient
  user(): AdapterUser | null
  /** What that server's clock shows, epoch milliseconds. */
  now(): number
  /** Remembered messages, so that forwarding can send them again. */
  seen: SeenMessages
  /** Lists that were just read. */
  recent: RecentAnswers
  /** A JSON call in the server's own words. @throws ApiError on any error status. */
  json(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<unknown>
}

export interface SeenMessage {
  id: string
  body: string
  mediaType: string | null
  mediaUrl: string | null
}

/** The last few thousand messages that went by; legacy servers have no call for a single one. */
export class SeenMessages {
  private readonly byId = new Map<string, SeenMessage>()
  constructor(private readonly limit = 5_000) {}

  add(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    const { id, body, mediaType, mediaUrl } = value as Json
    if (typeof id !== 'string') return
    // A search answers the words alone: what is known of the file stays.
    const known = this.byId.get(id)
    const text = (member: unknown, before: string | null | undefined): string | null =>
      member === undefined ? (before ?? null) : typeof member === 'string' ? member : null
    this.byId.delete(id)
    this.byId.set(id, {
      id,
      body: typeof body === 'string' ? body : '',
      mediaType: text(mediaType, known?.mediaType),
      mediaUrl: text(mediaUrl, known?.mediaUrl),
    })
    const oldest = this.byId.keys().next()
    if (this.byId.size > this.limit && !oldest.done) this.byId.delete(oldest.value)
  }

  /** The words of a message were changed: what is forwarded later has its present words. */
  edit(id: string, body: string): void {
    const message = this.byId.get(id)
    if (message) this.byId.set(id, { ...message, body })
  }

  get(id: string): SeenMessage | undefined {
    return this.byId.get(id)
  }
}

/** The error text of an answer, whatever its shape. */
export async function wordsOf(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? ''
  if (!type.includes('json')) {
    await response.body?.cancel()
    return ''
  }
  try {
    const body = record(await response.json())
    const words = body.error ?? body.message
    return typeof words === 'string' ? words : ''
  } catch {
    return ''
  }
}

/**
 * Any failure there is a bare 500, a passing stumble too: a question is asked once more before that is believed.
 * Only for questions: what changes something may have been done.
 */
export async function asked(client: ServerClient, path: string, init: ServerInit): Promise<Response> {
  const first = await client.fetch(path, init)
  if (first.status !== 500 || (init.method ?? 'GET') !== 'GET') return first
  await first.body?.cancel()
  return await client.fetch(path, init)
}

/**
 * @param seen what went by so far, in answers and in events.
 * @param recent lists that were just read; whoever gets a change makes it forget them.
 * @param now what that server's clock shows, epoch milliseconds.
 */
export function createLegacyApi(
  client: ServerClient,
  user: () => AdapterUser | null,
  seen: SeenMessages,
  recent: RecentAnswers = createRecentAnswers(),
  now: () => number = Date.now,
): LegacyApi {
  return {
    client,
    user,
    now,
    seen,
    recent,
    async json(method, path, body, signal) {
      const response = await asked(client, path, {
        method,
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: () => JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      })
      if (!response.ok) throw new ApiError(response.status, await wordsOf(response))
      const text = await response.text()
      if (text === '') return null
      try {
        return JSON.parse(text, (key, value: unknown) => (MISLEADING.has(key) ? undefined : value)) as unknown
      } catch {
        throw new ApiError(502, 'SERVER_UNREADABLE')
      }
    },
  }
}

/** Passes a body on as it came: that server answers it with a sentence, which is dropped. @throws ApiError on any error status. */
export async function passOn(legacy: LegacyApi, ask: Ask): Promise<void> {
  const response = await legacy.client.fetch(ask.path, {
    method: ask.method,
    headers: ask.headers,
    ...(ask.raw === null ? {} : { body: ask.raw }),
    ...(ask.signal ? { signal: ask.signal } : {}),
  })
  if (!response.ok) throw new ApiError(response.status, await wordsOf(response))
  await response.body?.cancel()
}

export const answer = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(withoutSecrets(value ?? null)), {
    status,
    headers: { 'content-type': 'application/json' },
  })

export const errorAnswer = (status: number, error: string): Response => answer({ error }, status)

export const record = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

export const rows = (value: unknown): Json[] => (Array.isArray(value) ? value.map(record) : [])

/**
 * The ids of all queues, as JSON text: a list there that is asked for without queues holds only tickets without one.
 */
export async function everyQueue(legacy: LegacyApi, signal?: AbortSignal): Promise<string> {
  const queues = rows(await legacy.json('GET', '/queue', undefined, signal))
  return JSON.stringify(queues.map(queue => queue.id))
}
