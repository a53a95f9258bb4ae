/** AI prompts: rows, what consoles see of them, and how they are kept (docs/specification.md 3.3, 3.5 and 3.7). */
import { fold, type promptForm, type QueryOut } from '@contract'
import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import { sealText, unsealText } from '../../platform/auth/seal'
import type { Reader, Tx } from '../../platform/db/client'
import { queueOf } from '../../platform/db/company-rows'
import { pageOf } from '../../platform/db/page'
import { prompts, queues, whatsapps } from '../../platform/db/schema'
import { refuseAddress } from '../../platform/providers/address'
import { localProviders } from '../../settings'
import type { Me, Workspace } from '../../workspace'
import { SEALED_FOR } from './secrets'

export type PromptRow = typeof prompts.$inferSelect
type Form = z.output<typeof promptForm>
type Queue = { id: number; name: string; color: string } | null

/** Columns of an answer. */
const promptColumns = {
  row: prompts,
  queue: { id: queues.id, name: queues.name, color: queues.color },
}

/** A prompt in the contract's shape. @param app whose key file decides whether a kept secret can still be read. */
export function promptView(app: Pick<Workspace, 'keys'>, { row, queue }: { row: PromptRow; queue: Queue }) {
  const { apiKeySecret, voiceKeySecret, companyId: _c, createdAt: _a, updatedAt: _u, ...rest } = row
  return {
    ...rest,
    hasApiKey: unsealText(app.keys, SEALED_FOR.model, apiKeySecret) !== null,
    hasVoiceKey: unsealText(app.keys, SEALED_FOR.speech, voiceKeySecret) !== null,
    queue,
  }
}

/** A page of the company's prompts whose name contains what was typed, by name. */
export async function promptPage(
  app: Workspace,
  me: Me,
  { searchParam = '', pageNumber }: QueryOut<'prompts.list'>,
) {
  const rows = await app.db
    .select(promptColumns)
    .from(prompts)
    .leftJoin(queues, eq(queues.id, prompts.queueId))
    .where(eq(prompts.companyId, me.companyId))
    .orderBy(asc(prompts.name), asc(prompts.id))
  const found = rows.filter(({ row }) => fold(row.name).includes(fold(searchParam)))
  const { page, ...rest } = pageOf(found, pageNumber)
  return { prompts: page.map(row => promptView(app, row)), ...rest }
}

/** @throws ApiError ERR_NO_PROMPT_FOUND */
export async function promptOf(
  db: Reader,
  companyId: number,
  id: number,
): Promise<{ row: PromptRow; queue: Queue }> {
  const [found] = await db
    .select(promptColumns)
    .from(prompts)
    .leftJoin(queues, eq(queues.id, prompts.queueId))
    .where(and(eq(prompts.id, id), eq(prompts.companyId, companyId)))
  if (!found) throw new ApiError('ERR_NO_PROMPT_FOUND')
  return found
}

/**
 * Adds or changes a prompt; keys that are not given stay as they are. A key is for the address it was given for: with
 * another address it has to be given again, so that nobody can have it sent elsewhere.
 * @param id null adds one.
 * @returns it in the contract's shape.
 * @throws ApiError ERR_NO_PROMPT_FOUND, ERR_NO_QUEUE_FOUND, ERR_ADDRESS_NOT_ALLOWED, ERR_VALIDATION (apiKey).
 */
export async function savePrompt(app: Workspace, me: Me, id: number | null, form: Form) {
  const { companyId } = me
  const { apiKey = '', voiceKey = '', ...plain } = form
  if (plain.baseUrl !== '') refuseAddress(plain.baseUrl, await localProviders(app.db), 'baseUrl')
  return app.db.company(companyId).write(async tx => {
    const before = id === null ? null : (await promptOf(tx, companyId, id)).row
    if (plain.queueId !== before?.queueId) await queueOf(tx, companyId, plain.queueId)
    const moved = before !== null && before.baseUrl !== plain.baseUrl && before.apiKeySecret !== ''
    if (moved && apiKey === '') throw new ApiError('ERR_VALIDATION', { field: 'apiKey' })
    const values = {
      ...plain,
      ...(apiKey === '' ? {} : { apiKeySecret: sealText(app.keys, SEALED_FOR.model, apiKey) }),
      ...(voiceKey === '' ? {} : { voiceKeySecret: sealText(app.keys, SEALED_FOR.speech, voiceKey) }),
    }
    const saved = before ? await changed(tx, before.id, values) : await added(tx, companyId, values)
    const prompt = promptView(app, await promptOf(tx, companyId, saved))
    app.realtime.toCompany(companyId, 'prompt', { action: before ? 'update' : 'create', prompt })
    return prompt
  })
}

type Values = Partial<PromptRow> & { name: string }

async function added(tx: Tx, companyId: number, values: Values): Promise<number> {
  const [made] = await tx
    .insert(prompts)
    .values({ ...values, companyId })
    .returning({ id: prompts.id })
  if (!made) throw new ApiError('ERR_INTERNAL')
  return made.id
}

async function changed(tx: Tx, id: number, values: Values): Promise<number> {
  await tx
    .update(prompts)
    .set({ ...values, updatedAt: new Date().toISOString() })
    .where(eq(prompts.id, id))
  return id
}

/** @throws ApiError ERR_NO_PROMPT_FOUND, ERR_PROMPT_IN_USE while a queue or a connection answers with it. */
export async function removePrompt(app: Workspace, me: Me, id: number): Promise<void> {
  await app.db.company(me.companyId).write(async tx => {
    await promptOf(tx, me.companyId, id)
    for (const table of [queues, whatsapps]) {
      const used = await tx.$count(table, and(eq(table.companyId, me.companyId), eq(table.promptId, id)))
      if (used > 0) throw new ApiError('ERR_PROMPT_IN_USE')
    }
    await tx.delete(prompts).where(eq(prompts.id, id))
    app.realtime.toCompany(me.companyId, 'prompt', { action: 'delete', promptId: id })
  })
}
