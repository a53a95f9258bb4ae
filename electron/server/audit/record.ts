/** Writing the audit log: what a call changed, found by looking at its subject before and after. */
import { type AuditAction, type AuditChange, fold, SECRET_DOTS, settingValue } from '@contract'
import { and, eq, lt } from 'drizzle-orm'
import { auditEntries, companies, settings } from '../db/schema'
import type { Workspace } from '../workspace'

/** A row as the log looks at it: columns by name. */
export type Snapshot = Readonly<Record<string, unknown>>

/** Columns that say nothing about what somebody did. */
export const SILENT: ReadonlySet<string> = new Set([
  'id',
  'companyId',
  'createdAt',
  'updatedAt',
  'search',
  'tokenVersion',
  'lastSeenAt',
  'presence',
])
/** Columns whose values must not be read by anybody. */
const SECRET = /password|token|secret|apikey|qrcode|credential|privatekey|certificate/i
/** Longest value kept of one field. */
const VALUE_CHARS = 500
const DAY_MS = 86_400_000

export interface Entry {
  companyId: number
  userId: number | null
  userName: string
  action: AuditAction
  subject: string
  subjectId?: string
  subjectName?: string
  changes?: AuditChange[]
  program: string
  address: string
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > VALUE_CHARS ? `${text.slice(0, VALUE_CHARS)}…` : text
}

/**
 * What differs between two snapshots of one row; a row that came or went differs in everything it holds.
 * @param isSecret whether the row's own value is a secret (a setting whose key says so), besides secret columns.
 */
export function changesBetween(
  before: Snapshot | null,
  after: Snapshot | null,
  isSecret: (field: string) => boolean = () => false,
): AuditChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields.flatMap(field => {
    if (SILENT.has(field)) return []
    const [from, to] = [valueText(before?.[field]), valueText(after?.[field])]
    if (from === to) return []
    const hide = SECRET.test(field) || isSecret(field)
    const shown = (text: string): string => (hide && text !== '' ? SECRET_DOTS : text)
    return [{ field, from: shown(from), to: shown(to) }]
  })
}

/** Stores an entry. A log that cannot be written never undoes what it tells of: it is said in the server's own log. */
export async function record(app: Workspace, entry: Entry): Promise<void> {
  const { userName, subjectName = '', changes = [] } = entry
  const search = fold([userName, subjectName, ...changes.map(change => change.field)].join(' '))
  try {
    await app.db.insert(auditEntries).values({ ...entry, search })
  } catch (error) {
    app.log.error('audit entry not stored', {
      action: entry.action,
      subject: entry.subject,
      reason: String(error),
    })
  }
}

/**
 * Deletes what is older than a company keeps: setting `auditRetentionDays`.
 * @param now milliseconds since the epoch.
 */
export async function pruneAudit(db: Pick<Workspace['db'], 'delete' | 'select'>, now: number): Promise<void> {
  const chosen = await db
    .select({ companyId: companies.id, value: settings.value })
    .from(companies)
    .leftJoin(settings, and(eq(settings.companyId, companies.id), eq(settings.key, 'auditRetentionDays')))
  for (const { companyId, value } of chosen) {
    const days = Number(settingValue('auditRetentionDays', value ?? undefined))
    const oldest = new Date(now - days * DAY_MS).toISOString()
    await db
      .delete(auditEntries)
      .where(and(eq(auditEntries.companyId, companyId), lt(auditEntries.createdAt, oldest)))
  }
}

/** Looks for old entries once a day until stopped. */
export function startAuditPruning(app: Workspace): { stop(): void } {
  const turn = (): void => {
    pruneAudit(app.db, Date.now()).catch((error: unknown) =>
      app.log.warn('audit log not pruned', { reason: String(error) }),
    )
  }
  const first = setTimeout(turn, app.jobsAfterMs)
  const timer = setInterval(turn, DAY_MS)
  first.unref()
  timer.unref()
  return {
    stop() {
      clearTimeout(first)
      clearInterval(timer)
    },
  }
}
