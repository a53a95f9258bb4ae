/** Reports as files and as mails. */
export type { ExportedReport } from './exported-report'
export { ReportActions } from './report-actions'
