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
  const running = new Map<number, { companyId: number; turn: Promise<void> }>()
  const ending = new AbortController()
  const full = (): number[] => {
    const most = running.size < many ? atOnce : 1
    const counts = new Map<number, number>()
    for (const { companyId } of running.values()) counts.set(companyId, (counts.get(companyId) ?? 0) + 1)
    return [...counts].flatMap(([companyId, count]) => (count >= most ? [companyId] : []))
  }
  return {
    full,
    isIdle: () => running.size === 0,
    begin(key, companyId, work) {
      if (ending.signal.aborted || running.has(key) || full().includes(companyId)) return false
      running.set(key, { companyId, turn: work().finally(() => running.delete(key)) })
      return true
    },
    ending: ending.signal,
    async stop() {
      ending.abort()
      await Promise.all([...running.values()].map(({ turn }) => turn))
    },
  }
}
