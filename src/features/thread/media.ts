/** What a message carries besides text. Pure readers, never throwing. */
import { type Message, nameFromUrl, TYPES_OF_KIND } from '@contract'

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
  | 'order'
  | 'form'
  | 'moved'
  | 'unknown'

const FILE_KINDS = ['image', 'audio', 'video'] as const
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
  const kind = FILE_KINDS.find(one => (TYPES_OF_KIND[one] as readonly string[]).includes(type))
  if (kind) return message.mediaUrl ? kind : 'unknown'
  switch (type) {
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
    case 'orderMessage':
      return 'order'
    case 'formReply':
      return 'form'
    case 'numberChange':
      return 'moved'
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
