/** The person behind a token, as the database has them now: changes of profile, queues and company count at once. */
import { PROFILES, type Profile, settingValue } from '@contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Me } from '../../workspace'
import type { Reader } from '../db/client'
import { jsonOfAll } from '../db/engine/words'
import { prepared } from '../db/prepared'
import { companies, refreshTokens, settings, userQueues, users } from '../db/schema'
import { untilChanged } from '../db/until-changed'
import { isActive, mayPay } from './company-active'
import type { AccessClaims } from './tokens'

/** An unknown profile has the rights of a plain agent. */
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
      /** When the sign-in ends, in milliseconds since the epoch; null where it was revoked. */
      endsAt: sql<number | null>`(select max(${refreshTokens.expiresAt}) from ${refreshTokens} where ${and(
        eq(refreshTokens.family, sql.placeholder('session')),
        isNull(refreshTokens.revokedAt),
      )})`,
      maskNumbers: sql<string | null>`(select ${settings.value} from ${settings} where ${and(
        eq(settings.companyId, users.companyId),
        eq(settings.key, 'maskNumbers'),
      )})`,
      companyStatus: companies.status,
      companyDue: companies.dueDate,
    })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(eq(users.id, sql.placeholder('id')), eq(users.tokenVersion, sql.placeholder('version'))))
    .prepare(),
)

type MemberRow = Awaited<ReturnType<ReturnType<typeof memberRow>['all']>>[number]

/** More than a workspace has people. */
const MOST_KNOWN = 2_000
const known = untilChanged<string, MemberRow | null>(MOST_KNOWN, ({ people }) => (people ? 'all' : []))

async function rowOf(db: Reader, { id, version, session }: AccessClaims): Promise<MemberRow | null> {
  const rows = known(db)
  const key = `${id} ${version} ${session}`
  const before = rows.get(key)
  if (before !== undefined) return before
  const [row = null] = await memberRow(db).all({ id, version, session })
  rows.set(key, row)
  return row
}

/**
 * Loads the person behind verified claims.
 * @param payers also admins of a company that has to pay, as `unpaid`: only for what they need to pay.
 * @returns null when the user is gone, changed company, was signed out, the sign-in was revoked, or the company may not
 *   work: the following refresh tells why.
 */
export async function loadMember(db: Reader, claims: AccessClaims, payers = false): Promise<Me | null> {
  const row = await rowOf(db, claims)
  if (!row || row.companyId !== claims.companyId || (row.endsAt ?? 0) <= Date.now()) return null
  const company = { status: row.companyStatus, dueDate: row.companyDue }
  const unpaid = !row.super && !isActive(company)
  if (unpaid && !(payers && mayPay(company, row))) return null
  const profile = knownProfile(row.profile)
  const masks = settingValue('maskNumbers', row.maskNumbers ?? undefined) === 'enabled'
  return {
    id: row.id,
    companyId: row.companyId,
    name: row.name,
    email: row.email,
    profile,
    hidesNumbers: masks && profile === 'user' && !row.super,
    super: row.super,
    seesUnqueued: row.allTicket,
    whatsappId: row.whatsappId,
    queueIds: JSON.parse(row.queues) as number[],
    unpaid,
    session: claims.session,
  }
}
