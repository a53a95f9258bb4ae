/**
 * What a server can do. Found out once on connecting, without side effects: the version answer names the abilities of
 * a Turno server; any other server of the product family is known by having none (design/contract.md section 8).
 */
import { z } from 'zod'

export const CAPABILITIES = [
  /** The same client id twice is one message. */
  'clientIds',
  'reactions',
  /** Forwarding on the server; otherwise the dialect sends the message again. */
  'forward',
  'closeAll',
  'csvImport',
  'csvExport',
  'settingByKey',
  /** Reading a thread can be kept from marking it read. */
  'silentReading',
  'waitingClock',
  'contactHistory',
  'contactMedia',
  'whispers',
  'handoverNotes',
  'passwordReset',
] as const
export type Capability = (typeof CAPABILITIES)[number]

/** What the older family does, or can be made to do by the dialect's equivalents. */
export const FAMILY_CAPABILITIES: ReadonlySet<Capability> = new Set<Capability>([
  'forward',
  'closeAll',
  'csvImport',
  'settingByKey',
  'contactHistory',
  'handoverNotes',
  'passwordReset',
])

const versionAnswer = z.object({
  version: z.string().max(100),
  name: z.string().max(100).nullish(),
  capabilities: z.array(z.string()).nullish(),
})

export interface ServerFacts {
  version: string
  dialect: 'turno' | 'family'
  capabilities: ReadonlySet<Capability>
  /** API base that answered, with a trailing slash. */
  api: URL
}

/**
 * Asks an address what it is. A typed address may or may not carry the API's path, so both places are tried.
 * @param typed what somebody entered: a full http(s) URL, with or without a path.
 * @returns the facts, or why there are none. Never throws.
 */
export async function probeServer(
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  typed: URL,
): Promise<{ ok: true; facts: ServerFacts } | { ok: false; reason: 'unreachable' | 'notAServer' }> {
  let reached = false
  const given = new URL(typed.pathname.endsWith('/') ? typed.href : `${typed.href}/`)
  const places = typed.pathname === '/' ? [new URL('api/', given), given] : [given]
  for (const api of places) {
    try {
      const response = await fetch(new URL('version', api).href, {
        redirect: 'error',
        credentials: 'omit',
        cache: 'no-store',
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(8_000),
      })
      reached = true
      if (!response.ok) continue
      const parsed = versionAnswer.safeParse(await response.json())
      if (!parsed.success) continue
      const named = new Set(parsed.data.capabilities ?? [])
      const dialect = parsed.data.capabilities ? 'turno' : 'family'
      const capabilities =
        dialect === 'turno' ? new Set(CAPABILITIES.filter(c => named.has(c))) : FAMILY_CAPABILITIES
      return { ok: true, facts: { version: parsed.data.version, dialect, capabilities, api } }
    } catch {
      // Not here; the next place may answer.
    }
  }
  return { ok: false, reason: reached ? 'notAServer' : 'unreachable' }
}
