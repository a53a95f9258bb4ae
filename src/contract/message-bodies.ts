/** What is in the body of a message that is no plain text. Pure readers, never throwing. */
/** Last part of the address, without the time stamp a server puts in front. */
export function nameFromUrl(url: string | null): string {
  const last = (url ?? '').split(/[?#]/, 1)[0]?.split('/').pop() ?? ''
  try {
    return decodeURIComponent(last).replace(/^\d{10,}[_-]/, '')
  } catch {
    return last
  }
}

/** Texts a channel writes where there is no caption. */
const NO_CAPTION = new Set(['sticker', 'áudio', 'audio', 'vídeo', 'video', 'imagem', 'image', 'documento'])

/** The caption a person wrote under a file; "" when the body only repeats the file's name or type. */
export function captionOf(message: {
  body: string
  mediaName: string | null
  mediaUrl: string | null
}): string {
  const body = message.body.trim()
  if (body === '' || NO_CAPTION.has(body.toLowerCase())) return ''
  const stripped = body.replace(/^\d{10,}[_-]/, '')
  const names = [message.mediaName ?? '', nameFromUrl(message.mediaUrl)]
  if (names.some(name => name !== '' && (name === body || name === stripped))) return ''
  return /^\d{10,}\.[a-z0-9]{2,5}$/i.test(body) ? '' : message.body
}

/** The words of a message: what is written in it, and what is heard or read in its file once that is known. */
export function messageWords(message: {
  body: string
  mediaType: string | null
  mediaName: string | null
  mediaUrl: string | null
  transcript: { text: string; state: string } | null
}): string {
  if (message.mediaType === null) return message.body
  const transcriptText = message.transcript?.state === 'queued' ? '' : message.transcript?.text
  return [captionOf(message), transcriptText].filter(Boolean).join('\n')
}

/** Whose messages a search in a conversation can be narrowed to. */
export const FOUND_BY = ['customer', 'team'] as const
export type FoundBy = (typeof FOUND_BY)[number]

/** The kinds of message a search in a conversation can be narrowed to. */
export const FOUND_KINDS = ['text', 'image', 'audio', 'video', 'document'] as const
export type FoundKind = (typeof FOUND_KINDS)[number]

/** The media types of a kind of file, as the channels name them; whatever else has a file is a document. */
export const TYPES_OF_KIND = {
  image: ['image', 'imageMessage', 'sticker', 'stickerMessage'],
  audio: ['audio', 'audioMessage', 'ptt'],
  video: ['video', 'videoMessage'],
} as const satisfies Partial<Record<FoundKind, readonly string[]>>

/** All that searches look into: the message, what is heard or read in its file, and their translations. */
export const searchedIn = (message: {
  body: string
  transcript: { text: string } | null
  translations: Readonly<Record<string, string>> | null
}): string =>
  [message.body, message.transcript?.text, ...Object.values(message.translations ?? {})]
    .filter(Boolean)
    .join('\n')

export interface Place {
  /** A picture carried inside the message; never an address. */
  image: string | null
  /** Where the map opens, outside of the application. */
  url: string | null
  title: string
  coordinates: string | null
}

/** Reads "image|link|description"; any part may be missing. */
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
