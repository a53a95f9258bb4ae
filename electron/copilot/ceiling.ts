/** What a question costs, and how much of a month's ceiling is used. */
import { answerCost, type CopilotSettings, transcriptionCost } from '../../src/contract'

export const MICROS = 1_000_000

/** What a call used. */
export interface Usage {
  promptTokens: number
  completionTokens: number
  /** Of a recording, which is paid by them. */
  seconds?: number
}

/** Millionths of a US dollar by the list price; null where it is not known. */
export function costOf(provider: { baseUrl: string; model: string }, usage: Usage): number | null {
  const dollars =
    usage.seconds === undefined ? answerCost(provider, usage) : transcriptionCost(provider, usage.seconds)
  return dollars === null ? null : Math.ceil(dollars * MICROS)
}

/** Share of a ceiling that is used; null without one. */
export const shareOf = (
  { ceiling, ceilingUnit }: Pick<CopilotSettings, 'ceiling' | 'ceilingUnit'>,
  { tokens, dollars }: Pick<CopilotSettings['used'], 'tokens' | 'dollars'>,
): number | null => (ceiling === null ? null : (ceilingUnit === 'tokens' ? tokens : dollars) / ceiling)

/** The least a call uses. */
const LEAST: Usage = { promptTokens: 1, completionTokens: 1 }

/** Whether a ceiling holds for all that is asked: one in dollars needs the price of each model that is in use. */
export const canHold = (
  {
    ceiling,
    ceilingUnit,
    features,
  }: Pick<CopilotSettings, 'ceiling' | 'ceilingUnit'> & {
    features: { transcribe?: { on: boolean } | undefined }
  },
  provider: { baseUrl: string; model: string },
  transcriber: { baseUrl: string; model: string },
  embedder: { baseUrl: string; model: string } | null,
): boolean =>
  ceiling === null ||
  ceilingUnit === 'tokens' ||
  (costOf(provider, LEAST) !== null &&
    (!features.transcribe?.on || costOf(transcriber, { ...LEAST, seconds: 1 }) !== null) &&
    (embedder === null || costOf(embedder, LEAST) !== null))
