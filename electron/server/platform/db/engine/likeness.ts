/**
 * Computes the likeness of vectors in the database: on a file by libsql's function (electron/database/node-client.ts
 * has it for Node's SQLite), on PostgreSQL by pgvector if installed, else by plain sums.
 */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { perEngine } from './engine'
import { vectorValue } from './vectors'

/**
 * The likeness of a vector to those of a column: 1 for the same direction, 0 for nothing in common.
 * @param vector of length 1 and with as many numbers as those of the column.
 */
export async function likenessTo(db: Db, column: AnyColumn, vector: Float32Array): Promise<SQL<number>> {
  const own = vectorValue(vector)
  const hasPgvector =
    db.engine === 'postgres' &&
    (await db.all(sql`select 1 where to_regtype('vector') is not null`)).length > 0
  return perEngine({
    sqlite: () => sql`1 - vector_distance_cos(${column}, ${own})`,
    postgres: () =>
      hasPgvector
        ? sql`1 - (${column}::vector <=> ${own}::vector)`
        : sql`(select sum(a * b) from (select unnest(${column}) as a, unnest(${own}) as b) as numbers)`,
  })
}
