/** What works, as opposed to what serves: the jobs of a workspace, its connections to the phones, and what an earlier life left undone. */

import { startAssigning } from '../../automation/assignment/work'
import { startAutoReplies } from '../../automation/auto-replies/worker'
import { startCampaigns, takeUpCampaigns } from '../../automation/campaigns/job'
import { startClassifying } from '../../automation/copilot/classify'
import { startEmbedding } from '../../automation/copilot/embed-articles'
import { startLearning } from '../../automation/copilot/learn'
import { startRules } from '../../automation/rules/work'
import { startSchedules, takeUpAgain } from '../../automation/schedules/job'
import { startEscalating } from '../../automation/service-levels/escalate'
import { startRefreshingDeadlines } from '../../automation/service-levels/refresh'
import { startTranscripts } from '../../automation/transcripts/worker'
import { startWebhooks } from '../../automation/webhooks/job'
import type { Channel } from '../../desk/channel/channel'
import { startNumberChecks } from '../../desk/contact-lists/checks'
import { startMerging } from '../../desk/contacts/doubles'
import { startSettling, takeUpOwed } from '../../desk/happenings/owed'
import { startLinkPreviews } from '../../desk/link-previews/job'
import { prune, resume } from '../../desk/outgoing'
import { startReports } from '../../desk/reports/job'
import { startLastWords } from '../../desk/tickets/last-words'
import { startWaking } from '../../desk/tickets/snooze'
import { startTimers } from '../../desk/tickets/timers'
import type { Job } from '../../every'
import { reasonOf } from '../../log'
import { startAuditPruning } from '../../platform/audit/record'
import { turnOf } from '../../platform/cluster/turn'
import { startExpiry } from '../../platform/companies/expiry'
import type { Companies } from '../../platform/db/by-company'
import { whatsapps } from '../../platform/db/schema'
import { startOverwriting } from '../../platform/keeping/erased'
import { startBilling } from '../../platform/payments/job'
import type { Workspace } from '../../workspace'
import { startKeyPruning } from '../external-api/idempotency'
import { startFloorAlarms } from '../floor/job'
import { startReportSchedules } from '../report-schedules/job'
import { startTellingNeed } from './needed'

/** How long answers that are owed are waited for before customers' messages are taken again, in milliseconds. */
const OWED_MS = 3_000

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
  await turnOf(() => takeUpOwed(app, of), OWED_MS, {
    late: () => app.log.info('answers that are owed are still being taken up'),
    failed: error => app.log.warn('answers that are owed were not taken up', { reason: reasonOf(error) }),
  })
  await channel.start(mine)
  const rows = await app.db.select({ id: whatsapps.id }).from(whatsapps).where(of?.(whatsapps.companyId))
  // What comes up later is taken up when it reports so (inbound/sink.ts).
  for (const { id } of rows) void resume(app, id)
}

export interface JobsOptions {
  /** False leaves the turns of campaigns to whoever calls `runCampaigns` (tests with a clock of their own). */
  campaigns?: boolean | undefined
  /** Hears whether others need this computer awake, whenever it changes. */
  onNeeded?: ((needed: boolean) => void) | undefined
  /** Due dates are watched from this instant on; from now unless given. */
  dueSince?: Date
}

/** Begins everything that works by the clock, for the companies this process works for (`Working.mine`). */
export async function startJobs(app: Workspace, options: JobsOptions = {}): Promise<Job> {
  await prune(app.db)
  const jobs = [
    startSchedules(app),
    startReportSchedules(app),
    ...(options.campaigns === false ? [] : [startCampaigns(app)]),
    startSettling(app),
    startTimers(app),
    startWaking(app),
    startLastWords(app),
    startRefreshingDeadlines(app),
    startEscalating(app),
    startFloorAlarms(app),
    startRules(app),
    startReports(app),
    startAssigning(app),
    startTranscripts(app),
    startLinkPreviews(app),
    startAutoReplies(app),
    startClassifying(app),
    startLearning(app),
    startEmbedding(app),
    startExpiry(app, options.dueSince),
    startBilling(app),
    startOverwriting(app),
    startAuditPruning(app),
    startNumberChecks(app),
    startMerging(app),
    startWebhooks(app),
    startKeyPruning(app),
    ...(options.onNeeded ? [startTellingNeed(app, options.onNeeded)] : []),
  ]
  return {
    async stop() {
      for (const job of jobs.toReversed()) await job.stop()
      // Before the connections end: nothing of what waits for one is tried without it.
      app.memory.outgoing.end()
    },
  }
}
