/** Nobody reads the rows of all companies by a filter that was forgotten: those who mean to are listed with their reason. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { READS_OF_ALL } from '../../../rooms.config'
import { readsOfAll } from './company-reads'

const root = resolve(import.meta.dirname, '../../..')
const files = readdirSync(join(root, 'electron/server'), { recursive: true, encoding: 'utf8' })
  .map(path => `electron/server/${path.replaceAll('\\', '/')}`)
  .filter(path => path.endsWith('.ts'))

const planted = (lines: string) =>
  readsOfAll(
    'electron/server/desk/tickets/x.ts',
    `import { tickets, users } from '../../platform/db/schema'\n${lines}`,
  )

it.each([
  'db.select().from(tickets)',
  "db.select().from(tickets).where(eq(tickets.status, 'open'))",
  "db.$count(tickets, eq(tickets.status, 'open'))",
  'db.select().from(tickets).where(gt(tickets.id, after))',
  "db.select().from(tickets).innerJoin(users, eq(users.id, tickets.userId)).where(eq(users.profile, 'admin'))",
  "const open = eq(tickets.status, 'open')\nconst query = db.selectDistinct({ id: tickets.id }).from(tickets).where(and(open, true)).limit(5)",
  "const found = (db: Reader, where: SQL) => db.select().from(tickets).where(where)\nfound(db, eq(tickets.status, 'open'))",
])('%s is refused', lines => expect(planted(lines)).toHaveLength(1))

it.each([
  'db.select().from(tickets).where(eq(tickets.companyId, me.companyId))',
  'db.select().from(tickets).where(eq(tickets.id, row.ticketId))',
  "import { visibleTo } from './visibility'\ndb.$count(tickets, visibleTo(me))",
  'const found = (db: Reader, where: SQL) => db.select().from(tickets).where(where)\nfound(db, eq(tickets.companyId, 7))',
  'records({ table: tickets, read: (db, where) => db.select().from(tickets).where(where) })',
])('%s is let through', lines => expect(planted(lines)).toEqual([]))

it('reads of all companies are those that are listed, each for its reason', () => {
  const found = files.filter(path => readsOfAll(path, readFileSync(join(root, path), 'utf8')).length > 0)
  expect(found.sort()).toEqual(Object.keys(READS_OF_ALL).sort())
})
