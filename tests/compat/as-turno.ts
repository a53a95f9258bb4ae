/** Somebody of the replay server's company, seen through the adapter as the rest of Turno sees that server. */
import { legacyAdapter } from '../../electron/main/adapters/legacy'
import { createServerClock } from '../../electron/main/servers/clock'
import type { ServerClient } from '../../electron/main/session/server-client'
import type { CompatServer } from './server'

export interface TurnoSide {
  id: number
  client: ServerClient
  /** One call in Turno's words; gives status and parsed body whatever they are. */
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; json: unknown }>
}

/** Signs in at the replay server and speaks to it through the legacy server's adapter. */
export async function asTurno(server: CompatServer, email: string): Promise<TurnoSide> {
  const login = await fetch(`${server.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'turno-demo' }),
  })
  const { token, user } = (await login.json()) as { token: string; user: { id: number; profile: string } }
  const clock = createServerClock()
  const call = clock.listening((url, init) => fetch(url, init))
  const raw: ServerClient = {
    fetch: (path, init = {}) => {
      const body = typeof init.body === 'function' ? init.body() : init.body
      return call(new URL(path.replace(/^\//, ''), `${server.url}/`).href, {
        method: init.method ?? 'GET',
        headers: { ...Object.fromEntries(new Headers(init.headers)), authorization: `Bearer ${token}` },
        ...(body ? { body } : {}),
      })
    },
    fetchFromOrigin: path => fetch(new URL(path, server.url)),
  }
  const who = { id: user.id, companyId: 1, profile: user.profile }
  const client = legacyAdapter(() => who, undefined, clock.offsetMs).adapt(raw)
  return {
    id: user.id,
    client,
    async ask(method, path, body) {
      const form = body instanceof FormData ? new Response(body) : null
      const headers = form
        ? { 'content-type': form.headers.get('content-type') ?? '' }
        : { 'content-type': 'application/json' }
      const sent = form ? await form.arrayBuffer() : JSON.stringify(body)
      const response = await client.fetch(path, {
        method,
        ...(body === undefined ? {} : { body: sent, headers }),
      })
      const text = await response.text()
      return { status: response.status, json: text ? JSON.parse(text) : null }
    },
  }
}
