/** Reads the rows of a statement that is written out once: drizzle asks of every value what kind of column it comes from. */
import { Column, getTableName, is, SQL } from 'drizzle-orm'

interface Decoder {
  mapFromDriverValue(value: unknown): unknown
}

/** As drizzle keeps what a statement selects: where each value goes, and what reads it. */
export type Field = {
  path: readonly string[]
  field: Column | SQL | { sql: SQL }
}

const decoderOf = (field: Field['field']): Decoder =>
  is(field, Column)
    ? field
    : ((is(field, SQL) ? field : field.sql) as unknown as { decoder: Decoder }).decoder

/**
 * @param joined by the name of a table whether it is always there: what was selected of others is null where its first value is.
 * @returns reads rows as drizzle would. @param plain makes a driver's value one that columns take.
 */
export function rowReader(fields: readonly Field[], joined: Readonly<Record<string, boolean>> | undefined) {
  const columns = fields.map(({ path, field }) => ({
    group: path.at(-2),
    name: path.at(-1) ?? '',
    field,
    decoder: decoderOf(field),
  }))
  const groups = [...new Set(columns.flatMap(({ group }) => group ?? []))].map(name => {
    const own = columns.filter(({ group }) => group === name)
    const tables = new Set(own.flatMap(({ field }) => (is(field, Column) ? getTableName(field.table) : [])))
    const [table = ''] = tables
    return {
      name,
      first: columns.findIndex(({ group, field }) => group === name && is(field, Column)),
      isOptional: joined !== undefined && tables.size === 1 && !joined[table],
    }
  })
  return (
    rows: readonly (readonly unknown[])[],
    plain = (value: unknown) => value,
  ): Record<string, unknown>[] =>
    rows.map(values => {
      const row: Record<string, unknown> = {}
      for (const [at, { group, name, decoder }] of columns.entries()) {
        const value = plain(values[at])
        if (group !== undefined) row[group] ??= {}
        const of = group === undefined ? row : (row[group] as Record<string, unknown>)
        of[name] = value === null ? null : decoder.mapFromDriverValue(value)
      }
      for (const { name, first, isOptional } of groups)
        if (isOptional && values[first] === null) row[name] = null
      return row
    })
}
