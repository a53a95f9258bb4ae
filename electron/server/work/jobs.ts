/** What works, as opposed to what serves: the jobs of a workspace, its connections to the phones, and what an earlier life left undone. */

import { startAuditPruning } from '../audit/record'
import { startEndingSwitchedOff } from '../auto-replies/switched-off'
import { startAutoReplies } from '../auto-replies/worker'
import { resumeCampaigns, startCampaigns } from '../campaigns/job'
import type { Channel } from '../channel/channel'
import { waitAtMost } from '../cluster/wait-at-most'
import { startExpiry } from '../companies/expiry'
import { startNumberChecks } from '../contact-lists/checks'
import { startMerging } from '../contacts/doubles'
import { startClassifying } from '../copilot/classify'
import { startEmbedding } from '../copilot/embed-articles'
import { startLearning } from '../copilot/learn'
import type { Companies } from '../db/by-company'
import { whatsapps } from '../db/schema'
import type { Job } from '../every'
import { startFloorAlarms } from '../floor/job'
import { startFollowing } from '../happenings/follow'
import { startSettling, takeUpOwed } from '../happenings/owed'
import { startOverwriting } from '../keeping/erased'
import { startLinkPreviews } from '../link-previews/job'
import { reasonOf } from '../log'
import { resume } from '../outgoing'
import { startBilling } from '../payments/job'
import { startEndingBreaks } from '../people/breaks'
import { startReportSchedules } from '../report-schedules/job'
import { startReports } from '../reports/job'
import { startRules } from '../rules/work'
import { resumeSchedules, startSchedules } from '../schedules/job'
import { startEscalating } from '../service-levels/escalate'
import { startClosingMessages } from '../tickets/closing-messages'
import { startWaking } from '../tickets/snooze'
import { startTimers } from '../tickets/timers'
import { startTranscripts } from '../transcripts/worker'
import type { Workspace } from '../workspace'
import { startForgetting } from './forget'
import { startTellingNeed } from './needed'

/** How long answers that are owed are waited for before customers' messages are taken again, in milliseconds. */
const OWED_MS = 3_000

/**
 * Resumes what an earlier run or another process left undone for companies that this process works for from now on, and
 * reconnects their numbers.
 * @param channel the connections themselves: not a way to those of another process.
 * @param of those companies; all unless given.
 * @param mine whether it works for a company, one of these or another.
 */
export async function resumeWork(
  app: Workspace,
  channel: Channel,
  of?: Companies,
  mine?: (companyId: number) => boolean,
): Promise<void> {
  await resumeSchedules(app.db, of)
  await resumeCampaigns(app.db, of)
  // An answer may have to wait for a number that hangs; other companies do not wait with it.
  await waitAtMost(() => takeUpOwed(app, of), OWED_MS, {
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

/** Begins everything that works by the clock, for the companies this process works for (`WorkOwnership.ownedCompanies`). */
export async function startJobs(app: Workspace, options: JobsOptions = {}): Promise<Job> {
  const jobs = [
    startSchedules(app),
    startReportSchedules(app),
    ...(options.campaigns === false ? [] : [startCampaigns(app)]),
    startSettling(app),
    ...app.consumers.flatMap(({ follows }) => (follows ? [startFollowing(app, follows)] : [])),
    startTimers(app),
    startWaking(app),
    startClosingMessages(app),
    startEscalating(app),
    startFloorAlarms(app),
    startRules(app),
    startReports(app),
    startEndingBreaks(app),
    startTranscripts(app),
    startLinkPreviews(app),
    startAutoReplies(app),
    startEndingSwitchedOff(app),
    startClassifying(app),
    startLearning(app),
    startEmbedding(app),
    startExpiry(app, options.dueSince),
    startBilling(app),
    startOverwriting(app),
    startAuditPruning(app),
    startNumberChecks(app),
    startMerging(app),
    startForgetting(app),
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
