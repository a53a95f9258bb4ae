/** The alarms of a company: who may have which, and keeping them. */
import { FLOOR_ALARM, type FloorAlarm, type FloorAlarmForm } from '@contract'
import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { ApiError } from '../../errors'
import { refuseUnknownRows } from '../../platform/db/company-rows'
import { floorAlarmStates, floorAlarms, queues, users } from '../../platform/db/schema'
import { records } from '../../platform/records/records'
import type { Me, Workspace } from '../../workspace'

const seesAll = (me: Me): boolean => me.super || me.profile === 'admin'

/** Whether a person may have an alarm: a supervisor only those of their own queues. */
const isTheirs = (me: Me, { queueIds }: { queueIds: readonly number[] }): boolean =>
  seesAll(me) || (queueIds.length > 0 && queueIds.every(id => me.queueIds.includes(id)))

/** Alarms a person may have, oldest first. */
export const keptAlarms = records({
  table: floorAlarms,
  async read(db, where, { companyId }): Promise<FloorAlarm[]> {
    const rows = await db
      .select({ alarm: floorAlarms, state: floorAlarmStates, notedBy: users.name })
      .from(floorAlarms)
      .leftJoin(floorAlarmStates, eq(floorAlarmStates.alarmId, floorAlarms.id))
      .leftJoin(users, eq(users.id, floorAlarmStates.notedBy))
      .where(where)
      .orderBy(asc(floorAlarms.id))
    const lines = await db
      .select({ id: queues.id, name: queues.name })
      .from(queues)
      .where(eq(queues.companyId, companyId))
      .orderBy(asc(queues.id))
    return rows.map(({ alarm: { id, kind, queueIds, limit, sound, notice }, state, notedBy }) => ({
      ...{ id, kind, queueIds, limit, sound, notice },
      queues: lines.filter(line => queueIds.includes(line.id)),
      raised:
        state?.raisedAt == null
          ? null
          : {
              since: state.raisedAt,
              value: state.value,
              // The person who acknowledged it may be gone.
              notedBy: state.notedAt === null ? null : (notedBy ?? ''),
            },
    }))
  },
  sees: (me, alarm) => isTheirs(me, alarm),
  async check(tx, me, form: FloorAlarmForm, before) {
    await refuseUnknownRows(tx, me.companyId, 'queue', form.queueIds, before?.queueIds)
    if (!isTheirs(me, form)) throw new ApiError('ERR_NO_PERMISSION')
  },
  most: { count: FLOOR_ALARM.most, code: 'ERR_TOO_MANY_FLOOR_ALARMS' },
  columns: form => form,
  async written(tx, _me, id, form, before) {
    const isSame =
      before?.kind === form.kind &&
      before.limit === form.limit &&
      JSON.stringify(before.queueIds) === JSON.stringify(form.queueIds)
    // With a changed rule, the state of the old one means nothing.
    if (!isSame) await tx.delete(floorAlarmStates).where(eq(floorAlarmStates.alarmId, id))
  },
  announce: 'floorAlarm',
})

/** Acknowledges all raised alarms the person may have. */
export const noteAlarms = (app: Workspace, me: Me): Promise<null> =>
  app.db.company(me.companyId).write(async tx => {
    const ids = (await keptAlarms.rows(tx, me))
      .filter(({ raised }) => raised?.notedBy === null)
      .map(({ id }) => id)
    await tx
      .update(floorAlarmStates)
      .set({ notedAt: new Date().toISOString(), notedBy: me.id })
      .where(
        and(
          eq(floorAlarmStates.companyId, me.companyId),
          inArray(floorAlarmStates.alarmId, ids),
          isNotNull(floorAlarmStates.raisedAt),
          isNull(floorAlarmStates.notedAt),
        ),
      )
    app.realtime.toCompany(me.companyId, 'floorAlarm', { action: 'changed' })
    return null
  })
