/** How companies have their copilot set: kept, shown without the key, and asked for with it. */
import {
  byFeature,
  COPILOT_FEATURES,
  type CopilotFeature,
  type CopilotSettings,
  FEATURE_OFF,
  type FeatureRule,
  isOffered,
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
import { promptOf } from '../integrations/prompts'
import { SEALED_FOR } from '../integrations/secrets'
import { proposalFigures, stoppedKinds } from './standing'
import { usedThisMonth } from './usage'

export type CopilotRow = typeof copilotSettings.$inferSelect

/** Where a question goes. */
export interface Provider {
  apiKey: string
  /** "" is the provider itself. */
  baseUrl: string
  /** "" is its usual one. */
  model: string
}

/** @returns null where a company never set it: then all of it is off. */
export async function copilotOf(db: Reader, companyId: number): Promise<CopilotRow | null> {
  const [row] = await db.select().from(copilotSettings).where(eq(copilotSettings.companyId, companyId))
  return row ?? null
}

const ruleOf = (row: CopilotRow | null, feature: CopilotFeature): FeatureRule =>
  row?.features[feature] ?? FEATURE_OFF

/** What of it somebody may use: rules that leave them out are off. */
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

/** @throws ApiError ERR_COPILOT_OFF where somebody may not use a feature in a conversation of a queue. */
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

/** As a form has it, with the kept key where none is typed; a key is for the address it was kept for. */
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
  const { row } = await promptOf(app.db, companyId, promptId)
  const { baseUrl, model } = row
  return { apiKey: unsealText(app.keys, SEALED_FOR.model, row.apiKeySecret) ?? '', baseUrl, model }
}

/** How a provider is reached: a demo's own model without a network. */
export async function wayTo(app: Workspace, { model }: Provider) {
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

/** The provider of a form that may not be stored yet. @throws ApiError ERR_NO_PROMPT_FOUND, ERR_ADDRESS_NOT_ALLOWED */
export async function providerOfForm(app: Workspace, me: Me, form: SentForm): Promise<Provider> {
  const provider = await providerIn(app, me.companyId, form, await copilotOf(app.db, me.companyId))
  if (provider.baseUrl !== '') refuseAddress(provider.baseUrl, await localProviders(app.db), 'baseUrl')
  return provider
}

/** What may have an address, a model and a key of its own, and its model where none is named. */
const BESIDE = { transcription: TRANSCRIPTION_MODEL, embedding: '' }
type Beside = keyof typeof BESIDE

/** Who hears recordings, or makes vectors, for a company. @throws ApiError ERR_NO_PROMPT_FOUND */
export async function besideOf(app: Workspace, row: CopilotRow, kind: Beside): Promise<Provider> {
  const { [`${kind}BaseUrl` as const]: baseUrl, [`${kind}KeySecret` as const]: secret } = row
  const model = row[`${kind}Model`] || BESIDE[kind]
  if (baseUrl === '') return { ...(await providerOf(app, row)), model }
  return { apiKey: unsealText(app.keys, SEALED_FOR[kind], secret) ?? '', baseUrl, model }
}

/** The same of a form that may not be stored yet. @throws as `providerOfForm`. */
export async function besideOfForm(app: Workspace, me: Me, sent: SentForm, kind: Beside): Promise<Provider> {
  const kept = await copilotOf(app.db, me.companyId)
  const form = wholeForm(sent, kept)
  const { [`${kind}BaseUrl` as const]: baseUrl, [`${kind}ApiKey` as const]: typed = '' } = form
  const model = form[`${kind}Model`] || BESIDE[kind]
  if (baseUrl === '') return { ...(await providerOfForm(app, me, form)), model }
  refuseAddress(baseUrl, await localProviders(app.db), `${kind}BaseUrl`)
  const isKept = kept?.[`${kind}BaseUrl`] === baseUrl
  return { apiKey: typed || (isKept ? (await besideOf(app, kept, kind)).apiKey : ''), baseUrl, model }
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
 * Keeps a form; a key that is not given stays, but for another address, where it has to be given again.
 * @throws ApiError ERR_NO_PROMPT_FOUND, ERR_NO_QUEUE_FOUND, ERR_ADDRESS_NOT_ALLOWED, ERR_VALIDATION (apiKey), ERR_COPILOT_PRICE
 *   for a ceiling in money of a model whose price nobody knows.
 */
export async function saveSettings(app: Workspace, me: Me, sent: SentForm): Promise<CopilotSettings> {
  const { companyId } = me
  const form = wholeForm(sent, await copilotOf(app.db, companyId))
  const { apiKey = '', transcriptionApiKey: _typed, embeddingApiKey: _other, ...plain } = form
  const provider = await providerOfForm(app, me, form)
  const transcriber = await besideOfForm(app, me, form, 'transcription')
  const embedder = await besideOfForm(app, me, form, 'embedding')
  if (!canHold(form, provider, transcriber, form.embeddingModel === '' ? null : embedder))
    throw new ApiError('ERR_COPILOT_PRICE', { field: 'ceiling' })
  // It is for its address, and goes with it.
  const sealed = (kind: Beside, key: string): string =>
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
