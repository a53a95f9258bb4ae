/** What customers of other languages answer, with what it means: they understand no Portuguese, and say so kindly. */
import type { Part } from './brain'
import speakers from './foreign.json' with { type: 'json' }

export type Words = Readonly<Record<'pt' | 'en' | 'es', string>>

interface Speaker {
  language: 'en' | 'es'
  answers: readonly Words[]
}

/** By the number of the customer's phone. */
export const SPEAKERS = speakers as Readonly<Record<string, Speaker>>

/**
 * What a customer really says for something that was thought of in Portuguese.
 * @param number of the customer's phone. @param turn how often the customer has answered before; each sentence has its turn.
 */
export function inOwnLanguage(number: string, part: Part, turn: number): Part {
  const speaker = SPEAKERS[number]
  const isRating = part.kind === 'text' && /^[1-3]$/.test(part.body)
  if (!speaker || part.kind === 'reaction' || isRating) return part
  const words = speaker.answers[turn % speaker.answers.length]
  if (!words) return part
  return { kind: 'text', body: words[speaker.language], quotes: false, afterwards: null }
}
