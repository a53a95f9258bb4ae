/** What a message carries besides text (specification 1 section 2, media rendering). Pure readers, never throwing. */
import type { Message } from '@contract'

export type MediaKind =
  | 'text'
  | 'image'
  | 'audio'
  | 'video'
  | 'location'
  | 'contacts'
  | 'call'
  | 'reaction'
  | 'file'
  | 'unknown'

const TEXT_TYPES = new Set(['', 'chat', 'conversation', 'extendedTextMessage', 'text'])
/** Types that carry readable text in their body, whatever a channel calls them. */
const READABLE = new Set([
  'buttonsMessage',
  'buttonsResponseMessage',
  'listMessage',
  'listResponseMessage',
  'templateMessage',
  'templateButtonReplyMessage',
])

/** How a message is drawn. Anything unheard of with a file is a file; without one its text is shown. */
export function mediaKind(message: Pick<Message, 'mediaType' | 'mediaUrl' | 'body'>): MediaKind {
  const type = message.mediaType ?? ''
  switch (type) {
    case 'image':
    case 'imageMessage':
    case 'sticker':
    case 'stickerMessage':
      return message.mediaUrl ? 'image' : 'unknown'
    case 'audio':
    case 'audioMessage':
    case 'ptt':
      return message.mediaUrl ? 'audio' : 'unknown'
    case 'video':
    case 'videoMessage':
      return message.mediaUrl ? 'video' : 'unknown'
    case 'locationMessage':
    case 'liveLocationMessage':
    case 'location':
      return 'location'
    case 'vcard':
    case 'contactMessage':
    case 'contactsArrayMessage':
    case 'multi_vcard':
      return 'contacts'
    case 'call_log':
    case 'call':
      return 'call'
    case 'reactionMessage':
      return 'reaction'
  }
  if (message.mediaUrl) return 'file'
  if (TEXT_TYPES.has(type) || READABLE.has(type)) return 'text'
  return message.body.trim() === '' ? 'unknown' : 'text'
}

/** Only files of our own origin are loaded: a path, or the local upload of this window. */
export function safeMediaUrl(url: string | null): string | null {
  if (!url) return null
  if (/^\/(media|local|public)\//.test(url) && !url.includes('..')) return url
  try {
    const parsed = new URL(url, 'app://turno')
    if (parsed.protocol === 'blob:') return url
    if (parsed.protocol === 'http:' || parsed.protocol === 'https:' || parsed.protocol === 'app:') {
      // Servers store absolute addresses of themselves; the gateway serves the same path from our origin.
      const path = parsed.pathname
      if (/^\/(media|public)\//.test(path)) return `${path}${parsed.search}`
    }
  } catch {
    return null
  }
  return null
}

/** Last part of the address, without the time stamp a server puts in front. */
function nameFromUrl(url: string | null): string {
  const last = (url ?? '').split(/[?#]/, 1)[0]?.split('/').pop() ?? ''
  try {
    return decodeURIComponent(last).replace(/^\d{10,}[_-]/, '')
  } catch {
    return last
  }
}

/** Control and direction characters have no place in a file name: "gpj.exe" must not read as "exe.jpg". */
const UNSAFE_IN_NAMES = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069/\\]/gu

/** Name a file is shown and saved under. */
export function fileName(message: Pick<Message, 'mediaName' | 'mediaUrl' | 'body' | 'id'>): string {
  const name = (message.mediaName ?? (nameFromUrl(message.mediaUrl) || message.body || message.id)).trim()
  return name.replace(UNSAFE_IN_NAMES, '').slice(0, 120) || message.id
}

/** Extension in capitals, for the badge of a file; "" when there is none. */
export function fileExtension(name: string): string {
  const match = /\.([A-Za-z0-9]{1,5})$/.exec(name)
  return match?.[1]?.toUpperCase() ?? ''
}

/** Texts a channel writes where there is no caption. */
const NO_CAPTION = new Set(['sticker', 'áudio', 'audio', 'vídeo', 'video', 'imagem', 'image', 'documento'])

/** The caption a person wrote under a file; "" when the body only repeats the file's name or type. */
export function captionOf(message: Pick<Message, 'body' | 'mediaName' | 'mediaUrl'>): string {
  const body = message.body.trim()
  if (body === '' || NO_CAPTION.has(body.toLowerCase())) return ''
  const stripped = body.replace(/^\d{10,}[_-]/, '')
  const names = [message.mediaName ?? '', nameFromUrl(message.mediaUrl)]
  if (names.some(name => name !== '' && (name === body || name === stripped))) return ''
  return /^\d{10,}\.[a-z0-9]{2,5}$/i.test(body) ? '' : message.body
}

export interface Place {
  /** A picture carried inside the message; never an address. */
  image: string | null
  /** Where the map opens, outside of the application. */
  url: string | null
  title: string
  coordinates: string | null
}

/** Reads "image|link|description" (specification 1 section 2); any part may be missing. */
export function readLocation(body: string): Place {
  const parts = body.split('|').map(part => part.trim())
  const image = parts.find(part => /^data:image\/(png|jpe?g|webp);base64,/i.test(part)) ?? null
  // The picture comes first; where it is an address instead of a picture, the link is the next one.
  const links = parts.filter(part => /^https?:\/\//i.test(part))
  const link = (parts[0] === links[0] ? links[1] : undefined) ?? links[0] ?? null
  const rest = parts.filter(
    part => part !== '' && part !== image && !links.includes(part) && !part.startsWith('data:'),
  )
  const pair = /(-?\d{1,3}\.\d+)\s*(?:,|%2C)\s*(-?\d{1,3}\.\d+)/i
  const source = [...rest, link ?? ''].map(part => pair.exec(part)).find(Boolean)
  const coordinates = source ? `${source[1]}, ${source[2]}` : null
  const title = rest.find(part => !pair.test(part)) ?? ''
  const url =
    link ?? (source ? `https://www.google.com/maps/search/?api=1&query=${source[1]}%2C${source[2]}` : null)
  return { image: image ? image.replace(/\s/g, '') : null, url, title, coordinates }
}

export interface Card {
  name: string
  /** Digits with a leading plus as far as known; the first is the one WhatsApp knows. */
  numbers: string[]
  organisation: string
}

const unescaped = (value: string): string =>
  value.replace(/\\([nN,;:\\])/g, (_all, sign: string) => (sign === 'n' || sign === 'N' ? ' ' : sign)).trim()

/** Most contacts one message shows. */
const MAX_CARDS = 50

/** Reads one or several vCards (2.1 to 4.0, folded lines) or a JSON list of them. Unreadable text gives no cards. */
export function readContactCards(body: string): Card[] {
  const text = body.replace(/\r\n?/g, '\n').replace(/\n[ \t]/g, '')
  const cards: Card[] = []
  const blocks = text.match(/BEGIN:VCARD[\s\S]*?(?:END:VCARD|$(?![\s\S]))/gi) ?? []
  for (const block of blocks.slice(0, MAX_CARDS)) {
    const card: Card = { name: '', numbers: [], organisation: '' }
    let structured = ''
    for (const line of block.split('\n')) {
      const colon = line.indexOf(':')
      if (colon < 0) continue
      const [property = '', ...parameters] = line.slice(0, colon).split(';')
      const name = (property.split('.').pop() ?? '').toUpperCase()
      const value = line.slice(colon + 1)
      if (name === 'FN') card.name = unescaped(value)
      else if (name === 'N') structured = value.split(';').map(unescaped).filter(Boolean).reverse().join(' ')
      else if (name === 'ORG') card.organisation = unescaped(value.split(';')[0] ?? '')
      else if (name === 'TEL') {
        // "waid=5511…:+55 11 …": the id WhatsApp knows the number by beats how it is written.
        const waid = parameters.map(p => /^waid=(\d+)/i.exec(p)?.[1]).find(Boolean)
        const digits = waid ?? value.replace(/^tel:/i, '').replace(/\D/g, '')
        if (digits.length >= 5 && !card.numbers.includes(digits)) {
          if (waid) card.numbers.unshift(digits)
          else card.numbers.push(digits)
        }
      }
    }
    card.name ||= structured || card.organisation || card.numbers[0] || ''
    if (card.name !== '' || card.numbers.length > 0) cards.push(card)
  }
  return cards
}

/** Largest box of a picture or video in a bubble, in pixels. */
export const MEDIA_BOX = { width: 320, height: 320, minWidth: 120, minHeight: 80 } as const

/** The box reserved for a picture before it is loaded, so that nothing jumps; pixels. */
export function mediaBox(width: number | null, height: number | null): { width: number; height: number } {
  if (!width || !height || width <= 0 || height <= 0) return { width: 240, height: 240 }
  const scale = Math.min(MEDIA_BOX.width / width, MEDIA_BOX.height / height, 1)
  return {
    width: Math.round(Math.max(MEDIA_BOX.minWidth, width * scale)),
    height: Math.round(Math.max(MEDIA_BOX.minHeight, height * scale)),
  }
}
