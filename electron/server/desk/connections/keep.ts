/** Connections as people manage them: each action changes the row, the connection itself and the consoles together. */
import { type connectionForm, readerOf } from '@contract'
import { asc, count, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import { whatsappOf } from '../../platform/db/company-rows'
import { tickets, whatsapps } from '../../platform/db/schema'
import { refuseWithoutFeature } from '../../platform/plans/limits'
import type { Me, Workspace } from '../../workspace'
import { type WhatsappView, whatsappViews } from '../presenters/whatsapps'
import { createConnection, newToken, removeConnection, updateConnection } from './write'

type Form = z.output<typeof connectionForm>

/** Statuses of a connection that a restart brings up again; a signed-out one stays down. */
const RESTARTED: ReadonlySet<string> = new Set(['CONNECTED', 'PAIRING', 'TIMEOUT', 'OPENING', 'PENDING'])

/** A connection with the fields its reader may see. */
async function answer(app: Workspace, me: Me, id: number): Promise<WhatsappView> {
  const [view] = await whatsappViews(app, [id], readerOf(me))
  if (!view) throw new ApiError('ERR_NO_WAPP_FOUND')
  return view
}

/** Tells the company's consoles, each with the fields its reader may see. */
async function announce(
  { channel, realtime }: Workspace,
  tx: Tx,
  companyId: number,
  ids: number[],
  action: 'create' | 'update' = 'update',
) {
  for (const whatsapp of await whatsappViews({ db: tx, channel }, ids, 'super'))
    realtime.toCompany(companyId, 'whatsapp', { action, whatsapp })
}

/** Whether the form changes the provider: only where there is more than one to choose. */
function changesLine(app: Workspace, before: string, wanted: string | undefined): boolean {
  const offered = app.channel.providers ?? []
  return wanted !== undefined && wanted !== before && (offered.includes(before) || offered.includes(wanted))
}

/** The company's connections, the default first, then by name. */
export async function connectionsOf(app: Workspace, me: Me): Promise<WhatsappView[]> {
  const rows = await app.db
    .select({ id: whatsapps.id })
    .from(whatsapps)
    .where(eq(whatsapps.companyId, me.companyId))
    .orderBy(desc(whatsapps.isDefault), asc(whatsapps.name), asc(whatsapps.id))
  return whatsappViews(
    app,
    rows.map(row => row.id),
    readerOf(me),
  )
}

/** @throws ApiError ERR_NO_WAPP_FOUND */
export async function connectionFor(app: Workspace, me: Me, id: number): Promise<WhatsappView> {
  await whatsappOf(app.db, me.companyId, id)
  return answer(app, me, id)
}

/** Adds a connection and starts it. @throws as `createConnection`. */
export async function addConnection(app: Workspace, me: Me, form: Form): Promise<WhatsappView> {
  const id = await app.db.company(me.companyId).write(async tx => {
    const made = await createConnection(tx, me.companyId, form)
    await announce(app, tx, me.companyId, [made.id], 'create')
    await announce(app, tx, me.companyId, made.demoted)
    return made.id
  })
  await app.channel.connect(id)
  return answer(app, me, id)
}

/** @throws as `updateConnection`. */
export async function changeConnection(
  app: Workspace,
  me: Me,
  id: number,
  patch: Partial<Form>,
): Promise<WhatsappView> {
  const before = await whatsappOf(app.db, me.companyId, id)
  const moves = changesLine(app, before.provider, patch.provider)
  // Another provider means another connection: the present one ends before the row changes.
  if (moves) await app.channel.disconnect(id)
  try {
    await app.db.company(me.companyId).write(async tx => {
      const { demoted } = await updateConnection(tx, me.companyId, id, patch)
      await announce(app, tx, me.companyId, [id, ...demoted])
    })
  } finally {
    // Also after an error: then the old connection goes on.
    if (moves) await app.channel.connect(id)
  }
  return answer(app, me, id)
}

/** Ends and deletes a connection. @throws ApiError ERR_NO_WAPP_FOUND */
export async function deleteConnection(app: Workspace, me: Me, id: number): Promise<null> {
  await whatsappOf(app.db, me.companyId, id)
  // Signed out first: the phone must not write into a deleted connection.
  await app.channel.disconnect(id)
  await app.db.company(me.companyId).write(async tx => {
    const { promoted } = await removeConnection(tx, me.companyId, id)
    app.realtime.toCompany(me.companyId, 'whatsapp', { action: 'delete', whatsappId: id })
    if (promoted !== null) await announce(app, tx, me.companyId, [promoted])
  })
  return null
}

/** Counts a connection's tickets by status. @throws ApiError ERR_NO_WAPP_FOUND */
export async function ticketsOfConnection(db: Reader, me: Me, id: number) {
  await whatsappOf(db, me.companyId, id)
  const rows = await db
    .select({ status: tickets.status, count: count() })
    .from(tickets)
    .where(eq(tickets.whatsappId, id))
    .groupBy(tickets.status)
  const of = (status: string): number => rows.find(row => row.status === status)?.count ?? 0
  return { open: of('open'), pending: of('pending'), closed: of('closed') }
}

/** Gives a connection another token for other programs. @throws ApiError ERR_PLAN_LACKS, ERR_NO_WAPP_FOUND */
export async function renewToken(app: Workspace, me: Me, id: number): Promise<WhatsappView> {
  await refuseWithoutFeature(app.db, me.companyId, 'useExternalApi')
  await app.db.company(me.companyId).write(async tx => {
    await updateConnection(tx, me.companyId, id, { token: newToken() })
    await announce(app, tx, me.companyId, [id])
  })
  return answer(app, me, id)
}

/** Sends a connection again to the people who look at it. */
export const announceConnection = (app: Workspace, me: Me, id: number): Promise<void> =>
  app.db.company(me.companyId).write(tx => announce(app, tx, me.companyId, [id]))

/** Restarts all connections that are, or should be, connected. */
export async function restartConnections(app: Workspace, me: Me): Promise<null> {
  const rows = await app.db
    .select({ id: whatsapps.id, status: whatsapps.status })
    .from(whatsapps)
    .where(eq(whatsapps.companyId, me.companyId))
  for (const row of rows) if (RESTARTED.has(row.status)) await app.channel.restart(row.id)
  return null
}
