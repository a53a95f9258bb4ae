import { legacyAdapter } from '../../../electron/main/adapters/legacy'
import type { ServerClient } from '../../../electron/main/session/server-client'

export type Row = Record<string, unknown>

/** An answer of a legacy server. */
export const json = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })

/** Calls as the console makes them, through the adapter to a server that answers so. @param user who is signed in there. */
export function callsTo<Answer = Row>(
  fetch: ServerClient['fetch'],
  user: Parameters<typeof legacyAdapter>[0],
) {
  const client = legacyAdapter(user).adapt({ fetch, fetchFromOrigin: fetch } as unknown as ServerClient)
  return async (method: string, path: string, body?: object) => {
    const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await client.fetch(path, { method, ...sent })
    return { status: response.status, body: (await response.json()) as Answer }
  }
}
