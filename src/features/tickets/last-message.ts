/** The last message of a row: media kind, plain words, and the part of a found message around what was searched. */
import { type Draft, fold, isVoiceFile, withoutSignature } from '@contract'
import { callText, inTheirWords, type TFunction } from '@/i18n'

export type LastKind =
  | 'text'
  | 'image'
  | 'audio'
  | 'video'
  | 'location'
  | 'contact'
  | 'call'
  | 'file'
  | 'order'
  | 'form'
  | 'moved'
  | 'deleted'
  | 'unknown'

const KINDS: Record<string, LastKind> = {
  image: 'image',
  imageMessage: 'image',
  stickerMessage: 'image',
  audio: 'audio',
  audioMessage: 'audio',
  ptt: 'audio',
  video: 'video',
  videoMessage: 'video',
  locationMessage: 'location',
  liveLocationMessage: 'location',
  contactMessage: 'contact',
  contactsArrayMessage: 'contact',
  vcard: 'contact',
  call_log: 'call',
  application: 'file',
  document: 'file',
  documentMessage: 'file',
  documentWithCaptionMessage: 'file',
  orderMessage: 'order',
  formReply: 'form',
  numberChange: 'moved',
  revoked: 'deleted',
  unsupported: 'unknown',
}

/** Kind of the last message; an unknown type reads as text. */
export const lastKind = (mediaType: string | null): LastKind => KINDS[mediaType ?? ''] ?? 'text'

/** Characters a row may need at most; the rest is never laid out. */
const MOST_CHARS = 160

/** WhatsApp's marks, as pairs around words. */
const MARKS = /(^|[\s(])(```|[*_~])(\S(?:[^\n]*?\S)?)\2(?=$|[\s).,!?:;])/g

/** A text on one line, without formatting marks. */
function unmarked(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.replace(MARKS, '$1$3').replace(MARKS, '$1$3')
}

/** One line without line breaks and formatting marks, as long as a row may need. */
export function plainLine(text: string): string {
  const plain = unmarked(text.slice(0, MOST_CHARS * 2))
  return plain.length > MOST_CHARS ? `${plain.slice(0, MOST_CHARS)}…` : plain
}

/**
 * What a row says of a message: words of a location or contact card are data, not words.
 * @param fromMe whether it is ours: then a signing line is left out, the row says "you" already.
 */
export function lastWords(t: TFunction, kind: LastKind, text: string, fromMe = false): string {
  if (kind === 'call') return callText(t, text) ?? ''
  if (kind === 'location' || kind === 'contact') return ''
  return plainLine(fromMe ? withoutSignature(text) : inTheirWords(t, text))
}

export interface Snippet {
  before: string
  match: string
  after: string
}

/** Characters shown before a match, so that it stands inside a narrow row. */
const LEAD = 12

/**
 * The part of a found message around what was searched, as it is read: without formatting marks and signing line.
 * Only what stands in those alone (the searched word was a name that signed) is shown with them.
 * @returns null when the text does not contain it.
 */
const foundIn = (body: string, searched: string): Snippet | null =>
  snippetOf(unmarked(withoutSignature(body)), searched) ??
  snippetOf(unmarked(body), searched) ??
  snippetOf(body, searched)

/**
 * The part of a text around what was searched, without regard to case and accents.
 * @returns null when the text does not contain it.
 */
export function snippetOf(text: string, searched: string): Snippet | null {
  const wanted = fold(searched.trim())
  if (wanted === '') return null
  const line = text.replace(/\s+/g, ' ')
  // Folding may change the length of a text; characters are folded one by one so that places stay comparable.
  const characters = [...line]
  let folded = ''
  const startOf: number[] = []
  characters.forEach((character, index) => {
    const piece = fold(character)
    for (let i = 0; i < piece.length; i += 1) startOf.push(index)
    folded += piece
  })
  const at = folded.indexOf(wanted)
  if (at < 0) return null
  const first = startOf[at] ?? 0
  const last = (startOf[at + wanted.length - 1] ?? first) + 1
  const from = Math.max(0, first - LEAD)
  return {
    before: `${from > 0 ? '…' : ''}${characters.slice(from, first).join('')}`,
    match: characters.slice(first, last).join(''),
    after: characters.slice(last, last + MOST_CHARS).join(''),
  }
}

/** The part of the first found message that shows what was searched, in the reader's language; null where none does. */
export function foundWords(
  t: TFunction,
  messages: readonly { body: string; heard: boolean; translated: boolean }[],
  searched: string,
): (Snippet & { heard: boolean; translated: boolean }) | null {
  for (const { body, heard, translated } of searched ? messages : []) {
    const snippet = foundIn(inTheirWords(t, body), searched)
    if (snippet) return { ...snippet, heard, translated }
  }
  return null
}

/** Characters of a draft a row may need. */
const DRAFT_CHARS = 120

/** What a draft without words holds: its file, how many, or the message it answers. */
export function draftWords(draft: Draft, t: TFunction): string {
  const [first, ...others] = draft.attachments
  if (draft.text.trim() !== '') return draft.text.slice(0, DRAFT_CHARS)
  if (first && others.length > 0) return t('tickets.row.draftFiles', { count: others.length + 1 })
  if (first) return isVoiceFile(first) ? t('tickets.kind.audio') : first.name
  return draft.quote ? t('tickets.row.draftReply') : ''
}
