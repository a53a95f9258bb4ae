/**
 * Which calls the audit log records, and their subjects. The endpoints table decides: whatever changes or exports
 * something that not every member may change is recorded, so that a new endpoint is included from the start.
 */
import {
  type AuditAction,
  type Endpoint,
  type EndpointName,
  endpoints,
  fold,
  readsSetting,
  viewConditions,
} from '@contract'
import { and, eq, getTableColumns, is, Table } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import { platformCompany } from '../../settings'
import type { Workspace } from '../../workspace'
import type { Reader } from '../db/client'
import * as schema from '../db/schema'
import type { Call } from '../http/handlers'
import { concernedCompanies, isPlatformCall, type Snapshot } from './audience'
import { changesBetween, type Entry, record } from './record'

const areaOf = (name: string): string => name.split('.')[0] ?? ''

/** Columns of a subject that are private to its people. */
const PRIVATE: Readonly<Record<string, readonly string[]>> = {
  chats: ['lastMessage'],
  articleProposals: ['text', 'sent'],
  contactListItems: ['number', 'email'],
}

/** Areas whose rows are in a table of another name. */
const TABLE_OF: Readonly<Record<string, string>> = { integrations: 'queueIntegrations' }
function tableOf(area: string): SQLiteTable | null {
  const table: unknown = Reflect.get(schema, TABLE_OF[area] ?? area)
  return is(table, Table) ? (table as SQLiteTable) : null
}
/** Whether an area's records are personal or shared: what others see is recorded, and not whose it was. */
function isShared(area: string): boolean {
  const table = tableOf(area)
  return table !== null && 'sharedWith' in getTableColumns(table)
}
/** Columns that hold several fields, each recorded by its own name; a field missing in an older row has its default. */
export const UNFOLDED: Readonly<Record<string, { column: string; fields: z.ZodObject }>> = {
  savedViews: { column: 'conditions', fields: viewConditions },
}

type Part = (db: Reader, id: number) => Promise<{ name: string; mediaName?: string | null }[]>
const { fileOptions, queues, tags, userQueues, userSkills, whatsappQueues } = schema
/** What a table links a row to, by name. @param to its column of what is linked. @param owner its column of the row. */
const named =
  (linked: typeof queues | typeof tags, links: SQLiteTable, to: SQLiteColumn, owner: SQLiteColumn): Part =>
  (db, id) =>
    db
      .select({ name: linked.name })
      .from(links)
      .innerJoin(linked, eq(linked.id, to))
      .where(eq(owner, id))
      .orderBy(linked.name)

/** Parts of a form that are rows of another table, under the name of their field. */
export const PARTS: Readonly<Record<string, Readonly<Record<string, Part>>>> = {
  users: {
    queueIds: named(queues, userQueues, userQueues.queueId, userQueues.userId),
    skillIds: named(tags, userSkills, userSkills.tagId, userSkills.userId),
  },
  whatsapps: { queueIds: named(queues, whatsappQueues, whatsappQueues.queueId, whatsappQueues.whatsappId) },
  files: {
    options: (db, id) =>
      db
        .select({ name: fileOptions.name, mediaName: fileOptions.mediaName })
        .from(fileOptions)
        .where(eq(fileOptions.fileId, id))
        .orderBy(fileOptions.position),
  },
}

/** Calls every member may make that still are recorded: what deletes or brings in much that others see. */
const OF_MEMBERS: ReadonlySet<string> = new Set([
  'contacts.importCsv',
  'contacts.sync',
  'contacts.remove',
  'contactLists.remove',
  'tags.remove',
  'tickets.remove',
  'chats.remove',
  'users.update',
])
/** Calls with access rules of their own that only sort or read a list. */
const QUIET: ReadonlySet<string> = new Set([
  'audit.list',
  'audit.platform',
  'articles.read',
  'prompts.try',
  'rules.try',
  'copilot.test',
  'copilot.testTranscription',
  'copilot.testEmbedding',
  'integrations.test',
  'whatsapps.testCloud',
])

/** Calls that write their own entry, because it must not contain what they erase, or is about several rows. */
const OWN_RECEIPT: ReadonlySet<string> = new Set(['contacts.erase', 'contacts.merge'])

/** Calls after which the log keeps only that something was deleted, by whom and when. */
const FORGETS: ReadonlySet<string> = new Set(['companies.remove'])

/** Whether a call is logged. */
export function isAudited(name: EndpointName): boolean {
  const { method, access, raw } = endpoints[name] as Endpoint
  if (QUIET.has(name) || OWN_RECEIPT.has(name)) return false
  if (OF_MEMBERS.has(name)) return true
  if (isShared(areaOf(name))) return /\.(create|update|remove)$/.test(name)
  const guarded = !['public', 'cookie', 'connection', 'member'].includes(access)
  return guarded && (method !== 'GET' || raw === true)
}

/** Recorded by the call alone: their `:id` is not a row that is changed. */
const CALL_ALONE: ReadonlySet<string> = new Set([
  'campaignOptOuts',
  'campaignSettings',
  'localNetwork',
  'settings',
])
/** Rows an area's `:id` names: those of the table with the area's name. */
export const SUBJECTS: ReadonlyMap<string, SQLiteTable> = new Map(
  (Object.keys(endpoints) as EndpointName[]).filter(isAudited).flatMap(name => {
    const area = areaOf(name)
    const table = CALL_ALONE.has(area) ? null : tableOf(area)
    return table ? [[area, table]] : []
  }),
)

/** PUTs whose effect is not in the columns of their row. */
const DONE_ELSEWHERE: ReadonlySet<string> = new Set([
  'whatsapps.saveCloud',
  'whatsapps.saveCloudProfile',
  'whatsapps.newCode',
])

/** POSTs that save a form. */
const SAVES: ReadonlySet<string> = new Set(['campaignSettings.save'])

/**
 * The kind of a recorded call. A DELETE that ends a session or removes an attachment deletes nothing that is recorded.
 */
export function actionOf(name: EndpointName): AuditAction {
  const { method, raw } = endpoints[name] as Endpoint
  if (method === 'GET' && raw) return 'export'
  if (name.endsWith('.remove')) return 'remove'
  if (name.endsWith('.create')) return 'create'
  return (method === 'PUT' || SAVES.has(name)) && !DONE_ELSEWHERE.has(name) ? 'update' : 'run'
}

/**
 * The row a call is about as it is now; null when there is none.
 * @param companyId the company whose row it has to be; null: any one's.
 */
async function lookAt(
  db: Reader,
  companyId: number | null,
  area: string,
  id: number,
): Promise<Snapshot | null> {
  const table = SUBJECTS.get(area)
  if (!table || !Number.isSafeInteger(id)) return null
  const columns = getTableColumns(table)
  const { id: idColumn, companyId: ownerColumn } = columns
  if (!idColumn) return null
  const own = ownerColumn && companyId !== null ? eq(ownerColumn, companyId) : undefined
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(idColumn, id), own))
  if (!row) return null
  if (area === 'companies') return { ...row, ...(await lookAtSetting(db, id, 'campaignsEnabled')) }
  const parts = await Promise.all(
    Object.entries(PARTS[area] ?? {}).map(async ([field, rowsOf]) => {
      const named = (await rowsOf(db, id)).map(one => one.name + (one.mediaName ? ` (${one.mediaName})` : ''))
      return [field, named.join(', ')]
    }),
  )
  const hidden = isShared(area) ? ['userId'] : PRIVATE[area]
  if (!hidden) return { ...row, ...Object.fromEntries(parts) }
  const { column = '', fields: unfolded } = UNFOLDED[area] ?? {}
  const { [column]: folded, ...rest } = row
  const fields = { ...rest, ...unfolded?.parse(folded) }
  return Object.fromEntries(Object.entries(fields).filter(([column]) => !hidden.includes(column)))
}

async function lookAtSetting(db: Reader, companyId: number | null, key: string): Promise<Snapshot | null> {
  if (companyId === null) return null
  const [row] = await db
    .select({ key: schema.settings.key, value: schema.settings.value })
    .from(schema.settings)
    .where(and(eq(schema.settings.companyId, companyId), eq(schema.settings.key, key)))
  return row ? { [row.key]: row.value } : null
}

/** The campaign settings as one row; they are stored one by one. */
async function lookAtCampaignSettings(db: Reader, companyId: number): Promise<Snapshot> {
  const { campaignSettings } = schema
  const rows = await db.select().from(campaignSettings).where(eq(campaignSettings.companyId, companyId))
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

/** The name of a row. */
const nameOf = (row: Snapshot | null): string => String(row?.name ?? row?.title ?? row?.code ?? '')

const PROGRAM_CHARS = 160
const ADDRESS_CHARS = 64

/** The origin of a request, as far as it is known. */
export const originOf = (request: Call<EndpointName>['request']) => ({
  program: String(request.headers['user-agent'] ?? '').slice(0, PROGRAM_CHARS),
  address: request.ip.slice(0, ADDRESS_CHARS),
})

/**
 * Runs a call's work and records what it changed. A refused call is not recorded.
 * @param call with its signed-in member.
 */
export async function audited<T>(
  app: Workspace,
  name: EndpointName,
  call: Pick<Call<EndpointName>, 'me' | 'params' | 'body' | 'request'>,
  work: () => Promise<T>,
): Promise<T> {
  const { me } = call
  const area = areaOf(name)
  const params = call.params as Record<string, string | number | undefined>
  const key = area === 'settings' ? String(params.key ?? '') : null
  const ofPlatform = isPlatformCall(name, me, params)
  const ownRows = ofPlatform ? null : me.companyId
  const keeper = ofPlatform ? await platformCompany(app.db) : me.companyId
  const look = (id: unknown): Promise<Snapshot | null> =>
    area === 'campaignSettings'
      ? lookAtCampaignSettings(app.db, me.companyId)
      : key === null
        ? lookAt(app.db, ownRows, area, Number(id))
        : lookAtSetting(app.db, keeper, key)
  const before = await look(params.id)
  const answer = await work()
  const created = name.endsWith('.create') ? (answer as { id?: unknown } | null)?.id : undefined
  const after = await look(created ?? params.id)
  const isSecret = (field: string): boolean => key !== null && !readsSetting('admin', field)
  if (isShared(area) && [before, after].every(row => (row?.sharedWith ?? null) === null)) return answer
  const changes = FORGETS.has(name) ? [] : changesBetween(before, after, isSecret)
  const action = actionOf(name)
  // A form saved without a change.
  if (action === 'update' && changes.length === 0 && (before !== null || key !== null)) return answer
  const entry: Entry = {
    companyId: ofPlatform ? null : me.companyId,
    userId: me.id,
    userName: me.name,
    action,
    subject: area,
    subjectId: String(key ?? created ?? params.id ?? ''),
    subjectName: key ?? (nameOf(after ?? before) || (action === 'run' ? name : '')),
    // The effect is in no column: the row's name alone would not show it.
    changes: action === 'run' ? [{ field: 'operation', from: '', to: name }, ...changes] : changes,
    ...originOf(call.request),
  }
  await record(app, entry, ofPlatform ? await concernedCompanies(app.db, name, params, after ?? before) : [])
  return answer
}

const REFUSED_SIGN_INS: ReadonlySet<string> = new Set(['ERR_INVALID_CREDENTIALS', 'ERR_TWO_FACTOR_WRONG'])

/** Runs a sign-in and records it, also a refused one of an existing user. @param email as it was typed. */
export async function auditedSignIn<T>(
  app: Workspace,
  email: string,
  request: Call<EndpointName>['request'],
  work: () => Promise<T>,
): Promise<T> {
  const recordSignIn = async (action: Extract<AuditAction, 'signIn' | 'signInRefused'>): Promise<void> => {
    const [user] = await app.db
      .select({ id: schema.users.id, name: schema.users.name, companyId: schema.users.companyId })
      .from(schema.users)
      .where(eq(schema.users.email, fold(email.trim())))
    if (!user) return
    const entry: Entry = {
      companyId: user.companyId,
      userId: user.id,
      userName: user.name,
      action,
      subject: 'auth',
      subjectId: String(user.id),
      subjectName: user.name,
      ...originOf(request),
    }
    await record(app, entry)
  }
  try {
    const answer = await work()
    await recordSignIn('signIn')
    return answer
  } catch (error) {
    if (error instanceof ApiError && REFUSED_SIGN_INS.has(error.code)) await recordSignIn('signInRefused')
    throw error
  }
}
