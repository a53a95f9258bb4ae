/** Customers' ratings. */
import { PAGE, type QueryOut, type ReportRating } from '@contract'
import { and, desc, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { contacts, ratings, reportCycles, tickets } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import { upToDate } from './catch-up'
import { cyclesOf, type Days } from './filter'
import { pageOf } from './pages'
import { filterFor, periodOf } from './report'
import { none, SLICE, seenBy } from './tickets'

const c = reportCycles

type AskedRatings = QueryOut<'reports.ratings'>

function ratingsWhere(me: Me, asked: AskedRatings, days: Days = periodOf(asked)): SQL | undefined {
  return and(
    cyclesOf(me.companyId, days, filterFor(me, asked)),
    isNotNull(c.ratingId),
    asked.rate === undefined ? undefined : eq(ratings.rate, asked.rate),
    asked.withComment ? ne(ratings.comment, '') : undefined,
    seenBy(me),
  )
}

/** The latest first. */
const ratingRows = (db: Reader, where: SQL | undefined, limit: number, offset = 0) =>
  db
    .select({
      cycleId: c.id,
      ticketId: c.ticketId,
      uuid: tickets.uuid,
      contactName: contacts.name,
      queueId: c.queueId,
      userId: c.userId,
      rate: ratings.rate,
      comment: ratings.comment,
      createdAt: ratings.createdAt,
      day: c.day,
      ratingId: ratings.id,
    })
    .from(c)
    .innerJoin(ratings, eq(ratings.id, c.ratingId))
    .innerJoin(tickets, eq(tickets.id, c.ticketId))
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .where(where)
    .orderBy(desc(c.day), desc(ratings.createdAt), desc(ratings.id))
    .limit(limit)
    .offset(offset)

const ratingOf = ({
  day: _day,
  ratingId: _id,
  ...row
}: Awaited<ReturnType<typeof ratingRows>>[number]): ReportRating => ({
  ...row,
  queueId: none(row.queueId),
  userId: none(row.userId),
})

/** A page of customers' ratings, latest first. @throws ApiError ERR_VALIDATION for an invalid period. */
export async function reportRatings(
  app: Pick<Workspace, 'db' | 'storage'>,
  me: Me,
  asked: AskedRatings,
): Promise<{ ratings: ReportRating[]; count: number; atLeast: boolean; hasMore: boolean }> {
  const period = periodOf(asked)
  await upToDate(app, me.companyId)
  const db = app.db.aside
  const { rows, ...page } = await pageOf(period, (asked.pageNumber - 1) * PAGE.records, PAGE.records, {
    rows: (days, limit, offset) => ratingRows(db, ratingsWhere(me, asked, days), limit, offset),
    count: async days => {
      const [all] = await db
        .select({ n: sql<number>`count(*)` })
        .from(c)
        .innerJoin(ratings, eq(ratings.id, c.ratingId))
        .innerJoin(tickets, eq(tickets.id, c.ticketId))
        .where(ratingsWhere(me, asked, days))
      return Number(all?.n ?? 0)
    },
    total: null,
  })
  return { ratings: rows.map(ratingOf), ...page }
}

/** All of them, like `ticketSlices`. @throws ApiError ERR_VALIDATION for an invalid period. */
export async function* ratingSlices(
  app: Pick<Workspace, 'db' | 'storage'>,
  me: Me,
  asked: AskedRatings,
): AsyncGenerator<ReportRating[]> {
  const where = ratingsWhere(me, asked)
  await upToDate(app, me.companyId)
  const db = app.db.aside
  for (let after: SQL | undefined; ; ) {
    const rows = await ratingRows(db, and(where, after), SLICE)
    const last = rows.at(-1)
    if (!last) return
    after = sql`(${c.day}, ${ratings.createdAt}, ${ratings.id}) < (${last.day}, ${Date.parse(last.createdAt)}, ${last.ratingId})`
    yield rows.map(ratingOf)
  }
}
