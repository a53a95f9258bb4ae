/**
 * Refresh tokens: random, stored as hashes, exchanged at each use. All tokens of one sign-in are a family; an exchanged
 * token that comes back later was stolen, and ends the family. The next token is derived from the one before and the
 * server's key, so that a token exchanged twice within the grace period has one successor: a family never forks.
 */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { REFRESH_TOKEN_TTL_S } from '@contract'
import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Me, Workspace } from '../../workspace'
import type { Reader, Tx } from '../db/client'
import { writeLast } from '../db/engine/inside'
import { keptSince } from '../db/kept'
import { refreshTokens } from '../db/schema'
import type { SessionKeys } from './tokens'

/** Two windows of one console may refresh at the same moment: a second use within this time is not theft. */
const GRACE_MS = 10_000

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

interface Owner {
  userId: number
  companyId: number
  family: string
}

/** The successor of a token. */
const successorOf = (keys: SessionKeys, token: string): string =>
  createHmac('sha256', keys.access).update(`refresh ${token}`).digest('base64url')

function store(tx: Tx, owner: Owner, token: string): void {
  const expiresAt = new Date(Date.now() + REFRESH_TOKEN_TTL_S * 1000).toISOString()
  writeLast(tx.insert(refreshTokens).values({ ...owner, tokenHash: hashOf(token), expiresAt }))
}

/** Begins a family for a fresh sign-in, notifies the user's other windows, and drops what has expired. */
export function beginFamily(
  app: Workspace,
  { companyId, id }: { companyId: number; id: number },
): Promise<{ token: string; family: string }> {
  const family = randomUUID()
  return app.db.company(companyId).write(async tx => {
    const old = lt(refreshTokens.expiresAt, await keptSince(tx, null, Date.now(), 0))
    writeLast(tx.delete(refreshTokens).where(and(eq(refreshTokens.companyId, companyId), old)))
    const token = randomBytes(32).toString('base64url')
    store(tx, { userId: id, companyId, family }, token)
    app.realtime.toUsers(companyId, [id], 'auth', { action: 'update', user: { id } })
    return { token, family }
  })
}

export type Rotation =
  | { outcome: 'rotated'; token: string; family: string; userId: number }
  | { outcome: 'unknown' }
  /** The token had been exchanged before: its family is revoked, and its sockets end. */
  | { outcome: 'reused'; userId: number }

/**
 * Exchanges a refresh token for the next one, or within the grace period for the same next one as before. A busy server
 * may come to it late, so the time of the request counts.
 * @param asked when, milliseconds since the epoch.
 */
export async function rotate(app: Workspace, token: string, asked: number): Promise<Rotation> {
  const known = eq(refreshTokens.tokenHash, hashOf(token))
  const [owner] = await app.db.select({ companyId: refreshTokens.companyId }).from(refreshTokens).where(known)
  if (!owner) return { outcome: 'unknown' }
  return await app.db.company(owner.companyId).write(async (tx): Promise<Rotation> => {
    const [row] = await tx.select().from(refreshTokens).where(known)
    const now = new Date()
    if (!row || row.revokedAt !== null || Date.parse(row.expiresAt) <= now.getTime())
      return { outcome: 'unknown' }
    if (row.rotatedAt !== null && asked - Date.parse(row.rotatedAt) > GRACE_MS) {
      await revoke(app, tx, { companyId: row.companyId, id: row.userId, session: row.family })
      return { outcome: 'reused', userId: row.userId }
    }
    const next = successorOf(app.keys, token)
    if (row.rotatedAt === null) {
      const rotatedAt = now.toISOString()
      writeLast(tx.update(refreshTokens).set({ rotatedAt }).where(eq(refreshTokens.id, row.id)))
      store(tx, { userId: row.userId, companyId: row.companyId, family: row.family }, next)
    }
    return { outcome: 'rotated', token: next, family: row.family, userId: row.userId }
  })
}

/** Ends one sign-in: none of its tokens works any more, and its sockets end. */
export async function revoke(
  app: Workspace,
  tx: Tx,
  { companyId, id, session }: Pick<Me, 'companyId' | 'id' | 'session'>,
): Promise<void> {
  await tx
    .update(refreshTokens)
    .set({ revokedAt: new Date().toISOString() })
    .where(and(eq(refreshTokens.family, session), isNull(refreshTokens.revokedAt)))
  app.realtime.dropUser(companyId, id, session)
}

/** The company of a valid refresh token; null for anything else. Exchanges nothing. */
export async function companyOfCookie(db: Reader, token: string): Promise<number | null> {
  const [row] = await db
    .select()
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, hashOf(token)))
  const now = Date.now()
  if (!row || row.revokedAt !== null || Date.parse(row.expiresAt) <= now) return null
  return row.rotatedAt === null || now - Date.parse(row.rotatedAt) <= GRACE_MS ? row.companyId : null
}
