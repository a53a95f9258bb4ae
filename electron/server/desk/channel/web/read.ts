/** The content of a WhatsApp Web message, as the workspace shows it. Pure except for the library's helpers. */

import { notReceivedWords } from '@contract'
import type { proto as Proto } from '@whiskeysockets/baileys'
import { nameOfFile } from '../file-names'
import { placeBody } from '../places'
import { decodedWords, headerOf } from './decoded'
import type { WebLibrary } from './library'
import type { WebFile } from './wire'

type Content = Proto.IMessage

export interface Words {
  body: string
  mediaType: string
  file: WebFile | null
  quoted: string | null
  isForwarded: boolean
}

const numberFrom = (value: unknown): number => {
  const figure = Number(value ?? 0)
  return Number.isFinite(figure) ? figure : 0
}

interface FilePart {
  mimetype?: string | null
  fileLength?: unknown
  seconds?: number | null
  width?: number | null
  height?: number | null
  caption?: string | null
  fileName?: string | null
  title?: string | null
}

/** Wrappers that the library does not remove. */
const WRAPPED = [
  'lottieStickerMessage',
  'groupMentionedMessage',
  'botInvokeMessage',
  'pollCreationMessageV4',
  'eventCoverImage',
  'questionMessage',
  'questionReplyMessage',
] as const satisfies readonly (keyof Content)[]

/** A message without its wrappers; undefined if empty. */
export function contentIn(library: WebLibrary, message: Content | null | undefined): Content | undefined {
  const content = library.normalizeMessageContent(message ?? undefined)
  const inner = WRAPPED.map(name => content?.[name]?.message).find(Boolean)
  return inner ? library.normalizeMessageContent(inner) : content
}

/** The part that is a file, with the library's name of its kind; null without one. */
export function filePartOf(content: Content) {
  return ownFileOf(content) ?? ownFileOf(headerOf(content) ?? {})
}

function ownFileOf(content: Content) {
  const { imageMessage, videoMessage, ptvMessage, audioMessage, documentMessage, stickerMessage } = content
  if (imageMessage) return { kind: 'image', part: imageMessage } as const
  if (videoMessage) return { kind: 'video', part: videoMessage } as const
  if (ptvMessage) return { kind: 'video', part: ptvMessage } as const
  if (audioMessage) return { kind: 'audio', part: audioMessage } as const
  if (documentMessage) return { kind: 'document', part: documentMessage } as const
  if (stickerMessage) return { kind: 'sticker', part: stickerMessage } as const
  return null
}

function fileOf(kind: string, part: FilePart): WebFile {
  const mime = part.mimetype || 'application/octet-stream'
  return {
    mime,
    name: part.fileName || part.title || nameOfFile(kind, mime),
    size: numberFrom(part.fileLength),
    seconds: part.seconds ?? null,
    width: part.width || null,
    height: part.height || null,
  }
}

function placeOf(content: Content): string | null {
  const { locationMessage, liveLocationMessage } = content
  const place = locationMessage ?? liveLocationMessage
  if (!place) return null
  const words = [locationMessage?.name, locationMessage?.address, liveLocationMessage?.caption]
  return placeBody(place.degreesLatitude ?? 0, place.degreesLongitude ?? 0, words.filter(Boolean).join(', '))
}

/** Messages with nothing to show: keys, changes of other messages, votes. */
const SILENT = new Set<keyof Content>([
  'protocolMessage',
  'reactionMessage',
  'encReactionMessage',
  'senderKeyDistributionMessage',
  'keepInChatMessage',
  'pinInChatMessage',
  'pollUpdateMessage',
  'encEventResponseMessage',
  'call',
  'albumMessage',
  'messageHistoryBundle',
  'placeholderMessage',
])

/** What a message shows; null for nothing. */
export function wordsOf(library: WebLibrary, message: Content | null | undefined): Words | null {
  const content = contentIn(library, message)
  const kind = library.getContentType(content)
  if (!content || !kind || SILENT.has(kind)) return null
  const part = content[kind] as { contextInfo?: Proto.IContextInfo | null } | string | null | undefined
  const context = typeof part === 'object' ? part?.contextInfo : null
  const rest = {
    quoted: context?.stanzaId || null,
    isForwarded: (context?.isForwarded ?? false) || (context?.forwardingScore ?? 0) > 0,
  }
  const decoded = decodedWords(content)
  const found = filePartOf(content)
  if (found) {
    const { caption } = found.part as FilePart
    const mediaType = found.kind === 'document' ? 'application' : found.kind
    return {
      body: decoded?.body ?? caption ?? '',
      mediaType,
      file: fileOf(found.kind, found.part as FilePart),
      ...rest,
    }
  }
  const place = placeOf(content)
  if (place !== null) return { body: place, mediaType: 'locationMessage', file: null, ...rest }
  const cards =
    content.contactsArrayMessage?.contacts ?? (content.contactMessage ? [content.contactMessage] : [])
  if (cards.length > 0) {
    const body = cards.map(card => card.vcard ?? '').join('\n')
    return { body, mediaType: 'contactMessage', file: null, ...rest }
  }
  const text = content.conversation ?? content.extendedTextMessage?.text
  if (decoded && text == null) return { ...decoded, file: null, ...rest }
  const body = text ?? notReceivedWords({ what: 'phoneOnly' })
  return { body, mediaType: 'conversation', file: null, ...rest }
}
