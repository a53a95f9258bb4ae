/** Asks Meta for what the Business app on the phone of a number has. It gives each kind once, in the day after it came. */
import { canAskPhone, type PhoneDataKind, type PhoneSync } from '@contract'
import { and, eq } from 'drizzle-orm'
import { limitSignal } from '../../../../time-limit'
import { ApiError } from '../../../errors'
import { reasonOf } from '../../../log'
import type { Reader } from '../../../platform/db/client'
import { phoneSyncs } from '../../../platform/db/schema'
import type { Workspace } from '../../../workspace'
import { accountOf } from './account'
import { createGraph, GraphError, GraphNoAnswer } from './graph'

/** How long Meta may take to answer somebody who waits, in milliseconds. */
const ASK_MS = 15_000
const SYNC_TYPES: Readonly<Record<PhoneDataKind, string>> = {
  contacts: 'smb_app_state_sync',
  history: 'history',
}

/** What was asked for of a number's phone, and what came. */
export async function phoneSyncsOf(db: Reader, whatsappId: number): Promise<PhoneSync[]> {
  const rows = await db.select().from(phoneSyncs).where(eq(phoneSyncs.whatsappId, whatsappId))
  return rows.map(({ kind, state, progress, taken, code, askedAt, heardAt }) => ({
    ...{ kind, state, progress, taken, code, askedAt, heardAt },
  }))
}

/**
 * Asks for one kind where `canAskPhone` allows it: Meta gives it once.
 * @returns what is known of both kinds then, also of a refusal.
 * @throws ApiError ERR_WAPP_NOT_INITIALIZED where the number is not set up.
 */
export async function askPhone(
  app: Workspace,
  at: { companyId: number; whatsappId: number },
  kind: PhoneDataKind,
): Promise<PhoneSync[]> {
  const { companyId, whatsappId } = at
  const account = await accountOf(app.db, app.keys, whatsappId)
  if (!account?.accessToken || account.phoneNumberId === '') throw new ApiError('ERR_WAPP_NOT_INITIALIZED')
  const asked = { state: 'asked' as const, code: null, askedAt: new Date().toISOString(), heardAt: null }
  // Before Meta is asked: what it delivers may be faster than its answer.
  const begun = await app.db.company(companyId).write(async tx => {
    const known = await phoneSyncsOf(tx, whatsappId)
    const sync = known.find(one => one.kind === kind)
    if (!canAskPhone(sync, Date.now())) return false
    await tx
      .insert(phoneSyncs)
      .values({ companyId, whatsappId, kind, ...asked })
      .onConflictDoUpdate({ target: [phoneSyncs.whatsappId, phoneSyncs.kind], set: asked })
    return true
  })
  if (!begun) return phoneSyncsOf(app.db, whatsappId)
  try {
    await createGraph(app.graphUrl).call({
      token: account.accessToken,
      method: 'POST',
      path: `${encodeURIComponent(account.phoneNumberId)}/smb_app_data`,
      body: { messaging_product: 'whatsapp', sync_type: SYNC_TYPES[kind] },
      signal: limitSignal(ASK_MS),
    })
  } catch (error) {
    app.log.info('what the phone has was not given', { whatsappId, reason: reasonOf(error) })
    // Where nobody knows whether it was taken, what comes shows it.
    if (!(error instanceof GraphNoAnswer && error.mayBeDone)) {
      const code = error instanceof GraphError ? error.code : null
      await app.db.company(companyId).write(tx =>
        tx
          .update(phoneSyncs)
          .set({ state: 'refused', code })
          .where(and(eq(phoneSyncs.whatsappId, whatsappId), eq(phoneSyncs.kind, kind))),
      )
    }
  }
  return phoneSyncsOf(app.db, whatsappId)
}
