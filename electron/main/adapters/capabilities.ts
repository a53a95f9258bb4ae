/**
 * What a server can do. Found out once on connecting, without side effects: the version answer names the abilities of
 * a Turno server; a legacy server is known by having none (tests/compat/differences.md).
 */
import { z } from 'zod'
import {
  CAPABILITIES,
  type Capabilities,
  type Capability,
  capabilitiesOf,
  type ServerFacts,
} from '../../../src/contract'
import { limitSignal } from '../../time-limit'

/** What a legacy server does by itself, and what the adapter or the console does in its place. */
export const LEGACY_CAPABILITIES: Capabilities = capabilitiesOf('missing', {
  clientIds: 'equivalent',
  forward: 'equivalent',
  closeAll: 'equivalent',
  csvImport: 'equivalent',
  settingByKey: 'equivalent',
  parallelReads: 'equivalent',
  waitingClock: 'equivalent',
  wholeLists: 'equivalent',
  contactHistory: 'equivalent',
  handoverNotes: 'equivalent',
  soleAccept: 'equivalent',
  threadSearch: 'equivalent',
  undoResolve: 'equivalent',
  queueOrder: 'equivalent',
  groupList: 'equivalent',
  copilot: 'equivalent',
  reminders: 'equivalent',
  savedViews: 'equivalent',
  macros: 'equivalent',
})

/** Names that earlier versions of Turno's own server gave its abilities. */
const OLDER_NAMES: Readonly<Record<string, Capability>> = {
  clientId: 'clientIds',
  readControl: 'silentReading',
  waitingSince: 'waitingClock',
  removeFromList: 'wholeLists',
  handover: 'handoverNotes',
  'ticketNotes.whisper': 'whispers',
  'contacts.importCsv': 'csvImport',
}

const versionAnswer = z.object({
  version: z.string().max(100),
  name: z.string().max(100).nullish(),
  capabilities: z.array(z.string()).nullish(),
})

/** What was found, and where. */
export interface Found {
  facts: ServerFacts
  /** API base that answered, with a trailing slash. */
  api: URL
}

function factsOf(answer: z.output<typeof versionAnswer>): ServerFacts {
  const { version } = answer
  // Only Turno's own line of servers names what it can do.
  if (!answer.capabilities) return { version, adapter: 'legacy', capabilities: LEGACY_CAPABILITIES }
  const named = new Set(answer.capabilities.map(name => OLDER_NAMES[name] ?? name))
  const native = CAPABILITIES.filter(name => named.has(name)).map(name => [name, 'native'] as const)
  return {
    version,
    adapter: 'turno',
    capabilities: capabilitiesOf('missing', {
      copilot: 'equivalent',
      reminders: 'equivalent',
      savedViews: 'equivalent',
      macros: 'equivalent',
      ...Object.fromEntries(native),
    }),
  }
}

/** Folders above an address that are tried; pages lie one or two deep. */
const MAX_ABOVE = 4

/** Places where the API may lie when somebody pasted the address of a page or of another API path. */
function placesAbove(typed: URL): URL[] {
  const places: URL[] = []
  let at = new URL(typed.pathname.endsWith('/') ? typed.href : `${typed.href}/`)
  for (let step = 0; step < MAX_ABOVE && at.pathname !== '/'; step += 1) {
    at = new URL('..', at)
    places.push(...placesOf(at))
  }
  return places
}

/** Places where the API may lie when somebody typed this address. */
function placesOf(typed: URL): URL[] {
  const given = new URL(typed.pathname.endsWith('/') ? typed.href : `${typed.href}/`)
  const below = new URL('api/', given)
  if (given.pathname === '/') return [below, given]
  return given.pathname.endsWith('/api/') ? [given] : [given, below]
}

/** What Node and Chromium say of plain http on the port, or of nobody there: then nothing was encrypted at all. */
const NO_TLS =
  /ERR_SSL_(?:PROTOCOL_ERROR|WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)\b|\bEPROTO\b/
const TLS = /CERT|ERR_SSL_|ERR_TLS_|UNABLE_TO_(?:GET|VERIFY)|SSL_CLIENT_AUTH/

/**
 * Whether a failed call met a server with TLS that is not to be trusted: a certificate that is out of date, of another
 * name or of nobody known, or no common cipher. What went wrong is in words only (`net::ERR_CERT_…`, Node's `cause.code`).
 */
export function refusedTls(error: unknown): boolean {
  const { message, cause } = error as { message?: string; cause?: { code?: string } }
  const reason = `${message ?? ''} ${cause?.code ?? ''}`
  return TLS.test(reason) && !NO_TLS.test(reason)
}

/**
 * Asks an address what it is. A typed address may or may not carry the API's path, so both places are tried.
 * @param typed what somebody entered: a full http(s) URL, with or without a path.
 * @param options.above whether the folders above the address are tried too: it may be a page of the web client.
 * @returns the facts, or why there are none. Never throws.
 */
export async function probeServer(
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  typed: URL,
  options: { above?: boolean } = {},
): Promise<({ ok: true } & Found) | { ok: false; reason: 'unreachable' | 'certificate' | 'notAServer' }> {
  let reached = false
  const places = new Map(
    [...placesOf(typed), ...(options.above ? placesAbove(typed) : [])].map(place => [place.href, place]),
  )
  for (const api of places.values()) {
    try {
      const response = await fetch(new URL('version', api).href, {
        redirect: 'error',
        credentials: 'omit',
        cache: 'no-store',
        headers: { accept: 'application/json' },
        signal: limitSignal(8_000),
      })
      reached = true
      if (!response.ok) continue
      const parsed = versionAnswer.safeParse(await response.json())
      if (parsed.success) return { ok: true, facts: factsOf(parsed.data), api }
    } catch (error) {
      if (refusedTls(error)) return { ok: false, reason: 'certificate' }
      // Not here; the next place may answer, unless nobody answers at all.
      if (error instanceof Error && error.name === 'TimeoutError' && !reached) break
    }
  }
  return { ok: false, reason: reached ? 'notAServer' : 'unreachable' }
}

/** Whether what answers at a server's API has TLS that is not to be trusted. Never throws. */
export async function isRefused(
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  api: () => Promise<URL>,
): Promise<boolean> {
  try {
    const address = await api()
    if (address.protocol !== 'https:') return false
    const found = await probeServer(fetch, address)
    return !found.ok && found.reason === 'certificate'
  } catch {
    return false
  }
}
