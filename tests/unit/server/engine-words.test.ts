/** The same piece of a statement in the words of each engine. */
import { type SQL, sql } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import { forPostgres } from '../../../electron/server/platform/db/engine/engine'
import { contactsContaining } from '../../../electron/server/platform/db/engine/searched'
import { storable } from '../../../electron/server/platform/db/engine/texts'
import { greater, noCase, oneOf } from '../../../electron/server/platform/db/engine/words'
import { contacts, tickets } from '../../../electron/server/platform/db/schema'

const dialect = new SQLiteAsyncDialect()
const both = (statement: SQL) => [
  dialect.sqlToQuery(statement).sql,
  forPostgres(() => dialect.sqlToQuery(statement)).sql,
]

describe('words of the engines', () => {
  it('are chosen when a statement is written out, however deep they stand in it', () => {
    const name = noCase(contacts.name)
    expect(both(sql`order by ${name}, ${greater(tickets.id, 5)}`)).toEqual([
      'order by "contacts"."name" collate nocase, max("tickets"."id", ?)',
      'order by lower("contacts"."name"), greatest("tickets"."id", ?)',
    ])
  })

  it('are those of SQLite again after a statement that cannot be written', () => {
    const broken = sql`${{
      getSQL: (): SQL => {
        throw new Error('broken')
      },
    }}`
    expect(() => forPostgres(() => dialect.sqlToQuery(broken))).toThrow('broken')
    expect(dialect.sqlToQuery(noCase(contacts.name)).sql).toContain('collate nocase')
  })

  it('give a list the type of its column', () => {
    expect(both(oneOf(contacts.number, ['1']))[1]).toContain('t.v::text')
    expect(both(oneOf(tickets.contactId, [1]))[1]).toContain('t.v::bigint')
  })

  it('ask an index for texts that are long enough for it only', () => {
    const anywhere = '"contacts"."company_id" = ? and "contacts"."search" like ? escape \'\\\''
    expect(both(contactsContaining({}, 1, ' ab '))).toEqual([anywhere, anywhere])
    expect(both(contactsContaining({}, 1, 'abc'))[0]).toContain('contact_index')
    expect(both(contactsContaining({}, 1, 'abc'))[1]).toBe(anywhere)
  })

  it('give PostgreSQL no character it cannot keep, and leave every other text as it is', () => {
    expect(storable('a\0b')).toBe('a\ufffdb')
    expect(storable('a\ud800b\u{1f600}')).toBe('a\ufffdb\u{1f600}')
    expect(storable('\\u0000')).toBe('\\u0000')
    expect(storable(5)).toBe(5)
  })
})
