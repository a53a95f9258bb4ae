/**
 * What a customer does with an agent's message. A pure function of what is known, what was written and a seeded chance:
 * no clock, no network. The times in the answer are pauses in milliseconds for whoever plays it out.
 */
import type { Random } from '../random'
import { type Case, fill, QUEUE_OF, type Topic } from './cases'
import { type Intent, menuChoice, type Received, understand } from './intents'
import { ANSWERS, ASIDES, CAPTIONS, DETAILS, GOODBYES, IMPATIENT, OPENINGS } from './phrases'

export interface Mind {
  case: Case
  /** What was answered already, so that nobody says the same thing twice in a row. */
  said: readonly string[]
  /** Agent's messages answered so far. */
  turns: number
  /** The concern was put in more words. */
  explained: boolean
  /** Said goodbye. */
  ended: boolean
}

export type Part =
  | { kind: 'text'; body: string; quotes: boolean; afterwards: null | { edit: string } | 'revoke' }
  | { kind: 'image'; picture: 'damage' | 'receipt'; body: string }
  | { kind: 'audio'; seconds: number }
  | { kind: 'location' }
  | { kind: 'reaction'; type: string }

export interface TimedPart {
  /** Pause before this part, in milliseconds: the time the customer types. */
  pauseMs: number
  part: Part
}

export interface Answer {
  /** Pause until the customer's phone shows the message as read; null when it is not opened. */
  readMs: number | null
  parts: TimedPart[]
  mind: Mind
}

const SECOND = 1_000
const HAPPY: readonly Intent[] = ['saysDone', 'offersDiscount', 'offersTracking', 'thanks', 'farewell']
/** The message a workspace sends when a ticket is closed: there is nothing to answer. */
const CLOSING = /\b(atendimento|ticket|chamado) (foi )?(encerrado|finalizado|conclu[ií]do)/i
const PAYING: readonly Topic[] = ['slip', 'pix', 'sale']

/** A mind that knows its concern and has said nothing yet. */
export function freshMind(concern: Case): Mind {
  return { case: concern, said: [], turns: 0, explained: false, ended: false }
}

/** Time somebody needs to write a text: a moment to think and about seven characters a second. */
function typing(random: Random, text: string): number {
  return Math.round((1.2 + random.next() * 2.5) * SECOND + text.length * (90 + random.int(0, 110)))
}

function text(body: string, extra: Partial<Extract<Part, { kind: 'text' }>> = {}): Part {
  return { kind: 'text', body, quotes: false, afterwards: null, ...extra }
}

/** Something of the list that was not said lately. */
function fresh(random: Random, mind: Mind, list: readonly string[]): string {
  const unused = list.filter(phrase => !mind.said.includes(fill(phrase, mind.case)))
  return fill(random.pick(unused.length > 0 ? unused : list), mind.case)
}

/** How the conversation begins: one to three messages. */
export function opening(random: Random, concern: Case): { parts: TimedPart[]; mind: Mind } {
  const lines = random.pick(OPENINGS[concern.topic]).map(phrase => fill(phrase, concern))
  const parts: TimedPart[] = lines.map((line, i) => ({
    pauseMs: i === 0 ? 0 : typing(random, line),
    part: text(line),
  }))
  if (concern.topic === 'defect' && random.chance(0.35)) {
    parts.push({
      pauseMs: 6 * SECOND,
      part: { kind: 'image', picture: 'damage', body: random.pick(CAPTIONS.damage) },
    })
  } else if (concern.topic === 'pix' && random.chance(0.35)) {
    parts.push({
      pauseMs: 5 * SECOND,
      part: { kind: 'image', picture: 'receipt', body: random.pick(CAPTIONS.receipt) },
    })
  }
  return { parts, mind: { ...freshMind(concern), said: lines } }
}

/** A nudge after a long silence of ours; null once the customer has gone. */
export function nudge(random: Random, mind: Mind): { part: Part; mind: Mind } | null {
  if (mind.ended) return null
  const body = fresh(random, mind, IMPATIENT)
  return { part: text(body), mind: { ...mind, said: [...mind.said, body] } }
}

/** The slip that somebody corrects a moment later: two neighbouring letters swapped. */
function mistyped(random: Random, body: string): string | null {
  if (body.length < 12) return null
  const at = random.int(3, body.length - 5)
  const [a, b] = [body[at], body[at + 1]]
  if (!a || !b || a === b || !/[a-zà-ú]/.test(a) || !/[a-zà-ú]/.test(b)) return null
  return body.slice(0, at) + b + a + body.slice(at + 2)
}

function mainPart(random: Random, mind: Mind, received: Received, intent: Intent): Part {
  if (intent === 'menu') return text(menuChoice(received.text, QUEUE_OF[mind.case.topic]))
  if (intent === 'rating') return text(random.pick(ANSWERS.rating ?? ['3']))
  if (intent === 'askPhoto') return { kind: 'image', picture: 'damage', body: random.pick(CAPTIONS.damage) }
  if (intent === 'offersPix' && random.chance(0.45)) {
    return { kind: 'image', picture: 'receipt', body: random.pick(CAPTIONS.receipt) }
  }
  if (intent === 'askAddress' && random.chance(0.3)) return { kind: 'location' }
  if (intent === 'anythingElse' || intent === 'farewell') return text(fresh(random, mind, GOODBYES))
  const explains = intent === 'greeting' || intent === 'question' || intent === 'statement'
  if (explains && !mind.explained) {
    if (random.chance(0.15)) return { kind: 'audio', seconds: random.int(4, 11) }
    return text(fresh(random, mind, DETAILS[mind.case.topic]))
  }
  const list = ANSWERS[intent] ?? ANSWERS.statement ?? ['Ok']
  return text(fresh(random, mind, list))
}

/**
 * Reads, types, answers.
 * @param received the agent's message. Texts nobody recognises get a plain acknowledgement, as from a person.
 */
export function reply(random: Random, mind: Mind, received: Received): Answer {
  const { intent, greeted } = understand(received)
  const closed = CLOSING.test(received.text)
  const readMs = Math.round((1.5 + random.next() * 5) * SECOND)
  if (closed) {
    const thumbs: TimedPart[] = random.chance(0.3)
      ? [{ pauseMs: 2 * SECOND, part: { kind: 'reaction', type: '🙏' } }]
      : []
    return { readMs, parts: thumbs, mind: { ...mind, ended: true } }
  }
  if (
    mind.ended &&
    (intent === 'farewell' || intent === 'thanks' || intent === 'statement' || intent === 'saysDone')
  ) {
    const parts: TimedPart[] = random.chance(0.4)
      ? [{ pauseMs: 2 * SECOND, part: { kind: 'reaction', type: '🙏' } }]
      : []
    return { readMs, parts, mind }
  }

  const parts: TimedPart[] = []
  const spoken: string[] = []
  const say = (part: Part): void => {
    const words = part.kind === 'text' || part.kind === 'image' ? part.body : ''
    if (part.kind === 'text') spoken.push(part.body)
    parts.push({ pauseMs: typing(random, words), part })
  }

  if (HAPPY.includes(intent) && random.chance(0.15))
    say({ kind: 'reaction', type: random.pick(['👍', '❤️', '🙏', '😮']) })
  if (greeted && mind.turns === 0 && intent !== 'menu' && intent !== 'greeting' && random.chance(0.5)) {
    say(text(fresh(random, mind, ANSWERS.greeting ?? ['Oi'])))
  }
  let main = mainPart(random, mind, received, intent)
  if (main.kind === 'text' && intent !== 'menu' && intent !== 'rating') {
    const slip = random.chance(0.05) ? mistyped(random, main.body) : null
    if (slip) main = { ...main, body: slip, afterwards: { edit: main.body } }
    else if (random.chance(0.12)) main = { ...main, quotes: true }
  }
  say(main)
  const short = intent === 'menu' || intent === 'rating'
  if (!short && random.chance(0.04)) {
    say(text(fresh(random, mind, ANSWERS.question ?? ['Sim']), { afterwards: 'revoke' }))
  } else if (!short && parts.length < 3 && random.chance(0.08)) say(text(fresh(random, mind, ASIDES)))
  else if (intent === 'saysDone' && PAYING.includes(mind.case.topic) && random.chance(0.4)) {
    say(text(fresh(random, mind, GOODBYES)))
  }

  const goodbye = spoken.some(line => GOODBYES.some(phrase => fill(phrase, mind.case) === line))
  const explained =
    mind.explained ||
    DETAILS[mind.case.topic].some(d => spoken.includes(fill(d, mind.case))) ||
    main.kind === 'audio'
  return {
    readMs,
    parts,
    mind: {
      case: mind.case,
      said: [...mind.said, ...spoken].slice(-12),
      turns: mind.turns + 1,
      explained,
      ended: goodbye || intent === 'rating',
    },
  }
}
