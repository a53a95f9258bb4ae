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

const NONE: ReadonlySet<Question> = new Set()

export interface Asking {
  /** What was asked and may be confirmed. */
  asked: ReadonlySet<Question>
  /** Asks the first of these that was not asked. @returns whether one was: then nothing leaves. */
  ask: (questions: readonly Question[]) => boolean
  /** Another text: everything is asked anew. */
  forget: () => void
}

/** Which questions were asked about the text that stands there. */
export function useAsking(): Asking {
  const [asked, setAsked] = useState(NONE)
  const ask = (questions: readonly Question[]): boolean => {
    const next = questions.find(question => !asked.has(question))
    if (next === undefined) return false
    setAsked(new Set([...asked, next]))
    return true
  }
  return { asked, ask, forget: useCallback(() => setAsked(NONE), []) }
}
