/** One tarball from a registry: every wait, every length and every way elsewhere has its limit; then its hash is compared. */
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { within } from '../../time-limit'
import { refusedTls } from '../adapters/capabilities'
import type { FetchLike } from '../session/http'
import { InstallFailed } from './failed'
import type { ComponentPackage } from './list'
import { mayBeFetched } from './registry'

/** In milliseconds unless stated otherwise. */
export interface FetchLimits {
  /** Until an answer begins; a person may be typing the proxy's password meanwhile. */
  answerMs: number
  /** Between two pieces of it. */
  idleMs: number
  /** All of one package. */
  wholeMs: number
  /** How often one is led elsewhere. */
  redirects: number
  /** Pauses before it is tried again where nobody answered, or not now. */
  againMs: readonly number[]
}

export const FETCH_LIMITS: FetchLimits = {
  answerMs: 60_000,
  idleMs: 30_000,
  wholeMs: 600_000,
  redirects: 3,
  againMs: [1_000, 4_000],
}

/** What wraps a tarball of a few bytes: its headers. */
const WRAPPING_BYTES = 65_536

/** Where a registry keeps a tarball. */
const tarballAt = (registry: URL, { name, version }: Pick<ComponentPackage, 'name' | 'version'>): URL =>
  new URL(`${name}/-/${name.split('/').at(-1)}-${version}.tgz`, registry)

export interface Fetching {
  registry: URL
  fetch: FetchLike
  limits: FetchLimits
  signal: AbortSignal
}

async function answerOf(one: ComponentPackage, at: Fetching, signal: AbortSignal): Promise<Response> {
  let url = tarballAt(at.registry, one)
  for (let hop = 0; ; hop++) {
    const response = await at.fetch(url.href, { redirect: 'manual', credentials: 'omit', signal })
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (location === null) return response
    await response.body?.cancel()
    const next = URL.canParse(location, url) ? new URL(location, url) : null
    const weaker = url.protocol === 'https:' && next?.protocol !== 'https:'
    if (!next || weaker || hop >= at.limits.redirects || !mayBeFetched(next))
      throw new InstallFailed('redirect', one.name)
    url = next
  }
}

async function bytesOf(one: ComponentPackage, at: Fetching, signal: AbortSignal): Promise<Buffer> {
  const { answerMs, idleMs } = at.limits
  const response = await within(answerMs, ended => answerOf(one, at, ended), signal)
  const most = one.bytes + WRAPPING_BYTES
  const reader = response.body?.getReader()
  try {
    if (response.status !== 200) throw new InstallFailed('answer', one.name, { status: response.status })
    const pieces: Uint8Array[] = []
    let length = 0
    while (reader) {
      const { done, value } = await within(idleMs, () => reader.read(), signal)
      if (done) break
      length += value.byteLength
      if (length > most) throw new InstallFailed('tooLarge', one.name)
      pieces.push(value)
    }
    return Buffer.concat(pieces)
  } finally {
    // Whatever is left of it; after the end it is nothing. Nobody waits for who does not even hang up.
    void reader?.cancel().catch(() => undefined)
  }
}

/** Whether another try may go better. */
const mayPass = ({ reason, detail: { status = 0 } }: InstallFailed): boolean =>
  reason === 'unreachable' || (reason === 'answer' && (status >= 500 || status === 429))

/**
 * Fetches a package.
 * @returns its tarball, which has the hash of the list.
 * @throws InstallFailed; what the signal was ended with.
 */
export async function fetchPackage(one: ComponentPackage, at: Fetching): Promise<Buffer> {
  for (const pause of [...at.limits.againMs, null]) {
    try {
      const bytes = await within(at.limits.wholeMs, signal => bytesOf(one, at, signal), at.signal)
      const hash = createHash('sha512').update(bytes).digest('base64')
      if (`sha512-${hash}` !== one.integrity) throw new InstallFailed('changed', one.name)
      return bytes
    } catch (cause) {
      at.signal.throwIfAborted()
      const failed =
        cause instanceof InstallFailed
          ? cause
          : new InstallFailed(refusedTls(cause) ? 'certificate' : 'unreachable', one.name, { cause })
      if (pause === null || !mayPass(failed)) throw failed
      await delay(pause, undefined, { signal: at.signal })
    }
  }
  throw new InstallFailed('unreachable', one.name)
}
