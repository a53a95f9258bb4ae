/**
 * WhatsApp's limits for starting conversations: a lock on writing to strangers with its end, and the remaining quota.
 * Pure; combines the library's events.
 */
import type { NewChats } from '@contract'

/** As the library reports it (`connection.update`). */
interface Lock {
  isActive?: boolean | undefined
  timeEnforcementEnds?: Date | undefined
}
/** As the library reports it (`message-capping.update`). */
interface Cap {
  total_quota?: number | undefined
  used_quota?: number | undefined
  cycle_end_timestamp?: string | undefined
  capping_status?: string | undefined
}

const instantOf = (at: Date | undefined): string | null =>
  at && !Number.isNaN(at.getTime()) ? at.toISOString() : null

/** Seconds since the epoch, as text. */
const endOf = (seconds: string | undefined): string | null => {
  const figure = Number(seconds ?? Number.NaN)
  return figure > 0 ? instantOf(new Date(figure * 1_000)) : null
}

const figureOf = (value: unknown): number | null => (typeof value === 'number' && value >= 0 ? value : null)

/** Collects a session's reports. @param report called with changes; null: no lock, and no known quota. */
export function createNewChats(report: (state: NewChats | null) => Promise<void>) {
  let lock: { until: string | null } | null = null
  let cap: Pick<NewChats, 'used' | 'total' | 'state' | 'until'> | null = null
  let told = ''
  let asking = false

  const tell = async (): Promise<void> => {
    const isCapped = cap?.state === 'capped'
    const state: NewChats | null =
      lock || cap
        ? {
            state: lock ? 'locked' : (cap?.state ?? 'free'),
            until: lock ? lock.until : isCapped ? (cap?.until ?? null) : null,
            used: cap?.used ?? null,
            total: cap?.total ?? null,
          }
        : null
    const now = JSON.stringify(state)
    if (now === told) return
    told = now
    await report(state)
  }

  const locked = async ({ isActive, timeEnforcementEnds }: Lock): Promise<void> => {
    lock = isActive ? { until: instantOf(timeEnforcementEnds) } : null
    await tell()
  }

  return {
    /** The connection is up again: earlier reports no longer count. */
    begin(): void {
      told = ''
    },
    /**
     * A message to a stranger was refused (463): the account is locked, or this recipient alone was not to be written to. The
     * library does not ask which.
     * @param ask for the lock; null when WhatsApp does not say: then there is one whose end is unknown.
     */
    async refused(ask: () => Promise<Lock | null>): Promise<void> {
      if (asking || (lock?.until && Date.parse(lock.until) > Date.now())) return
      asking = true
      const found = await ask()
      asking = false
      await locked(found ?? { isActive: true })
    },
    locked,
    async capped({ total_quota, used_quota, cycle_end_timestamp, capping_status }: Cap): Promise<void> {
      const warned = capping_status === 'FIRST_WARNING' || capping_status === 'SECOND_WARNING'
      cap = {
        state: capping_status === 'CAPPED' ? 'capped' : warned ? 'warned' : 'free',
        until: endOf(cycle_end_timestamp),
        used: figureOf(used_quota),
        total: figureOf(total_quota),
      }
      await tell()
    },
  }
}
