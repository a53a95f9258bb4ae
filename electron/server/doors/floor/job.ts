/**
 * Judges the alarms of the live floor, whether or not anybody looks; the main process of each console decides who is
 * notified.
 */
import { eq, inArray, type SQL } from 'drizzle-orm'
import { reasonOf } from '../../log'
import type { Reader } from '../../platform/db/client'
import { floorAlarmStates, floorAlarms, queues, tickets, users } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { availablePeople, type QueueCount, queueCounts } from './counts'
import { type AlarmState, judge } from './judge'

const MINUTE_MS = 60_000

type AlarmRow = typeof floorAlarms.$inferSelect
type StateRow = typeof floorAlarmStates.$inferSelect

/** What the alarms of one company look at. */
interface Floor {
  queueIds: ReadonlySet<number>
  counts: readonly QueueCount[]
  people: readonly { queueId: number }[]
}

/** @returns customers, whole minutes, or people; null where none of its queues is there any more. */
function measured(
  { kind, queueIds }: Pick<AlarmRow, 'kind' | 'queueIds'>,
  floor: Floor,
  now: number,
): number | null {
  if (queueIds.length > 0 && !queueIds.some(id => floor.queueIds.has(id))) return null
  const isOwn = (id: number | null) => queueIds.length === 0 || (id !== null && queueIds.includes(id))
  if (kind === 'nobody') return floor.people.filter(({ queueId }) => isOwn(queueId)).length
  const own = floor.counts.filter(({ queueId }) => isOwn(queueId))
  if (kind === 'longest') {
    const first = Math.min(...own.map(({ since }) => (since === null ? now : Number(since))), now)
    return Math.floor((now - first) / MINUTE_MS)
  }
  return own.reduce((sum, count) => sum + (kind === 'late' ? count.late : count.waiting), 0)
}

const ms = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant))
const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const stateOf = (row: StateRow | undefined): AlarmState | null =>
  row
    ? {
        since: Date.parse(row.since),
        raisedAt: ms(row.raisedAt),
        value: row.value,
        notedAt: ms(row.notedAt),
        notedBy: row.notedBy,
      }
    : null

interface Change {
  alarm: AlarmRow
  after: AlarmState | null
  /** Consoles are to be told. */
  isTold: boolean
}

/** Differs from what is stored. */
function changesOf(
  alarms: readonly AlarmRow[],
  states: readonly StateRow[],
  floor: Floor,
  now: number,
): Change[] {
  return alarms.flatMap(alarm => {
    const before = stateOf(states.find(({ alarmId }) => alarmId === alarm.id))
    const after = judge(alarm, measured(alarm, floor, now), before, now)
    if (after === before) return []
    return [{ alarm, after, isTold: before?.raisedAt != null || after?.raisedAt != null }]
  })
}

const alarmsAnd = async (db: Reader, which: { alarms: SQL | undefined; states: SQL | undefined }) => ({
  alarms: await db.select().from(floorAlarms).where(which.alarms),
  states: await db.select().from(floorAlarmStates).where(which.states),
})

/** Stores the changes of one company; an alarm edited meanwhile is judged by its new rule. */
async function keep(app: Workspace, companyId: number, floor: Floor, now: number): Promise<void> {
  await app.db.company(companyId).write(async tx => {
    const { alarms, states } = await alarmsAnd(tx, {
      alarms: eq(floorAlarms.companyId, companyId),
      states: eq(floorAlarmStates.companyId, companyId),
    })
    const changes = changesOf(alarms, states, floor, now)
    for (const { alarm, after } of changes) {
      await tx.delete(floorAlarmStates).where(eq(floorAlarmStates.alarmId, alarm.id))
      if (!after) continue
      const { value, notedBy } = after
      await tx.insert(floorAlarmStates).values({
        ...{ alarmId: alarm.id, companyId, value, notedBy },
        since: new Date(after.since).toISOString(),
        raisedAt: iso(after.raisedAt),
        notedAt: iso(after.notedAt),
      })
    }
    if (changes.some(({ isTold }) => isTold))
      app.realtime.toCompany(companyId, 'floorAlarm', { action: 'changed' })
  })
}

/**
 * Judges all alarms of the companies this process works for.
 * @returns how many there are.
 */
export async function judgeAlarms(app: Workspace, at: Date = new Date()): Promise<number> {
  const now = at.getTime()
  const { alarms, states } = await alarmsAnd(app.db, {
    alarms: app.work.ownedCompanies(floorAlarms.companyId),
    states: app.work.ownedCompanies(floorAlarmStates.companyId),
  })
  const ids = [...new Set(alarms.map(({ companyId }) => companyId))].filter(id => app.work.owns(id))
  if (ids.length === 0) return 0
  const counts = await queueCounts(app.db, inArray(tickets.companyId, ids), now)
  const people = await availablePeople(app.db, inArray(users.companyId, ids))
  const lines = await app.db
    .select({ id: queues.id, companyId: queues.companyId })
    .from(queues)
    .where(inArray(queues.companyId, ids))
  const ofCompany = async (companyId: number): Promise<void> => {
    const isOwn = (row: { companyId: number }) => row.companyId === companyId
    const floor: Floor = {
      queueIds: new Set(lines.filter(isOwn).map(({ id }) => id)),
      counts: counts.filter(isOwn),
      people: people.filter(isOwn),
    }
    if (changesOf(alarms.filter(isOwn), states.filter(isOwn), floor, now).length > 0)
      await keep(app, companyId, floor, now)
  }
  await Promise.all(
    ids.map(companyId =>
      ofCompany(companyId).catch((error: unknown) =>
        app.log.warn('alarms of the live floor not judged', { companyId, reason: reasonOf(error) }),
      ),
    ),
  )
  return alarms.length
}
