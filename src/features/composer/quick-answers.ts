/** Quick answers: which ones fit, how they are labelled, what their variables become (specification 1 sections 5, 9). Pure. */
import { QUICK_ANSWER_LABEL_CHARS, QUICK_ANSWER_MIN_CHARS, type QuickMessage } from '@contract'
import { fold, type Trigger, type Typed, triggerAt } from './caret'

/** Most answers offered at once. */
export const MOST_ANSWERS = 50

/**
 * The slash word being typed, once it is longer than one character; null otherwise.
 * @param forced whether the list was asked for by its button: then the slash alone is enough.
 */
export function answerTrigger(typed: Typed, forced: boolean): Trigger | null {
  const trigger = triggerAt(typed, '/')
  if (!trigger) return null
  return forced || trigger.query.length >= QUICK_ANSWER_MIN_CHARS ? trigger : null
}

/** Answers whose shortcut or text contains what was typed; shortcuts that begin with it come first. */
export function matchingAnswers(answers: readonly QuickMessage[], query: string): QuickMessage[] {
  const wanted = fold(query)
  const ranked: { answer: QuickMessage; rank: number }[] = []
  for (const answer of answers) {
    const shortcut = fold(answer.shortcode.replace(/^\//, ''))
    const rank = shortcut.startsWith(wanted)
      ? 0
      : shortcut.includes(wanted)
        ? 1
        : fold(answer.message).includes(wanted)
          ? 2
          : -1
    if (rank >= 0) ranked.push({ answer, rank })
  }
  return ranked
    .sort((a, b) => a.rank - b.rank || a.answer.shortcode.localeCompare(b.answer.shortcode))
    .slice(0, MOST_ANSWERS)
    .map(({ answer }) => answer)
}

/** "/shortcut - text", cut at 35 characters. */
export function answerLabel(answer: Pick<QuickMessage, 'shortcode' | 'message'>): string {
  const shortcut = answer.shortcode.startsWith('/') ? answer.shortcode : `/${answer.shortcode}`
  const label = `${shortcut} - ${answer.message.replace(/\s+/g, ' ').trim()}`
  const characters = [...label]
  return characters.length > QUICK_ANSWER_LABEL_CHARS
    ? `${characters.slice(0, QUICK_ANSWER_LABEL_CHARS).join('')}…`
    : label
}

/** What the variables of an answer stand for. */
export interface Variables {
  firstName: string
  name: string
  greeting: string
  protocol: string
  hour: string
}

const two = (value: number): string => String(value).padStart(2, '0')

/** Part of the day of a greeting: morning until noon, afternoon until six, evening until six in the morning. */
export function dayPart(at: Date): 'morning' | 'afternoon' | 'evening' {
  const hour = at.getHours()
  if (hour >= 6 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
}

/**
 * Variables of a conversation at an instant.
 * @param greetings words for the parts of the day.
 * @returns the protocol as yyyymmddhhmmss (design/contract.md 5) and the hour as HH:mm, both local time.
 */
export function variablesFor(
  name: string,
  at: Date,
  greetings: Record<ReturnType<typeof dayPart>, string>,
): Variables {
  const date = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`
  return {
    firstName: name.trim().split(/\s+/, 1)[0] ?? '',
    name: name.trim(),
    greeting: greetings[dayPart(at)],
    protocol: `${date}${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`,
    hour: `${two(at.getHours())}:${two(at.getMinutes())}`,
  }
}

/** Names a variable is known by; the misspelt ones are those servers of the family use. */
const NAMES: Record<string, keyof Variables> = {
  firstname: 'firstName',
  primeironome: 'firstName',
  name: 'name',
  nome: 'name',
  greeting: 'greeting',
  gretting: 'greeting',
  saudacao: 'greeting',
  ms: 'greeting',
  protocol: 'protocol',
  protocolo: 'protocol',
  hour: 'hour',
  hora: 'hour',
}

/** Fills `{{variables}}`; one that is not known stays as it is, so that the agent sees it. */
export function fillVariables(text: string, variables: Variables): string {
  return text.replace(/\{\{\s*(\p{L}+)\s*\}\}/gu, (whole, name: string) => {
    const known = NAMES[fold(name)]
    return known ? variables[known] : whole
  })
}
