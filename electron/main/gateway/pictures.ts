/**
 * Pictures of contacts that a server names by absolute addresses (another host, another port). Windows load nothing
 * from elsewhere, so main fetches them: only addresses the server itself gave, as a signed path that no window can
 * make up; by https, or from the server's own host; nothing inside private networks but that host; images of bounded
 * size; kept in memory while somebody is signed in.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { LOCAL_PICTURES_PATH } from '../../../src/contract'
import { isInside } from '../../outward/addresses'
import { limitSignal, within } from '../../time-limit'
import type { Log } from '../log/log'
import type { FetchLike } from '../session/http'
import { errorAnswer } from './answers'
import { harden, INERT_POLICY } from './csp'

/** Largest picture, and all that are kept. Bytes. */
const MAX_BYTES = 2 * 1024 * 1024
const KEPT_BYTES = 24 * 1024 * 1024
/** How long a name is looked up, milliseconds: what is not known by then is not fetched. */
const LOOKUP_MS = 5_000
const TIMEOUT_MS = 10_000
/** A picture that could not be had is not asked for again for this long: addresses of WhatsApp run out. */
const REFUSED_MS = 5 * 60_000
const MAX_REFUSED = 2_000
const MAX_REDIRECTS = 3
const MAX_URL = 2_000
/** Raster images alone: an SVG is a document. */
const TYPES = /^image\/(?:jpeg|png|webp|gif|avif)$/

interface Picture {
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

export interface Pictures {
  /** The path windows load a picture by; null for an address that is never fetched. */
  pathOf(url: string): string | null
  /** Answers a path below LOCAL_PICTURES_PATH. Never throws. */
  answer(path: string): Promise<Response>
  /** Forgets every picture and every path (sign-out, another server). */
  forget(): void
}

/**
 * @param server origin of the server in use; null while unknown.
 * @param addressesOf looks a name up; an empty answer when it has none here (a proxy may know it).
 */
export function createPictures(deps: {
  fetch: FetchLike
  server: () => URL | null
  addressesOf: (hostname: string) => Promise<readonly string[]>
  now?: () => number
  log: Log
}): Pictures {
  const { fetch, log } = deps
  const now = deps.now ?? Date.now
  let key = randomBytes(32)
  /** In order of use, the oldest first. */
  const kept = new Map<string, Picture>()
  const refused = new Map<string, number>()
  const going = new Map<string, Promise<Picture | null>>()
  let bytes = 0

  const signed = (name: string): string =>
    createHmac('sha256', key).update(name).digest('base64url').slice(0, 32)

  /** Whether an address may be fetched by its form. */
  const allowed = (url: URL): boolean => {
    if (url.username || url.password || url.href.length > MAX_URL) return false
    const own = deps.server()
    if (own && url.host === own.host) return /^https?:$/.test(url.protocol)
    // Its other ports too, except where that would be this computer's or a private network's.
    if (own && url.hostname === own.hostname && !isInside(own.hostname)) return /^https?:$/.test(url.protocol)
    return url.protocol === 'https:' && !isInside(url.hostname)
  }
  const reachable = async (url: URL): Promise<boolean> => {
    if (!allowed(url)) return false
    if (url.hostname === deps.server()?.hostname) return true
    // A public name may stand for a private address.
    const addresses = await within(LOOKUP_MS, () => deps.addressesOf(url.hostname.replace(/^\[|\]$/g, '')))
    return !addresses.some(isInside)
  }

  const read = async (response: Response): Promise<Picture | null> => {
    const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
    const length = Number(response.headers.get('content-length') ?? 0)
    if (response.status !== 200 || !TYPES.test(type) || length > MAX_BYTES || !response.body) {
      await response.body?.cancel()
      return null
    }
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
      size += part.byteLength
      // Leaving the loop cancels the rest.
      if (size > MAX_BYTES) return null
      parts.push(part)
    }
    return { type, bytes: new Uint8Array(Buffer.concat(parts)) }
  }

  const get = async (address: string): Promise<Picture | null> => {
    const signal = limitSignal(TIMEOUT_MS)
    let url = new URL(address)
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      if (!(await reachable(url))) return null
      const response = await fetch(url.href, {
        method: 'GET',
        headers: { accept: 'image/*' },
        redirect: 'manual',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal,
      })
      const location = response.headers.get('location')
      if (response.status < 300 || response.status >= 400 || !location) return await read(response)
      await response.body?.cancel()
      if (!URL.canParse(location, url.href)) return null
      url = new URL(location, url.href)
    }
    return null
  }

  const keep = (address: string, picture: Picture): void => {
    kept.set(address, picture)
    bytes += picture.bytes.byteLength
    for (const [oldest, { bytes: old }] of kept) {
      if (bytes <= KEPT_BYTES) break
      kept.delete(oldest)
      bytes -= old.byteLength
    }
  }
  const refuse = (address: string): void => {
    refused.set(address, now() + REFUSED_MS)
    const oldest = refused.keys().next()
    if (refused.size > MAX_REFUSED && !oldest.done) refused.delete(oldest.value)
  }

  const load = (address: string): Promise<Picture | null> => {
    const known = kept.get(address)
    if (known) {
      kept.delete(address)
      kept.set(address, known)
      return Promise.resolve(known)
    }
    if ((refused.get(address) ?? 0) > now()) return Promise.resolve(null)
    const under = going.get(address)
    if (under) return under
    const mine = key
    const work = get(address)
      .catch(error => {
        log.warn('a contact’s picture could not be fetched', { error })
        return null
      })
      .then(picture => {
        going.delete(address)
        if (mine !== key) return picture
        if (picture) keep(address, picture)
        else refuse(address)
        return picture
      })
    going.set(address, work)
    return work
  }

  return {
    pathOf(url) {
      if (!URL.canParse(url) || !allowed(new URL(url))) return null
      const name = Buffer.from(url).toString('base64url')
      return `${LOCAL_PICTURES_PATH}/${signed(name)}/${name}`
    },
    async answer(path) {
      const [mac = '', name = ''] = path.slice(LOCAL_PICTURES_PATH.length + 1).split('/')
      const [given, right] = [Buffer.from(mac), Buffer.from(signed(name))]
      if (given.length !== right.length || !timingSafeEqual(given, right))
        return errorAnswer(404, 'ERR_NOT_FOUND')
      const picture = await load(Buffer.from(name, 'base64url').toString())
      if (!picture) return errorAnswer(404, 'ERR_NOT_FOUND')
      const headers = harden(
        new Headers({
          'content-type': picture.type,
          'content-length': String(picture.bytes.byteLength),
          'cache-control': 'private, max-age=86400',
        }),
      )
      headers.set('content-security-policy', INERT_POLICY)
      return new Response(picture.bytes, { headers })
    },
    forget() {
      key = randomBytes(32)
      kept.clear()
      refused.clear()
      going.clear()
      bytes = 0
    },
  }
}
