/** Reads facts for summing up: each day's in one text, because the driver is slower with rows than the summing. */
import { type SQL, sql } from 'drizzle-orm'
import { isFound, jsonOfRows } from '../../platform/db/engine/words'
import { reportCycles } from '../../platform/db/schema'
import type { SummedRow } from './facts'

const c = reportCycles
const COLUMNS = {
  finishedAt: c.finishedAt,
  day: c.day,
  hour: c.hour,
  queueId: c.queueId,
  userId: c.userId,
  whatsappId: c.whatsappId,
  tagIds: c.tagIds,
  answered: c.answered,
  reopened: c.reopened,
  abandoned: c.abandoned,
  transfers: c.transfers,
  oneTouch: c.oneTouch,
  botAnswered: c.botAnswered,
  botSolved: c.botSolved,
  handedOver: c.handedOver,
  asked: c.asked,
  rate: c.rate,
  deadlines: c.deadlines,
  firstAnswer: c.firstAnswer,
  firstAnswerBusiness: c.firstAnswerBusiness,
  firstAutomatic: c.firstAutomatic,
  firstAutomaticBusiness: c.firstAutomaticBusiness,
  waiting: c.waiting,
  waitingBusiness: c.waitingBusiness,
  handling: c.handling,
  handlingBusiness: c.handlingBusiness,
  resolution: c.resolution,
  resolutionBusiness: c.resolutionBusiness,
  next: c.next,
} as const satisfies Record<keyof SummedRow, unknown>

const ENTRIES = Object.entries(COLUMNS)

/** The facts of a day as one text; for grouping by day. */
export const factsText = (): SQL<string> => jsonOfRows(Object.values(COLUMNS))

/** Parses `factsText`. */
export const factsIn = (text: string): SummedRow[] =>
  (JSON.parse(text) as unknown[][]).map(
    values =>
      Object.fromEntries(
        ENTRIES.map(([key, column], at) => {
          const value = values[at] ?? null
          return [key, value === null ? null : column.mapFromDriverValue(value as never)]
        }),
      ) as unknown as SummedRow,
  )

/**
 * The facts of each day. Grouped by an expression no index has: in the order of days SQLite would go through
 * everybody's cycles even when only some people are asked for.
 */
export const factsByDay = (where: SQL | undefined): SQL =>
  sql`select ${factsText()} as data from ${c} where ${where} group by ${c.day} || ''`

/**
 * The same when an index covers the question: PostgreSQL would fetch every cycle of these people before it checks the
 * tags.
 */
export const factsByIndex = (where: SQL | undefined): SQL =>
  factsByDay(isFound(c.id, sql`select ${c.id} from ${c} where ${where}`))
