/** Facts as they are stored (schema-reports.ts), and as they are summed up. */
import { DEADLINE_KINDS } from '@contract'
import { getTableColumns } from 'drizzle-orm'
import { reportCycles } from '../../platform/db/schema'
import type { CycleFact, Measured } from './cycle-fact'
import type { Tallied } from './tally'

export type FactRow = typeof reportCycles.$inferSelect

/** Where and when a cycle was. */
export type Place = Pick<
  FactRow,
  | 'id'
  | 'companyId'
  | 'ticketId'
  | 'queuedAt'
  | 'finishedAt'
  | 'day'
  | 'hour'
  | 'queueId'
  | 'userId'
  | 'whatsappId'
  | 'tagIds'
  | 'ratingId'
  | 'deadlines'
>

const one = (yes: boolean): number => (yes ? 1 : 0)
const calendar = (measured: Measured | null): number | null => measured?.[0] ?? null
const business = (measured: Measured | null): number | null => measured?.[1] ?? null

/** A fact as a row. */
export const rowOf = (place: Place, fact: CycleFact): FactRow => ({
  ...place,
  seen: fact.seen,
  answered: one(fact.answered),
  reopened: one(fact.reopened),
  abandoned: one(fact.abandoned),
  transfers: fact.transfers,
  oneTouch: one(fact.oneTouch),
  botAnswered: one(fact.botAnswered),
  botSolved: one(fact.botSolved),
  handedOver: one(fact.handedOver),
  asked: one(fact.asked),
  rate: fact.rate,
  kept: fact.kept,
  missed: fact.missed,
  dueAt: fact.dueAt === null ? null : new Date(fact.dueAt).toISOString(),
  firstAnswer: calendar(fact.firstAnswer),
  firstAnswerBusiness: business(fact.firstAnswer),
  firstAutomatic: calendar(fact.firstAutomatic),
  firstAutomaticBusiness: business(fact.firstAutomatic),
  waiting: calendar(fact.waiting),
  waitingBusiness: business(fact.waiting),
  handling: calendar(fact.handling),
  handlingBusiness: business(fact.handling),
  resolution: calendar(fact.resolution),
  resolutionBusiness: business(fact.resolution),
  next: fact.next.map(([all, within]) => [all, within]),
})

/** Measurements of messages: they stay when messages are deleted. */
export const FROM_MESSAGES = [
  'seen',
  'answered',
  'abandoned',
  'oneTouch',
  'botSolved',
  'handedOver',
  'firstAnswer',
  'firstAnswerBusiness',
  'firstAutomatic',
  'firstAutomaticBusiness',
  'next',
] as const satisfies readonly (keyof FactRow)[]

const measured = (all: number | null, within: number | null): [number, number][] =>
  all === null ? [] : [[all, within ?? all]]

/** The input of sums. */
export type SummedRow = Omit<
  FactRow,
  'id' | 'companyId' | 'ticketId' | 'queuedAt' | 'seen' | 'ratingId' | 'kept' | 'missed' | 'dueAt'
>

/** @param now epoch milliseconds: a running deadline due before it counts as missed. */
export function talliedOf(row: SummedRow, now: number): Tallied {
  const deadlines = row.deadlines.flatMap(([name, kind, dueAt, endedAt]) => {
    if (!DEADLINE_KINDS.includes(kind) || (endedAt === null && dueAt >= now)) return []
    return [{ name, kind, kept: endedAt !== null && endedAt <= dueAt }]
  })
  const kept = deadlines.filter(deadline => deadline.kept).length
  return {
    counts: {
      arrived: 1,
      resolved: one(row.finishedAt !== null),
      answered: row.answered,
      reopened: row.reopened,
      abandoned: row.abandoned,
      transferred: one(row.transfers > 0),
      transfers: row.transfers,
      oneTouch: row.oneTouch,
      botAnswered: row.botAnswered,
      botSolved: row.botSolved,
      handedOver: row.handedOver,
      asked: row.asked,
      rated: one(row.rate !== null),
      satisfied: one((row.rate ?? 0) >= 2),
      rateSum: row.rate ?? 0,
      kept,
      missed: deadlines.length - kept,
    },
    durations: {
      firstAnswer: measured(row.firstAnswer, row.firstAnswerBusiness),
      firstAutomatic: measured(row.firstAutomatic, row.firstAutomaticBusiness),
      nextAnswer: row.next,
      waiting: measured(row.waiting, row.waitingBusiness),
      handling: measured(row.handling, row.handlingBusiness),
      resolution: measured(row.resolution, row.resolutionBusiness),
    },
    hour: row.hour,
    deadlines,
  }
}

export const FACT_KEYS = Object.keys(getTableColumns(reportCycles)) as (keyof FactRow)[]

/** Whether two rows are equal. */
export const sameFact = (a: FactRow, b: FactRow): boolean =>
  FACT_KEYS.every(key => a[key] === b[key] || JSON.stringify(a[key]) === JSON.stringify(b[key]))
