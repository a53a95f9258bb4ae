/** Giving somebody another password than the one they had. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Workspace } from '../../workspace'
import type { Tx } from '../db/client'
import { refreshTokens, users } from '../db/schema'

/** Stores the hash of a new password; every session of that person ends. */
export async function giveNewPassword(
  app: Workspace,
  tx: Tx,
  { id, companyId }: { id: number; companyId: number },
  passwordHash: string,
): Promise<void> {
  const now = new Date().toISOString()
  await tx
    .update(users)
    .set({ passwordHash, tokenVersion: sql`${users.tokenVersion} + 1`, updatedAt: now })
    .where(eq(users.id, id))
  await tx
    .update(refreshTokens)
    .set({ revokedAt: now })
    .where(and(eq(refreshTokens.userId, id), isNull(refreshTokens.revokedAt)))
  app.realtime.dropUser(companyId, id)
}
