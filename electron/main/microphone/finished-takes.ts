/** Recordings that are finished and that no composer has taken over. */
import type { FinishedTake } from '../../../src/contract'

export function createFinishedTakes() {
  let takes: FinishedTake[] = []
  /** Windows that recorded them, by take; gone with the window. */
  const owners = new Map<string, number>()
  return {
    list: () => takes,
    /** @param owner the window that recorded it; null for none that is there. */
    add(take: FinishedTake, owner: number | null) {
      takes = [...takes, take]
      if (owner !== null) owners.set(take.takeId, owner)
    },
    /** Takes one out for a window. @returns false when there is none such, or another window that is there recorded it. */
    claim(takeId: string, windowId: number): boolean {
      const owner = owners.get(takeId)
      if (owner !== undefined && owner !== windowId) return false
      const before = takes.length
      takes = takes.filter(one => one.takeId !== takeId)
      owners.delete(takeId)
      return takes.length < before
    },
    /** A window is gone. @returns whether any window may claim recordings now that were its own. */
    release(windowId: number): boolean {
      const own = [...owners].filter(([, owner]) => owner === windowId)
      for (const [takeId] of own) owners.delete(takeId)
      return own.length > 0
    },
    clear() {
      takes = []
      owners.clear()
    },
  }
}
