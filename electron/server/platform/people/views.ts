/** Users as they are sent: with queues and company, never with a password hash. */
import { readable, readerOf, type user as userEntity } from '@contract'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { readableSettings } from '../../settings'
import type { Reader } from '../db/client'
import { breaks, companies, plans, queues, twoFactor, userQueues, userSkills, users } from '../db/schema'

export type UserView = z.input<typeof userEntity>

const columns = {
  id: users.id,
  name: users.name,
  email: users.email,
  profile: users.profile,
  super: users.super,
  companyId: users.companyId,
  whatsappId: users.whatsappId,
  allTicket: users.allTicket,
  online: users.online,
  ticketCeiling: users.ticketCeiling,
  createdAt: users.createdAt,
}

/** Users by id, each with queues, skills and break, in the order of the ids. Unknown ids are left out. */
export async function userViews(db: Reader, ids: readonly number[]): Promise<UserView[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({
      ...columns,
      company: { id: companies.id, name: companies.name },
      confirmedAt: twoFactor.confirmedAt,
    })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(twoFactor, eq(twoFactor.userId, users.id))
    .where(inArray(users.id, [...ids]))
  const memberships = await db
    .select({ userId: userQueues.userId, id: queues.id, name: queues.name, color: queues.color })
    .from(userQueues)
    .innerJoin(queues, eq(queues.id, userQueues.queueId))
    .where(inArray(userQueues.userId, [...ids]))
    .orderBy(asc(sql`coalesce(${queues.orderQueue}, 1e9)`), asc(queues.id))
  const skills = await db
    .select({ userId: userSkills.userId, tagId: userSkills.tagId })
    .from(userSkills)
    .where(inArray(userSkills.userId, [...ids]))
    .orderBy(asc(userSkills.tagId))
  const running = await db
    .select({
      userId: breaks.userId,
      reason: breaks.reason,
      minutes: breaks.minutes,
      startedAt: breaks.startedAt,
    })
    .from(breaks)
    .where(and(inArray(breaks.userId, [...ids]), isNull(breaks.endedAt)))
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => {
    const found = byId.get(id)
    if (!found) return []
    const { confirmedAt, ...row } = found
    const own = memberships
      .filter(m => m.userId === id)
      .map(({ id: queueId, name, color }) => ({ id: queueId, name, color }))
    const skillIds = skills.flatMap(skill => (skill.userId === id ? [skill.tagId] : []))
    const { userId: _, ...onBreak } = running.find(one => one.userId === id) ?? { userId: null }
    return [
      {
        ...row,
        twoFactor: confirmedAt !== null,
        queues: own,
        skillIds,
        break: 'reason' in onBreak ? onBreak : null,
      },
    ]
  })
}

/** A user as the sign-in answers: with the company, its plan and the settings this user may read. Null when unknown. */
export async function signedInUser(db: Reader, id: number): Promise<UserView | null> {
  const [user] = await userViews(db, [id])
  if (!user) return null
  const [row] = await db
    .select()
    .from(companies)
    .leftJoin(plans, eq(plans.id, companies.planId))
    .where(eq(companies.id, Number(user.companyId)))
  if (!row) return null
  const reader = readerOf({ profile: String(user.profile), super: user.super === true })
  const settings = await readableSettings(db, row.companies.id, reader)
  return { ...user, company: { ...readable(reader, 'company', row.companies), plan: row.plans, settings } }
}
