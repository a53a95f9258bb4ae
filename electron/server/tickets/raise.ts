/** What happens to tickets, as rules are asked about it: noted in the write in which it happens, so that no end of a process forgets it. */
import { randomUUID } from 'node:crypto'
import { type Happened, RULE_DEPTH, watchFor } from '@contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../db/client'
import { ruleRuns, rules } from '../db/schema'
import type { Cause, Me } from '../workspace'

export interface Raised {
  ticketId: number
  happened: Happened
  cause: Cause
}

/**
 * Notes which rules are to be asked about what happened. A rule is asked once about one cause, whatever follows from what the
 * others do, and nothing follows beyond a depth: so no set of rules goes on for ever.
 */
export async function raise(tx: Tx, companyId: number, raised: readonly Raised[]): Promise<void> {
  const near = raised.filter(({ cause }) => cause.depth <= RULE_DEPTH)
  if (near.length === 0) return
  const kinds = [...new Set(near.map(({ happened }) => happened.kind))]
  const found = await tx
    .select({ id: rules.id, event: rules.event })
    .from(rules)
    .where(and(inArray(rules.eventKind, kinds), eq(rules.companyId, companyId), eq(rules.active, true)))
  const watching = found.map(({ id, event }) => ({ id, fits: watchFor(event) }))
  const asked = near.flatMap(({ ticketId, happened, cause }) =>
    watching
      .filter(({ fits }) => fits(happened))
      .map(({ id }) => ({
        companyId,
        ruleId: id,
        ticketId,
        cause: cause.key,
        depth: cause.depth,
        state: 'waiting' as const,
      })),
  )
  if (asked.length > 0) await tx.insert(ruleRuns).values(asked).onConflictDoNothing()
}

/** A conversation began. @param ours by us, not by the customer. */
export const raiseArrival = (
  tx: Tx,
  { id, companyId }: { id: number; companyId: number },
  ours: boolean,
): Promise<void> =>
  raise(tx, companyId, [
    {
      ticketId: id,
      happened: { kind: 'arrives', ours },
      cause: { key: `arrives:${id}`, depth: 0 },
    },
  ])

/** Tags were put on a ticket. @param me whose act it was, where a rule's what it was done for. */
export const raiseTags = (
  tx: Tx,
  { id, companyId }: { id: number; companyId: number },
  tagIds: readonly number[],
  me?: Pick<Me, 'cause'>,
): Promise<void> => {
  const cause = me?.cause ?? { key: `tags:${randomUUID()}`, depth: 0 }
  return raise(
    tx,
    companyId,
    tagIds.map(tagId => ({ ticketId: id, happened: { kind: 'tagged', tagId }, cause })),
  )
}
