/** What of a section is offered to be saved first: what it shows, as it is filtered. Pure. */
import type { ReportTableName } from '@contract'
import type { ExportedReport } from '@/features/report-files'
import type { Report } from './report'
import type { ReportSection, SectionKey } from './sections'

/** Beside the table of its groups. */
const BESIDE: Partial<Record<SectionKey, readonly ReportTableName[]>> = {
  overview: ['distribution', 'hour'],
  conversations: ['distribution'],
  csat: ['ratings'],
  sla: ['levels'],
}

export function exportedOf({ key, by }: ReportSection, { filter, query, step }: Report): ExportedReport {
  const { compare, clock, rate, withComment, share, seconds } = filter
  const groups: readonly ReportTableName[] = by ? [by === 'time' ? step : by] : []
  const tables: readonly ReportTableName[] =
    key === 'campaigns' || key === 'costs' || key === 'forecast'
      ? [key]
      : ['summary', ...groups, ...(BESIDE[key] ?? [])]
  const rated = key === 'csat' ? { withComment, ...(rate === null ? {} : { rate }) } : {}
  const promise = key === 'forecast' ? { share, seconds } : {}
  return { query: { ...query, compare, clock, ...rated, ...promise }, tables }
}
