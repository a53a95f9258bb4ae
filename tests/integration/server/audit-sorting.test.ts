/** A log that mixed a company's entries with the platform's is sorted, on either engine. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../../../electron/database/open'
import { migrate } from '../../../electron/server/platform/db/client'
import { openPostgres } from '../../../electron/server/platform/db/engine/postgres'
import { inPostgres } from '../../../electron/server/platform/db/engine/postgres-migrate'
import { migrations } from '../../../electron/server/platform/db/migrations'
import { inCluster, startCluster, urlOf } from '../../support/postgres/cluster'
import { makeTemplate } from '../../support/postgres/databases'
import { postgresMissing } from '../../support/postgres/programs'
import { shapeOfPostgres } from '../../support/postgres/shape'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turno-audit-'))
})
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))

const BEFORE = migrations.slice(
  0,
  migrations.findIndex(({ id }) => id === '0093-platform-audit'),
)

/** Everything as it was: company 1 is the super-administrator's, company 2 another one, company 9 is gone. */
const ENTRIES: readonly (readonly [
  company: number,
  subject: string,
  id: string,
  name: string,
  changes: string,
])[] = [
  [1, 'queues', '3', 'Vendas', '[]'],
  [1, 'companies', '2', 'Açaí do Norte', '[{"field":"dueDate","from":"a","to":"b"}]'],
  [1, 'companies', '9', 'Loja Extinta', '[]'],
  [1, 'companies', '1', 'Loja Horizonte', '[{"field":"schedules","from":"[]","to":"[1]"}]'],
  [2, 'companies', '2', 'Açaí do Norte', '[{"field":"schedules","from":"[]","to":"[1]"}]'],
  [1, 'invoices', '7', '', '[]'],
  [1, 'plans', '1', 'Básico', '[]'],
  [1, 'settings', 'trial', 'trial', '[{"field":"trial","from":"3","to":"5"}]'],
  [1, 'settings', 'userRating', 'userRating', '[]'],
  [1, 'settings', '', '', '[{"field":"operation","from":"","to":"settings.uploadLogo"}]'],
]

const FILL = [
  "INSERT INTO companies (id, name, created_at, updated_at) VALUES (1, 'Loja Horizonte', 1, 1), (2, 'Açaí do Norte', 1, 1)",
  `INSERT INTO invoices (id, company_id, detail, cents, due_date, status, created_at, updated_at)
   VALUES (7, 2, 'Mensalidade', 100, '2026-01-01', 'open', 1, 1)`,
  ...ENTRIES.map(
    ([company, subject, id, name, changes], at) =>
      `INSERT INTO audit_entries (company_id, user_name, action, subject, subject_id, subject_name, changes, address, created_at)
       VALUES (${company}, 'Ana', 'update', '${subject}', '${id}', '${name}', '${changes}', '10.0.0.1', ${at})`,
  ),
]

const READ = `SELECT company_id, about_company_id, about_company_name, by_platform, subject, subject_id, address
  FROM audit_entries ORDER BY id`

/** In whose log each entry stands afterwards. */
const SORTED = [
  '1 queues 3',
  'platform companies 2 (Açaí do Norte)',
  '2 companies 2, by the platform',
  'platform companies 9 (Loja Extinta)',
  '1 companies 1',
  '2 companies 2',
  'platform invoices 7 (Açaí do Norte)',
  '2 invoices 7, by the platform',
  'platform plans 1',
  'platform settings trial',
  '1 settings userRating',
  'platform settings ',
]

function line(row: Record<string, unknown>): string {
  const about = row.about_company_name ? ` (${row.about_company_name})` : ''
  const by = Number(row.by_platform) === 1 ? ', by the platform' : ''
  // A company does not learn where the platform's people work.
  expect(row.address).toBe(by ? '' : '10.0.0.1')
  return `${row.company_id ?? 'platform'} ${row.subject} ${row.subject_id}${about}${by}`
}

it('gives a company its own entries and those it was concerned by, and the platform its own', async () => {
  const client = await openDatabase(join(folder, 'workspace.db'))
  try {
    await client.execute('PRAGMA foreign_keys = ON')
    await migrate(client, BEFORE)
    for (const statement of FILL) await client.execute(statement)
    await migrate(client)
    const { rows } = await client.execute(READ)
    expect(rows.map(row => line(row as Record<string, unknown>))).toEqual(SORTED)
    expect((await client.execute('PRAGMA foreign_key_check')).rows).toEqual([])
  } finally {
    client.close()
  }
})

it.skipIf(postgresMissing())(
  'does the same on PostgreSQL, and leaves the tables of a new database',
  async () => {
    const cluster = await startCluster()
    try {
      await makeTemplate(cluster.socket)
      await inCluster(cluster.socket, ['create database sorting template turno_template'])
      const db = await openPostgres(urlOf(cluster.socket, 'sorting'))
      try {
        const shape = await shapeOfPostgres(db)
        const step = migrations.find(({ id }) => id === '0093-platform-audit')
        if (!step) throw new Error('no such step')
        const asItWas = [
          'alter table audit_entries drop column about_company_id, drop column about_company_name, drop column by_platform',
          'alter table audit_entries alter column company_id set not null',
        ]
        await inCluster(cluster.socket, [...asItWas, ...FILL, inPostgres(step)], 'sorting')
        const rows = await db.all<Record<string, unknown>>(sql.raw(READ))
        expect(rows.map(line)).toEqual(SORTED)
        expect(await shapeOfPostgres(db)).toEqual(shape)
      } finally {
        await db.close()
      }
    } finally {
      await cluster.stop()
    }
  },
)
