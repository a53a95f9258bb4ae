/**
 * Scheduled messages on a server whose clock is wrong. An instant an agent chose is one by this computer's clock, and
 * the server sends when its own clock shows it: going there it is put into the server's time, coming back into ours.
 * Works under every adapter, so nobody else knows of it.
 */
import type { ServerClient, ServerInit } from '../session/server-client'

/** Instants of a scheduled message that are compared with a clock. */
const INSTANTS = ['sendAt', 'sentAt']
const SCHEDULES = /^\/*schedules(?:[/?]|$)/
const SCHEDULE_EVENT = /(?:^|-)schedule$/

/** A copy in which every scheduled message, however deep it lies, is moved by `ms`. */
function moved(value: unknown, ms: number, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > 4) return value
  if (Array.isArray(value)) return value.map(item => moved(item, ms, depth + 1))
  const entries = Object.entries(value).map(([key, member]) => {
    const at = INSTANTS.includes(key) && typeof member === 'string' ? Date.parse(member) : Number.NaN
    return [key, Number.isNaN(at) ? moved(member, ms, depth + 1) : new Date(at + ms).toISOString()]
  })
  return Object.fromEntries(entries)
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

async function sending(init: ServerInit, ms: number): Promise<ServerInit> {
  const isJson = new Headers(init.headers).get('content-type')?.includes('json') ?? false
  const body = typeof init.body === 'function' ? init.body() : (init.body ?? null)
  if (!isJson || body === null) return init
  const text = await new Response(body).text()
  const form = parsed(text)
  return { ...init, body: form === undefined ? text : JSON.stringify(moved(form, ms)) }
}

async function received(response: Response, ms: number): Promise<Response> {
  if (!response.ok || !(response.headers.get('content-type') ?? '').includes('json')) return response
  const text = await response.text()
  const answer = parsed(text)
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.delete('content-encoding')
  return new Response(answer === undefined ? text : JSON.stringify(moved(answer, -ms)), {
    status: response.status,
    headers,
  })
}

/**
 * The same client, with scheduled messages in this computer's time.
 * @param aheadMs milliseconds the server's clock is ahead of ours; 0 while unknown or nearly equal.
 */
export function inOurTime(client: ServerClient, aheadMs: () => number): ServerClient {
  return {
    fetchFromOrigin: client.fetchFromOrigin,
    async fetch(path, init = {}) {
      if (!SCHEDULES.test(path)) return await client.fetch(path, init)
      const ms = aheadMs()
      const response = await client.fetch(path, ms === 0 ? init : await sending(init, ms))
      // The answer itself may have been the first to give the server's time.
      return aheadMs() === 0 ? response : await received(response, aheadMs())
    },
  }
}

/** The payload of an event, with a scheduled message in this computer's time; any other payload as it is. */
export const eventInOurTime = (name: string, payload: unknown, aheadMs: number): unknown =>
  aheadMs !== 0 && SCHEDULE_EVENT.test(name) ? moved(payload, -aheadMs) : payload
