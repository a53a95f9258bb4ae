/** What a new area may not forget: its rows go with their company, and what is done with them is in the audit log. */
import { type EndpointName, endpoints } from '@contract'
import { getTableColumns, is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import { givenWith } from '../../../electron/server/desk/contacts/personal-data'
import { isAudited, SUBJECTS } from '../../../electron/server/platform/audit/audited'
import * as schema from '../../../electron/server/platform/db/schema'

const tables = Object.entries(schema as Record<string, unknown>).filter(
  (entry): entry is [string, SQLiteTable] => is(entry[1], SQLiteTable),
)
const references = (table: SQLiteTable, to: SQLiteTable) =>
  getTableConfig(table).foreignKeys.filter(key => key.reference().foreignTable === to)

/** What every member may write, daily work or one's own: what others would miss is logged when it is deleted. */
const DAILY = new Set('chats contacts notes quickMessages reminders schedules tags tickets'.split(' '))
/** What a person is, says and is asked. */
const PERSONAL = [schema.contacts, schema.tickets, schema.messages]
/** Figures that triggers keep beside the tickets: they go with those. */
const COUNTED = new Set(['ticketCounts'])
/** What stays without them names nobody: figures, and whom a campaign wrote to, which is erased by number. */
const STAYS = new Set(['campaignRecipients', 'copilotCalls', 'reportCycles', 'schedules'])

/** Marks of triggers for what is measured anew: a ticket may be gone by then. */
const LOOSE = new Set(['reportMarks'])

describe('a row', () => {
  it.each(tables.filter(([name, table]) => 'companyId' in table && !COUNTED.has(name)))(
    'of %s goes with its company',
    (_name, table) => {
      expect(references(table, schema.companies).map(key => key.onDelete)).toContain('cascade')
    },
  )

  it.each(tables.filter(([, table]) => PERSONAL.some(parent => references(table, parent).length > 0)))(
    'of %s goes with the contact, the ticket or the message it is about',
    (name, table) => {
      const kept = PERSONAL.flatMap(parent => references(table, parent)).filter(
        key => key.onDelete !== 'cascade',
      )
      expect(kept.length === 0 || STAYS.has(name)).toBe(true)
    },
  )

  it.each(tables)('of %s refers to the contact and the ticket it names', (name, table) => {
    const referring = PERSONAL.flatMap(parent => references(table, parent)).flatMap(
      key => key.reference().columns,
    )
    const loose = Object.entries(getTableColumns(table)).filter(
      ([member, column]) => ['contactId', 'ticketId'].includes(member) && !referring.includes(column),
    )
    expect(loose.length === 0 || LOOSE.has(name)).toBe(true)
  })

  it('that goes with a contact, a ticket or a message is given out with it, unless it is named', () => {
    expect(givenWith(schema.contacts).map(({ name, key }) => `${name}.${key}`)).toEqual(
      expect.arrayContaining(['contactCustomFields.contactId', 'contactAddresses.contactId']),
    )
    expect(givenWith(schema.messages).map(({ name, key }) => `${name}.${key}`)).toEqual([
      'reactions.messageSeq',
    ])
    expect(
      givenWith(schema.tickets)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['articleProposals', 'deadlines', 'ratings', 'ticketProposals', 'ticketTrackings'])
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
