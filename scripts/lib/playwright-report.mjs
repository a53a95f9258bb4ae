import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Writes what a run of Playwright came to into the file that TURNO_TEST_REPORT names, as scripts/test.mjs reads it. */
export default class Report {
  errors = 0

  printsToStdio() {
    return false
  }

  onBegin(_config, suite) {
    this.suite = suite
  }

  /** An error outside of every test: in the global set-up, or in a file that cannot be loaded. */
  onError() {
    this.errors += 1
  }

  onEnd() {
    const report = { passed: 0, skipped: 0, failed: [], errors: this.errors }
    for (const test of this.suite?.allTests() ?? []) {
      const outcome = test.outcome()
      const file = relative(process.cwd(), test.location.file).replaceAll('\\', '/')
      // A test that never ran (an earlier one of its file ended the worker, or the run was cut off) counts as red.
      if (outcome === 'expected') report.passed += 1
      else if (outcome === 'skipped' && test.expectedStatus === 'skipped') report.skipped += 1
      else report.failed.push({ file, test: test.title })
    }
    writeFileSync(process.env.TURNO_TEST_REPORT, JSON.stringify(report))
  }
}
