/** Vectors are compared where they are kept: on the file, and on PostgreSQL with pgvector and without it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { asc, desc, sql } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { unit } from '../../electron/server/automation/articles/vectors'
import { type Db, openDb } from '../../electron/server/platform/db/client'
import { likenessTo } from '../../electron/server/platform/db/engine/likeness'
import { openPostgres } from '../../electron/server/platform/db/engine/postgres'
import { articlePieces, articles, companies } from '../../electron/server/platform/db/schema'

async function onFile(): Promise<Db> {
  const folder = await mkdtemp(join(tmpdir(), 'turno-vectors-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return await openDb(folder)
}

/** PostgreSQL as WebAssembly: it answers as any other, over one session. */
async function onPostgres(extensions: object): Promise<Db> {
  const inside = await PGlite.create({ extensions: { pg_trgm, ...extensions } })
  const server = new PGLiteSocketServer({ db: inside, port: 0, host: '127.0.0.1', maxConnections: 20 })
  const address = new Promise<{ port: number }>(resolve =>
    server.addEventListener('listening', event => resolve((event as CustomEvent).detail)),
  )
  await server.start()
  onTestFinished(async () => {
    await server.stop()
    await inside.close()
  })
  const url = `postgres://postgres:x@127.0.0.1:${(await address).port}/postgres`
  // As through a pooler: what is set on one connection would be set on all.
  return await openPostgres(url, undefined, url)
}

const numbers = (seed: number) => Float32Array.from({ length: 768 }, (_, at) => Math.sin(seed * (at + 1)))
const QUESTION = unit(numbers(1))
/** Each less like the question than the one before. */
const KEPT = [0, 0.3, 1, 3].map(noise =>
  unit(QUESTION.map((one, at) => one + noise * 0.04 * Math.sin(7 * at))),
)
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0)

async function likenesses(db: Db): Promise<{ at: number; score: number }[]> {
  const [company] = await db.platform.insert(companies).values({ name: 'Padaria' }).returning()
  const companyId = company?.id ?? 0
  const own = { companyId, title: 'Prazo', text: '', queueIds: [], tags: [] }
  const [article] = await db.platform.insert(articles).values(own).returning()
  const { id: articleId, updatedAt: madeOf } = article ?? { id: 0, updatedAt: '' }
  await db
    .company(companyId)
    .write(tx =>
      tx
        .insert(articlePieces)
        .values(
          KEPT.map((kept, at) => ({ companyId, articleId, at, hash: '', madeBy: 'm', madeOf, vector: kept })),
        ),
    )
  const score = await likenessTo(db, articlePieces.vector, QUESTION)
  return await db
    .select({ at: articlePieces.at, score })
    .from(articlePieces)
    .orderBy(desc(score), asc(articlePieces.at))
}

describe.each([
  ['on the file', onFile],
  ['on PostgreSQL with pgvector', () => onPostgres({ vector })],
  ['on PostgreSQL without it', () => onPostgres({})],
])('%s', (name, open) => {
  it('the database says how alike vectors are, and gives them back', async () => {
    const db = await open()
    onTestFinished(() => db.close())
    const found = await likenesses(db)
    expect(found.map(({ at }) => at)).toEqual([0, 1, 2, 3])
    for (const { at, score } of found) expect(score).toBeCloseTo(cosine(QUESTION, KEPT[at] ?? QUESTION), 5)
    const [first] = await db.select().from(articlePieces).orderBy(asc(articlePieces.at))
    expect(first?.vector).toEqual(KEPT[0])
    if (db.engine === 'postgres')
      expect(await db.all(sql`select 1 as it from pg_extension where extname = 'vector'`)).toHaveLength(
        name.includes('with pgvector') ? 1 : 0,
      )
  })
})
