/** The lists of the audit screen: the company's log, and the platform's. */
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
  /** In the platform's log: the company it was done to. */
  companyId?: number | undefined
}

/** What the typed words mean, as the endpoint takes it; undefined where nobody knows. */
type Meanings = (typed: string) => string | undefined
let meaningsOf: Meanings = () => undefined

/** The screen says what its reader's language calls things, so that a search finds what is shown. */
export const searchAuditBy = (said: Meanings): void => {
  meaningsOf = said
}

/** What is asked for a typed text. */
export const auditSearch = (typed: string | undefined): { searchParam?: string; meanings?: string } => {
  const meanings = typed ? meaningsOf(typed) : undefined
  return { ...(typed ? { searchParam: typed } : {}), ...(meanings ? { meanings } : {}) }
}

const logOf = (name: string, endpoint: 'audit.list' | 'audit.platform') =>
  createPagedList<AuditEntry, AuditFilters>({
    name,
    filters: {},
    read: async (query, filters, signal) => {
      const { records: rows, ...page } = await call(endpoint, {
        query: { ...query, ...auditSearch(query.searchParam), ...filters },
        signal,
      })
      return { rows, ...page }
    },
  })

export const auditList = logOf('audit', 'audit.list')
export const platformAuditList = logOf('platform audit', 'audit.platform')
