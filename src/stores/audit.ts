/** The list of the audit screen. */
import type { AuditAction, AuditEntry } from '@contract'
import { call } from '@/api'
import { createPagedList } from './paged-list'

/** Filters of the log; days as YYYY-MM-DD in the company's zone, both included. */
export interface AuditFilters extends Record<string, unknown> {
  userId?: number | undefined
  subject?: string | undefined
  action?: AuditAction | undefined
  dateStart?: string | undefined
  dateEnd?: string | undefined
}

export const auditList = createPagedList<AuditEntry, AuditFilters>({
  name: 'audit',
  filters: {},
  read: async (query, filters, signal) => {
    const { records: rows, ...page } = await call('audit.list', { query: { ...query, ...filters }, signal })
    return { rows, ...page }
  },
})
