/**
 * Records what happened to the workspace file in the log of every company: a standalone server has no screen for it.
 */
import type { WorkspaceRepair } from '@contract'
import type { Workspace } from '../../workspace'
import { companies } from '../db/schema'
import { record } from './record'

/** The author: nobody. */
const ITSELF = 'Turno'

/** Stores it in the platform's log and in that of each company. */
export async function auditRepair(app: Workspace, repair: WorkspaceRepair): Promise<void> {
  const { fault, copy, kept, lost, missing } = repair
  const facts = {
    lostSince: missing?.since,
    lostUntil: missing?.until,
    lostMessages: missing?.messages,
    lostTickets: missing?.tickets,
    lostContacts: missing?.contacts,
    copyOfDay: copy,
    ...(fault === 'damaged' ? { keptRows: kept, lostRows: lost } : {}),
  }
  const auditChanges = Object.entries(facts).flatMap(([field, value]) =>
    value === null || value === undefined ? [] : [{ field, from: '', to: String(value) }],
  )
  await record(
    app,
    {
      companyId: null,
      userId: null,
      userName: ITSELF,
      action: 'run',
      subject: 'workspaceFile',
      changes: [{ field: 'operation', from: '', to: `workspaceFile.${fault}` }, ...auditChanges],
      program: '',
      address: '',
    },
    await app.db.select({ id: companies.id, name: companies.name }).from(companies),
  )
}
