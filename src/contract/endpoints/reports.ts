/** Reports: figures of a period (src/contract/figures.ts), and what stands behind them. */
import { z } from 'zod'
import { LANGUAGES } from '../constants'
import { COUNTS, DURATIONS, FIGURE_CLOCKS, figuresReport, GROUPINGS } from '../figures'
import { COST_GROUPINGS, COST_GROUPS } from '../message-costs'
import { REPORT_FILES, REPORT_TABLES } from '../report-files'
import { day, idList, pageNumber, queryFlag, textIdOrNone, token, wordList, words } from '../requests'
import {
  figure,
  flag,
  hasMore,
  id,
  instant,
  listOf,
  maybe,
  maybeFigure,
  maybeId,
  maybeInstant,
  name,
  text,
} from '../scalars'
import { DEADLINE_KINDS } from '../service-levels'
import { done, endpoint } from './define'
import { costReport } from './message-costs'

/** First and last day, in the company's zone; lists that are empty or missing mean all, 0 "none". */
const filter = {
  from: day,
  to: day,
  queueIds: idList,
  userIds: idList,
  whatsappIds: idList,
  /** Cycles whose ticket carries this tag. */
  tagId: textIdOrNone.optional(),
}

/** Costs know no tags: they are of messages. */
const { tagId: _tag, ...costFilter } = filter

/** What became of a campaign's message; `replied`: the contact wrote within three days. */
export const RECIPIENT_OUTCOMES = ['sent', 'delivered', 'failed', 'replied'] as const

/** Messages that cost, or could have cost less. */
const COST_FIGURES = ['free', 'charged', 'joined', 'replaced'] as const

/** Which tickets are meant: those of a group, of a figure, of a stretch of a duration. */
const behind = {
  by: z.enum(GROUPINGS).optional(),
  /** The key of the group, where only its tickets are asked for. */
  key: token(20).optional(),
  of: z.enum([...COUNTS, ...DURATIONS]).optional(),
  /** Only what took longer than `aboveMs`, and at most `upToMs`. */
  aboveMs: textIdOrNone.optional(),
  upToMs: textIdOrNone.optional(),
  /** Of `kept` and `missed`: only deadlines of this service level, and kind. */
  level: words(200).optional(),
  kind: z.enum(DEADLINE_KINDS).optional(),
  /** Tickets of a campaign instead, by what became of its messages, whenever they went out. */
  campaignId: textIdOrNone.optional(),
  recipients: z.enum(RECIPIENT_OUTCOMES).optional(),
  /** Tickets with such messages instead, delivered in the period; the filters are those of the messages. */
  cost: z.enum(COST_FIGURES).optional(),
  /** Only messages of this group. */
  costBy: z.enum(COST_GROUPS).optional(),
  costKey: words(60).optional(),
}

/** What the forecast plans for: which percent of customers is to be answered within how many seconds. */
const promise = {
  share: z.coerce.number().int().min(50).max(99).default(80),
  seconds: z.coerce.number().int().min(5).max(86_400).default(300),
}

/** Which ratings. */
const rated = {
  rate: z.coerce.number().int().min(1).max(3).optional(),
  withComment: queryFlag,
}

/** How many rows there are; `atLeast`: or more, since counting them all would have taken too long. */
export const counted = { count: figure, atLeast: flag, hasMore }

/** A ticket behind a figure; one that was erased counts on and is not listed. */
export const reportTicket = z.object({
  cycleId: id,
  ticketId: id,
  uuid: text,
  contactName: name,
  queueId: maybeId,
  userId: maybeId,
  whatsappId: maybeId,
  queuedAt: instant,
  finishedAt: maybeInstant,
  /** What was measured, where a duration was asked for; milliseconds. */
  ms: maybeFigure,
  rate: maybeFigure,
})
export type ReportTicket = z.output<typeof reportTicket>

export const reportRating = z.object({
  cycleId: id,
  ticketId: maybeId,
  uuid: text,
  contactName: name,
  queueId: maybeId,
  userId: maybeId,
  rate: figure,
  comment: text,
  createdAt: instant,
})
export type ReportRating = z.output<typeof reportRating>

const reportCampaign = z.object({
  id,
  name,
  startedAt: maybeInstant,
  contacts: figure,
  sent: figure,
  delivered: figure,
  failed: figure,
  /** Contacts who wrote within three days. */
  replied: figure,
})
export type ReportCampaign = z.output<typeof reportCampaign>

/** An hour of the week, from Monday, 0:00. */
const forecastHour = z.object({
  /** Conversations that will begin in it; eight of ten times they are from `low` to `high`. */
  expected: figure,
  low: figure,
  high: figure,
  /** People it needs for the promise; null where that is not known, or no number is enough. */
  needed: maybeFigure,
  /** People who were there and on no break, a mean of the weeks. */
  there: figure,
})
export type ForecastHour = z.output<typeof forecastHour>

const weekOf = <H extends z.ZodType>(hour: H) =>
  z.object({
    zone: text,
    /** First of the seven days, YYYY-MM-DD. */
    from: text,
    counting: flag,
    /** Which share of customers, 0 to 1, is to be answered within so many seconds. */
    share: figure,
    seconds: figure,
    /** null: too few weeks had conversations. */
    forecast: maybe(
      z.object({
        /** Weeks it was made of, and those of them that were forecast from the ones before to measure the error. */
        weeks: figure,
        tested: figure,
        total: figure,
        /** Whether neighbouring hours were smoothed. */
        smoothed: flag,
        /** What was wrong by what came: of all hours together, of whole days, and the mean of the hours. 0 is no error. */
        wape: maybeFigure,
        wapeByDay: maybeFigure,
        mape: maybeFigure,
        /** What a conversation costs, milliseconds; conversations one person holds at once. null: nothing was handled yet. */
        service: maybe(z.object({ handlingMs: figure, patienceMs: maybeFigure, concurrency: figure })),
        hours: listOf('reports.forecast', hour),
      }),
    ),
  })
const comingWeek = weekOf(forecastHour)
/** For who may not know when people are there. */
export const comingWeekOutside = weekOf(forecastHour.omit({ there: true }))
export type ComingWeek = z.output<typeof comingWeek>

export const reportEndpoints = {
  'reports.figures': endpoint('GET', '/reports/figures', {
    summary: 'Figures of a period, as a whole and by group; a supervisor is answered of their own queues',
    access: 'reports:view',
    query: () => z.object({ ...filter, by: z.enum(GROUPINGS).optional(), compare: queryFlag }),
    response: () => figuresReport,
  }),
  'reports.tickets': endpoint('GET', '/reports/tickets', {
    summary: 'The tickets behind a figure, the latest first',
    access: 'reports:view',
    query: () =>
      z.object({
        ...filter,
        ...behind,
        clock: z.enum(FIGURE_CLOCKS).optional(),
        pageNumber,
      }),
    response: () => z.object({ tickets: listOf('reports.tickets', reportTicket), ...counted }),
  }),
  'reports.ratings': endpoint('GET', '/reports/ratings', {
    summary: 'What customers said of the service, the latest first',
    access: 'reports:view',
    query: () =>
      z.object({
        ...filter,
        ...rated,
        pageNumber,
      }),
    response: () => z.object({ ratings: listOf('reports.ratings', reportRating), ...counted }),
  }),
  'reports.export': endpoint('GET', '/reports/export', {
    summary:
      'Tables of a report as CSV (one) or as sheets of a workbook; what stands behind the figures comes whole, as it is read',
    access: 'reports:view',
    query: () =>
      z.object({
        ...filter,
        tables: wordList(REPORT_TABLES),
        as: z.enum(REPORT_FILES),
        clock: z.enum(FIGURE_CLOCKS).default('calendar'),
        language: z.enum(LANGUAGES).default('pt'),
        compare: queryFlag,
        /** As of `reports.tickets` and `reports.ratings`: which rows of these are meant. */
        ...behind,
        ...rated,
        /** Of the table `forecast`. */
        ...promise,
      }),
    // A stream of bytes.
    response: () => z.unknown(),
    raw: true,
  }),
  'reports.campaigns': endpoint('GET', '/reports/campaigns', {
    summary: 'Campaigns that began in a period, and what came of them',
    access: 'reports:view',
    query: () => z.object({ from: day, to: day }),
    response: () => z.object({ campaigns: listOf('reports.campaigns', reportCampaign) }),
  }),
  'reports.costs': endpoint('GET', '/reports/costs', {
    summary:
      'Delivered messages of the Cloud API, free and charged, and what they cost by the company’s rate card; a supervisor is answered of their own queues',
    access: 'reports:view',
    query: () => z.object({ ...costFilter, by: z.enum(COST_GROUPINGS).default('month'), compare: queryFlag }),
    response: () => costReport,
  }),
  'reports.forecast': endpoint('GET', '/reports/forecast', {
    summary:
      'Conversations that the hours of the coming week will bring, and how many people a promise needs',
    access: 'reports:view',
    query: () =>
      z.object({
        queueIds: idList,
        ...promise,
      }),
    response: () => comingWeek,
  }),
  'reports.rebuild': endpoint('POST', '/reports/rebuild', {
    summary:
      'Has every figure measured anew from tickets and messages; what was erased stays as it was measured',
    access: 'settings:edit',
    response: () => done,
  }),
} as const
