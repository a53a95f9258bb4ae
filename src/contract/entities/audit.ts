/** The audit log: who changed what. */
import { z } from 'zod'
import { flag, id, instant, listOf, maybeId, text } from '../scalars'

/** What happened: rows came, changed or went; something was done; sign-ins; data left the house, or was erased; two records became one. */
export const AUDIT_ACTIONS = [
  'create',
  'update',
  'remove',
  'run',
  'signIn',
  'signInRefused',
  'resetPassword',
  'export',
  'erase',
  'merge',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** One field; values as text, secrets as SECRET_DOTS. */
export const auditChange = z.object({ field: text, from: text, to: text })
export type AuditChange = z.output<typeof auditChange>

/** What stands for a secret in the log, whatever it was. */
export const SECRET_DOTS = '••••••••'

export const auditEntry = z.object({
  id,
  userId: maybeId,
  userName: text,
  /** In a company's log: done by whoever keeps the platform, who is none of its people. */
  byPlatform: flag,
  /** In the platform's log: the company it was done to, as it was called; "" where it concerns none alone. */
  companyName: text,
  action: text,
  /** Area of the call: `users`, `settings`, `queues`, ... */
  subject: text,
  subjectId: text,
  subjectName: text,
  changes: listOf('audit.changes', auditChange),
  program: text,
  address: text,
  createdAt: instant,
})
export type AuditEntry = z.output<typeof auditEntry>
