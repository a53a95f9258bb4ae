/** Sends entries by the contract's endpoints. Knows HTTP, not sessions: `request` adds those. */
import { LOCAL_ATTACHMENTS_PATH, type Message, messageEndpoints } from '../../../src/contract'
import type { Attachments } from '../attachments/attachments'
import { MainError } from '../errors'
import { failureOf } from './failures'
import { multipart } from './multipart'
import { type Clock, type OutboxRecord, type SendAnswer, SendFailure, type Transport } from './types'

interface ServerCall {
  method: 'GET' | 'POST'
  /** Below the server's API base, with its query: `/messages/12?pageNumber=1`. */
  path: string
  headers: Record<string, string>
  /** A fresh body each time it is called: a session that must be refreshed first sends the request again. */
  body?: () => string | ReadableStream<Uint8Array>
  signal: AbortSignal
}

/**
 * One call to the signed-in account's server, refreshed and repeated once where the session asks for it. Streams need
 * `duplex: 'half'`. Rejects when no answer came; throws MainError ERR_SESSION_EXPIRED when there is no session.
 */
export type ServerRequest = (call: ServerCall) => Promise<Response>

/** A text that got no answer in this time is tried again. */
const TEXT_TIMEOUT_MS = 30_000
/** An upload that moved no byte and got no answer in this time is tried again. */
const UPLOAD_IDLE_MS = 60_000
/** Pages read at most when looking for what an unsure attempt left. */
const LOOK_UP_PAGES = 5

/** A signal that fires after `ms` without `poke`. */
function watchdog(parent: AbortSignal, ms: number, clock: Clock) {
  const controller = new AbortController()
  let cancel = () => {}
  const poke = () => {
    cancel()
    cancel = clock.after(ms, () => controller.abort(new Error('no answer in time')))
  }
  const follow = () => controller.abort(parent.reason)
  parent.addEventListener('abort', follow, { once: true })
  if (parent.aborted) follow()
  else poke()
  const stop = () => {
    cancel()
    parent.removeEventListener('abort', follow)
  }
  return { signal: controller.signal, poke, stop }
}

async function wordsOf(response: Response): Promise<string> {
  const text = await response.text().catch(() => '')
  try {
    const body: unknown = JSON.parse(text)
    const { error, message } = body as { error?: unknown; message?: unknown }
    return typeof error === 'string' ? error : typeof message === 'string' ? message : ''
  } catch {
    // A page of a proxy is no reason to show to anybody.
    return text.trimStart().startsWith('<') ? '' : text
  }
}

/** What the writer wrote before it was translated, as `messages.send` takes it. */
const originalOf = ({ original }: OutboxRecord): Record<string, string> =>
  original ? { original: original.text, originalLanguage: original.language } : {}

/** What a person asks for again is meant, whoever has the ticket by now. */
const believed = ({ expected, asked }: OutboxRecord): Pick<OutboxRecord, 'expected'> =>
  expected && !asked ? { expected } : {}

export function createHttpTransport(deps: {
  request: ServerRequest
  attachments: Attachments
  clock: Clock
  /** Milliseconds the server's clock is ahead of ours, null before its first answer. */
  aheadMs: () => number | null
}): Transport {
  const { attachments, clock, aheadMs } = deps

  const call = async (input: ServerCall): Promise<Response> => {
    const response = await deps.request(input)
    if (response.ok) return response
    const words = await wordsOf(response)
    throw new SendFailure(failureOf(response.status, words, response.headers.get('retry-after'), clock.now()))
  }

  const answerOf = async (response: Response): Promise<SendAnswer> => {
    // Accepted is accepted: an answer that cannot be read is one without a message.
    const body: unknown = await response.json().catch(() => null)
    const sent = messageEndpoints['messages.send'].response.safeParse(body)
    if (!sent.success) return { message: null }
    return { message: sent.data.message ?? sent.data.messages[0] ?? null }
  }

  const forwarded = async (response: Response): Promise<SendAnswer> => {
    const body: unknown = await response.json().catch(() => null)
    const sent = messageEndpoints['messages.forward'].response.safeParse(body)
    return sent.success
      ? { message: sent.data.message, ticketId: sent.data.ticket?.id ?? null }
      : { message: null }
  }

  const post = async (
    path: string,
    content: unknown,
    signal: AbortSignal,
    read: (response: Response) => Promise<SendAnswer> = answerOf,
  ): Promise<SendAnswer> => {
    const dog = watchdog(signal, TEXT_TIMEOUT_MS, clock)
    const text = JSON.stringify(content)
    try {
      const headers = { 'content-type': 'application/json' }
      return await read(await call({ method: 'POST', path, headers, body: () => text, signal: dog.signal }))
    } finally {
      dog.stop()
    }
  }

  const page = async (ticketId: number, number: number, signal: AbortSignal) => {
    const path = `/messages/${ticketId}?pageNumber=${number}&markAsRead=false`
    const response = await call({ method: 'GET', path, headers: {}, signal })
    const parsed = messageEndpoints['messages.list'].response.safeParse(await response.json())
    if (!parsed.success) throw new Error('page of messages is unreadable')
    return parsed.data.messages
  }

  return {
    clockOffsetMs: aheadMs,

    sendText: (record, signal) =>
      post(
        `/messages/${record.ticketId}`,
        {
          read: 1,
          fromMe: true,
          mediaUrl: '',
          body: record.body,
          quotedMsg: record.quote ? { id: record.quote.id } : null,
          clientId: record.id,
          ...(record.menu ? { menu: record.menu } : {}),
          ...originalOf(record),
          ...believed(record),
          ...(record.asked ? { again: true } : {}),
        },
        signal,
      ),

    sendForward(record, signal) {
      const { ticketId: _ticket, ...forward } = record.forward ?? {}
      const body = { ...forward, clientId: record.id, ...believed(record) }
      return post('/message/forward', body, signal, forwarded)
    },

    async sendMedia(record: OutboxRecord, watch, signal) {
      const file = record.attachment && (await attachments.find(record.attachment.id))
      if (!record.attachment || !file) {
        throw new MainError('OUTBOX_FILE_MISSING', `${LOCAL_ATTACHMENTS_PATH} has no such file`)
      }
      const fields: [string, string][] = [
        ['clientId', record.id],
        ['body', record.attachment.caption || record.body],
        ['fromMe', 'true'],
      ]
      if (record.asked) fields.push(['again', 'true'])
      if (record.quote) fields.push(['quotedMsg', record.quote.id])
      fields.push(...Object.entries(originalOf(record)))
      const { expected } = believed(record)
      if (expected) fields.push(['expected', JSON.stringify(expected)])
      const form = multipart(fields, {
        field: 'medias',
        name: record.attachment.name,
        mime: file.mime,
        size: file.size,
        open: () => attachments.read(file.id),
      })
      const dog = watchdog(signal, UPLOAD_IDLE_MS, clock)
      try {
        const response = await call({
          method: 'POST',
          path: `/messages/${record.ticketId}`,
          headers: { 'content-type': form.contentType },
          body: () =>
            form.stream({
              progress(sent, total) {
                dog.poke()
                watch.progress(sent, total)
              },
              leaving: watch.leaving,
            }),
          signal: dog.signal,
        })
        return await answerOf(response)
      } finally {
        dog.stop()
      }
    },

    async recentMessages(ticketId, since, signal) {
      const dog = watchdog(signal, TEXT_TIMEOUT_MS, clock)
      const found = new Map<string, Message>()
      try {
        for (let number = 1; number <= LOOK_UP_PAGES; number += 1) {
          dog.poke()
          const messages = await page(ticketId, number, dog.signal)
          for (const message of messages) found.set(message.id, message)
          const oldest = Math.min(...messages.map(message => Date.parse(message.createdAt)))
          if (messages.length === 0 || oldest < since + (aheadMs() ?? 0)) break
        }
        return [...found.values()]
      } finally {
        dog.stop()
      }
    },
  }
}
