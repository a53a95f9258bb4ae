/** Reports as files. */
import { DURATIONS } from '@contract'
import { periodOf } from '../../desk/reports/report'
import { ApiError } from '../../errors'
import type { HandlersOf } from '../../platform/http/handlers'
import { sourceOf } from '../report-files/source'

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export const reportFileHandlers: Pick<HandlersOf<'reports'>, 'reports.export'> = {
  'reports.export': async ({ app, me, query, reply }) => {
    const { tables = [], as, clock, language, of } = query
    if (tables.length === 0 || (as === 'csv' && tables.length > 1))
      throw new ApiError('ERR_VALIDATION', { field: 'tables' })
    periodOf(query)
    const { reportCsv, reportWorkbook } = await import('../report-files/report')
    const source = await sourceOf(app, me, query)
    const measured = of !== undefined && DURATIONS.some(duration => duration === of)
    const wish = { tables, clock, language, measured }
    const file = as === 'csv' ? await reportCsv(source, wish) : await reportWorkbook(source, wish)
    reply.type(TYPES[as]).header('content-disposition', `attachment; filename="report.${as}"`)
    return file
  },
}
