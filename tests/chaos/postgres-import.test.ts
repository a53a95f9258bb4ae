/** Moving a company from its file to PostgreSQL (`npm run server -- --import`). */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fold } from '@contract'
import { asc, eq, getTableName, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Db, openDb } from '../../electron/server/platform/db/client'
import { importWorkspace } from '../../electron/server/platform/db/engine/import'
import { openPostgres } from '../../electron/server/platform/db/engine/postgres'
import { tables } from '../../electron/server/platform/db/engine/tables'
import {
  articlePieces,
  articles,
  companies,
  contacts,
  messages,
  reportMarks,
  tickets,
  webhookDeliveries,
  webhooks,
} from '../../electron/server/platform/db/schema'
import { type Cluster, inCluster, startCluster, urlOf } from '../support/postgres/cluster'
import { makeTemplate } from '../support/postgres/databases'
import { postgresMissing } from '../support/postgres/programs'
import { shapeOfPostgres } from '../support/postgres/shape'

/** A company with a webhook, whose event is in the log already, and a conversation of 5,000 messages. */
async function company(db: Db): Promise<void> {
  await db.platform.write(async tx => {
    const [{ id: companyId } = { id: 0 }] = await tx.insert(companies).values({ name: 'Padaria' }).returning()
    const hook = { companyId, name: 'CRM', url: 'http://x', secret: 's', messages: true }
    const [{ id: webhookId } = { id: 0 }] = await tx.insert(webhooks).values(hook).returning()
    const [contact] = await tx
      .insert(contacts)
      .values({ companyId, name: 'Zé', number: '55119', email: '' })
      .returning()
    const contactId = contact?.id ?? 0
    const [ticket] = await tx
      .insert(tickets)
      .values({ uuid: 'u', companyId, contactId, status: 'open', waitingSince: '2026-01-02T03:04:05.678Z' })
      .returning()
    const ticketId = ticket?.id ?? 0
    await tx.insert(webhookDeliveries).values({ companyId, webhookId, event: 'ticket.created', ticketId })
    for (let from = 0; from < 5_000; from += 500)
      await tx.insert(messages).values(
        Array.from({ length: 500 }, (_, i) => {
          const body = `Pão nº ${from + i} \u{1f956} "\\u0000" \n`
          return { id: `m${from + i}`, companyId, ticketId, contactId, body, search: fold(body) }
        }),
      )
    await tx.delete(messages).where(eq(messages.seq, 7))
    const knowledge = { companyId, title: 'Prazo', text: 'Um dia.', queueIds: [], tags: [] }
    const [article] = await tx.insert(articles).values(knowledge).returning()
    const { id: articleId, updatedAt: madeOf } = article ?? { id: 0, updatedAt: '' }
    const piece = { companyId, articleId, at: 0, hash: 'h', madeBy: 'm', madeOf }
    await tx.insert(articlePieces).values({ ...piece, vector: Float32Array.of(0.6, 0.8) })
  })
}

describe.skipIf(postgresMissing())('a company moves to PostgreSQL', () => {
  let cluster: Cluster
  let folder: string
  let url: string
  const said: string[] = []
  const file = () => join(folder, 'workspace.db')
  const counts = async (db: Db) =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async table => [
          getTableName(table),
          (await db.all<{ n: number }>(sql`select count(*) as n from ${table}`))[0]?.n,
        ]),
      ),
    )

  beforeAll(async () => {
    cluster = await startCluster()
    await makeTemplate(cluster.socket)
    await inCluster(cluster.socket, [
      'create database empty template turno_template',
      'create database second template turno_template',
    ])
    url = urlOf(cluster.socket, 'empty')
    folder = await mkdtemp(join(tmpdir(), 'turno-move-'))
    const db = await openDb(folder)
    await company(db)
    await db.close()
  })
  afterAll(async () => {
    await cluster?.stop()
    if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })

  it('with every row, said table by table, and goes on counting where it was', async () => {
    const moved = await importWorkspace(file(), url, line => said.push(line))
    const from = await openDb(folder)
    const to = await openPostgres(url)
    try {
      // Vectors are made anew there.
      expect(await counts(to)).toEqual({ ...(await counts(from)), article_pieces: 0 })
      expect(moved.find(({ table }) => table === 'messages')).toMatchObject({ rows: 4_999 })
      // A row that is moved is no change: nothing is measured anew for it.
      const marked = await from.$count(reportMarks)
      expect([
        moved.find(({ table }) => table === 'webhook_deliveries')?.rows,
        await to.$count(reportMarks),
      ]).toEqual([1, marked])
      expect(said).toContainEqual(expect.stringMatching(/^messages: 4999 rows, checksum [0-9a-f]{16}$/))
      const all = (db: Db) => db.select().from(messages).orderBy(asc(messages.seq))
      expect(await all(to)).toEqual(await all(from))
      expect(await to.select().from(tickets)).toEqual(await from.select().from(tickets))
      const [ticket] = await to.select().from(tickets)
      const [next] = await to.platform
        .insert(messages)
        .values({ id: 'next', companyId: 1, ticketId: ticket?.id ?? 0, body: 'mais' })
        .returning()
      expect(next?.seq).toBe(5_001)
      // Keys, indexes and triggers stand again.
      await expect(
        to.platform.insert(contacts).values({ companyId: 99, name: 'x', number: '1' }),
      ).rejects.toMatchObject({
        cause: { code: '23503' },
      })
      expect(await to.$count(reportMarks)).toBe(marked + 1)
      const fresh = await openPostgres(urlOf(cluster.socket, 'second'))
      expect(await shapeOfPostgres(to)).toEqual(await shapeOfPostgres(fresh))
      await fresh.close()
    } finally {
      await from.close()
      await to.close()
    }
  })

  it('not onto another one, not from nowhere, and not by halves', async () => {
    await expect(importWorkspace(file(), url, () => {})).rejects.toThrow('The database is not empty (')
    await expect(importWorkspace(join(folder, 'none.db'), url, () => {})).rejects.toThrow('There is no file')
    // A column that keeps less than it is given: what came is not what left.
    await inCluster(cluster.socket, ['alter table tickets alter column waiting_since type real'], 'second')
    const lossy = urlOf(cluster.socket, 'second')
    await expect(importWorkspace(file(), lossy, () => {})).rejects.toThrow('tickets did not arrive whole')
    const db = await openPostgres(lossy)
    expect(await db.$count(companies)).toBe(0)
    await db.close()
  })
})
