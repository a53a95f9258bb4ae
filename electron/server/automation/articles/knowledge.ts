/** What prompts that answer customers know: articles as the sources of an answer. */
import { answerReader } from '../../../copilot/answer'
import { askedIn, cut, GROUNDING_LIMITS } from '../../../copilot/ground'
import { knowledgeOf, type Source, type Turn } from '../../../copilot/questions'
import type { Workspace } from '../../workspace'
import { articlesFor } from './search'

export interface Knowledge {
  /** The part of the prompt about them; "" without any. */
  instructions: string
  /**
   * Takes the numbers of sources out of the answer and keeps them.
   * @returns the text that can be sent since the last piece.
   */
  said(piece: string): string
  /** @returns what was held back. */
  rest(): string
  /** The sources an answer named. */
  cited(): Source[]
}

/**
 * @param of the ticket whose company is searched; null searches nothing.
 * @param fill fills the variables of a text for the customer.
 */
export async function knowledgeFor(
  app: Workspace,
  of: Parameters<typeof articlesFor>[1] | null,
  turns: readonly Turn[],
  fill: (text: string) => string,
): Promise<Knowledge> {
  const found = of ? await articlesFor(app, of, askedIn(turns), GROUNDING_LIMITS.articles) : []
  const sources = found.map(({ id, title, text }) => ({
    kind: 'article' as const,
    id,
    title,
    text: cut(fill(text)),
  }))
  // A prompt's question is not masked.
  const reader = answerReader({ restore: () => null })
  const has = sources.length > 0
  return {
    instructions: knowledgeOf(sources),
    said: piece => (has ? reader.push(piece) : piece),
    rest: () => (has ? reader.end() : ''),
    cited: () => reader.cited().flatMap(number => sources[number - 1] ?? []),
  }
}
