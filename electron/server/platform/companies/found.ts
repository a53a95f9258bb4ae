/** What a workspace is for, and founding the first company of an empty one. */
import { timingSafeEqual } from 'node:crypto'
import type { BodyOut } from '@contract'
import { ApiError } from '../../errors'
import type { Workspace } from '../../workspace'
import { hashPassword } from '../auth/passwords'
import type { Reader, Tx } from '../db/client'
import { companies, plans, workspace } from '../db/schema'
import { insertNewCompany } from './create'

export type WorkspaceKind = 'demo' | 'company'

/** What the workspace is for; null while undecided. One that has companies and no decision is a company's. */
export async function kindOf(db: Reader): Promise<WorkspaceKind | null> {
  const [row] = await db.select({ kind: workspace.kind }).from(workspace)
  if (row) return row.kind
  return (await db.$count(companies)) > 0 ? 'company' : null
}

/** Decides what the workspace is for, once and for good. */
export async function decideKind(tx: Tx, kind: WorkspaceKind): Promise<void> {
  await tx.insert(workspace).values({ id: 1, kind, createdAt: new Date().toISOString() })
}

const isCode = (shown: string, wanted: string): boolean => {
  const [a, b] = [Buffer.from(shown.trim().toUpperCase()), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Founds the first company: its admin is the super-administrator, its plan has every feature and no limit, and sign-up
 * is closed until the admin opens it.
 * @param form what the person filled in; `code` of a standalone server.
 * @throws ApiError ERR_WORKSPACE_FOUNDED when there is a company already (or a demo), ERR_SETUP_CODE for a wrong code.
 */
export async function foundCompany(app: Workspace, form: BodyOut<'workspace.found'>): Promise<void> {
  if ((await kindOf(app.db)) !== null) throw new ApiError('ERR_WORKSPACE_FOUNDED')
  if (app.setupCode !== null && !isCode(form.code ?? '', app.setupCode))
    throw new ApiError('ERR_SETUP_CODE', { field: 'code' })
  const passwordHash = await hashPassword(form.password)
  const email = form.email.toLowerCase()
  await app.db.platform.write(async tx => {
    // Checked again inside: two people may press at once.
    if ((await kindOf(tx)) !== null) throw new ApiError('ERR_WORKSPACE_FOUNDED')
    const [plan] = await tx
      .insert(plans)
      .values({ name: 'Turno', users: 0, connections: 0, queues: 0, value: 0, useInternal: true })
      .returning({ id: plans.id })
    const settings = { timezone: form.timezone, allowregister: 'disabled', viewregister: 'disabled' }
    await insertNewCompany(
      tx,
      { name: form.company, email, planId: plan?.id ?? null, settings },
      { name: form.name, email, password: form.password },
      passwordHash,
    )
    await decideKind(tx, 'company')
  })
}
