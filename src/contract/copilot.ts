/** The copilot: what helps an agent write. It never answers a customer by itself. */
import { PROFILES } from './permissions'

/** What it does, each switched on by an admin for queues and profiles. */
export const COPILOT_FEATURES = [
  'suggest',
  'rewrite',
  'summarise',
  'transcribe',
  'translate',
  'classify',
  'learn',
] as const
export type CopilotFeature = (typeof COPILOT_FEATURES)[number]

/** Those that a console gives on a server without a copilot. */
export const LOCAL_COPILOT_FEATURES = [
  'suggest',
  'rewrite',
  'summarise',
  'transcribe',
  'translate',
] as const satisfies readonly CopilotFeature[]

/** How a text is written anew; `customer`: in the language the customer writes. */
export const REWRITES = ['correct', 'shorter', 'warmer', 'formal', 'customer'] as const
export type Rewrite = (typeof REWRITES)[number]

/** Personal data that is replaced before anything leaves, and put back in the answer. */
export const MASKED_KINDS = ['cpf', 'cnpj', 'card', 'email', 'phone', 'key'] as const
export type MaskedKind = (typeof MASKED_KINDS)[number]

/** What a line of a summary tells: how things stand, or what is still open. */
export const SUMMARY_KINDS = ['line', 'open'] as const
export type SummaryKind = (typeof SUMMARY_KINDS)[number]

/** What is proposed for a conversation that has just arrived. */
export const PROPOSAL_KINDS = ['tag', 'queue', 'priority'] as const
export type ProposalKind = (typeof PROPOSAL_KINDS)[number]
/** Percent of right ones from which it acts alone; null: it proposes. */
export type AloneBars = Record<ProposalKind, number | null>

/** `changed`: people did something else instead. */
export const PROPOSAL_OUTCOMES = ['open', 'confirmed', 'changed', 'dropped'] as const

/** What an agent did with an answer. */
export const COPILOT_OUTCOMES = ['taken', 'changed', 'dropped'] as const
export type CopilotOutcome = (typeof COPILOT_OUTCOMES)[number]

/** Units a month's ceiling is set in: tokens, or US dollars by the provider's list prices. */
export const CEILING_UNITS = ['tokens', 'dollars'] as const

/** How the assistant of a demo is named, which searches and makes nothing up: whoever reads its words is told. */
export const SIMULATED_MODEL = 'simulado'

export const COPILOT_LIMITS = {
  /** Characters of a text that is written anew. */
  draft: 4_096,
  /** Suggestions one can look through. */
  suggestions: 3,
  summary: {
    lines: 3,
    points: 5,
    /** Characters of a line. */
    text: 400,
    /** A ticket with more unseen messages than this offers one at its top. */
    unseen: 30,
    /** Tickets whose kept summaries one call reads. */
    tickets: 40,
  },
  /** Texts that are translated with one question, and their characters; longer ones are not translated. */
  translated: { texts: 20, chars: 6_000 },
  /** Characters that are kept of the text of a PDF. */
  fileText: 20_000,
  /** Tags proposed for a conversation. */
  proposedTags: 3,
  /** It acts alone while so many percent were right, of at least `decided` proposals in the last `days`. */
  alone: { min: 50, max: 100, decided: 30, days: 60 },
  /** Of a month. */
  ceiling: { min: 1, max: 1_000_000_000 },
  /** Share of the ceiling from which admins and agents are warned. */
  warnAt: 0.8,
} as const

/** How far the words of a recording or a picture have got. */
export const TRANSCRIPT_STATES = ['queued', 'done', 'failed'] as const

/** What transcribes where a company names no model: that of the provider whose key it has. */
export const TRANSCRIPTION_MODEL = 'whisper-1'

/** For whom a feature is on; no queues are all queues. */
export interface FeatureRule {
  on: boolean
  queueIds: number[]
  profiles: string[]
}

/** The same for each feature. */
export const byFeature = <T>(one: (feature: CopilotFeature) => T): Record<CopilotFeature, T> =>
  Object.fromEntries(COPILOT_FEATURES.map(feature => [feature, one(feature)])) as Record<CopilotFeature, T>

export const FEATURE_OFF: FeatureRule = { on: false, queueIds: [], profiles: [...PROFILES] }

interface WithFile {
  mediaType: string | null
  isDeleted: boolean
  mediaName: string | null
  mediaUrl?: string | null
}

/** Kinds of message whose words are asked of a model. */
const TRANSCRIBED = new Set(['audio', 'image'])

/** Whether a message is a PDF, whose text the server reads itself. */
export const isPdf = ({ mediaType, mediaName }: Pick<WithFile, 'mediaType' | 'mediaName'>): boolean =>
  mediaType === 'application' && /\.pdf$/i.test(mediaName ?? '')

/** Whether a message is a recording, a picture or a PDF that is there. */
export function isTranscribable(message: WithFile): boolean {
  const isThere = (message.mediaName ?? message.mediaUrl ?? null) !== null
  return !message.isDeleted && isThere && (TRANSCRIBED.has(message.mediaType ?? '') || isPdf(message))
}

/** Whether a feature is on in conversations of a queue, whoever looks at them. */
export const isOnFor = (rule: FeatureRule | undefined, queueId: number | null): boolean =>
  rule?.on === true && (rule.queueIds.length === 0 || (queueId !== null && rule.queueIds.includes(queueId)))

/**
 * Whether somebody may use a feature in a conversation.
 * @param queueId of the conversation; null without a queue, which only a rule for all queues covers.
 */
export const isOffered = (rule: FeatureRule | undefined, profile: string, queueId: number | null): boolean =>
  isOnFor(rule, queueId) && rule?.profiles.includes(profile) === true

/** The words of a text that somebody chose: not the addresses in it. */
export const wordsIn = (text: string): string[] =>
  text.split(/\s+/).filter(word => word !== '' && !word.includes('@') && !/^\W*https?:\/\//.test(word))

/** Whether there is a word in a text that could be said in another language. */
export const isTranslatable = (text: string): boolean => wordsIn(text).some(word => /\p{L}{2}/u.test(word))

/**
 * Whether the copilot acts alone in a kind of proposals: `counting` while too few have been decided, `stopped` where too few of
 * them were right.
 * @param lately what was decided in the last days (COPILOT_LIMITS.alone).
 */
export function standingOf(
  bar: number,
  { decided, right }: { decided: number; right: number },
): 'counting' | 'alone' | 'stopped' {
  if (decided < COPILOT_LIMITS.alone.decided) return 'counting'
  return right * 100 >= bar * decided ? 'alone' : 'stopped'
}
