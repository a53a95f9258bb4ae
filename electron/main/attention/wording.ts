/** Words and buttons of a notice, by the privacy level the agent chose. Pure. */
import type { TFunction } from 'i18next'
import {
  type AttentionPreferences,
  SNOOZE_MINUTES,
  shownName,
  translateNotReceived,
} from '../../../src/contract'
import type { EventNotice } from './event-notice'
import { UNPAID } from './lines'
import { AWAY_KEY, type Notice, type SummaryNotice, WAITING_KEY, type WaitingNotice } from './policy'
import { ageText } from './texts'
import type { Waiting } from './work'

export type NoticeAction = 'accept' | 'snooze'
/** The buttons of the notice of who waits, in the order in which the system counts them. */
const WAITING_ACTIONS = ['accept', 'snooze'] as const
/** The buttons a notice has by its key alone: one of an earlier run comes back without its content. */
export const actionsOfKey = (key: string): readonly NoticeAction[] =>
  key === WAITING_KEY ? WAITING_ACTIONS : []

export interface NoticeContent {
  title: string
  body: string
  actions: readonly { action: NoticeAction; text: string }[]
  /** The system may offer a field to answer in. */
  reply: boolean
  urgent: boolean
}

const NAMES_SHOWN = 3
const WORDS_MAX = 180

/** One line, without the control and direction characters that could make a customer's text look like something else. */
export function tidy(text: string, max = WORDS_MAX): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...line]
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : line
}

/**
 * A body for Linux, whose notification servers read it as markup or as plain text, and do not say which before it is shown:
 * with a sign that opens no tag, and without anything that could be read as an entity, it shows alike on both.
 */
export const withoutMarkup = (body: string): string =>
  body
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replace(/&(?=#?\w+;)/g, '&\u2060')

type Privacy = AttentionPreferences['privacy']

/** Who waits in which queue, the fullest first: `Suporte 3, Vendas 2`. Empty for one queue, which the title names. */
function byQueue(notice: WaitingNotice): string {
  const counts = new Map<string | null, number>()
  for (const { queueName } of notice.tickets) counts.set(queueName, (counts.get(queueName) ?? 0) + 1)
  if (counts.size < 2) return ''
  return [...counts]
    .filter(([name]) => name !== null)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${tidy(name ?? '', 24)} ${count}`)
    .join(', ')
}

/** Until when the first of those who wait is promised an answer; "" where none is. */
function promised(tickets: readonly Waiting[], now: number, t: TFunction): string {
  const due = Math.min(...tickets.map(one => one.answerDueAt ?? Number.POSITIVE_INFINITY))
  if (due === Number.POSITIVE_INFINITY) return ''
  return due > now
    ? t('notices.answerDue', { time: ageText(due - now, t) })
    : t('notices.answerLate', { time: ageText(now - due, t) })
}

function waiting(
  notice: WaitingNotice,
  again: boolean,
  now: number,
  privacy: Privacy,
  snoozeMinutes: number,
  t: TFunction,
) {
  const { tickets } = notice
  const count = tickets.length
  const queues = new Set(tickets.map(one => one.queueName))
  const [only] = queues
  const title =
    queues.size === 1 && only && privacy !== 'nothing'
      ? t('notices.waitingIn', { count, queue: tidy(only, 40) })
      : t('notices.waiting', { count })
  const names = tickets.slice(0, NAMES_SHOWN).map(ticket => tidy(ticket.name, 40))
  const who =
    count > NAMES_SHOWN
      ? t('notices.namesAndMore', { names: names.join(', '), more: count - NAMES_SHOWN })
      : names.join(', ')
  const oldest = t('notices.oldest', { age: ageText(now - (tickets[0]?.since ?? now), t) })
  return {
    title: again ? t('notices.stillWaiting', { title }) : title,
    body: [...(privacy === 'nothing' ? [] : [who, byQueue(notice)]), oldest, promised(tickets, now, t)]
      .filter(Boolean)
      .join('\n'),
    actions: WAITING_ACTIONS.map(action => ({
      action,
      text: action === 'snooze' ? t('notices.snooze', { minutes: snoozeMinutes }) : t('notices.accept'),
    })),
    reply: false,
    // A critical notice stays on the screen until it is pressed away: a reminder is not worth that.
    urgent: false,
  } as const
}

function summary(notice: SummaryNotice, privacy: Privacy, t: TFunction): NoticeContent {
  const names = notice.of.map(one => tidy(one.name, 40))
  const shown = names.slice(0, NAMES_SHOWN).join(', ')
  const who =
    names.length > NAMES_SHOWN
      ? t('notices.namesAndMore', { names: shown, more: names.length - NAMES_SHOWN })
      : shown
  const rest = { actions: [], reply: false, urgent: false }
  if (notice.key !== AWAY_KEY)
    return {
      title: t('notices.conversations', { count: names.length }),
      body: privacy === 'nothing' ? '' : who,
      ...rest,
    }
  const messages = notice.of.reduce((sum, one) => sum + one.count, 0)
  const count = t('notices.awayCount', {
    messages: t('notices.messages', { count: messages }),
    count: names.length,
  })
  return { title: t('notices.whileAway'), body: privacy === 'nothing' ? count : `${count}\n${who}`, ...rest }
}

const DATA = new Set(['locationMessage', 'contactMessage', 'call_log'])

/** What the server wrote in the place of what it did not receive is shown in the person's language, as in the windows. */
function received(words: string, t: TFunction): string {
  const found = translateNotReceived(words, (key, values) => t(`notReceived.${key}`, values))
  return found ? found.before + found.text : words
}

const wordsOf = (notice: Extract<EventNotice, { kind: 'message' }>, t: TFunction): string => {
  const { mediaType } = notice
  // WhatsApp names plain text in two ways.
  if (!mediaType || ['chat', 'conversation', 'extendedTextMessage'].includes(mediaType))
    return tidy(received(notice.words, t))
  const kind = t([`notices.media.${mediaType as 'image'}`, 'notices.media.other'])
  // A map's address and an address card are data, not words.
  const caption = DATA.has(mediaType) ? '' : tidy(notice.words)
  return caption ? `${kind}: ${caption}` : kind
}

function ofEvent(notice: EventNotice, privacy: Privacy, t: TFunction): Pick<NoticeContent, 'title' | 'body'> {
  switch (notice.kind) {
    case 'message': {
      const many = notice.count > 1 ? t('notices.messages', { count: notice.count }) : ''
      if (privacy === 'nothing')
        return { title: t('notices.somethingNew'), body: t('notices.messages', { count: notice.count }) }
      const title = tidy(notice.name, 60)
      if (privacy === 'name') return { title, body: t('notices.messages', { count: notice.count }) }
      return { title, body: [many, wordsOf(notice, t)].filter(Boolean).join('\n') }
    }
    case 'assigned': {
      const plain = t(notice.woken ? 'notices.woken' : 'notices.assigned')
      if (privacy === 'nothing') return { title: plain, body: '' }
      if (notice.woken) return { title: plain, body: tidy(notice.name, 60) }
      const title = notice.from ? t('notices.assignedBy', { from: tidy(notice.from, 40) }) : plain
      const note = privacy === 'all' ? tidy(notice.note) : ''
      return { title, body: [tidy(notice.name, 60), note].filter(Boolean).join('\n') }
    }
    case 'reminder': {
      const { name, note, words } = notice.reminder
      const title = t('notices.reminder')
      if (privacy === 'nothing') return { title, body: '' }
      const shownText = privacy === 'all' ? tidy(note || words) : ''
      return { title, body: [tidy(name, 60), shownText].filter(Boolean).join('\n') }
    }
    case 'alarm': {
      const { kind, limit, queues, queueIds, raised } = notice.alarm
      if (privacy === 'nothing') return { title: t('notices.alarm.title'), body: '' }
      const names = queues.map(({ name }) => tidy(name, 40)).join(', ')
      return {
        title: t('notices.alarm.of', {
          queues: queueIds.length === 0 ? t('notices.alarm.allQueues') : names,
        }),
        body: t(`notices.alarm.${kind}`, { value: raised?.value ?? 0, limit }),
      }
    }
    case 'mention': {
      const { by, contactName, note } = notice.mention
      if (privacy === 'nothing' || !by) return { title: t('notices.mention'), body: '' }
      const title = t('notices.mentionBy', { by: tidy(by.name, 40) })
      return {
        title,
        body: [tidy(shownName(contactName), 60), privacy === 'all' ? tidy(note) : '']
          .filter(Boolean)
          .join('\n'),
      }
    }
    case 'chat': {
      if (privacy === 'nothing')
        return { title: t('notices.chat'), body: t('notices.messages', { count: notice.count }) }
      const title = notice.name ? t('notices.chatFrom', { from: tidy(notice.name, 40) }) : t('notices.chat')
      return {
        title,
        body: privacy === 'all' ? tidy(notice.words) : t('notices.messages', { count: notice.count }),
      }
    }
    case 'connection':
      return notice.status === UNPAID
        ? {
            title: t('notices.unpaid'),
            body: privacy === 'nothing' ? '' : t('notices.unpaidBody', { name: tidy(notice.name, 40) }),
          }
        : {
            title: t('notices.connectionDown'),
            body:
              privacy === 'nothing'
                ? t('notices.connectionPrivate')
                : t('notices.connectionBody', { name: tidy(notice.name, 40) }),
          }
  }
}

/** The words of a notice. @param again it is a reminder. @param now ms since the epoch, for the oldest age. */
export function contentOf(
  notice: Notice,
  again: boolean,
  now: number,
  privacy: Privacy,
  t: TFunction,
  snoozeMinutes: number = SNOOZE_MINUTES[0],
): NoticeContent {
  if (notice.kind === 'pending') return waiting(notice, again, now, privacy, snoozeMinutes, t)
  if (notice.kind === 'summary') return summary(notice, privacy, t)
  return {
    ...ofEvent(notice, privacy, t),
    actions: [],
    reply: notice.kind === 'message' && privacy === 'all',
    urgent: notice.kind === 'connection' || notice.kind === 'alarm',
  }
}
