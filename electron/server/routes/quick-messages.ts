/** Quick messages as the composer needs them (specification 1 section 7). */
import { and, asc, eq, or } from 'drizzle-orm'
import { quickMessages } from '../db/schema'
import type { HandlersOf } from '../http/handlers'

export const quickMessageHandlers: HandlersOf<'quickMessages'> = {
  // Company and user are the caller's, whatever the query says.
  'quickMessages.list': ({ app, me }) =>
    app.db
      .select({
        id: quickMessages.id,
        shortcode: quickMessages.shortcode,
        message: quickMessages.message,
        mediaPath: quickMessages.mediaPath,
        mediaName: quickMessages.mediaName,
        geral: quickMessages.geral,
        userId: quickMessages.userId,
      })
      .from(quickMessages)
      .where(
        and(
          eq(quickMessages.companyId, me.companyId),
          or(eq(quickMessages.geral, true), eq(quickMessages.userId, me.id)),
        ),
      )
      .orderBy(asc(quickMessages.shortcode), asc(quickMessages.id)),
}
