/** The writer of a scheduled message or report: their rights decide where it may go and what it contains. */
import { eq } from 'drizzle-orm'
import { knownProfile } from '../../platform/auth/member'
import type { Reader } from '../../platform/db/client'
import { userQueues, users } from '../../platform/db/schema'
import type { Me } from '../../workspace'

/** The writer as rules about rights need one; null when they are gone. */
export async function writerOf(
  db: Reader,
  row: { userId: number | null; companyId: number },
): Promise<Me | null> {
  if (row.userId === null) return null
  const [user] = await db.select().from(users).where(eq(users.id, row.userId))
  if (!user || user.companyId !== row.companyId) return null
  const queues = await db
    .select({ id: userQueues.queueId })
    .from(userQueues)
    .where(eq(userQueues.userId, user.id))
  return {
    id: user.id,
    companyId: user.companyId,
    name: user.name,
    email: user.email,
    profile: knownProfile(user.profile),
    super: user.super,
    seesUnqueued: user.allTicket,
    whatsappId: user.whatsappId,
    queueIds: queues.map(queue => queue.id),
    unpaid: false,
    session: 'schedule',
  }
}
