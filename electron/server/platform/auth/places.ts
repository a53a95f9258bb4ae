/**
 * Networks people have signed in from. Somebody who comes back to one goes ahead of a crowd that tries their name from
 * elsewhere (limiter.ts). Stored as keyed hashes, so that the table reveals no places.
 */
import { createHmac } from 'node:crypto'
import { and, eq, lt, notInArray, or, sql } from 'drizzle-orm'
import type { Workspace } from '../../workspace'
import { keptSince } from '../db/kept'
import { signInPlaces, users } from '../db/schema'
import type { SessionKeys } from './tokens'

/** Networks kept for each person; the oldest makes room. */
const MOST = 20
const KEPT_MS = 180 * 86_400_000

const placeOf = (keys: SessionKeys, network: string): string =>
  createHmac('sha256', keys.access).update(`place ${network}`).digest('base64url')

/** Whether the person of an address (e-mail, small letters) has signed in from a network before. */
export async function isKnownPlace(app: Workspace, email: string, network: string): Promise<boolean> {
  const [row] = await app.db
    .select({ seenAt: signInPlaces.seenAt })
    .from(signInPlaces)
    .innerJoin(users, eq(users.id, signInPlaces.userId))
    .where(and(eq(users.email, email.trim()), eq(signInPlaces.place, placeOf(app.keys, network))))
  return row !== undefined && Date.parse(row.seenAt) > Date.now() - KEPT_MS
}

/** Somebody signed in from a network. */
export async function rememberPlace(
  app: Workspace,
  user: { id: number; companyId: number },
  network: string,
): Promise<void> {
  const row = { userId: user.id, companyId: user.companyId, place: placeOf(app.keys, network) }
  const seenAt = new Date().toISOString()
  await app.db.unordered
    .insert(signInPlaces)
    .values({ ...row, seenAt })
    .onConflictDoUpdate({ target: [signInPlaces.userId, signInPlaces.place], set: { seenAt } })
  const own = eq(signInPlaces.userId, user.id)
  const latest = app.db
    .select({ place: signInPlaces.place })
    .from(signInPlaces)
    .where(own)
    .orderBy(sql`${signInPlaces.seenAt} desc`)
    .limit(MOST)
  const isOld = lt(signInPlaces.seenAt, await keptSince(app.db, null, Date.now(), KEPT_MS))
  await app.db.unordered
    .delete(signInPlaces)
    .where(and(own, or(isOld, notInArray(signInPlaces.place, latest))))
}
