/** Runs work that waits in rows: found by the clock, begun at once when asked for or when consoles hear of a change. */
import { companyEvent } from '@contract'
import { type AnyColumn, and, eq, not } from 'drizzle-orm'
import { companyWork } from '../../company-work'
import { every, type Job, NOTHING, withWork } from '../../every'
import { reasonOf } from '../../log'
import { oneOf } from '../../platform/db/engine/words'
import type { Logged } from '../../platform/db/event-log'
import type { Workspace } from '../../workspace'
import type { Following } from './consumer'
import type { OfCompanies, Piece } from './kinds'

/** Between two looks at a busy company, milliseconds. */
const PAUSE_MS = 100

/**
 * Does what is due until stopped, for the companies this process works for: by the clock, at once when consoles hear of
 * a change (whichever process made it), and at once when `beginNow` asks. `stop` aborts running work and waits for its
 * end.
 */
export function startFollowing(app: Workspace, follows: Following): Job {
  const { job: name, everyMs, againMs = 0, atOnce = 1, many = Number.POSITIVE_INFINITY } = follows
  const { hears = [], companies, due, work } = follows
  const pieces = companyWork({ atOnce, many })
  const followed = new Map<number, () => void>()
  const looks = new Map<number, Promise<void>>()
  /** Companies with news during a look, and those whose work found no room. */
  const heard = new Set<number>()
  const refused = new Set<number>()
  /** Failed pieces by key, and until when they are left alone (`performance.now()`). */
  const resting = new Map<number, number>()
  let done = 0
  const failed = (error: unknown, about: object = {}): void =>
    app.log.warn(name, { ...about, reason: reasonOf(error) })

  const begin = (piece: Piece): void => {
    const { key, companyId, rests = key } = piece
    if (resting.has(rests) || !app.work.owns(companyId)) return
    const isBegun = pieces.begin(key, companyId, async () => {
      const some = await work(app, piece, pieces.ending).catch((error: unknown) => {
        if (pieces.ending.aborted) return 0
        resting.set(rests, performance.now() + againMs)
        failed(error, { companyId, key })
        return 1
      })
      done += some
      again(refused, companyId)
    })
    if (!isBegun) refused.add(companyId)
  }
  const look = async (ids: readonly number[], of: OfCompanies): Promise<void> => {
    const found = due
      ? await due(app, of, [...resting.keys()])
      : ids.map(companyId => ({ key: companyId, companyId }))
    for (const piece of found) begin(piece)
  }
  const soon = (companyId: number): void => {
    if (pieces.ending.aborted || app.storage.code() !== null) return
    if (looks.has(companyId)) return void heard.add(companyId)
    const looking = look([companyId], column => eq(column, companyId))
      .catch(failed)
      .finally(() => {
        looks.delete(companyId)
        again(heard, companyId)
      })
    looks.set(companyId, looking)
  }
  const again = (which: Set<number>, companyId: number): void => {
    if (which.delete(companyId)) setTimeout(soon, PAUSE_MS, companyId).unref()
  }
  const hear = ({ companyId, act }: Logged): void => {
    if ('emit' in act && hears.some(channel => act.emit === companyEvent(companyId, channel))) soon(companyId)
  }
  const follow = async (wanted: ReadonlySet<number>): Promise<void> => {
    for (const [id, forget] of followed) {
      if (wanted.has(id)) continue
      forget()
      followed.delete(id)
    }
    for (const id of wanted)
      if (!followed.has(id)) followed.set(id, (await app.db.events.follow(id, hear)).stop)
  }
  const job = every(app, name, everyMs, async () => {
    // Work begun below writes if it does anything, and that write causes the next look.
    const isIdle = done === 0 && pieces.isIdle()
    done = 0
    for (const [key, until] of resting) if (until <= performance.now()) resting.delete(key)
    const wanted = new Set(((await companies?.(app)) ?? []).filter(app.work.owns))
    await follow(wanted)
    const full = pieces.full()
    const withRoom = (column: AnyColumn) =>
      and(app.work.ownedCompanies(column), full.length > 0 ? not(oneOf(column, full)) : undefined)
    await look([...wanted], withRoom)
    return isIdle ? NOTHING : null
  })
  app.memory.following.set(name, { begin, isIdle: pieces.isIdle })
  return {
    async stop() {
      app.memory.following.delete(name)
      await withWork(job, pieces).stop()
      for (const forget of followed.values()) forget()
      await Promise.all(looks.values())
    },
  }
}

/**
 * Begins a piece whose row is stored, unless it is running or another process has the company. Without room, or when
 * the job does not run, the next look finds it.
 */
export function beginNow<P extends Piece>(app: Workspace, { job }: Following<P>, piece: P): void {
  app.memory.following.get(job)?.begin(piece)
}
