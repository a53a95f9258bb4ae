/** The alarms of a company: who may have which, and keeping them. */
import { FLOOR_ALARM, type FloorAlarm, type FloorAlarmForm } from '@contract'
import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import { floorAlarmStates, floorAlarms, queues, users } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'

const seesAll = (me: Me): boolean => me.super || me.profile === 'admin'

/** Whether an alarm is somebody's: of a supervisor those of own queues alone. */
const isTheirs = (me: Me, { queueIds }: { queueIds: readonly number[] }): boolean =>
  seesAll(me) || (queueIds.length > 0 && queueIds.every(id => me.queueIds.includes(id)))

/** Those somebody may have, in the order they were made in. */
export async function alarmsOf(db: Reader, me: Me): Promise<FloorAlarm[]> {
  const rows = await db
    .select({ alarm: floorAlarms, state: floorAlarmStates, notedBy: users.name })
    .from(floorAlarms)
    .leftJoin(floorAlarmStates, eq(floorAlarmStates.alarmId, floorAlarms.id))
    .leftJoin(users, eq(users.id, floorAlarmStates.notedBy))
    .where(eq(floorAlarms.companyId, me.companyId))
    .orderBy(asc(floorAlarms.id))
  const lines = await db
    .select({ id: queues.id, name: queues.name })
    .from(queues)
    .where(eq(queues.companyId, me.companyId))
    .orderBy(asc(queues.id))
  return rows
    .filter(({ alarm }) => isTheirs(me, alarm))
    .map(({ alarm: { id, kind, queueIds, limit, sound, notice }, state, notedBy }) => ({
      ...{ id, kind, queueIds, limit, sound, notice },
      queues: lines.filter(line => queueIds.includes(line.id)),
      raised:
        state?.raisedAt == null
          ? null
          : {
              since: state.raisedAt,
              value: state.value,
              // Whoever took note may be gone since.
              notedBy: state.notedAt === null ? null : (notedBy ?? ''),
            },
    }))
}

async function alarmOf(db: Reader, me: Me, id: number): Promise<FloorAlarm> {
  const alarm = (await alarmsOf(db, me)).find(one => one.id === id)
  if (!alarm) throw new ApiError('ERR_NOT_FOUND')
  return alarm
}

/** What a form names for the first time has to be of the company; what is gone since may stay. */
async function refuseForeign(tx: Tx, me: Me, form: FloorAlarmForm, before: FloorAlarm | null): Promise<void> {
  const fresh = [...new Set(form.queueIds)].filter(id => !before?.queueIds.includes(id))
  if (fresh.length > 0) {
    const own = and(eq(queues.companyId, me.companyId), inArray(queues.id, fresh))
    if ((await tx.$count(queues, own)) < fresh.length) throw new ApiError('ERR_NO_QUEUE_FOUND')
  }
  if (!isTheirs(me, form)) throw new ApiError('ERR_NO_PERMISSION')
}

const write = <T>(app: Workspace, me: Me, work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.db.company(me.companyId).write(async tx => {
    const result = await work(tx)
    app.realtime.toCompany(me.companyId, 'floorAlarm', { action: 'changed' })
    return result
  })

/** @throws ApiError ERR_TOO_MANY_FLOOR_ALARMS, ERR_NO_QUEUE_FOUND; ERR_NO_PERMISSION for queues that are not the supervisor's own. */
export const createAlarm = (app: Workspace, me: Me, form: FloorAlarmForm): Promise<FloorAlarm> =>
  write(app, me, async tx => {
    await refuseForeign(tx, me, form, null)
    if ((await tx.$count(floorAlarms, eq(floorAlarms.companyId, me.companyId))) >= FLOOR_ALARM.most)
      throw new ApiError('ERR_TOO_MANY_FLOOR_ALARMS')
    const [row] = await tx
      .insert(floorAlarms)
      .values({ ...form, companyId: me.companyId })
      .returning({ id: floorAlarms.id })
    return await alarmOf(tx, me, row?.id ?? 0)
  })

/** @throws ApiError ERR_NOT_FOUND; as createAlarm */
export const updateAlarm = (app: Workspace, me: Me, id: number, form: FloorAlarmForm): Promise<FloorAlarm> =>
  write(app, me, async tx => {
    const before = await alarmOf(tx, me, id)
    await refuseForeign(tx, me, form, before)
    const isSame =
      before.kind === form.kind &&
      before.limit === form.limit &&
      JSON.stringify(before.queueIds) === JSON.stringify(form.queueIds)
    // Another rule: what was raised by the one before says nothing of it.
    if (!isSame) await tx.delete(floorAlarmStates).where(eq(floorAlarmStates.alarmId, id))
    await tx
      .update(floorAlarms)
      .set({ ...form, updatedAt: new Date().toISOString() })
      .where(and(eq(floorAlarms.companyId, me.companyId), eq(floorAlarms.id, id)))
    return await alarmOf(tx, me, id)
  })

/** @throws ApiError ERR_NOT_FOUND */
export const removeAlarm = (app: Workspace, me: Me, id: number): Promise<void> =>
  write(app, me, async tx => {
    await alarmOf(tx, me, id)
    await tx.delete(floorAlarms).where(and(eq(floorAlarms.companyId, me.companyId), eq(floorAlarms.id, id)))
  })

/** Takes note of all that are raised and theirs. */
export const noteAlarms = (app: Workspace, me: Me): Promise<void> =>
  write(app, me, async tx => {
    const ids = (await alarmsOf(tx, me)).filter(({ raised }) => raised?.notedBy === null).map(({ id }) => id)
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
  })
