/** Keeps this computer from falling asleep while others need it, and its screen lit while a wall is in sight. */
import type { PowerSaveBlocker } from 'electron'
import type { Log } from '../log/log'

type Hold = Parameters<PowerSaveBlocker['start']>[0]

export interface StayAwake {
  /** Colleagues come in by this computer or a number is connected on it, or no longer. */
  need(needed: boolean): void
  /** A wall can be seen, or no longer. */
  wall(seen: boolean): void
  /** The person's choice; nothing is held before it is known. */
  allow(allowed: boolean): void
  /** Lets go of everything. */
  stop(): void
}

/** @param blocker Electron's own, but in tests. */
export function createStayAwake(blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>, log: Log): StayAwake {
  const wanted = new Set<Hold>()
  const held = new Map<Hold, number>()
  let allowed = false
  const settle = (): void => {
    for (const hold of ['prevent-app-suspension', 'prevent-display-sleep'] as const) {
      const id = held.get(hold)
      const isWanted = allowed && wanted.has(hold)
      if (isWanted === (id !== undefined)) continue
      log.info(isWanted ? 'held' : 'let go', { hold })
      if (id === undefined) held.set(hold, blocker.start(hold))
      else {
        blocker.stop(id)
        held.delete(hold)
      }
    }
  }
  const want = (hold: Hold, isWanted: boolean): void => {
    if (isWanted) wanted.add(hold)
    else wanted.delete(hold)
    settle()
  }
  const allow = (next: boolean): void => {
    allowed = next
    settle()
  }
  return {
    need: needed => want('prevent-app-suspension', needed),
    wall: seen => want('prevent-display-sleep', seen),
    allow,
    stop: () => allow(false),
  }
}
