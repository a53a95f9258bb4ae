/** What works, as opposed to what serves: the jobs of a workspace, its connections to the phones, and what an earlier life left undone. */

import { resumeCampaigns, startCampaigns } from '../../automation/campaigns/job'
import { settleProposals } from '../../automation/copilot/proposals'
import { startRules } from '../../automation/rules/work'
import { resumeSchedules, startSchedules } from '../../automation/schedules/job'
import type { Channel } from '../../desk/channel/channel'
import { startNumberChecks } from '../../desk/contact-lists/checks'
import { startMerging } from '../../desk/contacts/doubles'
import { startFollowing } from '../../desk/happenings/follow'
import { settlingJob, takeUpOwed } from '../../desk/happenings/owed'
import { resume } from '../../desk/outgoing'
import { startReports } from '../../desk/reports/job'
import { sendClosingMessages } from '../../desk/tickets/closing-messages'
import { wakeDue } from '../../desk/tickets/snooze'
import { runTimers } from '../../desk/tickets/timers'
import { every, type Job, NOTHING } from '../../every'
import { reasonOf } from '../../log'
import { pruneAudit } from '../../platform/audit/record'
import { waitAtMost } from '../../platform/cluster/wait-at-most'
import { startExpiry } from '../../platform/companies/expiry'
import type { Companies } from '../../platform/db/by-company'
import { whatsapps } from '../../platform/db/schema'
import { overwriteErased } from '../../platform/keeping/erased'
import { startBilling } from '../../platform/payments/job'
import { endForgotten } from '../../platform/people/breaks'
import type { Workspace } from '../../workspace'
import { judgeAlarms } from '../floor/job'
import { forgetOld } from './forget'
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

const HOUR_MS = 3_600_000

/** What only the clock brings: its name, how often it is looked for (milliseconds), and what is done; 0 where there was nothing to do. */
const CLOCKS: readonly (readonly [`${string}.${string}`, number, (app: Workspace) => Promise<unknown>])[] = [
  ['ticket.time-out', 15_000, app => runTimers(app)],
  ['ticket.wake', 2_000, app => wakeDue(app)],
  ['ticket.closing-message', 1_000, async app => (await sendClosingMessages(app)).length],
  ['proposal.settle', 3_000, settleProposals],
  // Alarms go off by time alone as well: only where there are none nothing is to be done.
  ['floor.alarm', 3_000, judgeAlarms],
  ['break.end', 10_000, app => endForgotten(app)],
  ['erased.overwrite', 60_000, async app => ((await overwriteErased(app)) ? 0 : 1)],
  ['row.forget', HOUR_MS, ({ db }) => forgetOld(db, Date.now())],
  ['audit.prune', 24 * HOUR_MS, ({ db }) => pruneAudit(db, Date.now())],
]

/** Begins everything that works by the clock, for the companies this process works for (`WorkOwnership.ownedCompanies`). */
export async function startJobs(app: Workspace, options: JobsOptions = {}): Promise<Job> {
  const jobs = [
    startSchedules(app),
    ...(options.campaigns === false ? [] : [startCampaigns(app)]),
    ...[settlingJob, ...app.consumers.flatMap(({ follows }) => follows ?? [])].map(follows =>
      startFollowing(app, follows),
    ),
    ...CLOCKS.map(([name, ms, work]) =>
      every(app, name, ms, async () => ((await work(app)) === 0 ? NOTHING : null)),
    ),
    startRules(app),
    startReports(app),
    startExpiry(app, options.dueSince),
    startBilling(app),
    startNumberChecks(app),
    startMerging(app),
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
