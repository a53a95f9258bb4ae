/** What follows from rows that are there already: looked for as soon as consoles are told of a change, and now and then. */
import { companyEvent } from '@contract'
import { companyWork } from '../../company-work'
import { every, type Job, NOTHING, withWork } from '../../every'
import { reasonOf } from '../../log'
import type { Logged } from '../../platform/db/event-log'
import type { Workspace } from '../../workspace'
import type { Following } from './consumer'

/** Between two looks at a company in which much happens, milliseconds. */
const PAUSE_MS = 100

/**
 * Does what is due until stopped, of the companies this process works for: at once where consoles are told of a change, whichever
 * process made it, and now and then for what only time brings. `stop` gives up what is under way and waits for its end.
 */
export function startFollowing(app: Workspace, follows: Following): Job {
  const { job: name, everyMs, atOnce = 1, hears, companies, due, work } = follows
  const pieces = companyWork({ atOnce, many: Number.POSITIVE_INFINITY })
  const followed = new Map<number, () => void>()
  const looks = new Map<number, Promise<void>>()
  /** Companies of which something was heard during a look, and those with work that had no place. */
  const heard = new Set<number>()
  const refused = new Set<number>()
  let done = 0
  const failed = (error: unknown): void => app.log.warn(name, { reason: reasonOf(error) })

  const begin = async (of: readonly number[]): Promise<void> => {
    const found = due ? await due(app, of) : of.map(companyId => ({ key: companyId, companyId }))
    for (const piece of found) {
      const { key, companyId } = piece
      if (!app.work.owns(companyId)) continue
      const isBegun = pieces.begin(key, companyId, async () => {
        const some = await work(app, piece, pieces.ending).catch((error: unknown) => {
          failed(error)
          return 1
        })
        done += some
        again(refused, companyId)
      })
      if (!isBegun) refused.add(companyId)
    }
  }
  const soon = (companyId: number): void => {
    if (pieces.ending.aborted || app.storage.code() !== null) return
    if (looks.has(companyId)) return void heard.add(companyId)
    const look = begin([companyId])
      .catch(failed)
      .finally(() => {
        looks.delete(companyId)
        again(heard, companyId)
      })
    looks.set(companyId, look)
  }
  const again = (which: Set<number>, companyId: number): void => {
    if (which.delete(companyId)) setTimeout(soon, PAUSE_MS, companyId).unref()
  }
  const hear = ({ companyId, act }: Logged): void => {
    if ('emit' in act && hears.some(channel => act.emit === companyEvent(companyId, channel))) soon(companyId)
  }
  const job = every(app, name, everyMs, async () => {
    // What is begun below writes where there is something to do, and is looked at again then.
    const isIdle = done === 0 && pieces.isIdle()
    done = 0
    const wanted = new Set((await companies(app)).filter(app.work.owns))
    for (const [id, forget] of followed) {
      if (wanted.has(id)) continue
      forget()
      followed.delete(id)
    }
    for (const id of wanted)
      if (!followed.has(id)) followed.set(id, (await app.db.events.follow(id, hear)).stop)
    await begin([...wanted])
    return isIdle ? NOTHING : null
  })
  return {
    async stop() {
      await withWork(job, pieces).stop()
      for (const forget of followed.values()) forget()
      await Promise.all(looks.values())
    },
  }
}
