/** One line for a message: quotes, announcements, pickers, accessible names. */
import {
  captionOf,
  displayName,
  type Message,
  menuWords,
  type OutboxEntry,
  type QuoteRef,
  readContactCards,
  readLocation,
  sentMenu,
  signerOf,
  withoutSignature,
} from '@contract'
import { callText, inTheirWords, type TFunction } from '@/i18n'
import { fileName, type MediaKind, mediaKind } from './media'
import { unmarked } from './tokens'

const PREVIEW_CHARS = 160

type Previewed = Pick<Message, 'body' | 'mediaType' | 'mediaUrl' | 'mediaName' | 'id'> &
  Partial<Pick<Message, 'fromMe'>>

const clip = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > PREVIEW_CHARS ? `${line.slice(0, PREVIEW_CHARS)}…` : line
}

/** Own messages may carry a signing line, which no preview repeats. */
const wordsOf = (t: TFunction, { body, fromMe }: Previewed): string =>
  fromMe ? withoutSignature(body) : inTheirWords(t, body)

/** The text of a message without formatting marks, or words for what it carries. */
export function messagePreview(t: TFunction, message: Previewed): string {
  const kind: MediaKind = mediaKind(message)
  if (kind === 'text') return clip(unmarked(wordsOf(t, message).slice(0, 2_000)))
  const caption = clip(unmarked(captionOf(message).slice(0, 2_000)))
  switch (kind) {
    case 'contacts': {
      const [first, ...rest] = readContactCards(message.body)
      if (!first) return t('thread.kind.contacts')
      return rest.length > 0
        ? t('thread.contactsAnd', { name: first.name, count: rest.length })
        : `${t('thread.kind.contacts')}: ${first.name}`
    }
    case 'location': {
      const { title } = readLocation(message.body)
      return title ? `${t('thread.kind.location')}: ${clip(title)}` : t('thread.kind.location')
    }
    case 'call': {
      const told = callText(t, message.body)
      if (told !== null) return told
      return caption ? `${t('thread.kind.call')}: ${caption}` : t('thread.kind.call')
    }
    case 'file':
      return caption || fileName(message)
    case 'reaction':
      return t('thread.reacted', { emoji: message.body })
    default:
      return caption ? `${t(`thread.kind.${kind}`)}: ${caption}` : t(`thread.kind.${kind}`)
  }
}

/**
 * Who wrote a message: "you" for the reader's own words alone. Where the server does not say who wrote it, a signature does,
 * and what is unsigned is the reader's where the reader answers.
 * @param thread whom it is with, and whether it can only be read. @param me who reads.
 */
export function writerOf(
  t: TFunction,
  message: {
    fromMe: boolean
    body: string
    contact: Message['contact']
    userId?: number | null | undefined
  },
  { name, readOnly }: { name: string; readOnly: boolean },
  me: number | undefined,
): string {
  if (!message.fromMe) return displayName(message.contact) || name
  const { userId } = message
  if (userId === undefined ? !readOnly : userId === me) return t('thread.you')
  return signerOf(message.body) || t(userId === null ? 'thread.team' : 'thread.agent')
}

/** What a composer and the outbox keep of a quoted message. */
export function quoteOf(t: TFunction, message: Message, name: string): QuoteRef {
  return {
    id: message.id,
    body: messagePreview(t, message),
    fromMe: message.fromMe,
    mediaType: message.mediaType,
    name,
  }
}

/** An entry of the outbox in the shape of a message, so that one bubble draws both. */
export function messageOfEntry(entry: OutboxEntry): Message {
  const file = entry.attachment
  const type = file ? (file.mime.split('/', 1)[0] ?? 'application') : 'chat'
  const menu = entry.menu ? sentMenu.parse({ ...entry.menu, opening: entry.body }) : null
  return {
    id: entry.id,
    ticketId: entry.ticketId,
    contactId: null,
    contact: null,
    queueId: null,
    body: menu ? menuWords(menu) : file ? file.caption || entry.body : entry.body,
    fromMe: true,
    read: true,
    ack: entry.state === 'sent' ? 1 : 0,
    mediaType: file && !['image', 'audio', 'video'].includes(type) ? 'application' : type,
    mediaUrl: file ? `/local/attachments/${encodeURIComponent(file.id)}` : null,
    mediaName: file?.name ?? null,
    mediaMime: file?.mime ?? null,
    mediaSize: file?.size ?? null,
    mediaWidth: file?.width ?? null,
    mediaHeight: file?.height ?? null,
    transcript: null,
    mediaDuration: file?.duration ?? null,
    quotedMsgId: entry.quote?.id ?? null,
    quotedMsg: entry.quote
      ? {
          id: entry.quote.id,
          body: entry.quote.body,
          fromMe: entry.quote.fromMe,
          mediaType: null,
          mediaUrl: null,
          isDeleted: false,
          contact: null,
        }
      : null,
    isDeleted: false,
    isEdited: false,
    isForwarded: entry.kind === 'forward',
    reactions: [],
    clientId: entry.id,
    failure: entry.failureCode ?? entry.failureText,
    template: null,
    menu,
    linkPreview: null,
    referral: null,
    translations: entry.original ? { [entry.original.language]: entry.original.text } : null,
    createdAt: entry.createdAt,
    updatedAt: null,
  }
}
