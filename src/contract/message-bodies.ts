/** What is in the body of a message that is no plain text (docs/specification.md 1.2). Pure readers, never throwing. */
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

/** Reads "image|link|description" (docs/specification.md 1.2); any part may be missing. */
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
