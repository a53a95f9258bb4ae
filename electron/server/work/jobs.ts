/**
 * What works, as opposed to what serves: the jobs of a workspace, its connections to the phones, and what an earlier life
 * left undone. One process of a workspace runs it at a time.
 */
import { takeUpAsks } from '../assist/ask'
import { startAssistants } from '../assist/worker'
import { startAuditPruning } from '../audit/record'
import { takeUpTurns } from '../bot/turns'
import { startCampaigns } from '../campaigns/job'
import type { Channel } from '../channel/channel'
import { startExpiry } from '../companies/expiry'
import { startNumberChecks } from '../contact-lists/checks'
import { startMerging } from '../contacts/doubles'
import { whatsapps } from '../db/schema'
import { startOverwriting } from '../keeping/erased'
import { endTurns, prune, resume } from '../outgoing'
import { startBilling } from '../payments/job'
import { startSchedules, takeUpAgain } from '../schedules/job'
import { startTimers } from '../tickets/timers'
import { startWebhooks } from '../webhooks/job'
import type { Workspace } from '../workspace'

export interface WorkOptions {
  /** The connections themselves: not a way to those of another process. */
  channel: Channel
  /** False leaves the turns of campaigns to whoever calls `runCampaigns` (tests with a clock of their own). */
  campaigns?: boolean | undefined
  /** Due dates are watched from this instant on; from now unless given. */
  dueSince?: Date
}

export interface Work {
  /**
   * Ends all of it in order; to be called before the database closes.
   * @param between called when nothing works by the clock any more and the connections are still there.
   */
  stop(between?: () => Promise<void>): Promise<void>
}

/**
 * Takes up what was left, then begins everything that works by the clock or by the phones. To be called while the server
 * answers already, once in the life of a process.
 */
export async function startWork(app: Workspace, options: WorkOptions): Promise<Work> {
  const { channel } = options
  await prune(app.db)
  await takeUpAgain(app.db)
  await takeUpTurns(app)
  await takeUpAsks(app)
  await channel.start()
  // What comes up later is taken up when it says so (inbound/sink.ts).
  for (const { id } of await app.db.select({ id: whatsapps.id }).from(whatsapps)) void resume(app, id)
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
  return {
    async stop(between) {
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
      await between?.()
      await channel.stop()
    },
  }
}
