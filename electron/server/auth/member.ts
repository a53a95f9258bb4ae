/** Who a token stands for, as the database has it now: profile, queues and company count at once, not at next sign-in. */
import { PROFILES, type Profile } from '@contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { isActive, mayPay } from '../companies/expiry'
import type { Reader } from '../db/client'
import { jsonOfAll } from '../db/engine/words'
import { prepared } from '../db/prepared'
import { companies, refreshTokens, userQueues, users } from '../db/schema'
import type { Me } from '../workspace'
import type { AccessClaims } from './tokens'

/** A profile the table of permissions does not know has the rights of a plain agent (difference 24 of tests/compat/differences.md). */
export function knownProfile(profile: string): Profile {
  return PROFILES.find(p => p === profile) ?? 'user'
}

const memberRow = prepared(db =>
  db
    .select({
      id: users.id,
      companyId: users.companyId,
      name: users.name,
      email: users.email,
      profile: users.profile,
      super: users.super,
      allTicket: users.allTicket,
      whatsappId: users.whatsappId,
      queues: sql<string>`(select ${jsonOfAll(userQueues.queueId)} from ${userQueues} where ${userQueues.userId} = ${users.id})`,
      alive: sql<number>`exists (select 1 from ${refreshTokens} where ${and(
        eq(refreshTokens.family, sql.placeholder('session')),
        isNull(refreshTokens.revokedAt),
        sql`${refreshTokens.expiresAt} > ${sql.placeholder('now')}`,
      )})`,
      companyStatus: companies.status,
      companyDue: companies.dueDate,
    })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(eq(users.id, sql.placeholder('id')), eq(users.tokenVersion, sql.placeholder('version'))))
    .prepare(),
)

/**
 * Loads the person behind verified claims.
 * @param payers also admins of a company whose time is over, as `unpaid`: for what they need to pay, and nothing else.
 * @returns null when the user is gone, changed company, was signed out everywhere, the sign-in was revoked, or the company
 *   may not work any more: the refresh that follows says so.
 */
export async function loadMember(db: Reader, claims: AccessClaims, payers = false): Promise<Me | null> {
  const [row] = await memberRow(db).all({
    id: claims.id,
    version: claims.version,
    session: claims.session,
    now: Date.now(),
  })
  if (!row || row.companyId !== claims.companyId || row.alive === 0) return null
  const company = { status: row.companyStatus, dueDate: row.companyDue }
  const unpaid = !row.super && !isActive(company)
  if (unpaid && !(payers && mayPay(company, row))) return null
  return {
    id: row.id,
    companyId: row.companyId,
    name: row.name,
    email: row.email,
    profile: knownProfile(row.profile),
    super: row.super,
    seesUnqueued: row.allTicket,
    whatsappId: row.whatsappId,
    queueIds: JSON.parse(row.queues) as number[],
    unpaid,
    session: claims.session,
  }
}
