/** Alarms of the live floor. Every row names its company. */
import { ALARM_KINDS } from '@contract'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { countedKey, instant, stamps, yesNo } from './columns'
import { companyId, users } from './schema-organisation'

export const floorAlarms = sqliteTable(
  'floor_alarms',
  {
    id: countedKey('id'),
    companyId: companyId(),
    kind: text('kind', { enum: ALARM_KINDS }).notNull(),
    queueIds: text('queue_ids', { mode: 'json' }).$type<number[]>().notNull(),
    limit: integer('above').notNull(),
    sound: yesNo('sound').notNull(),
    notice: yesNo('notice').notNull(),
    ...stamps(),
  },
  t => [index('floor_alarms_company').on(t.companyId, t.id)],
)

/** A raised alarm, or one whose queues have had no people for a moment (floor/job.ts). */
export const floorAlarmStates = sqliteTable(
  'floor_alarm_states',
  {
    alarmId: integer('alarm_id')
      .primaryKey()
      .references(() => floorAlarms.id, { onDelete: 'cascade' }),
    companyId: companyId(),
    since: instant('since').notNull(),
    /** null: not an alarm yet. */
    raisedAt: instant('raised_at'),
    value: integer('value').notNull(),
    notedAt: instant('noted_at'),
    notedBy: integer('noted_by').references(() => users.id, { onDelete: 'set null' }),
  },
  t => [index('floor_alarm_states_company').on(t.companyId), index('floor_alarm_states_noted').on(t.notedBy)],
)
