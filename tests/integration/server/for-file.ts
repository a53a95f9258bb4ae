/** What the tests of a file share: started before the first of them and closed after the last. */
import { afterAll, beforeAll } from 'vitest'
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

export const harnessForFile = (options?: Parameters<typeof startHarness>[0]): Harness =>
  forFile(() => startHarness(options))

export const cloudNumberForFile = (tuning?: Parameters<typeof startCloudNumber>[0]): CloudNumber =>
  forFile(() => startCloudNumber(tuning))
