/** Which cycles a question is about. */
import type { Grouping } from '@contract'
import { and, eq, gte, lte, not, type SQL, sql } from 'drizzle-orm'
import { jsonListMeets, oneOf } from '../../platform/db/engine/words'
import { reportCycles, type reportRollups } from '../../platform/db/schema'
import type { Dimension } from './rollups'

/** Days on the company's clock, first and last; null: from the beginning, up to now. */
export interface Days {
  from: string | null
  to: string | null
}

/** The filter. An empty list means all; 0 in it means those without. */
export interface ReportFilter {
  queueIds: readonly number[]
  userIds: readonly number[]
  whatsappIds: readonly number[]
  /** undefined: all. */
  tagId?: number | undefined
}

export const EVERYTHING: ReportFilter = { queueIds: [], userIds: [], whatsappIds: [] }

export const BEGINNING = '0000-01-01'
export const END = '9999-12-31'

export const LISTS = ['queueIds', 'userIds', 'whatsappIds'] as const
export type List = (typeof LISTS)[number]

export const OF_FILTER: Record<List, Dimension> = {
  queueIds: 'queue',
  userIds: 'user',
  whatsappIds: 'connection',
}

/** What sums have to be grouped by for a question. */
export function dimensionsOf(filter: ReportFilter, by: Grouping | null): Set<Dimension> {
  const dimensions = new Set<Dimension>()
  for (const key of LISTS) if (filter[key].length > 0) dimensions.add(OF_FILTER[key])
  if (filter.tagId !== undefined) dimensions.add('tag')
  if (by === 'queue' || by === 'user' || by === 'connection' || by === 'tag') dimensions.add(by)
  return dimensions
}

/** @param except a list that is to be inverted. */
export function placed(
  table: typeof reportCycles | typeof reportRollups,
  filter: ReportFilter,
  except: List | null = null,
): SQL | undefined {
  const column = { queueIds: table.queueId, userIds: table.userId, whatsappIds: table.whatsappId }
  return and(
    ...LISTS.map(key => {
      if (filter[key].length === 0) return undefined
      const listed = oneOf(column[key], filter[key])
      // Found by person and day: PostgreSQL would go through them once for each queue and connection.
      const found = table === reportCycles && key !== 'userIds' ? sql`+${listed}` : listed
      return key === except ? not(found) : found
    }),
  )
}

/** Of cycles: those with a tag, or without any. */
export const tagged = (tagId: number | undefined): SQL | undefined =>
  tagId === undefined
    ? undefined
    : tagId === 0
      ? sql`${reportCycles.tagIds} = '[]'`
      : jsonListMeets(reportCycles.tagIds, [tagId])

/** The condition for the chosen cycles; undefined: all. */
export const chosenIn = (filter: ReportFilter): SQL | undefined =>
  and(placed(reportCycles, filter), tagged(filter.tagId))

export const cyclesIn = (companyId: number, { from, to }: Days): SQL | undefined =>
  and(
    eq(reportCycles.companyId, companyId),
    gte(reportCycles.day, from ?? BEGINNING),
    lte(reportCycles.day, to ?? END),
  )

/** Cycles of a company, by days and filter. */
export const cyclesOf = (companyId: number, days: Days, filter: ReportFilter): SQL | undefined =>
  and(cyclesIn(companyId, days), chosenIn(filter))
