/** Checks that what steps name exists. */
import type { Step } from '@contract'
import { and, eq, inArray } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { refuseUnknownRows } from '../../platform/db/company-rows'
import { quickMessages } from '../../platform/db/schema'

/** Steps, and whose own quick messages they may name as well; null where others do these steps, too. */
interface Owned {
  steps: readonly Step[]
  ownerId: number | null
}

const ROWS = ['tag', 'queue', 'user'] as const

function namedBy(step: Step): Partial<Record<(typeof ROWS)[number] | 'quickMessage', readonly number[]>> {
  if (step.kind === 'addTag' || step.kind === 'removeTag') return { tag: [step.tagId] }
  if (step.kind === 'queue') return { queue: [step.queueId] }
  if (step.kind === 'assign') return { user: [step.userId] }
  if (step.kind === 'notify') return { user: step.users, queue: step.queues }
  return step.kind === 'message' ? { quickMessage: [step.quickMessageId] } : {}
}

/**
 * Refuses steps that name what the company does not have. What they named before may be gone since: it stays named until
 * somebody takes it out.
 * @param before the steps they take the place of.
 * @throws ApiError ERR_NO_TAG_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND, ERR_NO_QUICKMESSAGE_FOUND
 */
export async function refuseUnknownSteps(
  db: Reader,
  companyId: number,
  { steps, ownerId }: Owned,
  before: Owned | null,
): Promise<void> {
  const now = steps.map(namedBy)
  const was = before?.steps.map(namedBy) ?? []
  for (const kind of ROWS) {
    const [ids, known] = [now, was].map(all => all.flatMap(one => one[kind] ?? []))
    await refuseUnknownRows(db, companyId, kind, ids ?? [], known)
  }
  const messageIds = now.flatMap(one => one.quickMessage ?? [])
  const known = was.flatMap(one => one.quickMessage ?? [])
  const there = await db
    .select()
    .from(quickMessages)
    .where(and(eq(quickMessages.companyId, companyId), inArray(quickMessages.id, messageIds)))
  // One's own message is not for others because it stood here when the steps were one's own.
  const isShown = ownerId === null && before !== null && before.ownerId !== null
  for (const id of messageIds) {
    const row = there.find(one => one.id === id)
    const usable = row && (row.geral || (ownerId !== null && row.userId === ownerId))
    if (!usable && (!known.includes(id) || (row && isShown))) throw new ApiError('ERR_NO_QUICKMESSAGE_FOUND')
  }
}
