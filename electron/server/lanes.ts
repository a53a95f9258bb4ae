/** Work that goes on side by side, in groups that do not hold one another up. */
import { setTimeout as delay } from 'node:timers/promises'

export interface Lanes {
  /**
   * Does something when its turn comes: at most so many of a group at a time, and of one key one after the other, in the
   * order they were given.
   * @throws what the work throws.
   */
  run<T>(group: number, key: number, work: () => Promise<T>): Promise<T>
  /** Groups with something under way or waiting. */
  busy(): number[]
  /** Resolves when nothing is under way and nothing waits, or when it has taken too long. Never rejects. @param ms milliseconds. */
  settled(ms?: number): Promise<void>
}

interface Task {
  key: number
  /** @param over called when its place is free. */
  begin(over: () => void): Promise<void>
}

/** @param most at a time of one group. */
export function createLanes(most: number): Lanes {
  const groups = new Map<number, { waiting: Task[]; busy: Set<number> }>()
  const all = new Set<Promise<unknown>>()

  const next = (group: number): void => {
    const lane = groups.get(group)
    if (!lane) return
    while (lane.busy.size < most) {
      const at = lane.waiting.findIndex(({ key }) => !lane.busy.has(key))
      const [task] = at < 0 ? [] : lane.waiting.splice(at, 1)
      if (!task) break
      lane.busy.add(task.key)
      void task.begin(() => {
        lane.busy.delete(task.key)
        next(group)
      })
    }
    if (lane.busy.size === 0 && lane.waiting.length === 0) groups.delete(group)
  }

  return {
    run<T>(group: number, key: number, work: () => Promise<T>): Promise<T> {
      const done = new Promise<T>((resolve, reject) => {
        const lane = groups.get(group) ?? { waiting: [], busy: new Set<number>() }
        groups.set(group, lane)
        lane.waiting.push({
          key,
          async begin(over) {
            try {
              const value = await work()
              over()
              resolve(value)
            } catch (error) {
              over()
              reject(error)
            }
          },
        })
      })
      const known: Promise<unknown> = done.catch(() => undefined).finally(() => all.delete(known))
      all.add(known)
      next(group)
      return done
    },
    busy: () => [...groups.keys()],
    async settled(ms) {
      const late = ms === undefined ? null : delay(ms, undefined, { ref: false })
      const none = async (): Promise<void> => {
        while (all.size > 0) await Promise.all(all)
      }
      await (late ? Promise.race([none(), late]) : none())
    },
  }
}
