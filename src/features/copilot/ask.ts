/** Asks the copilot, and reads its answer while it comes. */
import { type BodyIn, type CopilotLine, copilotLine } from '@contract'
import { ApiError, call } from '@/api'

type Head = Extract<CopilotLine, { callId: number }>
type End = Extract<CopilotLine, { cited: number[] }>

/** What has come of an answer. */
export interface Answer {
  callId: number | null
  text: string
  sources: Head['sources']
  /** What left for the provider. */
  sent: string
  /** Once it is whole. */
  end: End | null
}

export type Question =
  | ({ kind: 'suggest' } & BodyIn<'copilot.suggest'>)
  | ({ kind: 'rewrite' } & BodyIn<'copilot.rewrite'>)

const lineOf = (text: string): CopilotLine | null => {
  try {
    return copilotLine.parse(JSON.parse(text))
  } catch {
    // The last line is still coming.
    return null
  }
}

/**
 * @param heard called with all that has come so far.
 * @returns the whole answer.
 * @throws ApiError, also with the code of an answer that broke off.
 */
export async function ask(
  question: Question,
  heard: (answer: Answer) => void,
  signal: AbortSignal,
): Promise<Answer> {
  const answer: Answer = { callId: null, text: '', sources: [], sent: '', end: null }
  let failure: string | null = null
  let read = 0
  const onText = (soFar: string): void => {
    const to = soFar.lastIndexOf('\n')
    if (to < read) return
    for (const text of soFar.slice(read, to).split('\n')) {
      const line = lineOf(text)
      if (!line) continue
      if ('callId' in line) Object.assign(answer, line)
      else if ('delta' in line) answer.text += line.delta
      else if ('error' in line) failure = line.error
      else answer.end = line
    }
    read = to
    heard({ ...answer })
  }
  const { kind, ...body } = question
  if (kind === 'suggest')
    await call('copilot.suggest', { body: body as BodyIn<'copilot.suggest'>, signal, onText })
  else await call('copilot.rewrite', { body: body as BodyIn<'copilot.rewrite'>, signal, onText })
  // A server that went away in the middle ends the answer without a word about it.
  if (failure !== null || !answer.end) throw new ApiError('refused', failure ?? 'ERR_AI_PROVIDER', '', 424)
  return answer
}
