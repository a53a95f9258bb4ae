/** Connections and queues on the legacy servers. */
import { randomBytes } from 'node:crypto'
import { limitSignal } from '../../../time-limit'
import {
  ApiError,
  type Ask,
  answer,
  errorAnswer,
  type Json,
  type LegacyApi,
  passOn,
  record,
  rows,
} from './call'

/** How long the start of a session is waited for; that server answers only when somebody has scanned its code. */
const SESSION_STARTS_MS = 3_000

/** A status Turno does not know: thrown out by WhatsApp, soon to ask for a new code. */
export const readConnection = (value: Json): Json =>
  value.status === 'PENDING' ? { ...value, status: 'DISCONNECTED' } : value

/** Everybody is sent what only admins read (`src/contract/readers.ts`): code and secret stay here. */
function readable(legacy: LegacyApi, value: Json): Json {
  const { qrcode, token, ...rest } = readConnection(value)
  return legacy.user()?.profile === 'admin' ? { ...rest, qrcode, token } : rest
}

/** What that server cannot do at all. */
export const lacking = async (): Promise<Response> => errorAnswer(501, 'SERVER_LACKS')

/** Credentials are sent along unless they are declined. */
export async function connections(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const list = rows(await legacy.json('GET', '/whatsapp?session=0', undefined, ask.signal))
  return answer(list.map(({ session: _secret, token: _token, ...rest }) => readable(legacy, rest)))
}

/**
 * That server makes no secrets, and lets whoever shows none through a connection whose secret is empty: one is made here
 * wherever none would be stored.
 */
const madeToken = (): string => randomBytes(24).toString('base64url')

/** A missing row is "of another company" there. */
async function found(legacy: LegacyApi, path: string, missing: string, signal?: AbortSignal): Promise<Json> {
  try {
    return record(await legacy.json('GET', path, undefined, signal))
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) throw new ApiError(404, missing)
    throw error
  }
}

const connection = (legacy: LegacyApi, id: string | undefined, signal?: AbortSignal): Promise<Json> =>
  found(legacy, `/whatsapp/${id}?session=0`, 'ERR_NO_WAPP_FOUND', signal)
const queue = (legacy: LegacyApi, id: string | undefined, signal?: AbortSignal): Promise<Json> =>
  found(legacy, `/queue/${id}`, 'ERR_NO_QUEUE_FOUND', signal)

export async function oneConnection(legacy: LegacyApi, ask: Ask): Promise<Response> {
  return answer(readable(legacy, await connection(legacy, ask.params.id, ask.signal)))
}

/**
 * A change that names no queues takes all of them away there, and several queues want the greeting in the same call:
 * both are sent again as they are.
 */
async function changeConnection(
  legacy: LegacyApi,
  id: string,
  change: Json,
  signal?: AbortSignal,
): Promise<Json> {
  const now = await connection(legacy, id, signal)
  // It would keep a company without a default, and then send through none.
  if (now.isDefault === true && change.isDefault === false) throw new ApiError(400, 'ERR_NO_OTHER_WHATSAPP')
  const body = {
    greetingMessage: now.greetingMessage ?? '',
    queueIds: rows(now.queues).map(one => one.id),
    ...change,
    ...((change.token ?? now.token) === '' ? { token: madeToken() } : {}),
  }
  await legacy.json('PUT', `/whatsapp/${id}`, body, signal)
  return readConnection(await connection(legacy, id, signal))
}

export async function saveConnection(legacy: LegacyApi, ask: Ask): Promise<Response> {
  if (ask.method === 'PUT')
    return answer(await changeConnection(legacy, ask.params.id ?? '', ask.body ?? {}, ask.signal))
  const body = { ...ask.body, token: ask.body?.token || madeToken() }
  const made = record(await legacy.json('POST', '/whatsapp', body, ask.signal))
  // A new connection there takes neither a text that asks for a rating nor the place of the default one.
  const { ratingMessage, isDefault } = ask.body ?? {}
  if (!ratingMessage && isDefault !== true) return answer(readConnection(made))
  const rest = { ...(ratingMessage ? { ratingMessage } : {}), ...(isDefault === true ? { isDefault } : {}) }
  return answer(await changeConnection(legacy, String(made.id), rest, ask.signal))
}

export async function renewToken(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const token = madeToken()
  const saved = await changeConnection(legacy, ask.params.id ?? '', { token }, ask.signal)
  return answer({ ...saved, token })
}

/**
 * Starts a session, with the code so far (POST) or a new one (PUT). The call there lasts until somebody has scanned:
 * what it sends before that is an answer, and what comes of it comes by events.
 */
export async function startSession(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const id = ask.params.id ?? ''
  const { greetingMessage, queues } = await connection(legacy, id, ask.signal)
  const timeout = limitSignal(SESSION_STARTS_MS)
  try {
    await legacy.json(ask.method, `/whatsappsession/${id}`, undefined, timeout)
  } catch (error) {
    if (!timeout.aborted) throw error
  }
  // A new code takes the queues away there.
  if (ask.method === 'PUT') {
    const queueIds = rows(queues).map(one => one.id)
    await legacy.json('PUT', `/whatsapp/${id}`, { greetingMessage: greetingMessage ?? '', queueIds })
  }
  return answer({})
}

/** The error for a session that is not running, though the connection is signed out all the same. */
export async function endSession(legacy: LegacyApi, ask: Ask): Promise<Response> {
  try {
    await legacy.json('DELETE', ask.path, undefined, ask.signal)
  } catch (error) {
    if (!(error instanceof ApiError && error.text.startsWith('ERR_WAPP_NOT_INITIALIZED'))) throw error
  }
  return answer({})
}

/** A queue cannot be changed there without its name and colour. */
export async function changeQueue(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const { name, color } = await queue(legacy, ask.params.id, ask.signal)
  return answer(await legacy.json('PUT', ask.path, { name, color, ...ask.body }, ask.signal))
}

/** No call for the whole order: each queue is given its place. */
export async function orderQueues(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const all = rows(await legacy.json('GET', '/queue', undefined, ask.signal))
  const ids = Array.isArray(ask.body?.ids) ? ask.body.ids.map(Number) : []
  const ordered = ids.map(id => all.find(one => one.id === id))
  if (ordered.some(one => one === undefined)) return errorAnswer(404, 'ERR_NO_QUEUE_FOUND')
  for (const [at, one] of ordered.entries()) {
    if (!one || one.orderQueue === at + 1) continue
    const { name, color } = one
    await legacy.json('PUT', `/queue/${one.id}`, { name, color, orderQueue: at + 1 }, ask.signal)
  }
  return answer(await legacy.json('GET', '/queue', undefined, ask.signal))
}

/** Files of queues and options: that server answers with a sentence, Turno with the row. */
export async function attached(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const row = ask.path.replace(/\/media-upload$/, '')
  await passOn(legacy, ask)
  return answer(await legacy.json('GET', row, undefined, ask.signal))
}

/** The connection a new ticket goes through: the default one, or any that is connected. */
export async function defaultConnection(legacy: LegacyApi): Promise<number | null> {
  const list = rows(await legacy.json('GET', '/whatsapp?session=0'))
  const connected = list.filter(c => c.status === 'CONNECTED')
  const chosen = connected.find(c => c.isDefault) ?? connected[0] ?? list.find(c => c.isDefault) ?? list[0]
  return typeof chosen?.id === 'number' ? chosen.id : null
}
