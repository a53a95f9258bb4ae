/** The answer to a request for a report. */
import {
  type FigureRow,
  type FiguresReport,
  type Grouping,
  plusDays,
  type QueryOut,
  REPORT_MAX_DAYS,
} from '@contract'
import { eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { queues, tags, users, whatsapps } from '../../platform/db/schema'
import { timeZoneOf } from '../../settings'
import type { Me, Workspace } from '../../workspace'
import { upToDate } from './catch-up'
import type { ReportFilter } from './filter'
import { keyOfDay, readTallies, readTotal } from './read'
import { distributionsOf, figuresOf, levelsOf, merge, newTally, type Tally } from './tally'
import { presenceOf } from './there'

/** An impossible id: nothing of what is asked for may be seen. */
const NOWHERE = -1

/** The request as far as a person may have it: supervisors get their own queues. */
export function filterFor(
  me: Pick<Me, 'super' | 'profile' | 'queueIds'>,
  asked: Pick<QueryOut<'reports.figures'>, 'queueIds' | 'userIds' | 'whatsappIds' | 'tagId'>,
): ReportFilter {
  const { queueIds = [], userIds = [], whatsappIds = [], tagId } = asked
  const filter = { queueIds, userIds, whatsappIds, tagId }
  if (me.super || me.profile === 'admin') return filter
  const own = queueIds.length > 0 ? queueIds.filter(id => me.queueIds.includes(id)) : [...me.queueIds]
  return { ...filter, queueIds: own.length > 0 ? own : [NOWHERE] }
}

const DAY_MS = 86_400_000
const lengthOf = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T12:00:00Z`) - Date.parse(`${from}T12:00:00Z`)) / DAY_MS) + 1

/** @throws ApiError ERR_VALIDATION when it ends before it begins, or is too long. */
export function periodOf({ from, to }: { from: string; to: string }): { from: string; to: string } {
  const days = lengthOf(from, to)
  if (days < 1 || days > REPORT_MAX_DAYS) throw new ApiError('ERR_VALIDATION', { field: 'to' })
  return { from, to }
}

/** Names of the rows of a group, by key; deleted ones have none. */
async function namesOf(db: Reader, companyId: number, by: Grouping): Promise<Map<string, string>> {
  const tables = { queue: queues, user: users, connection: whatsapps, tag: tags }
  if (by !== 'queue' && by !== 'user' && by !== 'connection' && by !== 'tag') return new Map()
  const table = tables[by]
  const rows = await db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(eq(table.companyId, companyId))
  return new Map(rows.map(row => [String(row.id), row.name]))
}

const HOURS = 168

function hourRows(tally: Tally): FigureRow[] {
  return Array.from({ length: HOURS }, (_, hour) => {
    const figures = figuresOf(newTally())
    figures.counts.arrived = tally.hours[hour] ?? 0
    return { key: String(hour), name: '', figures }
  })
}

/** Each group of time in a period, in its order. */
export function keysWithin(
  by: 'day' | 'week' | 'month',
  { from, to }: { from: string; to: string },
): string[] {
  const days = Array.from({ length: lengthOf(from, to) }, (_, at) => plusDays(from, at))
  return [...new Set(days.map(day => keyOfDay(by, day)))]
}

const byName = (a: FigureRow, b: FigureRow): number =>
  Number(a.name === '') - Number(b.name === '') ||
  a.name.localeCompare(b.name) ||
  Number(a.key) - Number(b.key)

async function rowsOf(
  db: Reader,
  companyId: number,
  period: { from: string; to: string },
  by: Grouping,
  tallies: ReadonlyMap<string, Tally>,
): Promise<FigureRow[]> {
  if (by === 'hour') return hourRows(tallies.get('') ?? newTally())
  if (by === 'day' || by === 'week' || by === 'month')
    return keysWithin(by, period).map(key => ({
      key,
      name: '',
      figures: figuresOf(tallies.get(key) ?? newTally()),
    }))
  const names = await namesOf(db, companyId, by)
  return [...tallies]
    .map(([key, tally]) => ({ key, name: names.get(key) ?? '', figures: figuresOf(tally) }))
    .sort(byName)
}

export interface ReportAsked {
  companyId: number
  from: string
  to: string
  filter: ReportFilter
  by?: Grouping | undefined
  compare?: boolean | undefined
}

/** The same number of days, right before. */
export const before = ({ from, to }: { from: string; to: string }): { from: string; to: string } => ({
  from: plusDays(from, -lengthOf(from, to)),
  to: plusDays(from, -1),
})

/**
 * Figures of a period.
 * @throws ApiError ERR_VALIDATION where the period is none.
 */
export async function figuresReportOf(
  app: Pick<Workspace, 'db' | 'storage'>,
  asked: ReportAsked,
  at: Date = new Date(),
): Promise<FiguresReport> {
  const { companyId, filter, by = null, compare } = asked
  const period = periodOf(asked)
  const db = app.db.aside
  const counting = await upToDate(app, companyId)
  const now = at.getTime()
  const earlier = before(period)
  const rest = async () => ({
    there: await presenceOf(db, companyId, period, filter, now),
    // A conversation with several tags counts under each.
    total: by === 'tag' ? await readTotal(db, companyId, period, filter, now) : null,
    previous: compare
      ? {
          ...figuresOf(await readTotal(db, companyId, earlier, filter, now)),
          presence: (await presenceOf(db, companyId, earlier, filter, now)).total,
        }
      : null,
  })
  // One is read while the other is summed up.
  const [tallies, { there, previous, ...read }] = await Promise.all([
    readTallies(db, companyId, period, filter, by, now),
    rest(),
  ])
  const total = read.total ?? newTally()
  if (by !== 'tag') for (const tally of tallies.values()) merge(total, tally)
  if (by === 'user')
    for (const id of there.byUser.keys()) if (!tallies.has(String(id))) tallies.set(String(id), newTally())
  const rows = by === null ? [] : await rowsOf(db, companyId, period, by, tallies)
  const withPresence = (row: FigureRow): FigureRow => ({
    ...row,
    figures: { ...row.figures, presence: there.byUser.get(Number(row.key)) ?? null },
  })
  return {
    zone: await timeZoneOf(app.db, companyId),
    counting,
    rows: by === 'user' ? rows.map(withPresence) : rows,
    total: { ...figuresOf(total), presence: there.total },
    previous,
    distributions: distributionsOf(total),
    levels: levelsOf(total),
  }
}
