/** Writing the audit log: what a call changed, found by looking at its subject before and after. */
import { type AuditAction, type AuditChange, fold, SECRET_DOTS, settingValue } from '@contract'
import { and, eq, isNull, lt } from 'drizzle-orm'
import { platformCompany } from '../../settings'
import { authorOf, type Me, type Workspace } from '../../workspace'
import { keptSince } from '../db/kept'
import { auditEntries, companies, settings } from '../db/schema'
import type { Concerned, Snapshot } from './audience'

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
  'handedOnAt',
  'lastAuthorId',
  'directSendRefusedAt',
  // The name of an integration once more.
  'projectName',
  // The running state of a campaign, its files, and the results of number checks.
  'preparedTo',
  'stretchAt',
  'refusedInRow',
  'downSince',
  'newChats',
  'numberState',
  'mediaMime',
  'mediaType',
  'mediaSize',
  'mediaWidth',
  'mediaHeight',
  'mediaDuration',
])
/** Columns whose values must not be read by anybody. */
const SECRET = /password|token|secret|apikey|qrcode|credential|privatekey|certificate/i
/** Longest value kept of one field. */
const VALUE_CHARS = 500
const DAY_MS = 86_400_000
const LOG = { table: auditEntries, at: auditEntries.createdAt }

export interface Entry {
  /** The company whose log it is; null: the platform's. */
  companyId: number | null
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
 * The differences between two snapshots of one row; a created or deleted row differs in all its fields.
 * @param isSecret whether the row's value is secret (a setting by its key), besides secret columns.
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

/** Entries of a plan's companies stored in one statement. */
const TOGETHER = 100

/** An entry of the platform's log, and what the companies concerned read: without the address and the person. */
function rowsOf(entry: Entry, concerned: readonly Concerned[]): (typeof auditEntries.$inferInsert)[] {
  const { userName, subjectName = '', changes = [] } = entry
  const [only] = concerned
  const about = only && concerned.length === 1 ? only : null
  const words = [userName, subjectName, ...changes.map(change => change.field)]
  return [
    {
      ...entry,
      aboutCompanyId: about?.id ?? null,
      aboutCompanyName: about?.name ?? '',
      search: fold([...words, about?.name ?? ''].join(' ')),
    },
    ...concerned.map(({ id }) => ({
      ...entry,
      companyId: id,
      userId: null,
      byPlatform: true,
      program: '',
      address: '',
      search: fold(words.join(' ')),
    })),
  ]
}

/**
 * Stores an entry. A failure does not undo what is recorded; it goes to the server's own log.
 * @param concerned companies that also find the platform's entry in their logs.
 */
export async function record(
  app: Workspace,
  entry: Entry,
  concerned: readonly Concerned[] = [],
): Promise<void> {
  const rows = rowsOf(entry, concerned)
  try {
    for (let from = 0; from < rows.length; from += TOGETHER)
      await app.db.unordered.insert(auditEntries).values(rows.slice(from, from + TOGETHER))
  } catch (error) {
    app.log.error('audit entry not stored', {
      action: entry.action,
      subject: entry.subject,
      reason: String(error),
    })
  }
}

/**
 * Deletes entries older than a company keeps them (setting `auditRetentionDays`); the platform's as long as the company
 * that holds its settings.
 * @param now milliseconds since the epoch.
 */
export async function pruneAudit(db: Workspace['db'], now: number): Promise<void> {
  const keeper = await platformCompany(db)
  const chosen = await db
    .select({ companyId: companies.id, value: settings.value })
    .from(companies)
    .leftJoin(settings, and(eq(settings.companyId, companies.id), eq(settings.key, 'auditRetentionDays')))
  for (const { companyId, value } of chosen) {
    const days = Number(settingValue('auditRetentionDays', value ?? undefined))
    const old = lt(auditEntries.createdAt, await keptSince(db, LOG, now, days * DAY_MS))
    await db.unordered.delete(auditEntries).where(and(eq(auditEntries.companyId, companyId), old))
    if (companyId === keeper)
      await db.unordered.delete(auditEntries).where(and(isNull(auditEntries.companyId), old))
  }
}

/** Records that a person changed a field of a ticket, if it did change. */
export async function recordOfTicket(
  app: Workspace,
  me: Me,
  { id, code }: { id: number; code: string },
  change: AuditChange,
  origin: Pick<Entry, 'program' | 'address'>,
): Promise<void> {
  if (change.from === change.to) return
  const by = { companyId: me.companyId, userId: authorOf(me), userName: me.name, ...origin }
  const subject = { subject: 'tickets', subjectId: String(id), subjectName: code }
  await record(app, { action: 'update', ...by, ...subject, changes: [change] })
}
