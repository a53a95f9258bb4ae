/** What a new area may not forget: its rows go with their company, and what is done with them is in the audit log. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EndpointName, endpoints } from '@contract'
import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import { isAudited, SUBJECTS } from '../../../electron/server/platform/audit/audited'
import * as schema from '../../../electron/server/platform/db/schema'

const tables = Object.entries(schema as Record<string, unknown>).filter(
  (entry): entry is [string, SQLiteTable] => is(entry[1], SQLiteTable),
)
const references = (table: SQLiteTable, to: SQLiteTable) =>
  getTableConfig(table).foreignKeys.filter(key => key.reference().foreignTable === to)

/** What every member may write, daily work or one's own: what others would miss is logged when it is deleted. */
const DAILY = new Set('chats contacts notes quickMessages reminders schedules tags tickets'.split(' '))
/** Figures that triggers keep beside the tickets: they go with those. */
const COUNTED = new Set(['ticketCounts'])
/** Nothing of the person: until when she may be written to, and which ticket holds what was said on the phone. */
const IMPERSONAL = new Set(['phoneHistories', 'replyWindows'])

describe('a row', () => {
  it.each(tables.filter(([name, table]) => 'companyId' in table && !COUNTED.has(name)))(
    'of %s goes with its company',
    (_name, table) => {
      expect(references(table, schema.companies).map(key => key.onDelete)).toContain('cascade')
    },
  )

  it.each(
    tables.filter(([name, table]) => references(table, schema.contacts).length > 0 && !IMPERSONAL.has(name)),
  )('of %s is given out and erased with the contact it is about', (name, table) => {
    const folder = join(import.meta.dirname, '../../../electron/server/desk/contacts')
    const [given, erased] = ['personal-data.ts', 'erase.ts'].map(file =>
      readFileSync(join(folder, file), 'utf8'),
    )
    const goes = references(table, schema.contacts).every(key => key.onDelete === 'cascade')
    expect(new RegExp(`\\b${name}\\b`).test(given ?? ''), `${getTableName(table)} in the export`).toBe(true)
    expect(goes || new RegExp(`\\b${name}\\b`).test(erased ?? ''), `${getTableName(table)} erased`).toBe(true)
  })
})

const names = Object.keys(endpoints) as EndpointName[]
const areas = new Set(names.filter(name => name.endsWith('.create')).map(name => name.split('.')[0] ?? ''))

describe('the audit log', () => {
  it.each([...areas].filter(area => !DAILY.has(area)))('says who adds, changes and deletes %s', area => {
    const kept = names.filter(name => ['create', 'update', 'remove'].some(verb => name === `${area}.${verb}`))
    expect(kept.filter(name => !isAudited(name))).toEqual([])
    expect(SUBJECTS.has(area)).toBe(true)
  })
})
