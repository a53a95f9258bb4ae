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
  const user = eq(users.id, userId)
  const [known] = await db.select({ companyId: users.companyId }).from(users).where(user)
  if (!known) return
  const { companyId } = known
  await db.company(companyId).write(async tx => {
    const [before] = await tx.select({ presence: users.presence }).from(users).where(user)
    await tx
      .update(users)
      .set({ presence, online: presence !== 'offline', lastSeenAt: new Date().toISOString() })
      .where(user)
    if (before?.presence === presence) return
    const [view] = await userViews(tx, [userId])
    if (view) realtime.toCompany(companyId, 'user', { action: 'update', user: view })
  })
}
