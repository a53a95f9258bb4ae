/** Checks that what steps name exists. */
import type { Step } from '@contract'
import { and, eq, or } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { queueOf, userOf } from '../../platform/db/company-rows'
import { quickMessages, tags } from '../../platform/db/schema'

/**
 * Refuses steps that name something the company does not have.
 * @param ownerId whose own quick messages may be named, too; null when others run these steps.
 * @throws ApiError ERR_NO_TAG_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND, ERR_NO_QUICKMESSAGE_FOUND
 */
export async function refuseUnknownSteps(
  db: Reader,
  companyId: number,
  steps: readonly Step[],
  ownerId: number | null,
): Promise<void> {
  for (const step of steps) {
    if (step.kind === 'addTag' || step.kind === 'removeTag') {
      const known = and(eq(tags.id, step.tagId), eq(tags.companyId, companyId))
      if ((await db.$count(tags, known)) === 0) throw new ApiError('ERR_NO_TAG_FOUND')
    }
    if (step.kind === 'queue') await queueOf(db, companyId, step.queueId)
    if (step.kind === 'assign') await userOf(db, companyId, step.userId)
    if (step.kind === 'notify') {
      for (const id of step.users) await userOf(db, companyId, id)
      for (const id of step.queues) await queueOf(db, companyId, id)
    }
    if (step.kind === 'message') {
      const usable = and(
        eq(quickMessages.id, step.quickMessageId),
        eq(quickMessages.companyId, companyId),
        or(eq(quickMessages.geral, true), ownerId === null ? undefined : eq(quickMessages.userId, ownerId)),
      )
      if ((await db.$count(quickMessages, usable)) === 0) throw new ApiError('ERR_NO_QUICKMESSAGE_FOUND')
    }
  }
}
