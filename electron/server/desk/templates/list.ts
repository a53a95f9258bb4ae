/** Templates of a connection: read from the provider, cached in the workspace. */
import type { ConnectionTemplates, MessageTemplate } from '@contract'
import { eq } from 'drizzle-orm'
import { limitSignal } from '../../../time-limit'
import { reasonOf } from '../../log'
import type { Reader } from '../../platform/db/client'
import type { WhatsappRow } from '../../platform/db/company-rows'
import { connectionTemplates } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { accountOf } from '../channel/cloud/account'
import { createGraph } from '../channel/cloud/graph'
import { reasonOfError } from '../channel/cloud/meaning'
import { listTemplates } from '../channel/cloud/template'

/** Time limit for all pages together, milliseconds. */
const ASK_MS = 30_000
/** How long cached templates are used, milliseconds: the provider approves and pauses them. */
const FRESH_MS = 60 * 60_000

async function ask(app: Workspace, { id, companyId }: WhatsappRow): Promise<ConnectionTemplates['reason']> {
  const account = await accountOf(app.db, app.keys, id)
  if (!account?.accessToken || account.businessAccountId === '') return 'noCredentials'
  try {
    const templates = await listTemplates(createGraph(app.graphUrl), account, limitSignal(ASK_MS))
    const known = { templates, askedAt: new Date().toISOString() }
    await app.db.unordered
      .insert(connectionTemplates)
      .values({ whatsappId: id, companyId, ...known })
      .onConflictDoUpdate({ target: connectionTemplates.whatsappId, set: known })
    return ''
  } catch (error) {
    app.log.warn('templates not read', { whatsappId: id, reason: reasonOf(error) })
    return reasonOfError(error)
  }
}

function askOnce(app: Workspace, connection: WhatsappRow): Promise<ConnectionTemplates['reason']> {
  const { templateQuestions } = app.memory
  const known = templateQuestions.get(connection.id)
  if (known) return known
  const question = ask(app, connection).finally(() => templateQuestions.delete(connection.id))
  templateQuestions.set(connection.id, question)
  return question
}

async function keptOf(db: Reader, whatsappId: number) {
  const [row] = await db
    .select()
    .from(connectionTemplates)
    .where(eq(connectionTemplates.whatsappId, whatsappId))
  return row ?? null
}

/** Whether a number has templates. */
export const hasTemplates = (app: Workspace, { provider }: Pick<WhatsappRow, 'provider'>): boolean =>
  app.channel.capabilitiesOf(provider)?.includes('templates') ?? false

/**
 * The templates of a connection; none if its number has no such thing. Cached ones are returned while fresh, and when
 * the provider does not answer.
 * @param refresh asks the provider in any case.
 */
export async function templatesOf(
  app: Workspace,
  connection: WhatsappRow,
  refresh: boolean,
): Promise<ConnectionTemplates> {
  if (!hasTemplates(app, connection)) return { templates: [], askedAt: null, reason: 'noProvider' }
  const before = await keptOf(app.db, connection.id)
  const fresh = before !== null && Math.abs(Date.now() - Date.parse(before.askedAt)) < FRESH_MS
  const reason = fresh && !refresh ? '' : await askOnce(app, connection)
  const kept = await keptOf(app.db, connection.id)
  return { templates: kept?.templates ?? [], askedAt: kept?.askedAt ?? null, reason }
}

/** One template that may be sent now; the provider is asked once more for an unknown one. */
export async function templateFor(
  app: Workspace,
  connection: WhatsappRow,
  name: string,
  language: string,
): Promise<MessageTemplate | null> {
  const find = (templates: readonly MessageTemplate[]): MessageTemplate | null =>
    templates.find(one => one.name === name && one.language === language) ?? null
  const known = find((await templatesOf(app, connection, false)).templates)
  return known?.status === 'APPROVED' ? known : find((await templatesOf(app, connection, true)).templates)
}
