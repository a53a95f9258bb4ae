/** One try of one delivery, and what its result means for the webhook. */
import { WEBHOOK, WEBHOOK_BACKOFF_S, type WebhookDeliveryDetail } from '@contract'
import { and, eq, lte, ne } from 'drizzle-orm'
import { callOutward, OutwardError } from '../../../outward/call'
import { ApiError } from '../../errors'
import type { Db, Tx } from '../../platform/db/client'
import { webhookDeliveries, webhooks } from '../../platform/db/schema'
import { NoOwner } from '../../platform/db/work-ownership'
import type { Workspace } from '../../workspace'
import { type DeliveryRow, headersOf, payloadOf } from './payload'
import {
  announceDeliveries,
  announceWebhook,
  deliveryOf,
  secretOf,
  targetsOf,
  type WebhookRow,
  webhookOf,
} from './rows'
import { holdDeliveries } from './write'

interface Outcome {
  /** Status of the answer; null when there was none. */
  answerStatus: number | null
  answer: string
  /** Why there was no answer; '' when there was one. */
  failure: string
  durationMs: number
}

/** After a failure without an answer, the other due deliveries of the webhook wait this long. */
const QUIET_MS = 10_000
/** A pause is up to a tenth longer than shown, so that deliveries that failed together are not retried together. */
const JITTER = 0.1

const passed = ({ answerStatus }: Outcome): boolean =>
  answerStatus !== null && answerStatus >= 200 && answerStatus < 300

async function call(
  app: Workspace,
  row: DeliveryRow,
  webhook: WebhookRow,
  body: string,
  signal?: AbortSignal,
): Promise<Outcome> {
  const at = new Date()
  const began = performance.now()
  const done = (outcome: Omit<Outcome, 'durationMs'>): Outcome => ({
    ...outcome,
    durationMs: Math.round(performance.now() - began),
  })
  const secret = secretOf(app.keys, webhook)
  // With another key file nobody could check the signature.
  if (secret === null) return done({ answerStatus: null, answer: '', failure: 'NO_SECRET' })
  try {
    const answer = await callOutward({
      method: 'POST',
      url: webhook.url,
      headers: headersOf(row, secret, body, at),
      body,
      timeoutMs: WEBHOOK.timeoutMs,
      mostBytes: 4 * WEBHOOK.answerChars,
      targets: await targetsOf(app),
      ...(signal ? { signal } : {}),
    })
    return done({
      answerStatus: answer.status,
      answer: answer.body.slice(0, WEBHOOK.answerChars),
      failure: '',
    })
  } catch (error) {
    const code = error instanceof OutwardError ? error.code : 'FAILED'
    if (code === 'ABORTED') throw error
    return done({ answerStatus: null, answer: '', failure: code })
  }
}

/** What becomes of a delivery that did not arrive. */
function after(
  row: DeliveryRow,
  webhook: WebhookRow,
  attempts: number,
  now: number,
): Pick<DeliveryRow, 'status' | 'nextAt'> {
  const pause = WEBHOOK_BACKOFF_S[attempts - 1]
  // A test is tried once, and so is a settled delivery somebody sends again.
  if (row.event === 'ping' || row.status !== 'waiting' || pause === undefined)
    return { status: 'failed', nextAt: null }
  if (!webhook.active) return { status: 'waiting', nextAt: null }
  return {
    status: 'waiting',
    nextAt: new Date(now + pause * 1_000 * (1 + JITTER * Math.random())).toISOString(),
  }
}

/** A success ends the failing period; a failure begins one, or switches the webhook off when it has lasted too long. */
async function mark(app: Workspace, webhook: WebhookRow, ok: boolean, now: number): Promise<void> {
  if (ok && webhook.failingSince === null) return
  const changed = await app.db.company(webhook.companyId).write(async tx => {
    const [current] = await tx.select().from(webhooks).where(eq(webhooks.id, webhook.id))
    if (!current) return null
    if (ok && current.failingSince === null) return null
    const since = current.failingSince === null ? now : Date.parse(current.failingSince)
    const gaveUp = !ok && current.active && now - since >= WEBHOOK.giveUpMs
    if (!ok && current.failingSince !== null && !gaveUp) return null
    const [row] = await tx
      .update(webhooks)
      .set({
        failingSince: ok ? null : new Date(since).toISOString(),
        ...(gaveUp ? { active: false, gaveUp: true } : {}),
        updatedAt: new Date(now).toISOString(),
      })
      .where(eq(webhooks.id, webhook.id))
      .returning()
    if (row && gaveUp) await holdDeliveries(tx, row)
    if (row) announceWebhook(app, row)
    return row
  })
  if (changed?.gaveUp) app.log.warn('a webhook kept failing and was switched off', { id: changed.id })
}

async function keep(
  db: Db,
  row: DeliveryRow,
  webhook: WebhookRow,
  outcome: Outcome,
  now: number,
): Promise<void> {
  const at = new Date(now).toISOString()
  const attempts = row.attempts + 1
  const next = passed(outcome)
    ? { status: 'delivered' as const, nextAt: null, deliveredAt: at }
    : after(row, webhook, attempts, now)
  const became = (on: Pick<Tx, 'update'>) =>
    on
      .update(webhookDeliveries)
      .set({ ...outcome, ...next, attempts, updatedAt: at })
      .where(eq(webhookDeliveries.id, row.id))
  // Does not queue behind other writers of the company: each delivery would wait for everything being sent.
  if (outcome.answerStatus !== null) return void (await became(db.unordered))
  await db.company(row.companyId).write(async tx => {
    await became(tx)
    await tx
      .update(webhookDeliveries)
      .set({ nextAt: new Date(now + QUIET_MS).toISOString() })
      .where(
        and(
          eq(webhookDeliveries.webhookId, row.webhookId),
          eq(webhookDeliveries.status, 'waiting'),
          lte(webhookDeliveries.nextAt, at),
          ne(webhookDeliveries.id, row.id),
        ),
      )
  })
}

/**
 * Tries a delivery once; of several callers one does.
 * @param signal of the job: an aborted try does not count. Without one a person asked for this try, and even a webhook
 *   that is off is called.
 * @param now milliseconds since the epoch.
 */
export async function attempt(
  app: Workspace,
  id: number,
  signal?: AbortSignal,
  now = Date.now(),
): Promise<void> {
  const { deliveries } = app.memory
  if (deliveries.has(id)) return
  deliveries.add(id)
  try {
    const [found] = await app.db
      .select({ row: webhookDeliveries, webhook: webhooks })
      .from(webhookDeliveries)
      .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
      .where(eq(webhookDeliveries.id, id))
    if (!found) return
    const { row, webhook } = found
    if (signal && !webhook.active) {
      await app.db.unordered
        .update(webhookDeliveries)
        .set({ nextAt: null })
        .where(eq(webhookDeliveries.id, id))
      return
    }
    const body = await payloadOf(app.db, row)
    if (body === null) {
      // The conversation is gone: there is nothing to send.
      await app.db.unordered.delete(webhookDeliveries).where(eq(webhookDeliveries.id, id))
    } else {
      if (row.payload === null)
        await app.db.unordered
          .update(webhookDeliveries)
          .set({ payload: body })
          .where(eq(webhookDeliveries.id, id))
      const outcome = await call(app, row, webhook, body, signal)
      await keep(app.db, row, webhook, outcome, now)
      await mark(app, webhook, passed(outcome), now)
    }
    announceDeliveries(app, row.companyId, row.webhookId)
  } catch (error) {
    if (!(error instanceof OutwardError)) throw error
  } finally {
    deliveries.delete(id)
  }
}

/**
 * Tries a delivery once because a person asked for it, in whichever process makes the deliveries; parallel requests
 * make one try. If no process answers, the log shows the result.
 */
async function attemptNow(app: Workspace, companyId: number, id: number): Promise<void> {
  if (app.work.owns(companyId)) return await attempt(app, id)
  try {
    await app.work.callOwner(companyId, 'tryDelivery', [id], { timeoutMs: 2 * WEBHOOK.timeoutMs })
  } catch (error) {
    if (!(error instanceof NoOwner)) throw error
    app.log.warn('a delivery was not tried: no process that works has answered', { id })
  }
}

/** Tries a delivery again now. @returns its result. @throws ApiError ERR_NO_DELIVERY_FOUND */
export async function resend(app: Workspace, companyId: number, id: number): Promise<WebhookDeliveryDetail> {
  await deliveryOf(app.db, companyId, id)
  await attemptNow(app, companyId, id)
  return deliveryOf(app.db, companyId, id)
}

/** Calls a webhook as a test. @returns the result. @throws ApiError ERR_NO_WEBHOOK_FOUND */
export async function testWebhook(
  app: Workspace,
  companyId: number,
  id: number,
): Promise<WebhookDeliveryDetail> {
  const { id: webhookId } = await webhookOf(app.db, companyId, id)
  // Without a due time: this call makes the only try.
  const [made] = await app.db
    .company(companyId)
    .insert(webhookDeliveries)
    .values({ companyId, webhookId, event: 'ping' })
    .returning({ id: webhookDeliveries.id })
  if (!made) throw new ApiError('ERR_INTERNAL')
  return resend(app, companyId, made.id)
}
