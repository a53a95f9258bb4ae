/** Who is here: from sockets that open and close, and from the userStatus heartbeat. */
import { eq, ne } from 'drizzle-orm'
import type { Db } from '../db/client'
import { users } from '../db/schema'
import { userViews } from '../views/users'
import type { Realtime } from './realtime'

export type Presence = 'online' | 'idle' | 'offline'

/** Nobody is here when the server starts, whatever the file remembers. */
export async function clearPresence(db: Db): Promise<void> {
  await db.platform
    .update(users)
    .set({ online: false, presence: 'offline' })
    .where(ne(users.presence, 'offline'))
}

/** Stores a user's presence; tells the company when it changed. Unknown users are ignored. */
export async function setPresence(
  db: Db,
  realtime: Realtime,
  userId: number,
  presence: Presence,
): Promise<void> {
  const [before] = await db
    .select({ presence: users.presence, companyId: users.companyId })
    .from(users)
    .where(eq(users.id, userId))
  if (!before) return
  await db
    .company(before.companyId)
    .update(users)
    .set({ presence, online: presence !== 'offline', lastSeenAt: new Date().toISOString() })
    .where(eq(users.id, userId))
  if (before.presence === presence) return
  const [view] = await userViews(db, [userId])
  if (view) realtime.toCompany(Number(view.companyId), 'user', { action: 'update', user: view })
}
