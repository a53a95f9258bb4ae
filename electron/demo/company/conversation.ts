/** Turns a story into messages with words, times, quotes, reactions and marks. Pure, with seeded chance. */
import { ACK } from '@contract'
import type { Random } from '../simulator/random'
import { type Case, fill, type Topic, timely } from '../simulator/talk/cases'
import { OPENINGS } from '../simulator/talk/phrases'
import { type Attachment, type Beat, c } from './beats'
import { AFTER_SALE } from './stories'
import { AROUND_SALE } from './stories-more'

export interface Draft {
  id: string
  /** Milliseconds since the epoch. */
  at: number
  fromMe: boolean
  body: string
  attachment: Attachment | null
  quotedMsgId: string | null
  ack: number
  isDeleted: boolean
  isEdited: boolean
  isForwarded: boolean
  reaction: string | null
}

export interface Setting {
  concern: Case
  agent: string
  company: string
  queue: string
  /** Whether the agent's name is in bold above the text. */
  signed: boolean
  /** How long the agent takes to answer: 1 is usual. */
  pace: number
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const STORIES = { ...AFTER_SALE, ...AROUND_SALE }
/** Which openings (simulator/talk/phrases.ts, by position) lead to which story of the topic, by position. */
const OPENS: Readonly<Record<Topic, readonly (readonly number[])[]>> = {
  delivery: [[0, 1, 2], [3]],
  slip: [[0, 1, 3], [2]],
  pix: [[0, 1], [2]],
  defect: [[0, 2], [1]],
  exchange: [[0, 1], [2]],
  sale: [[0, 1, 2], [3], [0]],
  access: [[0, 2], [1]],
  taxNote: [[0, 2], [1]],
  cancel: [
    [0, 1],
    [0, 2],
  ],
  hours: [[0], [2], [1]],
}
const HAPPY = ['👍', '❤️', '🙏', '😂', '👏'] as const

/**
 * The topic's opening and one of its stories, with what is not certain decided.
 * @param afterHours set when the customer comes back to the same conversation that much later.
 */
export function storyOf(random: Random, concern: Case, afterHours?: number): Beat[] {
  const chosen = random.int(0, STORIES[concern.topic].length - 1)
  const lines = OPENINGS[concern.topic][random.pick(OPENS[concern.topic][chosen] ?? [0])] ?? []
  const opening: Beat[] = lines.map((line, i) =>
    i === 0 && afterHours !== undefined ? { ...c(line), hours: afterHours } : c(line),
  )
  const story: readonly Beat[] = STORIES[concern.topic][chosen] ?? []
  return [...opening, ...story].filter(beat => beat.maybe === undefined || random.chance(beat.maybe))
}

function pauseBefore(random: Random, beat: Beat, previous: Beat | undefined, pace: number): number {
  if (!previous) return 0
  if (beat.hours !== undefined) return Math.round(beat.hours * HOUR * (0.8 + random.next() * 0.4))
  if (beat.by === previous.by) return random.int(6 * SECOND, 40 * SECOND)
  return beat.by === 'a'
    ? Math.round(random.int(35 * SECOND, 7 * MINUTE) * pace)
    : random.int(15 * SECOND, 4 * MINUTE)
}

function wordsOf(random: Random, beat: Beat, s: Setting): string {
  const more = { agent: s.agent.split(' ', 1)[0] ?? s.agent, company: s.company, queue: s.queue }
  const words = fill(random.pick(beat.say), s.concern, more)
  return beat.by === 'a' && s.signed && words !== '' && !beat.send ? `*${s.agent}:*\n${words}` : words
}

/** A WhatsApp id: 3EB0 and 16 hexadecimal digits. */
function messageId(random: Random): string {
  const hex = Array.from({ length: 16 }, () => random.int(0, 15).toString(16)).join('')
  return `3EB0${hex.toUpperCase()}`
}

/**
 * Writes a conversation down.
 * @param beats what is said, already cut where the conversation stands.
 * @param endsAt when the last message was written, in milliseconds since the epoch.
 */
export function converse(random: Random, beats: readonly Beat[], setting: Setting, endsAt: number): Draft[] {
  const drafts: Draft[] = []
  let at = 0
  beats.forEach((beat, i) => {
    at += pauseBefore(random, beat, beats[i - 1], setting.pace)
    const fromMe = beat.by === 'a'
    const other = drafts.filter(d => d.fromMe !== fromMe && !d.attachment).at(-1)
    const plain = !beat.send
    drafts.push({
      id: messageId(random),
      at,
      fromMe,
      body: wordsOf(random, beat, setting),
      attachment: beat.send ?? null,
      quotedMsgId: beat.quotes || (plain && random.chance(0.03)) ? (other?.id ?? null) : null,
      ack: fromMe ? (beat.send === 'voice' ? ACK.played : ACK.read) : ACK.pending,
      isDeleted: plain && i > 2 && random.chance(0.012),
      isEdited: plain && i > 1 && random.chance(0.02),
      isForwarded: !fromMe && random.chance(0.012),
      reaction: i > 0 && random.chance(0.06) ? random.pick(HAPPY) : null,
    })
  })
  const shift = endsAt - at
  const last = drafts.at(-1)
  if (last?.fromMe) last.ack = random.pick([ACK.sent, ACK.delivered, ACK.read, ACK.read])
  return drafts.map(d => ({ ...d, at: d.at + shift, body: timely(d.body, d.at + shift) }))
}

/** When the first customer message nobody answered was written; null when the last word is ours. */
export function waitingSince(drafts: readonly Draft[]): number | null {
  const answered = drafts.findLastIndex(d => d.fromMe)
  return drafts[answered + 1]?.at ?? null
}
