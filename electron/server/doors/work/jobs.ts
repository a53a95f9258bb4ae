/**
 * The background work of a workspace: its jobs, its connections to the phones, and resuming what an earlier run left
 * undone.
 */

import { CHARGE_TICK_MS, INVOICE_TICK_MS } from '@contract'
import { resumeCampaigns, startCampaigns } from '../../automation/campaigns/job'
import { companiesToJudge, settleProposals } from '../../automation/copilot/proposals'
import { startRules } from '../../automation/rules/work'
import { resumeSchedules, startSchedules } from '../../automation/schedules/job'
import type { Channel } from '../../desk/channel/channel'
import { startMerging } from '../../desk/contacts/doubles'
import type { DueCompanies, Following } from '../../desk/happenings/consumer'
import { startFollowing } from '../../desk/happenings/follow'
import { settlingJob, takeUpOwed } from '../../desk/happenings/owed'
import { resume } from '../../desk/outgoing'
import { startReports } from '../../desk/reports/job'
import { companiesToSay, sendClosingMessages } from '../../desk/tickets/closing-messages'
import { companiesToWake, wakeDue } from '../../desk/tickets/snooze'
import { companiesToTime, runTimers } from '../../desk/tickets/timers'
import { every, type Job, NOTHING } from '../../every'
import { reasonOf } from '../../log'
import { pruneAudit } from '../../platform/audit/record'
import { waitAtMost } from '../../platform/cluster/wait-at-most'
import { startExpiry } from '../../platform/companies/expiry'
import type { Companies } from '../../platform/db/by-company'
import { whatsapps } from '../../platform/db/schema'
import { PLATFORM } from '../../platform/db/shards'
import { overwriteErased } from '../../platform/keeping/erased'
import { pollPendingCharges } from '../../platform/payments/charges'
import { makeInvoices } from '../../platform/payments/invoices'
import { endForgotten } from '../../platform/people/breaks'
import type { Workspace } from '../../workspace'
import { judgeAlarms } from '../floor/job'
import { forgetOld } from './forget'
import { startTellingNeed } from './needed'
import { startDueAgain } from './set-back'

/** How long a start waits for owed answers before it takes customers' messages again, milliseconds. */
const OWED_MS = 3_000

/**
 * Resumes what an earlier run or another process left undone for companies this process now works for, and reconnects
 * their numbers.
 * @param channel the connections themselves, not a proxy to another process.
 * @param of those companies; all unless given.
 * @param mine whether this process works for a company.
 */
export async function resumeWork(
  app: Workspace,
  channel: Channel,
  of?: Companies,
  mine?: (companyId: number) => boolean,
): Promise<void> {
  await resumeSchedules(app.db, of)
  await resumeCampaigns(app.db, of)
  // An answer may have to wait for a number that hangs; other companies do not wait for it.
  await waitAtMost(() => takeUpOwed(app, of), OWED_MS, {
    late: () => app.log.info('answers that are owed are still being taken up'),
    failed: error => app.log.warn('answers that are owed were not taken up', { reason: reasonOf(error) }),
  })
  await channel.start(mine)
  const rows = await app.db.select({ id: whatsapps.id }).from(whatsapps).where(of?.(whatsapps.companyId))
  // Connections that come up later resume when they report it (inbound/sink.ts).
  for (const { id } of rows) void resume(app, id)
}

export interface JobsOptions {
  /** False leaves campaigns to a caller of `runCampaigns` (tests with their own clock). */
  campaigns?: boolean | undefined
  /** Told whether others need this computer awake, whenever that changes. */
  onNeeded?: ((needed: boolean) => void) | undefined
  /** Due dates are watched from this instant on; from now unless given. */
  dueSince?: Date
}

const HOUR_MS = 3_600_000

/** Done by the process that works for the platform. */
const ofPlatform =
  (work: (app: Workspace) => Promise<number>) =>
  async (app: Workspace): Promise<number> =>
    app.work.owns(PLATFORM) ? await work(app) : 0

/** Work that only time brings: its name, how often it is looked for (milliseconds), and what is done for one company. */
const COMPANY_CLOCKS: readonly (readonly [
  name: `${string}.${string}`,
  everyMs: number,
  due: DueCompanies,
  work: (app: Workspace, companyId: number) => Promise<number>,
])[] = [
  ['ticket.time-out', 15_000, companiesToTime, async (app, id) => (await runTimers(app, id)).length],
  ['ticket.wake', 2_000, companiesToWake, wakeDue],
  [
    'ticket.closing-message',
    1_000,
    companiesToSay,
    async (app, id) => (await sendClosingMessages(app, id)).length,
  ],
  ['proposal.settle', 3_000, companiesToJudge, settleProposals],
]

/** The same over all companies. It returns 0 when there was nothing to do. */
const CLOCKS: readonly (readonly [`${string}.${string}`, number, (app: Workspace) => Promise<unknown>])[] = [
  // Alarms also depend on time alone: only a company without alarms has nothing to do.
  ['floor.alarm', 3_000, judgeAlarms],
  ['break.end', 10_000, app => endForgotten(app)],
  ['erased.overwrite', 60_000, async app => ((await overwriteErased(app)) ? 0 : 1)],
  ['invoice.make', INVOICE_TICK_MS, ofPlatform(app => makeInvoices(app))],
  ['charge.poll', CHARGE_TICK_MS, ofPlatform(pollPendingCharges)],
  ['row.forget', HOUR_MS, ({ db }) => forgetOld(db, Date.now())],
  ['audit.prune', 24 * HOUR_MS, ({ db }) => pruneAudit(db, Date.now())],
]

/** A piece for each company: many rows, an error or a database that hangs for one of them hold up no other. */
const byCompany = ([job, everyMs, due, work]: (typeof COMPANY_CLOCKS)[number]): Following => ({
  job,
  everyMs,
  due: async (app, of) => (await due(app, of)).map(({ companyId }) => ({ key: companyId, companyId })),
  work: (app, { companyId }) => work(app, companyId),
})

/** Starts all jobs, for the companies this process works for (`WorkOwnership.ownedCompanies`). */
export async function startJobs(app: Workspace, options: JobsOptions = {}): Promise<Job> {
  const jobs = [
    startDueAgain(app),
    // Schedules, campaigns and rules are no followers: their queues go by number and not by company, so that what waits for a
    // busy number is left out of the search; and the end waits two seconds for a message on its way, where a follower waits
    // for all it has begun.
    startSchedules(app),
    ...(options.campaigns === false ? [] : [startCampaigns(app)]),
    ...[
      settlingJob,
      ...app.consumers.flatMap(({ follows }) => follows ?? []),
      ...COMPANY_CLOCKS.map(byCompany),
    ].map(follows => startFollowing(app, follows)),
    ...CLOCKS.map(([name, ms, work]) =>
      every(app, name, ms, async () => ((await work(app)) === 0 ? NOTHING : null)),
    ),
    startRules(app),
    startReports(app),
    startExpiry(app, options.dueSince),
    startMerging(app),
    ...(options.onNeeded ? [startTellingNeed(app, options.onNeeded)] : []),
  ]
  return {
    async stop() {
      for (const job of jobs.toReversed()) await job.stop()
      // Before the connections end: nothing that needs one is tried without it.
      app.memory.outgoing.end()
    },
  }
}
