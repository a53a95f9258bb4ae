/**
 * Lists that several parts of the console ask for at nearly the same time: the window's list, the figures of the tabs and the
 * tray, once each at a sign-in. A legacy server answers one question after the other, so one answer serves them all, for as
 * long as no event changed them.
 */
export interface RecentAnswers {
  /** The answer to a question, asked unless it is on its way or was given a moment ago. Failures are never kept. */
  share(question: string, ask: () => Promise<unknown>): Promise<unknown>
  /** Something changed, or may have. */
  forget(): void
}

/** How long an answer serves again, in milliseconds. */
const SERVES_MS = 1_000

/** @param now the clock, in milliseconds. */
export function createRecentAnswers(now: () => number = Date.now): RecentAnswers {
  const kept = new Map<string, { answer: Promise<unknown>; until: number }>()
  return {
    share(question, ask) {
      const at = now()
      for (const [key, { until }] of kept) if (until <= at) kept.delete(key)
      const known = kept.get(question)
      if (known) return known.answer
      const entry = { answer: ask(), until: Number.POSITIVE_INFINITY }
      kept.set(question, entry)
      entry.answer.then(
        () => {
          entry.until = now() + SERVES_MS
        },
        () => {
          if (kept.get(question) === entry) kept.delete(question)
        },
      )
      return entry.answer
    },
    forget: () => kept.clear(),
  }
}
