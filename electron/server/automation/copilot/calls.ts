/** Requests of the copilot: counted against the month's ceiling, and logged without their words. */
import { COPILOT_LIMITS, type CopilotFeature, type CopilotOutcome } from '@contract'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { CountedCall } from '../../../copilot/ask'
import { costOf, MICROS, shareOf, type Usage } from '../../../copilot/ceiling'
import type { ModelTimeouts } from '../../../providers/chat-model'
import { ApiError } from '../../errors'
import type { Tx } from '../../platform/db/client'
import { copilotCalls } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import type { CopilotRow, Provider } from './settings'
import { isEnded, usedThisMonth } from './usage'

/** Longer than a model is ever given: a request this old was left by a dead process. */
const FORGOTTEN_MS = 30_000

/** Ends requests of a killed server: their possible answers no longer count, what was sent does. */
async function endForgotten(
  tx: Tx,
  companyId: number,
  { whole }: ModelTimeouts,
  provider: Provider,
): Promise<void> {
  const before = new Date(Date.now() - whole - FORGOTTEN_MS).toISOString()
  const forgotten = and(
    eq(copilotCalls.companyId, companyId),
    sql`${copilotCalls.outcome} = 'asked'`,
    lt(copilotCalls.createdAt, before),
  )
  for (const { id, model, promptTokens, seconds } of await tx.select().from(copilotCalls).where(forgotten))
    await tx
      .update(copilotCalls)
      .set({
        outcome: 'failed',
        completionTokens: 0,
        costMicros: costOf(
          { ...provider, model },
          { promptTokens, completionTokens: 0, ...(seconds > 0 ? { seconds } : {}) },
        ),
      })
      .where(eq(copilotCalls.id, id))
}

/**
 * Begins a request. Its possible maximum counts as used until it ends, so that parallel requests cannot pass the
 * ceiling together.
 * @throws ApiError ERR_COPILOT_CEILING
 */
export async function beginCall(
  app: Workspace,
  me: Pick<Me, 'companyId'> & { id: number | null },
  settings: CopilotRow,
  asked: Usage & {
    provider: Provider
    feature: CopilotFeature | 'embed'
    /** Null when it concerns no ticket. */
    ticketId: number | null
  },
): Promise<CountedCall> {
  const { companyId } = me
  const { provider, ...values } = asked
  const began = performance.now()
  const id = await app.db.company(companyId).write(async tx => {
    const costMicros = costOf(provider, asked)
    await endForgotten(tx, companyId, app.modelTimeouts, provider)
    const used = await usedThisMonth(tx, companyId)
    const after = {
      ...used,
      tokens: used.tokens + asked.promptTokens + asked.completionTokens,
      dollars: used.dollars + (costMicros ?? 0) / MICROS,
    }
    if ((shareOf(settings, after) ?? 0) > 1) throw new ApiError('ERR_COPILOT_CEILING')
    const [row] = await tx
      .insert(copilotCalls)
      .values({ ...values, companyId, userId: me.id, model: provider.model, costMicros })
      .returning({ id: copilotCalls.id })
    if (!row) throw new ApiError('ERR_INTERNAL')
    return row.id
  })
  return {
    id,
    async end(used) {
      const costMicros = costOf({ ...provider, model: used.model }, used)
      const milliseconds = Math.round(performance.now() - began)
      const keep = (db: Pick<Tx, 'update'>) =>
        db
          .update(copilotCalls)
          .set({ ...used, costMicros, milliseconds })
          .where(eq(copilotCalls.id, id))
      if (settings.ceiling === null) {
        await keep(app.db.unordered)
        return null
      }
      return await app.db.company(companyId).write(async tx => {
        const before = shareOf(settings, await usedThisMonth(tx, companyId, isEnded)) ?? 0
        await keep(tx)
        const after = shareOf(settings, await usedThisMonth(tx, companyId, isEnded)) ?? 0
        // Administrators are warned once for each month the ceiling is passed.
        if (before < COPILOT_LIMITS.warnAt && after >= COPILOT_LIMITS.warnAt)
          app.realtime.toCompany(companyId, 'copilot', { action: 'update' })
        return after
      })
    },
  }
}

/**
 * Stores what an agent did with an answer.
 * @throws ApiError ERR_NO_PERMISSION for an answer that was not given to them.
 */
export async function keepOutcome(
  app: Workspace,
  me: Me,
  id: number,
  { outcome, changed }: { outcome: CopilotOutcome; changed: number },
): Promise<void> {
  const own = and(
    eq(copilotCalls.id, id),
    eq(copilotCalls.companyId, me.companyId),
    eq(copilotCalls.userId, me.id),
  )
  const kept = await app.db.unordered
    .update(copilotCalls)
    .set({ outcome, changed })
    .where(and(own, sql`${copilotCalls.outcome} <> 'failed'`))
    .returning({ id: copilotCalls.id })
  if (kept.length === 0) throw new ApiError('ERR_NO_PERMISSION')
}
