/**
 * What may answer customers in a person's place: AI prompts and integrations of queues, as connections and queues choose
 * them.
 */
import { z } from 'zod'
import {
  INTEGRATION_TYPE,
  IXC_DEFAULTS,
  IXC_LIMITS,
  PROMPT_DEFAULTS,
  PROMPT_LIMITS,
  PROMPT_VOICES,
  TEXT_VOICE,
} from '../automation'
import { prompt, queueIntegration } from '../entities'
import { line, rowId, token, upTo, words } from '../requests'
import { flag, listOf, maybeText, rowCount } from '../scalars'
import { crud, paged } from './crud'
import { done, endpoint } from './define'

/** A key of a provider: printable, on one line; "" or left out keeps the one that is kept. */
export const providerKey = token(IXC_LIMITS.apiKey.max).trim().optional()
/** Where a provider is asked; "" is none of one's own. */
export const providerUrl = line(300).regex(/^(https?:\/\/[^\s/?#]+[^\s?#]*)?$/i, 'URL inválida')
const within = ({ min, max }: { min: number; max: number }) => z.number().min(min).max(max)

/** How a prompt asks, apart from what it is called. */
const asking = {
  prompt: words(PROMPT_LIMITS.text.max).default(''),
  apiKey: providerKey,
  baseUrl: providerUrl.default(''),
  model: token(100).trim().default(''),
  maxTokens: within(PROMPT_LIMITS.maxTokens).int().default(PROMPT_DEFAULTS.maxTokens),
  temperature: within(PROMPT_LIMITS.temperature).default(PROMPT_DEFAULTS.temperature),
  /** From the company's articles; one that leaves it out stays as it is, a new one does. */
  usesArticles: z.boolean().optional(),
}

/** A prompt as its dialog sends it: what it insists on is a name and a queue. */
export const promptForm = z.object({
  name: line(PROMPT_LIMITS.name.max, 'Muito longo!').min(1, 'Obrigatório'),
  ...asking,
  voice: z
    .string()
    .max(60)
    .refine(value => PROMPT_VOICES.includes(value), 'no such voice')
    .default(TEXT_VOICE),
  voiceKey: providerKey,
  /** Region of the speech service, for example brazilsouth. */
  voiceRegion: line(40)
    .regex(/^[a-z0-9-]*$/i)
    .default(''),
  maxMessages: within(PROMPT_LIMITS.maxMessages).int().default(PROMPT_DEFAULTS.maxMessages),
  queueId: z.number('Informe o setor').pipe(rowId),
})

/** One side of the conversation in the playground. */
const turn = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), text: words(PROMPT_LIMITS.trial.question) }),
  z.object({ role: z.literal('assistant'), text: words(PROMPT_LIMITS.trial.answer) }),
])

/** A question to a prompt that may not be stored yet; the key of the stored one is used where none is given. */
export const promptTrial = z.object({
  id: rowId.optional(),
  ...asking,
  turns: upTo(PROMPT_LIMITS.trial.turns, turn),
})

/**
 * One line of the answer of `prompts.try` (newline-delimited JSON): pieces of the text as they come, then either what it
 * cost and whether the model hands over, or why it broke off.
 */
export const promptTrialLine = z.union([
  z.object({ delta: z.string() }),
  z.object({
    promptTokens: z.number(),
    completionTokens: z.number(),
    handover: z.boolean(),
    model: z.string(),
    /** Articles it answers from. */
    sources: listOf('prompts.sources', z.object({ id: z.number(), title: z.string(), text: z.string() })),
  }),
  z.object({ error: z.string() }),
])
export type PromptTrialLine = z.output<typeof promptTrialLine>

const integration = {
  type: z.literal(INTEGRATION_TYPE).default(INTEGRATION_TYPE),
  name: line(IXC_LIMITS.name.max, 'Nome muito longo!')
    .min(1, 'Nome é obrigatório')
    .min(IXC_LIMITS.name.min, 'Nome muito curto!'),
  projectName: line(200).optional(),
  ixcBaseUrl: line(300)
    .min(1, 'Obrigatório')
    .regex(/^https?:\/\/[^\s/?#]+[^\s?#]*$/i, 'URL inválida'),
  ixcTimeout: z
    .number()
    .int()
    .min(IXC_LIMITS.timeout.min, 'Timeout mínimo: 5000ms')
    .max(IXC_LIMITS.timeout.max, 'Timeout máximo: 300000ms')
    .default(IXC_DEFAULTS.ixcTimeout),
  ixcRetryAttempts: z
    .number()
    .int()
    .min(IXC_LIMITS.attempts.min, 'Mínimo: 1 tentativa')
    .max(IXC_LIMITS.attempts.max, 'Máximo: 10 tentativas')
    .default(IXC_DEFAULTS.ixcRetryAttempts),
  ixcFallbackQueueId: z.number('Fila de fallback é obrigatória').pipe(rowId),
}
const ixcApiKey = token(IXC_LIMITS.apiKey.max).trim().min(IXC_LIMITS.apiKey.min, 'API Key muito curta!')

/** Rules of the IXC dialog. */
export const integrationForm = z.object({ ...integration, ixcApiKey })
/** The same for one that is kept: without a key the one before stays. */
export const integrationChange = z.object({
  ...integration,
  ixcApiKey: z.literal('').or(ixcApiKey).optional(),
})

const PROMPT_ERRORS = ['ERR_NO_PERMISSION', 'ERR_PLAN_LACKS'] as const
const SAVES = [...PROMPT_ERRORS, 'ERR_NO_QUEUE_FOUND', 'ERR_ADDRESS_NOT_ALLOWED'] as const
const ADMIN = 'drawer-admin-items:view'

export const automationEndpoints = {
  'prompts.list': endpoint('GET', '/prompt', {
    summary: 'AI prompts of the company by name, paged, without their keys',
    access: ADMIN,
    ...paged('prompts', 'prompts', prompt),
    errors: PROMPT_ERRORS,
  }),
  ...crud('prompts', '/prompt', {
    access: ADMIN,
    record: prompt,
    form: promptForm,
    missing: 'ERR_NO_PROMPT_FOUND',
    get: ['One AI prompt, without its keys', ...PROMPT_ERRORS],
    create: ['Add an AI prompt', ...SAVES],
    update: ['Change an AI prompt; keys that are left out stay', ...SAVES],
  }),
  'prompts.remove': endpoint('DELETE', '/prompt/:id', {
    summary: 'Delete an AI prompt that no queue and no connection uses',
    access: ADMIN,
    response: () => z.object({ message: maybeText }),
    errors: [...PROMPT_ERRORS, 'ERR_NO_PROMPT_FOUND', 'ERR_PROMPT_IN_USE'],
  }),
  'prompts.try': endpoint('POST', '/prompt/try', {
    summary: 'Ask a prompt as a customer would; the answer streams as lines of JSON',
    access: ADMIN,
    body: promptTrial,
    response: done,
    raw: true,
    errors: [
      ...PROMPT_ERRORS,
      'ERR_NO_PROMPT_FOUND',
      'ERR_AI_KEY',
      'ERR_AI_PROVIDER',
      'ERR_AI_BUSY',
      'ERR_AI_SILENT',
      'ERR_AI_ENDLESS',
      'ERR_ADDRESS_NOT_ALLOWED',
      'ERR_TOO_MANY_ATTEMPTS',
    ],
  }),
  'integrations.list': endpoint('GET', '/queueIntegration', {
    summary: 'Integrations of the company by name, paged, without their keys',
    access: ADMIN,
    ...paged('queueIntegrations', 'queueIntegrations', queueIntegration),
    errors: PROMPT_ERRORS,
  }),
  ...crud('integrations', '/queueIntegration', {
    access: ADMIN,
    record: queueIntegration,
    form: integrationForm,
    change: integrationChange,
    missing: 'ERR_NO_INTEGRATION_FOUND',
    get: ['One integration, without its key', ...PROMPT_ERRORS],
    create: ['Add an integration', ...SAVES],
    update: ['Change an integration; without a key the one before stays', ...SAVES],
    remove: [
      'Delete an integration that no queue and no connection uses',
      ...PROMPT_ERRORS,
      'ERR_INTEGRATION_IN_USE',
    ],
  }),
  'integrations.test': endpoint('POST', '/queueIntegration/test', {
    summary: 'Ask the provider once whether address and key are right',
    access: ADMIN,
    body: () =>
      z.object({
        id: rowId.optional(),
        ixcBaseUrl: integration.ixcBaseUrl,
        ixcApiKey: providerKey,
        ixcTimeout: integration.ixcTimeout,
      }),
    response: () => z.object({ ok: flag, took: rowCount }),
    errors: [
      ...PROMPT_ERRORS,
      'ERR_NO_INTEGRATION_FOUND',
      'ERR_IXC_KEY',
      'ERR_IXC_PROVIDER',
      'ERR_ADDRESS_NOT_ALLOWED',
      'ERR_TOO_MANY_ATTEMPTS',
    ],
  }),
} as const
