/** Notes for rules what happens to tickets, in the write in which it happens, so that a kill loses nothing. */
import { randomUUID } from 'node:crypto'
import { type Happened, RULE_DEPTH, said, watchFor } from '@contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Act, Consumer } from '../../desk/happenings/consumer'
import type { Cause, Kinds, Wrote } from '../../desk/happenings/kinds'
import { afterCommit } from '../../platform/db/engine/inside'
import { ruleRuns, rules } from '../../platform/db/schema'
import { wakeRules } from './work'

interface Raised {
  ticketId: number
  happened: Happened
  cause: Cause
}

/**
 * Notes which rules have to be checked. A rule is checked once for one cause, and chains of causes end at a maximum
 * depth: so no set of rules runs for ever.
 */
async function raise({ app, tx, companyId }: Act, raised: readonly Raised[]): Promise<void> {
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
  if (asked.length === 0) return
  await tx.insert(ruleRuns).values(asked).onConflictDoNothing()
  afterCommit(() => wakeRules(app, companyId))
}

const arrival = (ticketId: number, ours: boolean): Raised => ({
  ticketId,
  happened: { kind: 'arrives', ours },
  cause: { key: `arrives:${ticketId}`, depth: 0 },
})

/** What customers' messages mean for rules. */
function raisedBy({ touched, stored, rated }: Wrote): Raised[] {
  const closed = new Set(rated.map(({ id }) => id))
  const begun = [...touched.values()].filter(({ before }) => before === null)
  return [
    ...begun.map(({ after }) => arrival(after.id, false)),
    ...stored.flatMap(({ seq, ticketId, body }): Raised[] => {
      const cause = { key: `message:${seq}`, depth: 0 }
      if (closed.has(ticketId))
        return [{ ticketId, happened: { kind: 'rated', rate: Number(body.trim()) }, cause }]
      return body === '' ? [] : [{ ticketId, happened: said(body), cause }]
    }),
  ]
}

/** Tags were put on. If a rule did it, its cause is passed on. */
const tagged = ({ ticketId, tagIds, cause = { key: `tags:${randomUUID()}`, depth: 0 } }: Kinds['tagged']) =>
  tagIds.map((tagId): Raised => ({ ticketId, happened: { kind: 'tagged', tagId }, cause }))

/** The events rules can react to. */
export const rulesAsked: Consumer = {
  name: 'rules',
  hears: {
    wrote: (act, wrote) => raise(act, raisedBy(wrote)),
    began: (act, { ticketId }) => raise(act, [arrival(ticketId, true)]),
    tagged: (act, what) => raise(act, tagged(what)),
  },
}
