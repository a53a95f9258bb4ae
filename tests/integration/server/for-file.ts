/** What the tests of a file share: started before the first of them and closed after the last. */
import { afterAll, beforeAll } from 'vitest'
import { type CloudNumber, startCloudNumber } from './cloud-number'
import { type Harness, startHarness } from './harness'

/** @returns what `start` gives, filled in before the first test; until then it has nothing. */
function forFile<T extends { close(): Promise<void> }>(start: () => Promise<T>): T {
  const shared = {} as T
  beforeAll(async () => {
    Object.assign(shared, await start())
  })
  afterAll(() => shared.close())
  return shared
}

export const harnessForFile = (options?: Parameters<typeof startHarness>[0]): Harness =>
  forFile(() => startHarness(options))

export const cloudNumberForFile = (tuning?: Parameters<typeof startCloudNumber>[0]): CloudNumber =>
  forFile(() => startCloudNumber(tuning))
