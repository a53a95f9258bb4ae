/**
 * Resumes what an earlier run left in the outbox: hands over what never was, and asks about what was. Runs for a
 * connection when it comes up, at the start and each time it returns.
 */

import { reasonOf } from '../../log'
import { isDatabaseLost } from '../../platform/db/engine/lost'
import type { Workspace } from '../../workspace'
import { ChannelError, ChannelUnsure } from '../channel/channel'
import { refOf } from '../messages/deliver'
import { takeAcks } from './acks'
import { type Job, newest, settling, unclaim, unsettled } from './jobs'
import { DATABASE_LOST_MS } from './send-order'
import { sendToChannel } from './send-to-channel'

/** Asks what became of a message that may have left. @returns whether it has to be handed over now. */
async function neverTaken(app: Workspace, { message, ticket }: Job): Promise<boolean> {
  const ref = await refOf(app, ticket, message)
  const known = await app.channel.askAbout(ref)
  if (!known) {
    await unclaim(app.db, message.seq)
    return true
  }
  await takeAcks(app, ref.whatsappId, [{ whatsappId: ref.whatsappId, messageId: ref.messageId, ...known }])
  return false
}

/**
 * With several processes, the previous owner may still be handing over a message it just claimed: it is asked about
 * when that must be over.
 */
const CLAIMED_MS = 2_000

async function resumeJob(app: Workspace, job: Job): Promise<void> {
  const claimedAt = Date.parse(job.since)
  const waitMs = claimedAt + CLAIMED_MS - Date.now()
  if (job.state === 'handed' && claimedAt < app.work.ownedSince(job.message.companyId) && waitMs > 0)
    throw new ChannelUnsure(Math.min(waitMs, CLAIMED_MS))
  if (job.message.isDeleted)
    return void (await settling(app.db.company(job.message.companyId), [job.message.seq]))
  if (job.state === 'handed' && !(await neverTaken(app, job))) return
  await sendToChannel(app, job.ticket, job.message)
}

/** Another round once the running messages of a conversation have arrived or failed. */
function lookAgainAfter(app: Workspace, ticketId: number, whatsappId: number): void {
  const { conversations, wake } = app.memory.outgoing
  void (conversations.get(ticketId) ?? Promise.resolve()).then(() => wake?.(whatsappId))
}

async function all(app: Workspace, whatsappId: number): Promise<void> {
  const { sending, conversations, hold, isHeld, numberHeld, hasEnded } = app.memory.outgoing
  // Later messages are handed over by their own calls.
  const last = await newest(app.db)
  let left = 0
  const passed = new Set<number>()
  /** Conversations with a message being handed over by its own call. */
  const underWay = new Set<number>()
  for (let after = 0; ; ) {
    const jobs = await unsettled(app.db, whatsappId, after, last)
    for (const job of jobs) {
      after = job.message.seq
      // Written in this run: its own call knows the result, and later ones follow it.
      if (sending.has(job.message.seq)) {
        passed.add(job.ticket.id)
        // Others wait for this round themselves.
        if (conversations.has(job.ticket.id)) underWay.add(job.ticket.id)
        continue
      }
      // The connection ends, went down again, or has to wait: the rest waits for it.
      if (hasEnded() || !app.work.owns(job.message.companyId)) return
      if (!app.channel.isConnected(whatsappId) || numberHeld(whatsappId)) return
      // Nothing overtakes in a conversation. If its wait ends during this round, the next one handles everything.
      if (passed.has(job.ticket.id) || isHeld(job.ticket)) {
        passed.add(job.ticket.id)
        if (underWay.delete(job.ticket.id)) lookAgainAfter(app, job.ticket.id, whatsappId)
        continue
      }
      try {
        await resumeJob(app, job)
        left += 1
      } catch (error) {
        if (error instanceof ChannelUnsure) hold('conversation', job.ticket, error.askAgainMs)
        else if (error instanceof Error && isDatabaseLost(error))
          hold('conversation', job.ticket, DATABASE_LOST_MS)
        // An error is already on the message; the next one may go.
        else if (!(error instanceof ChannelError))
          app.log.error('a message of the outbox was not taken up', { reason: reasonOf(error) })
      }
      // It has to wait; that may be over before later ones are reached.
      if (isHeld(job.ticket)) passed.add(job.ticket.id)
    }
    if (jobs.length === 0) break
  }
  if (left > 0) app.log.info('the outbox was taken up again', { whatsappId, messages: left })
}

/** Resumes the outbox of a connection; one round at a time. Never rejects. */
export function resume(app: Workspace, whatsappId: number): Promise<void> {
  const known = app.memory.outgoing
  if (known.hasEnded()) return Promise.resolve()
  known.wake ??= id => void resume(app, id)
  const { resuming: turns } = known
  const turn = (turns.get(whatsappId) ?? Promise.resolve())
    .then(() => all(app, whatsappId))
    .catch((error: unknown) => {
      app.log.error('the outbox was not taken up', { reason: reasonOf(error) })
      if (error instanceof Error && isDatabaseLost(error))
        known.hold('number', { id: 0, whatsappId }, DATABASE_LOST_MS)
    })
    .finally(() => {
      if (turns.get(whatsappId) === turn) turns.delete(whatsappId)
    })
  turns.set(whatsappId, turn)
  return turn
}
