/** The copilot settings of companies: stored, shown without the key, and read with it. */
import {
  byFeature,
  COPILOT_FEATURES,
  type CopilotFeature,
  type CopilotSettings,
  FEATURE_OFF,
  type FeatureRule,
  isOffered,
  isOnFor,
  MASKED_KINDS,
  type ResponseOut,
  SIMULATED_MODEL,
  TRANSCRIPTION_MODEL,
} from '@contract'
import { and, eq, inArray } from 'drizzle-orm'
import { canHold, shareOf } from '../../../copilot/ceiling'
import { NO_BARS, type SentForm, wholeForm } from '../../../copilot/form'
import { ApiError } from '../../errors'
import { sealText, unsealText } from '../../platform/auth/seal'
import type { Reader } from '../../platform/db/client'
import { articlePieces, copilotSettings, queues } from '../../platform/db/schema'
import { refuseAddress } from '../../platform/providers/address'
import { localProviders } from '../../settings'
import type { Me, Workspace } from '../../workspace'
import { keptPrompts } from '../integrations/prompts'
import { SEALED_FOR } from '../integrations/secrets'
import { proposalFigures, stoppedKinds } from './accuracy'
import { usedThisMonth } from './usage'

export type CopilotRow = typeof copilotSettings.$inferSelect

/** Where a question goes. */
export interface Provider {
  apiKey: string
  /** "" is the provider's own address. */
  baseUrl: string
  /** "" is the provider's usual model. */
  model: string
}

/** @returns null when a company never set it up: then everything is off. */
export async function copilotOf(db: Reader, companyId: number): Promise<CopilotRow | null> {
  const [row] = await db.select().from(copilotSettings).where(eq(copilotSettings.companyId, companyId))
  return row ?? null
}

const ruleOf = (row: CopilotRow | null, feature: CopilotFeature): FeatureRule =>
  row?.features[feature] ?? FEATURE_OFF

/**
 * The settings where a feature is on for conversations of a queue; null where it is not. A question takes seconds: what
 * asks by itself reads this before it asks and again before it keeps the answer.
 */
export async function copilotWith(
  db: Reader,
  companyId: number,
  feature: CopilotFeature,
  queueId: number | null,
): Promise<CopilotRow | null> {
  const row = await copilotOf(db, companyId)
  return row && isOnFor(row.features[feature], queueId) ? row : null
}

/** The features a person may use; all others are off. */
export async function offersFor(db: Reader, me: Me): Promise<ResponseOut<'copilot.offers'>> {
  const row = await copilotOf(db, me.companyId)
  const own = (feature: CopilotFeature): FeatureRule => {
    const rule = ruleOf(row, feature)
    return rule.profiles.includes(me.profile) ? rule : FEATURE_OFF
  }
  const watches = me.profile === 'admin' && row !== null && row.ceiling !== null
  const usedShare = watches ? shareOf(row, await usedThisMonth(db, me.companyId)) : null
  const stopped = me.profile === 'admin' && row !== null ? await stoppedKinds(db, row) : []
  return { features: byFeature(own), usedShare, stopped, transcribesOpen: false }
}

/** @throws ApiError ERR_COPILOT_OFF when a person may not use a feature in a conversation of a queue. */
export async function refuseUnlessOffered(
  db: Reader,
  me: Me,
  feature: CopilotFeature,
  queueId: number | null,
): Promise<CopilotRow> {
  const row = await copilotOf(db, me.companyId)
  if (!row || !isOffered(row.features[feature], me.profile, queueId)) throw new ApiError('ERR_COPILOT_OFF')
  return row
}

/**
 * The provider as a form describes it, with the stored key if none is typed; a key is only used for the address it was
 * stored for.
 */
async function providerIn(
  app: Workspace,
  companyId: number,
  form: SentForm,
  kept: CopilotRow | null,
): Promise<Provider> {
  if (form.promptId !== null) return await providerOfPrompt(app, companyId, form.promptId)
  const own = unsealText(app.keys, SEALED_FOR.copilot, kept?.apiKeySecret ?? '') ?? ''
  const apiKey = form.apiKey || (kept?.baseUrl === form.baseUrl ? own : '')
  return { apiKey, baseUrl: form.baseUrl, model: form.model }
}

async function providerOfPrompt(app: Workspace, companyId: number, promptId: number): Promise<Provider> {
  const row = await keptPrompts.row(app.db, { companyId }, promptId)
  const { baseUrl, model } = row
  return { apiKey: unsealText(app.keys, SEALED_FOR.model, row.apiKeySecret) ?? '', baseUrl, model }
}

/**
 * How a provider is called: whether local addresses are allowed, the time limits, and in a demo a model without a
 * network.
 */
export async function modelConnection(app: Workspace, { model }: Provider) {
  const simulated = model === SIMULATED_MODEL ? app.simulatedModel() : null
  const local = await localProviders(app.db)
  return { local, timeouts: app.modelTimeouts, ...(simulated ? { fetch: simulated } : {}) }
}

/** @throws ApiError ERR_NO_PROMPT_FOUND */
export async function providerOf(app: Workspace, row: CopilotRow): Promise<Provider> {
  if (row.promptId !== null) return await providerOfPrompt(app, row.companyId, row.promptId)
  const { baseUrl, model } = row
  return { apiKey: unsealText(app.keys, SEALED_FOR.copilot, row.apiKeySecret) ?? '', baseUrl, model }
}

/** The provider of a form that may not be saved yet. @throws ApiError ERR_NO_PROMPT_FOUND, ERR_ADDRESS_NOT_ALLOWED */
export async function providerOfForm(app: Workspace, me: Me, form: SentForm): Promise<Provider> {
  const provider = await providerIn(app, me.companyId, form, await copilotOf(app.db, me.companyId))
  if (provider.baseUrl !== '') refuseAddress(provider.baseUrl, await localProviders(app.db), 'baseUrl')
  return provider
}

/** Tasks that may have an address, a model and a key of their own, and the model used where none is named. */
const TASK_MODELS = { transcription: TRANSCRIPTION_MODEL, embedding: '' }
type ModelTask = keyof typeof TASK_MODELS

/** The provider that transcribes recordings, or makes vectors, for a company. @throws ApiError ERR_NO_PROMPT_FOUND */
export async function providerForTask(app: Workspace, row: CopilotRow, kind: ModelTask): Promise<Provider> {
  const { [`${kind}BaseUrl` as const]: baseUrl, [`${kind}KeySecret` as const]: secret } = row
  const model = row[`${kind}Model`] || TASK_MODELS[kind]
  if (baseUrl === '') return { ...(await providerOf(app, row)), model }
  return { apiKey: unsealText(app.keys, SEALED_FOR[kind], secret) ?? '', baseUrl, model }
}

/** The same for a form that may not be saved yet. @throws as `providerOfForm`. */
export async function formProviderForTask(
  app: Workspace,
  me: Me,
  sent: SentForm,
  kind: ModelTask,
): Promise<Provider> {
  const kept = await copilotOf(app.db, me.companyId)
  const form = wholeForm(sent, kept)
  const { [`${kind}BaseUrl` as const]: baseUrl, [`${kind}ApiKey` as const]: typed = '' } = form
  const model = form[`${kind}Model`] || TASK_MODELS[kind]
  if (baseUrl === '') return { ...(await providerOfForm(app, me, form)), model }
  refuseAddress(baseUrl, await localProviders(app.db), `${kind}BaseUrl`)
  const isKept = kept?.[`${kind}BaseUrl`] === baseUrl
  return { apiKey: typed || (isKept ? (await providerForTask(app, kept, kind)).apiKey : ''), baseUrl, model }
}

/** In the contract's shape. */
export async function settingsView(app: Workspace, me: Me): Promise<CopilotSettings> {
  const row = await copilotOf(app.db, me.companyId)
  return {
    features: byFeature(one => ruleOf(row, one)),
    baseUrl: row?.baseUrl ?? '',
    model: row?.model ?? '',
    hasApiKey: unsealText(app.keys, SEALED_FOR.copilot, row?.apiKeySecret ?? '') !== null,
    promptId: row?.promptId ?? null,
    transcriptionBaseUrl: row?.transcriptionBaseUrl ?? '',
    transcriptionModel: row?.transcriptionModel ?? '',
    hasTranscriptionKey:
      unsealText(app.keys, SEALED_FOR.transcription, row?.transcriptionKeySecret ?? '') !== null,
    embeddingBaseUrl: row?.embeddingBaseUrl ?? '',
    embeddingModel: row?.embeddingModel ?? '',
    hasEmbeddingKey: unsealText(app.keys, SEALED_FOR.embedding, row?.embeddingKeySecret ?? '') !== null,
    transcribesArrivals: row?.transcribesArrivals ?? false,
    fixed: false,
    ceilingUnit: row?.ceilingUnit ?? 'tokens',
    ceiling: row?.ceiling ?? null,
    masks: row?.masks ?? [...MASKED_KINDS],
    alone: { ...NO_BARS, ...row?.alone },
    proposals: await proposalFigures(app.db, me.companyId),
    used: await usedThisMonth(app.db, me.companyId),
  }
}

/**
 * Saves a form. An omitted key stays, except when the address changes: then it has to be given again.
 * @throws ApiError ERR_NO_PROMPT_FOUND, ERR_NO_QUEUE_FOUND, ERR_ADDRESS_NOT_ALLOWED, ERR_VALIDATION (apiKey),
 *   ERR_COPILOT_PRICE for a ceiling in money with a model whose price is unknown.
 */
export async function saveSettings(app: Workspace, me: Me, sent: SentForm): Promise<CopilotSettings> {
  const { companyId } = me
  const form = wholeForm(sent, await copilotOf(app.db, companyId))
  const { apiKey = '', transcriptionApiKey: _typed, embeddingApiKey: _other, ...plain } = form
  const provider = await providerOfForm(app, me, form)
  const transcriber = await formProviderForTask(app, me, form, 'transcription')
  const embedder = await formProviderForTask(app, me, form, 'embedding')
  if (!canHold(form, provider, transcriber, form.embeddingModel === '' ? null : embedder))
    throw new ApiError('ERR_COPILOT_PRICE', { field: 'ceiling' })
  // A key belongs to its address and is deleted with it.
  const sealed = (kind: ModelTask, key: string): string =>
    form[`${kind}BaseUrl`] === '' || key === '' ? '' : sealText(app.keys, SEALED_FOR[kind], key)
  await app.db.company(companyId).write(async tx => {
    const wanted = [...new Set(COPILOT_FEATURES.flatMap(feature => form.features[feature]?.queueIds ?? []))]
    const own = and(eq(queues.companyId, companyId), inArray(queues.id, wanted))
    if (wanted.length > 0 && (await tx.$count(queues, own)) < wanted.length)
      throw new ApiError('ERR_NO_QUEUE_FOUND', { field: 'features' })
    const before = await copilotOf(tx, companyId)
    const moved = before !== null && before.baseUrl !== form.baseUrl && before.apiKeySecret !== ''
    if (moved && apiKey === '' && form.promptId === null)
      throw new ApiError('ERR_VALIDATION', { field: 'apiKey' })
    const values = {
      ...plain,
      features: { ...before?.features, ...form.features } as CopilotRow['features'],
      transcriptionKeySecret: sealed('transcription', transcriber.apiKey),
      embeddingKeySecret: sealed('embedding', embedder.apiKey),
      ...(apiKey === '' ? {} : { apiKeySecret: sealText(app.keys, SEALED_FOR.copilot, apiKey) }),
      updatedAt: new Date().toISOString(),
    }
    await tx
      .insert(copilotSettings)
      .values({ ...values, companyId })
      .onConflictDoUpdate({ target: copilotSettings.companyId, set: values })
    if (form.embeddingModel === '')
      await tx.delete(articlePieces).where(eq(articlePieces.companyId, companyId))
    app.realtime.toCompany(companyId, 'copilot', { action: 'update' })
  })
  app.memory.embedderPauses.delete(companyId)
  app.memory.embedderDoubts.delete(companyId)
  return await settingsView(app, me)
}
