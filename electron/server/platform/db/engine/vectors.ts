/** Vectors as each engine stores them: as libsql's functions read them, and as an array that pgvector accepts. */
import { type SQL, sql } from 'drizzle-orm'
import { customType } from 'drizzle-orm/sqlite-core'
import { perEngine } from './engine'

export const vectorValue = (vector: Float32Array): SQL =>
  perEngine({
    sqlite: () => sql`${Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)}`,
    postgres: () => sql`${`{${vector.join(',')}}`}::real[]`,
  })

/** A column of numbers of 32 bits. */
export const vectorOf = customType<{ data: Float32Array; driverData: SQL | Uint8Array | string }>({
  dataType: () => 'f32_blob',
  toDriver: vectorValue,
  fromDriver: value =>
    typeof value === 'string'
      ? Float32Array.from(JSON.parse(`[${value.slice(1, -1)}]`) as number[])
      : new Float32Array(new Uint8Array(value as Uint8Array).buffer),
})
