/** Help videos of the platform, which every company sees. */
import type { BodyOut } from '@contract'
import { byName } from '../db/page'
import { helps } from '../db/schema'
import { platformRecords } from '../records/records'

/** All of them by title; a page has those whose title or description contains what was typed. */
export const keptHelps = platformRecords({
  table: helps,
  read: async (db, where) => byName(await db.select().from(helps).where(where), ({ title }) => title),
  search: ({ title, description }) => `${title} ${description}`,
  missing: 'ERR_NO_HELP_FOUND',
  columns: (form: BodyOut<'helps.create'>) => form,
  announce: (app, _me, { before, after: record }) =>
    app.realtime.toEveryCompany(
      'help',
      record ? { action: before ? 'update' : 'create', record } : { action: 'delete', id: before.id },
    ),
})
