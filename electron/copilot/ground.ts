/** What a suggestion may be based on, put together from what the agent who asks may see. */
import { type ScheduleDay, spanOf } from '../../src/contract'
import type { Source, Turn } from './questions'
import { ranked } from './ranking'

/** Most of each kind that a suggestion is given. */
export const GROUNDING_LIMITS = {
  messages: 30,
  articles: 4,
  quickMessages: 6,
  earlier: 3,
  /** Messages of an earlier conversation: how it ended. */
  messagesOfEarlier: 6,
  /** Characters of one text; longer ones are cut. */
  characters: 1_500,
} as const

/** A source as a window can open it. */
export interface GroundSource extends Source {
  /** Of a ticket. */
  uuid: string | null
}

export interface GroundingText {
  turns: Turn[]
  sources: GroundSource[]
  /** What is known of customer and conversation, a line each. */
  about: string[]
}

export const cut = (text: string): string =>
  text.length > GROUNDING_LIMITS.characters ? `${text.slice(0, GROUNDING_LIMITS.characters)}…` : text

/** What a customer wants now: the last of what they wrote. */
export const askedIn = (turns: readonly Turn[]): string =>
  turns
    .filter(({ role }) => role === 'user')
    .slice(-4)
    .map(({ text }) => text)
    .join('\n')

/** @param fill fills the variables of a text for the customer. */
export function groundingFrom(known: {
  turns: readonly Turn[]
  /** That fit what is asked, best first. */
  articles: readonly { id: number; title: string; text: string }[]
  quickMessages: readonly { id: number; shortcode: string; message: string }[]
  queue: { id: number; name: string; greetingMessage: string; schedules: readonly ScheduleDay[] } | null
  /** Whether queues have hours of their own; else their stored hours are not used. */
  queueHours: boolean
  /** Conversations of the customer that have ended, latest first. */
  earlier: readonly { id: number; uuid: string; code: string; updatedAt: string; turns: readonly Turn[] }[]
  customer: string | null
  tags: readonly string[]
  /** The conversation's protocol number. */
  protocol: string
  fill: (text: string) => string
}): GroundingText {
  const { queue, fill } = known
  const hours = (known.queueHours ? (queue?.schedules ?? []) : [])
    .filter(day => spanOf(day) !== null)
    .map(({ weekday, startTime, endTime }) => `${weekday}: ${startTime} às ${endTime}`)
  const ofQueue = [queue?.greetingMessage ? fill(queue.greetingMessage) : '', ...hours].filter(Boolean)
  const source = (
    kind: Source['kind'],
    id: number,
    title: string,
    text: string,
    uuid: string | null = null,
  ) => ({
    kind,
    id,
    title,
    text: cut(text),
    uuid,
  })
  const lineOf = ({ role, text }: Turn): string => `${role === 'user' ? 'Cliente' : 'Atendente'}: ${text}`
  return {
    turns: [...known.turns],
    sources: [
      ...known.articles.map(({ id, title, text }) => source('article', id, title, fill(text))),
      ...ranked(
        askedIn(known.turns),
        known.quickMessages,
        ({ shortcode, message }) => `${shortcode} ${message}`,
        GROUNDING_LIMITS.quickMessages,
      ).map(({ id, shortcode, message }) => source('quickMessage', id, `/${shortcode}`, fill(message))),
      ...(queue && ofQueue.length > 0 ? [source('queue', queue.id, queue.name, ofQueue.join('\n'))] : []),
      ...known.earlier
        .filter(({ turns }) => turns.length > 0)
        .map(({ id, uuid, code, updatedAt, turns }) =>
          source(
            'ticket',
            id,
            code || String(id),
            [updatedAt.slice(0, 10), ...turns.map(lineOf)].join('\n'),
            uuid,
          ),
        ),
    ],
    about: [
      known.customer ? `Nome do cliente: ${known.customer}` : '',
      queue ? `Setor: ${queue.name}` : '',
      known.tags.length > 0 ? `Etiquetas: ${known.tags.join(', ')}` : '',
      `Protocolo: ${known.protocol}`,
    ].filter(Boolean),
  }
}
