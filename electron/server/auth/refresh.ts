/**
 * Refresh tokens: random, stored as hashes, exchanged for a new one at each use. All tokens that follow from one
 * sign-in are a family; an exchanged token that comes back later was copied, and ends the whole family. The next token
 * follows from the one before and the server's key, so that a token exchanged twice within the grace has one successor:
 * a family is a chain and never forks, however often a cookie is sent.
 */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { REFRESH_TOKEN_TTL_S } from '@contract'
import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Db, Reader, Tx } from '../db/client'
import { refreshTokens } from '../db/schema'
import type { SessionKeys } from './tokens'

/** Two windows of one console may refresh at the same moment: the second use within this time is no theft. */
const GRACE_MS = 10_000

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

interface Owner {
  userId: number
  companyId: number
  family: string
}

/** The one token that follows a token. */
const successorOf = (keys: SessionKeys, token: string): string =>
  createHmac('sha256', keys.access).update(`refresh ${token}`).digest('base64url')

async function store(tx: Tx, owner: Owner, token: string): Promise<string> {
  const expiresAt = new Date(Date.now() + REFRESH_TOKEN_TTL_S * 1000).toISOString()
  await tx.insert(refreshTokens).values({ ...owner, tokenHash: hashOf(token), expiresAt })
  return token
}

/** Begins a family for a fresh sign-in and drops what has expired. */
export function beginFamily(
  db: Db,
  owner: { userId: number; companyId: number },
): Promise<{ token: string; family: string }> {
  const family = randomUUID()
  return db.company(owner.companyId).write(async tx => {
    const old = lt(refreshTokens.expiresAt, new Date().toISOString())
    await tx.delete(refreshTokens).where(and(eq(refreshTokens.companyId, owner.companyId), old))
    const token = randomBytes(32).toString('base64url')
    return { token: await store(tx, { ...owner, family }, token), family }
  })
}

export type Rotation =
  | { outcome: 'rotated'; token: string; family: string; userId: number }
  | { outcome: 'unknown' }
  /** The token had been exchanged before: its family is revoked now. */
  | { outcome: 'reused'; family: string; userId: number; companyId: number }

/**
 * Exchanges a refresh token for the next one; within the grace for the same next one as before. A server that is
 * busy may take longer than that to come to it, so it counts when somebody asked.
 * @param asked when, milliseconds since the epoch.
 */
export async function rotate(db: Db, keys: SessionKeys, token: string, asked: number): Promise<Rotation> {
  const known = eq(refreshTokens.tokenHash, hashOf(token))
  const [owner] = await db.select({ companyId: refreshTokens.companyId }).from(refreshTokens).where(known)
  if (!owner) return { outcome: 'unknown' }
  return await db.company(owner.companyId).write(async (tx): Promise<Rotation> => {
    const [row] = await tx.select().from(refreshTokens).where(known)
    const now = new Date()
    if (!row || row.revokedAt !== null || Date.parse(row.expiresAt) <= now.getTime())
      return { outcome: 'unknown' }
    if (row.rotatedAt !== null && asked - Date.parse(row.rotatedAt) > GRACE_MS) {
      await revoke(tx, row.family)
      return { outcome: 'reused', family: row.family, userId: row.userId, companyId: row.companyId }
    }
    const next = successorOf(keys, token)
    if (row.rotatedAt === null) {
      await tx.update(refreshTokens).set({ rotatedAt: now.toISOString() }).where(eq(refreshTokens.id, row.id))
      await store(tx, { userId: row.userId, companyId: row.companyId, family: row.family }, next)
    }
    return { outcome: 'rotated', token: next, family: row.family, userId: row.userId }
  })
}

async function revoke(tx: Tx, family: string): Promise<void> {
  await tx
    .update(refreshTokens)
    .set({ revokedAt: new Date().toISOString() })
    .where(and(eq(refreshTokens.family, family), isNull(refreshTokens.revokedAt)))
}

/** Ends one sign-in: none of its tokens works any more. */
export async function revokeFamily(db: Db, family: string): Promise<void> {
  const [owner] = await db
    .select({ companyId: refreshTokens.companyId })
    .from(refreshTokens)
    .where(eq(refreshTokens.family, family))
    .limit(1)
  if (owner) await db.company(owner.companyId).write(tx => revoke(tx, family))
}

/** The company a living refresh token belongs to; null for anything else. Exchanges nothing. */
export async function companyOfCookie(db: Reader, token: string): Promise<number | null> {
  const [row] = await db
    .select()
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, hashOf(token)))
  const now = Date.now()
  if (!row || row.revokedAt !== null || Date.parse(row.expiresAt) <= now) return null
  return row.rotatedAt === null || now - Date.parse(row.rotatedAt) <= GRACE_MS ? row.companyId : null
}
