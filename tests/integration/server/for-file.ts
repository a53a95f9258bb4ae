/** What the tests of a file share: started before the first of them and closed after the last. */
import { afterAll, beforeAll } from 'vitest'
import { fileClock } from '../../support/clock'
import { type CloudNumber, startCloudNumber } from './cloud-number'
import { type Harness, startHarness } from './harness'

/** @returns what `start` gives; until the first test it has nothing. */
export function forFile<T extends { close(): Promise<void> }>(start: () => Promise<T>): T {
  let started: T
  beforeAll(async () => {
    started = await start()
  })
  afterAll(() => started.close())
  return new Proxy({} as T, {
    get: (_, key) => Reflect.get(started, key),
    set: (_, key, value) => Reflect.set(started, key, value),
  })
}

/** A workspace server for a file, whose day is `TODAY` (tests/support/clock.ts). */
export function harnessForFile(options?: Parameters<typeof startHarness>[0]): Harness {
  fileClock()
  return forFile(() => startHarness(options))
}

/** The same with a number of the Cloud API. */
export function cloudNumberForFile(tuning?: Parameters<typeof startCloudNumber>[0]): CloudNumber {
  fileClock()
  return forFile(() => startCloudNumber(tuning))
}
