/** Which first steps a new company has done, read from its data: nothing is ticked by hand. */
import type { FirstSteps } from '@contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client'
import { companies, messages, queues, users, whatsapps } from '../db/schema'

/** The state of the four steps of one company, and whether their list is shown. */
export async function firstStepsOf(db: Db, companyId: number): Promise<FirstSteps> {
  const [row] = await db
    .select({
      list: companies.firstSteps,
      number: sql<number>`exists (select 1 from ${whatsapps} where ${and(eq(whatsapps.companyId, companyId), eq(whatsapps.status, 'CONNECTED'))})`,
      queue: sql<number>`exists (select 1 from ${queues} where ${eq(queues.companyId, companyId)})`,
      colleagues: sql<number>`(select count(*) from ${users} where ${eq(users.companyId, companyId)}) > 1`,
      message: sql<number>`exists (select 1 from ${messages} where ${and(eq(messages.companyId, companyId), eq(messages.fromMe, true))})`,
      received: sql<number>`exists (select 1 from ${messages} where ${and(eq(messages.companyId, companyId), eq(messages.fromMe, false))})`,
    })
    .from(companies)
    .where(eq(companies.id, companyId))
  const list = row?.list ?? null
  return {
    shown: list === null ? null : list === 'shown',
    number: Boolean(row?.number),
    queue: Boolean(row?.queue),
    colleagues: Boolean(row?.colleagues),
    message: Boolean(row?.message),
    received: Boolean(row?.received),
  }
}

/** Hides the list, or shows it again. */
export async function setFirstSteps(db: Db, companyId: number, shown: boolean): Promise<FirstSteps> {
  await db
    .company(companyId)
    .update(companies)
    .set({ firstSteps: shown ? 'shown' : 'away' })
    .where(eq(companies.id, companyId))
  return firstStepsOf(db, companyId)
}
