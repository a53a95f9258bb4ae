/** Running work, a few pieces per company: a silent provider holds up its own company only. */
export interface CompanyWork {
  /** Companies without room for another piece. */
  full(): number[]
  /** Whether nothing is under way. */
  isIdle(): boolean
  /**
   * Begins a piece, unless it is running, there is no room, or everything ends; whoever looks for due work finds it
   * later.
   * @param key unique over all companies.
   * @param work never rejects.
   * @returns whether it was begun.
   */
  begin(key: number, companyId: number, work: () => Promise<void>): boolean
  /** Aborted at the end: nothing more is begun. */
  ending: AbortSignal
  /** Aborts running work, and waits for its end. */
  stop(): Promise<void>
}

/**
 * @param atOnce pieces of one company.
 * @param many with this many running in total, each company has one at a time, so that many silent providers hold up
 *   nobody else.
 */
export function companyWork({ atOnce, many }: { atOnce: number; many: number }): CompanyWork {
  const running = new Map<number, Promise<void>>()
  const counts = new Map<number, number>()
  const ending = new AbortController()
  const hasRoom = (count: number): boolean => count < (running.size < many ? atOnce : 1)
  const ended = (key: number, companyId: number): void => {
    running.delete(key)
    const left = (counts.get(companyId) ?? 1) - 1
    if (left > 0) counts.set(companyId, left)
    else counts.delete(companyId)
  }
  return {
    full: () => [...counts].flatMap(([companyId, count]) => (hasRoom(count) ? [] : [companyId])),
    isIdle: () => running.size === 0,
    begin(key, companyId, work) {
      const count = counts.get(companyId) ?? 0
      if (ending.signal.aborted || running.has(key) || !hasRoom(count)) return false
      counts.set(companyId, count + 1)
      running.set(
        key,
        work().finally(() => ended(key, companyId)),
      )
      return true
    },
    ending: ending.signal,
    async stop() {
      ending.abort()
      await Promise.all(running.values())
    },
  }
}
