/** Time as the simulator sees it. Tests pass a clock they move by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /**
   * Runs the work once after a pause in milliseconds.
   * @returns a function that takes it back; does nothing after it ran.
   */
  after(ms: number, work: () => void): () => void
}

/** The machine's time. Its timers do not keep the process alive. */
export const machineClock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** ISO-8601 text of an instant in milliseconds. */
export const iso = (ms: number): string => new Date(ms).toISOString()
