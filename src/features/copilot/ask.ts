/** Asks the copilot, and reads its answer while it comes. */
import {
  type BodyIn,
  type CopilotLine,
  copilotLine,
  type Language,
  type SummaryAnswer,
  type SummaryLine,
  summaryAnswer,
  type TicketSummary,
} from '@contract'
import { ApiError, call } from '@/api'

/** Longest wait for the whole of an answer, milliseconds: more than a server gives its provider. */
const LONGEST_MS = 120_000

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

interface Reading<Line> {
  schema: { parse: (value: unknown) => Line | { error: string } }
  /** Puts the question. */
  put: (how: { signal: AbortSignal; onText: (soFar: string) => void }) => Promise<unknown>
  heard: (line: Line) => void
  /** Whether the last line has come. */
  isWhole: () => boolean
}

/** @throws ApiError, also with the code of an answer that broke off or took too long. */
async function readLines<Line extends object>(
  { schema, put, heard, isWhole }: Reading<Line>,
  signal: AbortSignal,
): Promise<void> {
  let failure: string | null = null
  let read = 0
  const onText = (soFar: string): void => {
    const to = soFar.lastIndexOf('\n')
    if (to < read) return
    for (const text of soFar.slice(read, to).split('\n')) {
      let line: Line | { error: string }
      try {
        line = schema.parse(JSON.parse(text))
      } catch {
        continue
      }
      if ('error' in line) failure = (line as { error: string }).error
      else heard(line)
    }
    read = to
  }
  const given = new AbortController()
  const giveUp = (): void => given.abort()
  signal.addEventListener('abort', giveUp)
  const limit = setTimeout(giveUp, LONGEST_MS)
  try {
    await put({ signal: given.signal, onText })
  } catch (error) {
    if (given.signal.aborted && !signal.aborted) throw new ApiError('refused', 'ERR_AI_SILENT', '', 424)
    throw error
  } finally {
    clearTimeout(limit)
    signal.removeEventListener('abort', giveUp)
  }
  // A server that went away in the middle ends the answer without a word about it.
  if (failure !== null || !isWhole()) throw new ApiError('refused', failure ?? 'ERR_AI_PROVIDER', '', 424)
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
  const { kind, ...body } = question
  await readLines<Exclude<CopilotLine, { error: string }>>(
    {
      schema: copilotLine,
      put: how =>
        kind === 'suggest'
          ? call('copilot.suggest', { body: body as BodyIn<'copilot.suggest'>, ...how })
          : call('copilot.rewrite', { body: body as BodyIn<'copilot.rewrite'>, ...how }),
      heard: line => {
        if ('callId' in line) Object.assign(answer, line)
        else if ('delta' in line) answer.text += line.delta
        else answer.end = line
        heard({ ...answer })
      },
      isWhole: () => answer.end !== null,
    },
    signal,
  )
  return answer
}

/** What has come of a summary. */
export interface SummaryInMaking {
  callId: number | null
  lines: readonly SummaryLine[]
  /** What left for the provider. */
  sent: string
  usedShare: number | null
}

/**
 * Has a ticket summarised.
 * @param heard called with all that has come so far.
 * @returns the summary as it is kept; null where nothing was said that could be summarised.
 * @throws ApiError as `ask`.
 */
export async function askSummary(
  ticketId: number,
  language: Language,
  heard: (made: SummaryInMaking) => void,
  signal: AbortSignal,
): Promise<TicketSummary | null> {
  let made: SummaryInMaking = { callId: null, lines: [], sent: '', usedShare: null }
  let end: { summary: TicketSummary | null } | null = null
  await readLines<Exclude<SummaryAnswer, { error: string }>>(
    {
      schema: summaryAnswer,
      put: how => call('copilot.summarise', { params: { ticketId }, body: { language }, ...how }),
      heard: line => {
        if ('callId' in line) made = { ...made, ...line }
        else if ('line' in line) made = { ...made, lines: [...made.lines, line.line] }
        else {
          end = line
          made = { ...made, usedShare: line.usedShare }
        }
        heard(made)
      },
      isWhole: () => end !== null,
    },
    signal,
  )
  return (end as { summary: TicketSummary | null } | null)?.summary ?? null
}
