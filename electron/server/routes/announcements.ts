/** Announcements of the platform: every company reads the same active ones (specification 1 section 7). */
import { PAGE } from '@contract'
import { and, desc, eq, like, or, sql } from 'drizzle-orm'
import { announcements } from '../db/schema'
import type { HandlersOf } from '../http/handlers'

/** A LIKE pattern with the text's own wildcards taken literally. */
const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, c => `\\${c}`)}%`

export const announcementHandlers: HandlersOf<'announcements'> = {
  'announcements.list': async ({ app, query }) => {
    const typed = query.searchParam ? anywhere(query.searchParam) : null
    const wanted = and(
      eq(announcements.status, true),
      typed
        ? or(
            sql`${like(announcements.title, typed)} escape '\\'`,
            sql`${like(announcements.text, typed)} escape '\\'`,
          )
        : undefined,
    )
    const count = await app.db.$count(announcements, wanted)
    const records = await app.db
      .select({
        id: announcements.id,
        title: announcements.title,
        text: announcements.text,
        priority: announcements.priority,
        status: announcements.status,
        mediaPath: announcements.mediaPath,
        mediaName: announcements.mediaName,
        createdAt: announcements.createdAt,
      })
      .from(announcements)
      .where(wanted)
      .orderBy(desc(announcements.createdAt), desc(announcements.id))
      .limit(PAGE.records)
      .offset((query.pageNumber - 1) * PAGE.records)
    return { records, count, hasMore: count > (query.pageNumber - 1) * PAGE.records + records.length }
  },
}
