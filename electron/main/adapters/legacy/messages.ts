/** Messages of the legacy servers. */
import {
  ApiError,
  type Ask,
  answer,
  errorAnswer,
  type LegacyApi,
  passOn,
  record,
  rows,
  wordsOf,
} from './call'

/** Raw text kinds there are plain text here. */
const TEXT_KINDS = new Set(['conversation', 'extendedTextMessage'])

/** Double braces as they are sent, see `outgoingText`. */
const GUARDED = '{\u200D{'

/** One message as Turno reads it: plain text has no media type, and file addresses are escaped. */
export function readMessage(value: unknown): unknown {
  const message = record(value)
  const mediaType = TEXT_KINDS.has(String(message.mediaType)) ? null : message.mediaType
  const mediaUrl =
    typeof message.mediaUrl === 'string' ? localAddress(message.mediaUrl) : (message.mediaUrl ?? null)
  const quotedMsg = message.quotedMsg ? readMessage(message.quotedMsg) : null
  const named =
    typeof mediaUrl === 'string' && message.mediaType === 'application'
      ? { mediaName: String(message.body ?? '').replace(/^\d{13}_/, '') }
      : {}
  const { dataJson: _secret, ...rest } = message
  const body = typeof message.body === 'string' ? message.body.replaceAll(GUARDED, '{{') : message.body
  return { ...rest, body, mediaType, mediaUrl, quotedMsg, ...named }
}

/** Files are served below /public on the server's own origin; the gateway fetches them for the windows. */
export function localAddress(url: string): string {
  const at = url.indexOf('/public/')
  if (at < 0) return url
  const name = url.slice(at + '/public/'.length)
  const decoded = /%[0-9a-f]{2}/i.test(name) ? name : name.split('/').map(encodeURIComponent).join('/')
  return `/public/${decoded}`
}

/** A page of a thread; what goes by is remembered for forwarding. */
export async function listMessages(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const page = ask.query.get('pageNumber') ?? '1'
  let found: Record<string, unknown>
  try {
    found = record(
      await legacy.json(
        'GET',
        `/messages/${ask.params.ticketId}?pageNumber=${encodeURIComponent(page)}`,
        undefined,
        ask.signal,
      ),
    )
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return errorAnswer(404, 'ERR_NO_TICKET_FOUND')
    throw error
  }
  const messages = rows(found.messages).map(readMessage)
  for (const message of messages) legacy.seen.add(message)
  return answer({ ...found, messages })
}

/** Answers there are empty; the message itself arrives as an event. */
export async function sendMessage(legacy: LegacyApi, ask: Ask): Promise<Response> {
  if (ask.body) {
    const { body, quotedMsg } = ask.body
    const quoted = typeof quotedMsg === 'string' ? { id: quotedMsg } : quotedMsg
    const sent = record(
      await legacy.json(
        'POST',
        `/messages/${ask.params.ticketId}`,
        { body: outgoingText(String(body ?? '')), ...(quoted ? { quotedMsg: quoted } : {}) },
        ask.signal,
      ),
    )
    return answer({ message: sent.message ?? null, messages: [] })
  }
  await passOn(legacy, ask)
  return answer({ message: null, messages: [] })
}

/**
 * That server runs texts through a template: a customer's name in double braces would be filled in, an unbalanced pair
 * is refused. A zero-width joiner between the braces keeps the words as they were typed.
 */
export function outgoingText(body: string): string {
  return body.replaceAll('{{', GUARDED)
}

export async function editMessage(legacy: LegacyApi, ask: Ask): Promise<Response> {
  await legacy.json('POST', ask.path, { body: String(ask.body?.body ?? '') }, ask.signal)
  legacy.seen.edit(ask.params.id ?? '', String(ask.body?.body ?? ''))
  return answer({ message: null })
}

export async function removeMessage(legacy: LegacyApi, ask: Ask): Promise<Response> {
  await legacy.json('DELETE', ask.path, undefined, ask.signal)
  return answer(null)
}

/**
 * A message of another program, tried from a window with a connection's token. That server answers one sentence, and
 * refuses a token in the words it has for people.
 */
export async function sendExternal(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const response = await legacy.client.fetch('/api/messages/send', {
    method: 'POST',
    headers: ask.headers,
    body: ask.body ? JSON.stringify(ask.body) : ask.raw,
    bearer: ask.bearer ?? '',
    ...(ask.signal ? { signal: ask.signal } : {}),
  })
  if (response.status === 401) {
    await response.body?.cancel()
    return errorAnswer(401, 'ERR_API_TOKEN')
  }
  if (!response.ok) throw new ApiError(response.status, await wordsOf(response))
  return answer(await response.json())
}
