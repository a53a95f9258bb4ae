/** A conversation in three lines and its open points: how a model is asked for them, and what of its answer counts. */
import { createHash } from 'node:crypto'
import {
  COPILOT_LIMITS,
  type Language,
  SUMMARY_KINDS,
  type SummaryAnswer,
  type SummaryKind,
} from '../../src/contract'
import { type Asking, put } from './ask'
import type { Masking } from './masking'
import { data, type Question, SAFE, type Turn } from './questions'

const { lines: MOST_LINES, points: MOST_POINTS, text: MOST_CHARS } = COPILOT_LIMITS.summary
const MOST: Record<SummaryKind, number> = { line: MOST_LINES, open: MOST_POINTS }

const LANGUAGE_NAMES: Record<Language, string> = { pt: 'português', en: 'inglês', es: 'espanhol' }
/** How a conversation is asked about. */
export const SUMMARISE = 'Resuma a conversa.'

/** A line with the numbers of the messages it stands on. */
export interface NumberedLine {
  kind: SummaryKind
  text: string
  numbers: number[]
}

/** A message with its number. */
export interface NumberedMessage extends Turn {
  number: number
}

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/**
 * @param kept the summary so far, whose numbers are none of the messages'.
 * @param messages what came after it, oldest first.
 */
export function summarising({
  kept,
  messages,
  language,
}: {
  kept: readonly NumberedLine[]
  messages: readonly NumberedMessage[]
  language: Language
}): Question {
  const system = [
    `Você resume um atendimento no WhatsApp para o colega que vai continuá-lo. Escreva em ${LANGUAGE_NAMES[language]}.`,
    'Responda somente com linhas JSON, cada uma numa linha só, sem nada antes, entre ou depois delas:',
    '{"t":"line","text":"o que o cliente quer","m":[1,2]}\n{"t":"open","text":"o que falta fazer","m":[3]}',
    `"line": até ${MOST_LINES}, em ordem: o que o cliente quer, o que já foi dito ou feito, como está agora. "open": até ${MOST_POINTS}, uma para cada ponto em aberto; nenhuma, se não houver. "m": os números das mensagens em que a linha se baseia. Cada texto é uma frase curta. Não invente nada.`,
    SAFE,
    ...(kept.length > 0
      ? [
          'O resumo até aqui. Devolva-o inteiro, atualizado pelo que veio depois; os números dele continuam valendo:',
          data(kept.map(({ kind, text, numbers }) => JSON.stringify({ t: kind, text, m: numbers }))),
        ]
      : []),
    'Mensagens:',
    // On one line each: no text can pass for another message.
    data(
      messages.map(
        ({ number, role, text }) =>
          `[${number}] ${role === 'user' ? 'Cliente' : 'Atendente'}: ${onOneLine(text)}`,
      ),
    ),
  ].join('\n\n')
  return { system, turns: [{ role: 'user', text: SUMMARISE }] }
}

const isNumber = (value: unknown): value is number => typeof value === 'number'

function lineOf(text: string): NumberedLine | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  const { t, text: said, m } = value as Record<string, unknown>
  const kind = SUMMARY_KINDS.find(known => known === t)
  if (!kind || typeof said !== 'string' || !Array.isArray(m) || !m.every(isNumber)) return null
  return { kind, text: onOneLine(said), numbers: [...new Set(m)] }
}

/** Reads an answer while it comes; what is no line by the rules is none. */
export interface SummaryReader {
  /** @returns the lines that have become whole since the last piece. */
  push(piece: string): NumberedLine[]
  /** @returns what was held back. */
  end(): NumberedLine[]
}

/** @param given numbers that were given: a line that names another one, or none, is dropped. */
export function summaryReader(
  { restore }: Pick<Masking, 'restore'>,
  given: ReadonlySet<number>,
): SummaryReader {
  let held = ''
  const counts: Record<SummaryKind, number> = { line: 0, open: 0 }
  const take = (texts: readonly string[]): NumberedLine[] =>
    texts.flatMap(text => {
      const line = lineOf(text)
      if (!line || line.numbers.length === 0 || !line.numbers.every(number => given.has(number))) return []
      if (line.text === '' || line.text.length > MOST_CHARS || counts[line.kind] >= MOST[line.kind]) return []
      counts[line.kind] += 1
      return [{ ...line, text: line.text.replace(/\[[^[\]\s]+\]/g, mark => restore(mark) ?? mark) }]
    })
  return {
    push(piece) {
      const texts = (held + piece).split('\n')
      held = texts.pop() ?? ''
      return take(texts)
    },
    end: () => take([held]),
  }
}

/** Messages one question reads. */
export const SUMMARY_MESSAGES = 200
/** Of all of them together, characters: what a small model of one's own can still read. */
const MOST_READ = 40_000
/** Tokens of an answer: three lines and five points. */
export const SUMMARY_TOKENS = 900

/** A line as it is kept. */
export interface StoredLine {
  kind: SummaryKind
  text: string
  messages: { id: string; print: string }[]
}

/** Tells whether a message still says what it said. */
export const printOf = (text: string): string =>
  createHash('sha1').update(text).digest('base64url').slice(0, 8)

/** Of a line whose messages say something else by now nothing is left but that it was there. */
export const hasMessages = ({ messages }: StoredLine): boolean => messages.length > 0

/** @param said what the messages say by now, by id; those that say nothing are left out. */
export function supportedLines(
  lines: readonly StoredLine[],
  said: readonly { id: string; text: string }[],
): StoredLine[] {
  const prints = new Map(said.map(({ id, text }) => [id, printOf(text)]))
  return lines.map(line =>
    line.messages.every(({ id, print }) => prints.get(id) === print)
      ? line
      : { kind: line.kind, text: '', messages: [] },
  )
}

/** What of a conversation is asked about, each message under a number. */
export interface AskedAbout<M> {
  kept: NumberedLine[]
  messages: NumberedMessage[]
  /** The last one that is asked about; undefined where there is nothing to ask. */
  last: M | undefined
  /** The oldest messages were too many to be read. */
  isPartial: boolean
  given: ReadonlySet<number>
  standsOn(numbers: readonly number[]): StoredLine['messages']
}

/**
 * @param kept the lines that are renewed; null where all is read anew.
 * @param found what came after them, oldest first, one more than can be read where there are more.
 */
export function askedAbout<M extends Turn & { id: string }>(
  kept: { lines: readonly StoredLine[]; partial: boolean } | null,
  found: readonly M[],
): AskedAbout<M> {
  let left = MOST_READ
  const recent = found.slice(-SUMMARY_MESSAGES)
  const from = recent.findLastIndex(({ text }) => {
    left -= text.length
    return left < 0
  })
  const newerMessages = recent.slice(from + 1)
  const marks = (kept?.lines ?? []).flatMap(line => line.messages)
  const stands = [
    ...new Map(marks.map(mark => [mark.id, mark])).values(),
    ...newerMessages.map(({ id, text }) => ({ id, print: printOf(text) })),
  ]
  const numberOf = new Map(stands.map(({ id }, at) => [id, at + 1]))
  return {
    kept: (kept?.lines ?? []).map(({ kind, text, messages: on }) => ({
      kind,
      text,
      numbers: on.map(({ id }) => numberOf.get(id) ?? 0),
    })),
    messages: newerMessages.map(({ id, role, text }) => ({ role, text, number: numberOf.get(id) ?? 0 })),
    last: newerMessages.at(-1),
    isPartial: newerMessages.length < found.length || (kept?.partial ?? false),
    given: new Set(stands.map((_, at) => at + 1)),
    standsOn: numbers => numbers.flatMap(number => stands[number - 1] ?? []),
  }
}

/**
 * Asks, and passes the lines on while they come.
 * @returns none where the model gave no line by the rules. @throws ModelError
 */
export async function summaryLines(
  asking: Asking,
  about: AskedAbout<unknown>,
  write: (line: SummaryAnswer) => void,
  signal: AbortSignal,
): Promise<{ lines: StoredLine[]; model: string; usedShare: number | null }> {
  const reader = summaryReader(asking.prepared.masks, about.given)
  const lines: StoredLine[] = []
  let isFirst = true
  const take = (read: readonly NumberedLine[]): void => {
    if (isFirst) write({ callId: asking.call.id, sent: asking.prepared.sent })
    isFirst = false
    for (const { kind, text, numbers } of read) {
      const on = about.standsOn(numbers)
      lines.push({ kind, text, messages: on })
      write({ line: { kind, text, messageIds: on.map(({ id }) => id) } })
    }
  }
  const { model, usedShare } = await put(asking, piece => take(reader.push(piece)), signal)
  take(reader.end())
  return { lines, model, usedShare }
}
