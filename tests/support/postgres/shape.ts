/** What the tables of a workspace look like on either engine, in the same words. */
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../electron/server/platform/db/client'

export interface Shape {
  /** Of each table: name, type, whether it may be null, default. */
  columns: Record<string, string[]>
  /** Of each index: table, columns in order, uniqueness, condition. */
  indexes: Record<string, string>
  keys: string[]
}

const OWN = new Set(['sqlite_sequence'])
/** The index of texts is a table of tables on SQLite and an index on PostgreSQL. */
const SEARCH = /^((message|contact|article)_index|messages_search$|contacts_search$|articles_words$)/

const plain = (text: string | null): string =>
  (text ?? '')
    .toLowerCase()
    .replace(/::\w+|collate "c"|["()\s]/g, '')
    .replace(/'(\d+)'/g, '$1')
    .replace(/''/g, '~')

const defaultOf = (text: string | null): string =>
  plain(text)
    .replace(/^false$/, '0')
    .replace(/^true$/, '1')
const TYPES: Record<string, string> = {
  bigint: 'integer',
  'double precision': 'real',
  array: 'f32_blob',
}
const column = (name: string, type: string, nullable: boolean, value: string | null): string =>
  `${name} ${TYPES[type.toLowerCase()] ?? type.toLowerCase()}${nullable ? ' null' : ''} ${defaultOf(value)}`.trim()

const rows = <T>(db: Db, query: SQL) => db.all<T>(query)

export async function shapeOfSqlite(db: Db): Promise<Shape> {
  const shape: Shape = { columns: {}, indexes: {}, keys: [] }
  const tables = await rows<{ name: string }>(db, sql`select name from sqlite_master where type = 'table'`)
  for (const { name } of tables) {
    if (OWN.has(name) || SEARCH.test(name)) continue
    const found = await rows<{ name: string; type: string; nn: number; dflt: string | null; pk: number }>(
      db,
      sql`select name, type, "notnull" as nn, dflt_value as dflt, pk from pragma_table_info(${name})`,
    )
    shape.columns[name] = found.map(c => column(c.name, c.type, c.nn === 0 && c.pk === 0, c.dflt)).sort()
    const key = found.filter(c => c.pk > 0).sort((a, b) => a.pk - b.pk)
    shape.indexes[`${name} key`] = `${name}(${key.map(c => c.name).join()}) unique `
    for (const index of await rows<{ name: string; uniq: number }>(
      db,
      sql`select name, "unique" as uniq from pragma_index_list(${name}) where origin = 'c'`,
    )) {
      const [made] = await rows<{ sql: string }>(
        db,
        sql`select sql from sqlite_master where name = ${index.name}`,
      )
      const [, list = '', where = ''] =
        /\son\s+"?\w+"?\s*\((.*?)\)(?:\s+where\s+(.*))?$/i.exec(made?.sql.trim() ?? '') ?? []
      shape.indexes[index.name] = `${name}(${plain(list)}) ${index.uniq ? 'unique' : ''} ${plain(where)}`
    }
    for (const k of await rows<{ to_table: string; from: string; to: string; gone: string }>(
      db,
      sql`select "table" as to_table, "from", "to", on_delete as gone from pragma_foreign_key_list(${name})`,
    ))
      shape.keys.push(`${name}.${k.from} -> ${k.to_table}.${k.to} ${k.gone.toLowerCase()}`)
  }
  shape.keys.sort()
  return shape
}

const ON_DELETE: Record<string, string> = { a: 'no action', c: 'cascade', n: 'set null', r: 'restrict' }

export async function shapeOfPostgres(db: Db): Promise<Shape> {
  const shape: Shape = { columns: {}, indexes: {}, keys: [] }
  for (const c of await rows<{
    t: string
    name: string
    type: string
    nullable: string
    dflt: string | null
  }>(
    db,
    sql`select table_name as t, column_name as name, data_type as type, is_nullable as nullable, column_default as dflt
      from information_schema.columns where table_schema = 'public'`,
  )) {
    const list = shape.columns[c.t] ?? []
    shape.columns[c.t] = list
    list.push(column(c.name, c.type, c.nullable === 'YES', c.dflt))
  }
  for (const list of Object.values(shape.columns)) list.sort()
  for (const i of await rows<{
    name: string
    t: string
    pk: number
    uniq: number
    list: string
    cond: string | null
  }>(
    db,
    sql`select c.relname as name, t.relname as t, i.indisprimary as pk, i.indisunique as uniq,
        (select string_agg(pg_get_indexdef(i.indexrelid, n, true), ',' order by n)
          from generate_series(1, i.indnatts) n) as list,
        pg_get_expr(i.indpred, i.indrelid) as cond
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
      join pg_namespace s on s.oid = c.relnamespace where s.nspname = 'public'`,
  )) {
    if (SEARCH.test(i.name)) continue
    const name = i.pk ? `${i.t} key` : i.name
    shape.indexes[name] = `${i.t}(${plain(i.list)}) ${i.uniq ? 'unique' : ''} ${plain(i.cond)}`
  }
  for (const k of await rows<{ t: string; col: string; ft: string; fcol: string; gone: string }>(
    db,
    sql`select t.relname as t, a.attname as col, f.relname as ft, b.attname as fcol, k.confdeltype as gone
      from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class f on f.oid = k.confrelid
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1] where k.contype = 'f'`,
  ))
    shape.keys.push(`${k.t}.${k.col} -> ${k.ft}.${k.fcol} ${ON_DELETE[k.gone]}`)
  shape.keys.sort()
  return shape
}
