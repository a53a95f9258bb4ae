/**
 * The audit logs: one of each company, and the platform's. Rows outlive what they record; only time and the end of a
 * company delete them.
 */
import type { AuditChange } from '@contract'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { countedKey, instant, now, yesNo } from './columns'
import { companies, users } from './schema-organisation'

export const auditEntries = sqliteTable(
  'audit_entries',
  {
    id: countedKey('id'),
    /** The company whose log it is; null: the platform's, which only its super-administrators read. */
    companyId: integer('company_id').references(() => companies.id, { onDelete: 'cascade' }),
    /** In the platform's log: the company concerned, while it exists, and its name then. */
    aboutCompanyId: integer('about_company_id').references(() => companies.id, { onDelete: 'set null' }),
    aboutCompanyName: text('about_company_name').notNull().default(''),
    /** In a company's log: done by the platform. */
    byPlatform: yesNo('by_platform').notNull().default(false),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The name at that time: it stays readable when the person leaves. */
    userName: text('user_name').notNull().default(''),
    /** A key of AUDIT_ACTIONS. */
    action: text('action').notNull(),
    /** The area of the endpoint (`users`, `settings`, ...). */
    subject: text('subject').notNull(),
    subjectId: text('subject_id').notNull().default(''),
    subjectName: text('subject_name').notNull().default(''),
    changes: text('changes', { mode: 'json' }).$type<AuditChange[]>().notNull().default([]),
    program: text('program').notNull().default(''),
    address: text('address').notNull().default(''),
    /** fold(names): what searches look into. */
    search: text('search').notNull().default(''),
    createdAt: instant('created_at').notNull().$defaultFn(now),
  },
  t => [
    index('audit_entries_company').on(t.companyId, t.id),
    index('audit_entries_about').on(t.aboutCompanyId, t.id),
    index('audit_entries_created').on(t.createdAt),
  ],
)
