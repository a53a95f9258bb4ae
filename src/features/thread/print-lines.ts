/** A conversation as it is printed: days, and under each the lines with time, side and words. Pure. */
import type { Message } from '@contract'
import { inTheirWords, type TFunction } from '@/i18n'
import { mediaKind } from './media'
import { messagePreview } from './preview'
import { plainText, tokenize } from './tokens'

export interface PrintedLine {
  id: string
  at: string
  fromMe: boolean
  text: string
}
export interface PrintedDay {
  /** The date in full: "today" means nothing on paper. */
  day: string
  lines: PrintedLine[]
}

/** What is in a message, whole: an order is printed with all its lines. */
function wordsIn(t: TFunction, message: Message): string {
  const kind = mediaKind(message)
  if (kind === 'text') return plainText(tokenize(inTheirWords(t, message.body)))
  if (kind === 'order' || kind === 'form') return `${t(`thread.kind.${kind}`)}:\n${message.body}`
  return [messagePreview(t, message), message.transcript?.text].filter(Boolean).join('\n')
}

/** The whole text of a message, or words for what it carries; of a deleted one only that it was. */
export function printedText(t: TFunction, message: Message): string {
  if (message.isDeleted) return t('thread.deleted')
  const { referral } = message
  const from = referral
    ? `[${t(`thread.referral.${referral.kind}`)}: ${[referral.title, referral.url].filter(Boolean).join(', ')}]`
    : ''
  return [from, wordsIn(t, message)].filter(Boolean).join('\n')
}

/** @param messages in order of time. @param dayOf words for the day of an instant. */
export function printedDays(
  messages: readonly Message[],
  t: TFunction,
  dayOf: (at: string) => string,
): PrintedDay[] {
  const days: PrintedDay[] = []
  for (const message of messages) {
    const text = printedText(t, message)
    if (text.trim() === '') continue
    const day = dayOf(message.createdAt)
    let last = days.at(-1)
    if (last?.day !== day) {
      last = { day, lines: [] }
      days.push(last)
    }
    last.lines.push({ id: message.id, at: message.createdAt, fromMe: message.fromMe, text })
  }
  return days
}
