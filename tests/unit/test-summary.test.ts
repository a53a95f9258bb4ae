import { describe, expect, it } from 'vitest'
import { type Failed, type SuiteRun, summary } from '../../scripts/lib/test-summary.mjs'

const run = (failed: Failed[] = [], more: Partial<SuiteRun> = {}): SuiteRun => ({
  passed: 10,
  skipped: 1,
  failed,
  errors: 0,
  ...more,
})
const late = { file: 'tests/unit/a.test.ts', test: 'waits' }
const other = { file: 'tests/e2e/b.spec.ts', test: 'signs in' }

describe('the end of `npm test`', () => {
  it('counts both suites in one line', () => {
    expect(summary({ red: [], runs: [run(), run()], second: [] })).toEqual({
      failed: 0,
      flaky: [],
      lines: ['20 passed, 0 failed, 2 skipped'],
    })
  })

  it('names what was red and is green alone as flaky, and counts it as passed', () => {
    const second = [{ ...run(), file: late.file }]
    expect(summary({ red: [], runs: [run([late])], second })).toEqual({
      failed: 0,
      flaky: [late],
      lines: ['FLAKY tests/unit/a.test.ts > waits', '11 passed, 0 failed, 1 skipped'],
    })
  })

  it('is red where a file is red alone, or ran no test then', () => {
    for (const again of [run([late]), run([], { errors: 1 }), run([], { passed: 0 })]) {
      const { failed, flaky } = summary({
        red: [],
        runs: [run([late])],
        second: [{ ...again, file: late.file }],
      })
      expect([failed, flaky]).toEqual([1, []])
    }
  })

  it('is red where nothing ran again, where a check failed, or something went wrong outside of tests', () => {
    const { failed, lines } = summary({
      red: ['test:types'],
      runs: [run([late], { errors: 1 }), run([other])],
      second: [],
    })
    expect(failed).toBe(4)
    expect(lines).toEqual([
      'RED test:types',
      'RED tests/unit/a.test.ts > waits',
      'RED tests/e2e/b.spec.ts > signs in',
      'RED 1 errors outside of tests',
      '20 passed, 4 failed, 2 skipped',
    ])
  })
})
