/**
 * The title, description and picture of the page behind a link. Its content is untrusted: it is limited in size and
 * treated as text.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { decodeBy, singleLine, wellFormed } from '@contract'
import { Tokenizer, TokenizerMode } from 'parse5'
import { inspectFile } from '../../../file-kinds'
import { followed } from '../../../outward/follow'
import { guardedFetch } from '../../../outward/guarded-fetch'
import { AddressRefused } from '../../../outward/guarded-request'
import { within } from '../../../time-limit'
import { imageSize } from '../../platform/media/image-size'

/** Time limit for a page and again for its picture, milliseconds; bytes read of each. */
export const LIMITS = { ms: 6_000, pageBytes: 512 * 1024, pictureBytes: 1024 * 1024 }
/** A small file may expand to gigabytes: the most pixels a window has to draw. */
const MOST_PIXELS = 25_000_000
const MOST_CHARS = { title: 200, description: 400 }
/** Characters parsed before the event loop gets a turn. */
const PIECE = 32 * 1024

interface PageHead {
  /** "" where the page says nothing. */
  title: string
  description: string
  /** As written there; "" for none. */
  picture: string
}

interface Page {
  title: string
  description: string
  picture: { bytes: Uint8Array; name: string; mime: string } | null
}

/** Only public addresses, whatever the platform allows elsewhere, and always https. */
export const publicFetch = (most: number): typeof fetch => {
  const get = guardedFetch(false, most)
  return (input, init) => get(String(input).replace(/^http:/i, 'https:'), init)
}

/** The text between these is not content, and tags inside are not tags. */
const RAW = new Map<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>([
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['script', TokenizerMode.SCRIPT_DATA],
  ...['style', 'noscript', 'noframes', 'noembed', 'iframe', 'xmp'].map(
    name => [name, TokenizerMode.RAWTEXT] as const,
  ),
])

/** One line of text, shortened. */
const clean = (text: string, most: number): string =>
  wellFormed(
    singleLine(text.slice(0, 4 * most))
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, most),
  )

/**
 * Reads the head of a page. The time depends only on its length: no tree is built, which a hostile page could make
 * slow.
 */
export async function headOf(html: string): Promise<PageHead> {
  const metaByName = new Map<string, string>()
  const nothing = (): void => {}
  let inTitle = false
  const more = ({ chars }: { chars: string }): void => {
    if (inTitle) metaByName.set('title', (metaByName.get('title') ?? '') + chars)
  }
  let over = false
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag({ tagName, attrs }) {
        tokenizer.state = RAW.get(tagName) ?? tokenizer.state
        inTitle = tagName === 'title' && !metaByName.has('title')
        over ||= tagName === 'body'
        if (over) tokenizer.pause()
        if (tagName !== 'meta') return
        const of = (name: string): string => attrs.find(attr => attr.name === name)?.value ?? ''
        const name = (of('property') || of('name')).toLowerCase()
        if (!metaByName.has(name) && of('content').trim()) metaByName.set(name, of('content'))
      },
      onEndTag() {
        inTitle = false
      },
      onCharacter: more,
      onWhitespaceCharacter: more,
      onNullCharacter: nothing,
      onComment: nothing,
      onDoctype: nothing,
      onEof: nothing,
    },
  )
  for (let at = 0; at < html.length && !over; at += PIECE) {
    tokenizer.write(html.slice(at, at + PIECE), at + PIECE >= html.length)
    await turn()
  }
  const first = (most: number, ...names: string[]): string =>
    names.map(name => clean(metaByName.get(name) ?? '', most)).find(Boolean) ?? ''
  return {
    title: first(MOST_CHARS.title, 'og:title', 'twitter:title', 'title', 'og:site_name'),
    description: first(MOST_CHARS.description, 'og:description', 'twitter:description', 'description'),
    picture: (
      metaByName.get('og:image') ??
      metaByName.get('og:image:url') ??
      metaByName.get('twitter:image') ??
      ''
    ).trim(),
  }
}

const CHARSET = /charset\s*=\s*["']?([\w-]+)/i

/** A page's text, in the encoding its server or the page declares. */
export function textOf(bytes: Uint8Array, type: string): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1_024))
  const [, label = 'utf-8'] = CHARSET.exec(type) ?? CHARSET.exec(start) ?? []
  return decodeBy(label, bytes) ?? new TextDecoder().decode(bytes)
}

/** The beginning of an answer. */
async function beginningOf(response: Response, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    parts.push(part)
    bytes += part.length
    if (bytes >= most) break
  }
  return Buffer.concat(parts).subarray(0, most)
}

/** A password in a link is not sent. @throws AddressRefused */
function judge({ username, password, hostname }: URL): void {
  if (username !== '' || password !== '') throw new AddressRefused(hostname)
}

/** @param wayOut makes a call with a limited answer. @param accept the accepted types. */
const ask = (wayOut: typeof fetch, url: string, accept: string, signal: AbortSignal) =>
  followed(
    wayOut,
    url,
    { signal, headers: { accept, 'user-agent': 'Mozilla/5.0 (compatible; Turno link preview)' } },
    judge,
  )

async function pictureAt(
  wayOut: (most: number) => typeof fetch,
  url: string,
  signal: AbortSignal,
): Promise<Page['picture']> {
  const { response } = await ask(wayOut(LIMITS.pictureBytes), url, 'image/*', signal)
  if (!response.ok) {
    await response.body?.cancel()
    return null
  }
  const bytes = new Uint8Array(await response.arrayBuffer())
  const { mediaType, mime, extension } = inspectFile(bytes, '')
  const size = mediaType === 'image' ? imageSize(bytes) : null
  return size && size.width * size.height <= MOST_PIXELS ? { bytes, name: `link${extension}`, mime } : null
}

/**
 * Reads the page behind a link.
 * @param wayOut as `publicFetch`.
 * @param ending aborts it.
 * @returns its preview; null when it has none. A picture that cannot be loaded is left out.
 * @throws as the call, or when it takes too long.
 */
export async function readPage(
  wayOut: (most: number) => typeof fetch,
  link: string,
  ending: AbortSignal,
): Promise<Page | null> {
  const head = await within(
    LIMITS.ms,
    async signal => {
      // Bytes in flight beyond what is read count for the caller's limit.
      const { url, response } = await ask(wayOut(2 * LIMITS.pageBytes), link, 'text/html', signal)
      const type = response.headers.get('content-type') ?? ''
      if (!response.ok || !/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) {
        await response.body?.cancel()
        return null
      }
      const text = textOf(await beginningOf(response, LIMITS.pageBytes), type)
      return { ...(await headOf(text)), url }
    },
    ending,
  )
  if (!head?.title) return null
  const { title, description, picture, url } = head
  if (picture === '' || !URL.canParse(picture, url)) return { title, description, picture: null }
  const at = new URL(picture, url).href
  const found = await within(LIMITS.ms, signal => pictureAt(wayOut, at, signal), ending).catch(() => null)
  return { title, description, picture: found }
}
