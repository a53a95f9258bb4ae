/** Work under way, a few pieces of each company: a provider that is silent holds up its own company's and nobody else's. */
export interface CompanyWork {
  /** Companies that have as much under way as one may have. */
  full(): number[]
  /** Whether nothing is under way. */
  isIdle(): boolean
  /**
   * Begins something, unless it is under way already, there is no room, or it all ends: whoever looks for what is due takes it up
   * later. @param key of its own among all companies. @param work never rejects. @returns whether it was begun.
   */
  begin(key: number, companyId: number, work: () => Promise<void>): boolean
  /** Given up: nothing more is begun. */
  ending: AbortSignal
  /** Gives up what is under way, and waits for its end. */
  stop(): Promise<void>
}

/**
 * @param atOnce of one company.
 * @param many where so much is under way, a company has one at a time: many providers that are silent hold up nobody else, either.
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
