/** AI prompts: rows, what consoles see of them, and how they are kept. */
import type { promptForm } from '@contract'
import { asc, eq, getTableColumns } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import { sealText, unsealText } from '../../platform/auth/seal'
import { queueOf } from '../../platform/db/company-rows'
import { prompts, queues } from '../../platform/db/schema'
import { refuseAddress } from '../../platform/providers/address'
import type { Caller } from '../../platform/records/definition'
import { records } from '../../platform/records/records'
import { localProviders } from '../../settings'
import type { Workspace } from '../../workspace'
import { refuseInUse } from './in-use'
import { SEALED_FOR } from './secrets'

export type PromptRow = typeof prompts.$inferSelect

/** A prompt in the contract's shape. @param app whose key file decides whether a kept secret can still be read. */
function promptView(
  app: Pick<Workspace, 'keys'>,
  { queue, ...row }: PromptRow & { queue: { id: number; name: string; color: string } | null },
) {
  const { apiKeySecret, voiceKeySecret, companyId: _c, createdAt: _a, updatedAt: _u, ...rest } = row
  return {
    ...rest,
    hasApiKey: unsealText(app.keys, SEALED_FOR.model, apiKeySecret) !== null,
    hasVoiceKey: unsealText(app.keys, SEALED_FOR.speech, voiceKeySecret) !== null,
    queue,
  }
}

/**
 * The company's prompts by name. An omitted key stays. A key belongs to its address: with another address it has to be
 * given again, so that nobody can have it sent elsewhere.
 */
export const keptPrompts = records({
  table: prompts,
  read: (db, where) =>
    db
      .select({
        ...getTableColumns(prompts),
        queue: { id: queues.id, name: queues.name, color: queues.color },
      })
      .from(prompts)
      .leftJoin(queues, eq(queues.id, prompts.queueId))
      .where(where)
      .orderBy(asc(prompts.name), asc(prompts.id)),
  show: (row, app) => promptView(app, row),
  search: ({ name }) => name,
  listed: 'prompts',
  missing: 'ERR_NO_PROMPT_FOUND',
  async check(tx, { companyId }: Caller, form: z.output<typeof promptForm>, before) {
    if (form.baseUrl !== '') refuseAddress(form.baseUrl, await localProviders(tx), 'baseUrl')
    if (form.queueId !== before?.queueId) await queueOf(tx, companyId, form.queueId)
    const moved = before !== null && before.baseUrl !== form.baseUrl && before.apiKeySecret !== ''
    if (moved && !form.apiKey) throw new ApiError('ERR_VALIDATION', { field: 'apiKey' })
  },
  columns: ({ apiKey, voiceKey, ...plain }, _who, _before, { app }) => ({
    ...plain,
    ...(apiKey ? { apiKeySecret: sealText(app.keys, SEALED_FOR.model, apiKey) } : {}),
    ...(voiceKey ? { voiceKeySecret: sealText(app.keys, SEALED_FOR.speech, voiceKey) } : {}),
  }),
  leaving: (tx, { companyId }, { id }) => refuseInUse(tx, companyId, 'promptId', id, 'ERR_PROMPT_IN_USE'),
  announce: { channel: 'prompt', row: 'prompt', gone: 'promptId' },
})
