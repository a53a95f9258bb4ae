/**
 * How alike vectors are, worked out where they are kept: on a file by libsql's function (electron/database/node-client.ts has it for
 * Node's SQLite), on PostgreSQL by pgvector where the database has it, else by plain sums.
 */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { perEngine } from './engine'
import { vectorValue } from './vectors'

/**
 * How alike a vector and those of a column are: 1 for the same direction, 0 where they have nothing in common.
 * @param vector of length 1, as those of the column, and with as many numbers: those of others cannot be compared.
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
