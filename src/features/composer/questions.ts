/** What is asked before a text leaves: the press that sends is asked once, the next one is meant. Pure. */
import { useCallback, useState } from 'react'

/**
 * `crossed`: the customer wrote meanwhile (with how many); `colleague`: somebody of the team answered, or does so now; `slash`: the text looks like a quick answer or the search for an article, and there is none;
 * `long`: the text is longer than anybody types.
 */
export type Question = `crossed ${number}` | 'colleague' | 'slash' | 'long'

export interface Doubts {
  /** Messages that came since the reply was begun. */
  crossed: number
  /** A colleague answered since, or does so now. */
  colleague: boolean
  /** The text is a word behind a sign for which nothing is listed. */
  unmatched: boolean
  long: boolean
}

/** In the order they are asked. */
export const questionsOf = ({ crossed, colleague, unmatched, long }: Doubts): Question[] => [
  ...(unmatched ? (['slash'] as const) : []),
  ...(long ? (['long'] as const) : []),
  ...(colleague ? (['colleague'] as const) : []),
  ...(crossed > 0 ? ([`crossed ${crossed}`] as const) : []),
]

/**
 * For how long the next press is no answer, in milliseconds. Twice Enter is how a quick answer is sent: the second of them was
 * pressed before the question could be read.
 */
export const UNREAD_MS = 1_500

const NONE: ReadonlyMap<Question, number> = new Map()

export interface Asking {
  /** What was asked and may be confirmed. */
  asked: Pick<ReadonlySet<Question>, 'has'>
  /**
   * Asks the first of these that was not asked, or cannot have been read yet. @returns whether there is one: then nothing
   * leaves.
   */
  ask: (questions: readonly Question[]) => boolean
  /** Another text: everything is asked anew. */
  forget: () => void
}

/** Which questions were asked about the text that stands there, and when. */
export function useAsking(): Asking {
  const [asked, setAsked] = useState(NONE)
  const ask = (questions: readonly Question[]): boolean => {
    const now = performance.now()
    const isUnread = (question: Question): boolean =>
      question === 'slash' && now - (asked.get(question) ?? now) < UNREAD_MS
    const next = questions.find(question => !asked.has(question) || isUnread(question))
    if (next === undefined) return false
    if (!asked.has(next)) setAsked(new Map(asked).set(next, now))
    return true
  }
  return { asked, ask, forget: useCallback(() => setAsked(NONE), []) }
}
