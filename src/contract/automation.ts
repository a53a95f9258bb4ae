/** What may answer customers in a person's place: its figures and names. */

/** Answers are written, or spoken by one of Azure Speech's Brazilian Portuguese voices. */
export const TEXT_VOICE = 'texto'
const NAMES = [
  'Francisca',
  'Antonio',
  'Brenda',
  'Donato',
  'Elza',
  'Fabio',
  'Giovanna',
  'Humberto',
  'Julio',
  'Leila',
  'Leticia',
  'Manuela',
  'Nicolau',
  'Valerio',
  'Yara',
] as const
/** Voices as they are stored, with the names people know them by. */
export const SPOKEN_VOICES: readonly { value: string; name: string }[] = NAMES.map(name => ({
  value: `pt-BR-${name}Neural`,
  name,
}))
export const PROMPT_VOICES: readonly string[] = [TEXT_VOICE, ...SPOKEN_VOICES.map(({ value }) => value)]

export const PROMPT_DEFAULTS = { maxTokens: 100, temperature: 1, maxMessages: 10 } as const
/**
 * `name` and `text` are what the specification recommends; its form does not insist on them. The others are
 * the bounds of what a server keeps.
 */
export const PROMPT_LIMITS = {
  name: { min: 5, max: 100 },
  text: { min: 50, max: 20_000 },
  maxTokens: { min: 1, max: 32_000 },
  temperature: { min: 0, max: 2 },
  maxMessages: { min: 1, max: 100 },
  /** The playground: characters of a question and of an answer the model is reminded of, and how many of both. */
  trial: { question: 4_096, answer: 16_384, turns: 40 },
} as const

/** Where a prompt asks that names no place of its own. */
export const AI_BASE_URL = 'https://api.openai.com/v1'
export const AI_MODEL = 'gpt-4o-mini'
/** Pages of the provider that the notice of /prompts leads to. */
export const AI_PAGES = {
  usage: 'https://platform.openai.com/usage',
  billing: 'https://platform.openai.com/settings/organization/billing/overview',
  keys: 'https://platform.openai.com/api-keys',
} as const

/** What a model writes to hand a customer over to a person. Prompts may name it; the server tells every model of it. */
export const HANDOVER_PHRASE = 'Ação: Transferir para o setor de atendimento'

/** List prices in US dollars for a million tokens, by the beginning of a model's name; the longest that fits holds. */
const PRICES: Readonly<Record<string, { prompt: number; completion: number }>> = {
  'gpt-4o-mini': { prompt: 0.15, completion: 0.6 },
  'gpt-4o': { prompt: 2.5, completion: 10 },
  'gpt-4.1-nano': { prompt: 0.1, completion: 0.4 },
  'gpt-4.1-mini': { prompt: 0.4, completion: 1.6 },
  'gpt-4.1': { prompt: 2, completion: 8 },
  'gpt-3.5-turbo': { prompt: 0.5, completion: 1.5 },
  'text-embedding-3-small': { prompt: 0.02, completion: 0 },
  'text-embedding-3-large': { prompt: 0.13, completion: 0 },
  'text-embedding-ada-002': { prompt: 0.1, completion: 0 },
}

/** Public addresses are reached by https alone: what is asked by http stands in one's own network, and asks for no money. */
const isOwn = (baseUrl: string): boolean => /^http:/i.test(baseUrl)

/**
 * What an answer costs by the list price, in US dollars; nothing in one's own network.
 * @param baseUrl where it was asked for; "" for the provider itself. Nobody but the provider has its prices.
 * @returns null for a model whose price is not known.
 */
export function answerCost(
  { baseUrl, model }: { baseUrl: string; model: string },
  tokens: { promptTokens: number; completionTokens: number },
): number | null {
  if (isOwn(baseUrl)) return 0
  if (baseUrl !== '' && baseUrl !== AI_BASE_URL) return null
  const [name] = Object.keys(PRICES)
    .filter(known => (model || AI_MODEL).startsWith(known))
    .sort((a, b) => b.length - a.length)
  const price = name === undefined ? undefined : PRICES[name]
  if (!price) return null
  return (tokens.promptTokens * price.prompt + tokens.completionTokens * price.completion) / 1_000_000
}

/** The same for a minute of a recording. */
const PRICES_A_MINUTE: Readonly<Record<string, number>> = {
  'gpt-4o-mini-transcribe': 0.003,
  'gpt-4o-transcribe': 0.006,
  'whisper-1': 0.006,
}

/**
 * What it costs by the list price to have a recording transcribed, in US dollars.
 * @returns null as `answerCost`.
 */
export function transcriptionCost(
  { baseUrl, model }: { baseUrl: string; model: string },
  seconds: number,
): number | null {
  if (isOwn(baseUrl)) return 0
  const price = baseUrl === '' || baseUrl === AI_BASE_URL ? PRICES_A_MINUTE[model] : undefined
  return price === undefined ? null : (seconds / 60) * price
}

/** The one kind of integration. */
export const INTEGRATION_TYPE = 'IXC'
export const IXC_DEFAULTS = { ixcTimeout: 30_000, ixcRetryAttempts: 3 } as const
/** Timeout in milliseconds, tries as a count. */
export const IXC_LIMITS = {
  name: { min: 2, max: 50 },
  apiKey: { min: 10, max: 500 },
  timeout: { min: 5_000, max: 300_000, step: 1_000 },
  attempts: { min: 1, max: 10 },
} as const
