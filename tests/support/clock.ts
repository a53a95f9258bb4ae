import { afterAll, afterEach, beforeEach, vi } from 'vitest'

/**
 * Says what day and hour it is for the tests of a file: `Date` alone stands still there, timers go on. For tests of pages
 * and of pure functions; a server in the same process would find its sessions over.
 */
export function clockAt(now: string): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}

/** A Wednesday; the day of the servers that tests start by `harnessForFile`, where companies that chose no zone are. */
export const TODAY = '2026-11-25'

/**
 * Lets a file with a server of its own begin at noon of `TODAY`, from this call, before the server starts, until the file's
 * last test has ended; its `Date` goes on as the machine's does. The database's triggers and other threads keep the
 * machine's clock: what those date is compared with nothing here.
 */
export function fileClock(): void {
  const machine = Date
  const ahead = Date.parse(`${TODAY}T12:00:00-03:00`) - machine.now()
  const now = (): number => machine.now() + ahead
  globalThis.Date = new Proxy(machine, {
    construct: (_, given, made) => Reflect.construct(machine, given.length > 0 ? given : [now()], made),
    apply: () => new machine(now()).toString(),
    get: (_, key) => (key === 'now' ? now : Reflect.get(machine, key)),
  })
  afterAll(() => {
    globalThis.Date = machine
  })
}
