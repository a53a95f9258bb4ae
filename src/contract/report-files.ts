/** Reports as files and as mails: which tables there are, in which forms they are given out, and what is sent by schedule. */
import { z } from 'zod'
import { LANGUAGES } from './constants'
import { FIGURE_CLOCKS, GROUPINGS } from './figures'
import { emailAddress, idsWithNone, line, rowId, rowIds, upTo } from './requests'
import { flag, id, instant, listOf, maybe, maybeId, name, text } from './scalars'

/**
 * Tables of a report. `summary`: every figure of the period as a whole; a grouping: every figure by it; `distribution`: how long
 * it took, in bars; `levels`: deadlines by service level; `costs`: what messages cost, by each group; `forecast`: the coming week by hour, whatever the period; then what stands behind the figures, row by row.
 */
export const REPORT_TABLES = [
  'summary',
  ...GROUPINGS,
  'distribution',
  'levels',
  'campaigns',
  'costs',
  'forecast',
  'tickets',
  'ratings',
] as const
export type ReportTableName = (typeof REPORT_TABLES)[number]

/** Tables that name customers: never in a mail. */
const OF_CUSTOMERS: ReadonlySet<ReportTableName> = new Set(['tickets', 'ratings'])
export const MAILED_TABLES = REPORT_TABLES.filter(
  (table): table is Exclude<ReportTableName, 'tickets' | 'ratings'> => !OF_CUSTOMERS.has(table),
)

export const REPORT_FILES = ['csv', 'xlsx'] as const
export type ReportFile = (typeof REPORT_FILES)[number]

/**
 * What a column holds. `seconds`: a duration; `percent`: 0 to 1; `instant`: ISO text, shown in the company's zone; `day`: YYYY-MM-DD.
 */
type CellKind = 'text' | 'number' | 'decimal' | 'seconds' | 'percent' | 'instant' | 'day'
export type ReportCell = string | number | null
export interface ReportColumn {
  title: string
  kind: CellKind
}
export interface ReportTable {
  table: ReportTableName
  title: string
  columns: readonly ReportColumn[]
  rows: ReportCell[][]
}

/** Schedules a company may have, and whom one may go to. */
export const REPORT_SCHEDULE = { most: 30, name: 80, users: 50, addresses: 20 } as const
/** How often a report leaves: each week the seven days before, each month the month before. */
export const REPORT_PERIODS = ['week', 'month'] as const
export type ReportPeriod = (typeof REPORT_PERIODS)[number]

/** A report that leaves by mail by itself. */
export const reportScheduleForm = z
  .object({
    name: line(REPORT_SCHEDULE.name, 'Too Long!').min(2, 'Too Short!'),
    period: z.enum(REPORT_PERIODS),
    /** Of a week from 1 (Monday) to 7; of a month from 1 to 28. */
    day: z.number().int().min(1).max(28),
    /** Hour of the company's clock, 0 to 23. */
    hour: z.number().int().min(0).max(23),
    /** People of the company; each receives it at the address of the account. */
    userIds: upTo(REPORT_SCHEDULE.users, rowId),
    addresses: upTo(REPORT_SCHEDULE.addresses, emailAddress),
    tables: upTo(MAILED_TABLES.length, z.enum(MAILED_TABLES)).refine(tables => tables.length > 0, 'Required'),
    /** As the filters of a report: empty means all, 0 "none". */
    queueIds: idsWithNone,
    agentIds: idsWithNone,
    whatsappIds: rowIds,
    clock: z.enum(FIGURE_CLOCKS),
    language: z.enum(LANGUAGES),
    active: z.boolean(),
  })
  .refine(form => form.userIds.length + form.addresses.length > 0, { message: 'Required', path: ['userIds'] })
  .refine(form => form.period === 'month' || form.day <= 7, { message: 'Required', path: ['day'] })
export type ReportScheduleForm = z.output<typeof reportScheduleForm>

/**
 * What became of the last mail. `waits`: it failed and is tried again; `failed`: given up until its next time; `stopped`: it does not
 * leave any more before somebody changes it, because of `why`.
 */
export const REPORT_OUTCOMES = ['sent', 'waits', 'failed', 'stopped'] as const
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number]

/** What became of the mail to one addressee. `waits`: it is still tried; `failed`: it was refused for good, or given up. */
export const REPORT_MAIL_STATES = ['waits', 'sent', 'failed'] as const

export const reportSchedule = z.object({
  id,
  name,
  period: z.enum(REPORT_PERIODS),
  day: z.number(),
  hour: z.number(),
  userIds: listOf('reportSchedules.users', z.number()),
  addresses: listOf('reportSchedules.addresses', z.string()),
  tables: listOf('reportSchedules.tables', z.enum(MAILED_TABLES)),
  queueIds: listOf('reportSchedules.queues', z.number()),
  agentIds: listOf('reportSchedules.agents', z.number()),
  whatsappIds: listOf('reportSchedules.whatsapps', z.number()),
  clock: z.enum(FIGURE_CLOCKS),
  language: z.enum(LANGUAGES),
  active: flag,
  /** Whose rights decide what is in it; null: that person is gone. */
  ownerId: maybeId,
  ownerName: text,
  nextAt: instant,
  last: maybe(
    z.object({
      at: instant,
      outcome: z.enum(REPORT_OUTCOMES),
      /** A code of an error, or the mail server's words. */
      why: text,
      /** Of each addressee: where it stands, how often it was tried, and why it was not taken. */
      mails: listOf(
        'reportSchedules.mails',
        z.object({
          address: text,
          state: z.enum(REPORT_MAIL_STATES),
          attempts: z.number(),
          why: text,
        }),
      ),
    }),
  ),
})
export type ReportSchedule = z.output<typeof reportSchedule>
