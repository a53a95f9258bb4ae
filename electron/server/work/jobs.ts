/** What works, as opposed to what serves: the jobs of a workspace, its connections to the phones, and what an earlier life left undone. */
import { takeUpAsks } from '../assist/ask'
import { startAssistants } from '../assist/worker'
import { startAuditPruning } from '../audit/record'
import { takeUpTurns } from '../bot/turns'
import { startCampaigns, takeUpCampaigns } from '../campaigns/job'
import type { Channel } from '../channel/channel'
import { turnOf } from '../cluster/turn'
import { startExpiry } from '../companies/expiry'
import { startNumberChecks } from '../contact-lists/checks'
import { startMerging } from '../contacts/doubles'
import type { Companies } from '../db/by-company'
import { whatsapps } from '../db/schema'
import { startOverwriting } from '../keeping/erased'
import { reasonOf } from '../log'
import { endTurns, prune, resume } from '../outgoing'
import { startBilling } from '../payments/job'
import { startSchedules, takeUpAgain } from '../schedules/job'
import { startTimers } from '../tickets/timers'
import { startWebhooks } from '../webhooks/job'
import type { Workspace } from '../workspace'

/** How long answers the chatbot owes are waited for before customers are heard again, in milliseconds. */
const TURNS_MS = 3_000

/**
 * Takes up what an earlier life, or another process, left of companies that this process works for from now on, and brings
 * their connections back.
 * @param channel the connections themselves: not a way to those of another process.
 * @param of those companies; all unless given.
 * @param mine whether it works for a company, one of these or another.
 */
export async function takeUp(
  app: Workspace,
  channel: Channel,
  of?: Companies,
  mine?: (companyId: number) => boolean,
): Promise<void> {
  await takeUpAgain(app.db, of)
  await takeUpCampaigns(app.db, of)
  // An answer may have to wait for a number that hangs; other companies do not wait with it.
  await turnOf(() => takeUpTurns(app, of), TURNS_MS, {
    late: () => app.log.info('answers of the chatbot are still being taken up'),
    failed: error => app.log.warn('answers of the chatbot were not taken up', { reason: reasonOf(error) }),
  })
  await takeUpAsks(app, of)
  await channel.start(mine)
  const rows = await app.db.select({ id: whatsapps.id }).from(whatsapps).where(of?.(whatsapps.companyId))
  // What comes up later is taken up when it says so (inbound/sink.ts).
  for (const { id } of rows) void resume(app, id)
}

export interface JobsOptions {
  /** False leaves the turns of campaigns to whoever calls `runCampaigns` (tests with a clock of their own). */
  campaigns?: boolean | undefined
  /** Due dates are watched from this instant on; from now unless given. */
  dueSince?: Date
}

/** Begins everything that works by the clock, for the companies this process works for (`Working.mine`). @returns what ends it in order. */
export async function startJobs(app: Workspace, options: JobsOptions = {}): Promise<() => Promise<void>> {
  await prune(app.db)
  const schedules = startSchedules(app)
  const campaigns = options.campaigns === false ? null : startCampaigns(app)
  const timers = startTimers(app)
  const assistants = startAssistants(app)
  const expiry = startExpiry(app, options.dueSince)
  const billing = startBilling(app)
  const overwriting = startOverwriting(app)
  const auditPruning = startAuditPruning(app)
  const numberChecks = startNumberChecks(app)
  const merging = startMerging(app)
  const webhooks = startWebhooks(app)
  return async () => {
    await schedules.stop()
    await campaigns?.stop()
    await timers.stop()
    await assistants.stop()
    await expiry.stop()
    await billing.stop()
    await numberChecks.stop()
    await merging.stop()
    auditPruning.stop()
    await overwriting.stop()
    await webhooks.stop()
    endTurns(app)
  }
}

/**
 * Works for all companies, where no other process does. To be called while the server answers already.
 * @returns what ends it in order; to be called before the database closes.
 */
export async function startWork(
  app: Workspace,
  channel: Channel,
  options: JobsOptions,
): Promise<() => Promise<void>> {
  await takeUp(app, channel)
  const stop = await startJobs(app, options)
  return async () => {
    await stop()
    await channel.stop()
  }
}
