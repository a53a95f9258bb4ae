/** Parallel work in groups that do not block one another. */
import { setTimeout as delay } from 'node:timers/promises'

export interface FairQueue {
  /**
   * Runs work in its turn: so many of a group in parallel, and one after the other for the same key.
   * @throws what the work throws.
   */
  run<T>(group: number, key: number, work: () => Promise<T>): Promise<T>
  /** Groups with running or waiting work. */
  busy(): number[]
  /** Resolves when nothing runs or waits, or after a time limit. Never rejects. @param ms milliseconds. */
  settled(ms?: number): Promise<void>
}

interface Task {
  key: number
  /** @param over called when its place is free. */
  begin(over: () => void): Promise<void>
}

/** @param most parallel work of one group. */
export function createFairQueue(most: number): FairQueue {
  const groups = new Map<number, { waiting: Task[]; busy: Set<number> }>()
  const all = new Set<Promise<unknown>>()

  const next = (group: number): void => {
    const tasks = groups.get(group)
    if (!tasks) return
    while (tasks.busy.size < most) {
      const at = tasks.waiting.findIndex(({ key }) => !tasks.busy.has(key))
      const [task] = at < 0 ? [] : tasks.waiting.splice(at, 1)
      if (!task) break
      tasks.busy.add(task.key)
      void task.begin(() => {
        tasks.busy.delete(task.key)
        next(group)
      })
    }
    if (tasks.busy.size === 0 && tasks.waiting.length === 0) groups.delete(group)
  }

  return {
    run<T>(group: number, key: number, work: () => Promise<T>): Promise<T> {
      const done = new Promise<T>((resolve, reject) => {
        const tasks = groups.get(group) ?? { waiting: [], busy: new Set<number>() }
        groups.set(group, tasks)
        tasks.waiting.push({
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
