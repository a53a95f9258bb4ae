import type { QueryIn, ReportTableName } from '@contract'

/** What is on the screen: the filter it is asked with, and the tables it shows. */
export interface ExportedReport {
  query: Omit<QueryIn<'reports.export'>, 'tables' | 'as' | 'language'>
  tables: readonly ReportTableName[]
}
