/** What leaves the composer, and when it may. Pure. */
import type { Attachment, ExpectedTicket, MenuParts, Message, Outgoing, QuoteRef } from '@contract'
import { CAPTION_MAX_CHARS, isTranslatable, sign, UPLOAD_SEND_DELAY_MS } from '@contract'
import type { TranslatedDraft } from '@/features/copilot'

/** After a switch of tickets Enter does nothing for this long: it was meant for the other one. */
export const ENTER_GUARD_MS = 300

/** The most characters WhatsApp's Cloud API takes at once; a paired number takes more, which is rarely meant. */
export const LONG_TEXT_CHARS = 4_096

export interface Content {
  ticketId: number
  text: string
  quote: QuoteRef | null
  attachments: readonly Attachment[]
  /** Name to sign with; null when signing is off. */
  signature: string | null
  /** How long a text can be taken back, milliseconds. */
  undoMs: number
  /** What leaves instead of texts, where it is translated. */
  translated?: TranslatedDraft | null
  /** What its writer takes the ticket to be. */
  expected?: ExpectedTicket | undefined
  /** Buttons, list or link below the text. */
  menu?: MenuParts | null
}

/** The texts of a draft that say something: what a translation is of. */
export const wordsOf = ({ text, attachments }: Pick<Content, 'text' | 'attachments'>): string[] =>
  [text, ...attachments.map(({ caption }) => caption)].map(words => words.trim()).filter(isTranslatable)

/**
 * The outbox items of one send: the text first, held for as long as it can be taken back, then the files in their order,
 * each held back for two seconds. The quote goes with the first of them. Blank text is not sent.
 */
export function outgoingOf(content: Content, newId: () => string): Outgoing[] {
  const { ticketId, attachments, signature, translated, undoMs, expected } = content
  const text = content.text.trim()
  const translationOf = (written: string): string => translated?.texts.get(written) ?? written
  const kept = (written: string): Pick<Outgoing, 'original'> =>
    translated && translationOf(written) !== written
      ? { original: { text: written, language: translated.language } }
      : {}
  const items: Outgoing[] = []
  if (text !== '') {
    items.push({
      id: newId(),
      ticketId,
      kind: 'text',
      body: signature === null ? translationOf(text) : sign(translationOf(text), signature),
      ...kept(text),
      ...(content.menu ? { menu: content.menu } : {}),
      holdMs: undoMs,
    })
  }
  for (const attachment of attachments) {
    const caption = attachment.caption.trim()
    items.push({
      id: newId(),
      ticketId,
      kind: 'media',
      body: translationOf(caption),
      attachment: { ...attachment, caption: translationOf(caption) },
      ...kept(caption),
      holdMs: UPLOAD_SEND_DELAY_MS,
    })
  }
  const first = items[0]
  if (first && content.quote) first.quote = content.quote
  if (expected) for (const item of items) item.expected = expected
  return items
}

/** Whether the words below a file are more than a channel takes. */
export const captionTooLong = ({ caption }: Pick<Attachment, 'caption'>): boolean =>
  caption.trim().length > CAPTION_MAX_CHARS

/** What stays in the box after `sent` left it: keys typed while the outbox was being asked are kept. */
export function leftover(now: string, sent: string): string {
  if (now === sent) return ''
  return now.startsWith(sent) ? now.slice(sent.length) : now
}

/**
 * Customer messages that came in after the one that was the newest when the reply was begun.
 * @param anchor id of that message; null when the thread was empty then.
 */
export function newSince(list: readonly Message[], anchor: string | null): number {
  let count = 0
  for (let i = list.length - 1; i >= 0; i -= 1) {
    const message = list[i]
    if (!message || message.id === anchor) return count
    if (!message.fromMe && message.mediaType !== 'reactionMessage') count += 1
  }
  // The anchor is no longer among what is loaded: nothing can be said.
  return anchor === null ? count : 0
}

/**
 * Who of the team answered last since the reply was begun; null: nobody but whoever writes it, or not a person.
 * @param anchor as of `newSince`. @param me who writes it.
 */
export function colleagueSince(list: readonly Message[], anchor: string | null, me: number): number | null {
  let found: number | null = null
  for (let i = list.length - 1; i >= 0; i -= 1) {
    const message = list[i]
    if (!message || message.id === anchor) return found
    const { fromMe, userId, mediaType } = message
    if (fromMe && userId != null && userId !== me && mediaType !== 'reactionMessage') found ??= userId
  }
  return anchor === null ? found : null
}

interface KeyPress {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  isComposing: boolean
}

/**
 * What Enter means: send, send and resolve, or nothing of ours (a new line). Never while an input method composes.
 * @param enterSends preference: Enter sends and Shift+Enter breaks the line; otherwise Ctrl+Enter sends.
 */
export function enterMeans(press: KeyPress, enterSends: boolean): 'send' | 'sendAndResolve' | null {
  if (press.key !== 'Enter' || press.isComposing || press.altKey) return null
  const command = press.ctrlKey || press.metaKey
  if (command) return press.shiftKey ? 'sendAndResolve' : 'send'
  return enterSends && !press.shiftKey ? 'send' : null
}
