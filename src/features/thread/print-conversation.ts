/**
 * Prints a whole conversation, not only what is on the screen: every page is asked for without leaving a trace, laid out as
 * plain paper (the same in both themes), and handed to the system's own print dialog.
 */
import type { Message } from '@contract'
import type { Texts } from '@/i18n'
import { serverNow } from '@/stores/clock'
import { messagesSource } from '@/stores/messages-source'
import styles from './print.module.css'
import { type PrintedDay, printedDays } from './print-lines'

/** Longer conversations are printed from here on; the sheet says so. */
export const PRINTED_MAX = 5_000

/** Every message of a ticket in order of time, the newest `PRINTED_MAX` at most. @throws what the server refuses. */
export async function wholeConversation(ticketId: number): Promise<{ messages: Message[]; cut: boolean }> {
  const byId = new Map<string, Message>()
  let before: string | null = null
  for (;;) {
    const known: number = byId.size
    const page = await messagesSource().page({ ticketId, before, known, markAsRead: false })
    for (const message of page.messages) byId.set(message.id, message)
    const oldest = page.messages[0]
    if (!page.hasMore || !oldest || byId.size === known || byId.size >= PRINTED_MAX) {
      const messages = [...byId.values()].sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
      return { messages: messages.slice(-PRINTED_MAX), cut: page.hasMore && byId.size >= PRINTED_MAX }
    }
    before = oldest.id
  }
}

const element = (tag: string, className: string | undefined, text = ''): HTMLElement => {
  const made = document.createElement(tag)
  if (className) made.className = className
  made.textContent = text
  return made
}

/** The sheet: whose conversation, when it was printed and by whom, then day by day. */
export function printSheet(
  days: readonly PrintedDay[],
  head: { name: string; number: string; printedBy: string; cut: boolean },
  { t, format }: Texts,
): HTMLElement {
  const sheet = element('section', styles.sheet)
  sheet.dataset.testid = 'print-sheet'
  sheet.append(
    element('h1', styles.title, head.name),
    element('p', styles.facts, head.number),
    element(
      'p',
      styles.facts,
      t('thread.print.printed', {
        name: head.printedBy,
        time: format.exact(new Date(serverNow()).toISOString()),
      }),
    ),
  )
  if (head.cut) sheet.append(element('p', styles.facts, t('thread.print.cut', { count: PRINTED_MAX })))
  for (const { day, lines } of days) {
    sheet.append(element('h2', styles.day, day))
    for (const { at, fromMe, text } of lines) {
      const line = element('div', styles.line)
      line.append(
        element('span', styles.time, format.clock(at)),
        element('span', styles.who, fromMe ? t('thread.print.us') : head.name),
        element('span', styles.text, text),
      )
      sheet.append(line)
    }
  }
  return sheet
}

/** @throws what the server refuses; nothing is printed then. */
export async function printConversation(
  ticket: { id: number; name: string; number: string },
  printedBy: string,
  texts: Texts,
): Promise<void> {
  const { messages, cut } = await wholeConversation(ticket.id)
  const days = printedDays(messages, texts.t, at => texts.format.date(at))
  const sheet = printSheet(days, { ...ticket, printedBy, cut }, texts)
  document.body.append(sheet)
  document.documentElement.dataset.printing = ''
  const away = (): void => {
    sheet.remove()
    delete document.documentElement.dataset.printing
  }
  window.addEventListener('afterprint', away, { once: true })
  window.print()
}
