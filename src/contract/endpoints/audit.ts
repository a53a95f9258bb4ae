/** The audit log of a company, for its admins. */
import { z } from 'zod'
import { AUDIT_ACTIONS, auditEntry } from '../entities'
import { day, pageNumber, searchParam, textId, token } from '../requests'
import { hasMore, listOf, rowCount } from '../scalars'
import { endpoint } from './define'

/** Filters of the log; days are the company's, both included. */
const filters = {
  searchParam,
  userId: textId.optional(),
  subject: token(40).optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  dateStart: day.optional(),
  dateEnd: day.optional(),
}

export const auditEndpoints = {
  'audit.list': endpoint('GET', '/audit', {
    summary: 'Who changed what, newest first',
    access: 'audit:view',
    query: z.object({ ...filters, pageNumber }),
    response: z.object({ records: listOf('audit', auditEntry), count: rowCount, hasMore }),
    errors: ['ERR_NO_PERMISSION'],
  }),
  'audit.export': endpoint('GET', '/audit/export', {
    summary: 'The log as CSV, with the same filters',
    access: 'audit:view',
    query: z.object(filters),
    response: z.string(),
    raw: true,
    errors: ['ERR_NO_PERMISSION'],
  }),
} as const
