/** People's breaks: started and ended by the person, ended at sign-out, and kept. */
import { and, eq, isNull, lte } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Me, Workspace } from '../../workspace'
import type { Tx } from '../db/client'
import { eachRow } from '../db/each-row'
import { breaks, users } from '../db/schema'
import { type UserView, userViews } from './views'

/** A break nobody ended for this long is ended automatically, milliseconds. */
const LONGEST_MS = 12 * 3_600_000

type Who = Pick<Me, 'id' | 'companyId'>
type EndedBy = NonNullable<(typeof breaks.$inferSelect)['endedBy']>

async function publishUser(app: Workspace, tx: Tx, who: Who): Promise<UserView> {
  // Resets the handing on of their tickets: a break has begun, or it has ended and they are back.
  await tx.update(users).set({ handedOnAt: null }).where(eq(users.id, who.id))
  const [user] = await userViews(tx, [who.id])
  if (!user) throw new ApiError('ERR_NO_USER_FOUND')
  app.realtime.toCompany(who.companyId, 'user', { action: 'update', user })
  return user
}

const end = (tx: Tx, who: Who, endedBy: EndedBy) =>
  tx
    .update(breaks)
    .set({ endedAt: new Date().toISOString(), endedBy })
    .where(and(eq(breaks.userId, who.id), eq(breaks.companyId, who.companyId), isNull(breaks.endedAt)))
    .returning({ id: breaks.id })

/** Ends somebody's break inside a write, if there is one. */
export async function endBreak(app: Workspace, tx: Tx, who: Who, endedBy: EndedBy): Promise<void> {
  if ((await end(tx, who, endedBy)).length > 0) await publishUser(app, tx, who)
}

/** Begins a break and ends a running one. @param minutes as expected; null: open. */
export function startBreak(
  app: Workspace,
  who: Who,
  reason: string,
  minutes: number | null,
): Promise<UserView> {
  return app.db.company(who.companyId).write(async tx => {
    await end(tx, who, 'person')
    const startedAt = new Date().toISOString()
    await tx.insert(breaks).values({ companyId: who.companyId, userId: who.id, reason, minutes, startedAt })
    return publishUser(app, tx, who)
  })
}

/** Ends the person's own break. */
export function finishBreak(app: Workspace, who: Who): Promise<UserView> {
  return app.db.company(who.companyId).write(async tx => {
    await end(tx, who, 'person')
    return publishUser(app, tx, who)
  })
}

/** Ends forgotten breaks, of the companies this process works for. @param at the present instant. */
export async function endForgotten(app: Workspace, at: Date = new Date()): Promise<void> {
  const forgotten = await app.db
    .select({ id: breaks.userId, companyId: breaks.companyId })
    .from(breaks)
    .where(
      and(
        isNull(breaks.endedAt),
        lte(breaks.startedAt, new Date(at.getTime() - LONGEST_MS).toISOString()),
        app.work.ownedCompanies(breaks.companyId),
      ),
    )
  const own = forgotten.filter(({ companyId }) => app.work.owns(companyId))
  await eachRow(app.log, 'a break was not ended', own, who =>
    app.db.company(who.companyId).write(tx => endBreak(app, tx, who, 'limit')),
  )
}
