/** The audit log of a company, for its admins, and the platform's own, for its super-administrators. */
import { z } from 'zod'
import { AUDIT_ACTIONS, auditEntry } from '../entities'
import { day, pageNumber, searchParam, textId, token, upTo } from '../requests'
import { hasMore, listOf, rowCount } from '../scalars'
import { endpoint } from './define'

const WORDS = { most: 6, chars: 200, keys: 300 } as const
const wordMeant = z
  .tuple([z.string().trim().min(1).max(WORDS.chars)], token(80))
  .refine(([, ...keys]) => keys.length <= WORDS.keys)

/**
 * What is searched, as JSON text: each typed word, and after it the areas, actions, fields, operations and values that the
 * reader's language calls by it. All words have to be found. It takes the place of `searchParam`.
 */
const meanings = z
  .string()
  .max(12_000)
  .transform((text, ctx): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      ctx.addIssue({ code: 'custom', message: 'no JSON' })
      return z.NEVER
    }
  })
  .pipe(upTo(WORDS.most, wordMeant))
  .optional()

/** Filters of the log; days are the company's, both included. */
const filters = {
  searchParam,
  meanings,
  userId: textId.optional(),
  subject: token(40).optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  dateStart: day.optional(),
  dateEnd: day.optional(),
}

const platformFilters = { ...filters, companyId: textId.optional() }
const page = () => z.object({ records: listOf('audit', auditEntry), count: rowCount, hasMore })
const as = z.enum(['csv', 'entries']).default('csv')

export const auditEndpoints = {
  'audit.list': endpoint('GET', '/audit', {
    summary: 'Who changed what, newest first',
    access: 'audit:view',
    query: () => z.object({ ...filters, pageNumber }),
    response: page,
    errors: ['ERR_NO_PERMISSION'],
  }),
  'audit.export': endpoint('GET', '/audit/export', {
    summary: 'The log as CSV, or as its entries in JSON, with the same filters',
    access: 'audit:view',
    query: () => z.object({ ...filters, as }),
    response: () => z.string(),
    raw: true,
    errors: ['ERR_NO_PERMISSION'],
  }),
  'audit.platform': endpoint('GET', '/audit/platform', {
    summary: 'What was done for the platform and to its companies, newest first',
    access: 'super',
    query: () => z.object({ ...platformFilters, pageNumber }),
    response: page,
    errors: ['ERR_NO_PERMISSION'],
  }),
  'audit.exportPlatform': endpoint('GET', '/audit/platform/export', {
    summary: 'The platform’s log as CSV, or as its entries in JSON, with the same filters',
    access: 'super',
    query: () => z.object({ ...platformFilters, as }),
    response: () => z.string(),
    raw: true,
    errors: ['ERR_NO_PERMISSION'],
  }),
} as const
