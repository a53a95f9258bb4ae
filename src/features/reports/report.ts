/** What every part of a report is given. */
import type { Grouping, QueryIn } from '@contract'
import type { FigureName } from '@/features/figures'
import type { Days, ReportFilter, ReportQuery } from './filter'

/** Tickets that somebody wants to see behind a figure. */
export interface Behind {
  /** What they are, for the head of the list. */
  title: string
  of: Omit<QueryIn<'reports.tickets'>, keyof ReportQuery | 'pageNumber'>
  /** A duration that stands beside each. */
  figure: FigureName
}

export interface Report {
  filter: ReportFilter
  days: Days
  query: ReportQuery
  /** Days, weeks or months, as the period is long. */
  step: Extract<Grouping, 'day' | 'week' | 'month'>
  /** Shows the tickets behind a figure. */
  show: (behind: Behind) => void
}
