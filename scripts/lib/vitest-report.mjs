import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Writes what a run of Vitest came to into the file that TURNO_TEST_REPORT names, as scripts/test.mjs reads it. */
export default class Report {
  onTestRunEnd(modules, unhandled) {
    const nameOf = path => relative(process.cwd(), path).replaceAll('\\', '/')
    const report = { passed: 0, skipped: 0, failed: [], errors: 0 }
    for (const module of modules) {
      const file = nameOf(module.moduleId)
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') report.passed += 1
        else if (state === 'failed') report.failed.push({ file, test: test.fullName })
        else report.skipped += 1
      }
      const named = report.failed.some(one => one.file === file)
      if (!named && !module.ok()) report.failed.push({ file, test: 'set-up or tear-down' })
    }
    for (const error of unhandled) {
      if (!error.VITEST_TEST_PATH) report.errors += 1
      else report.failed.push({ file: nameOf(error.VITEST_TEST_PATH), test: `unhandled: ${error.message}` })
    }
    writeFileSync(process.env.TURNO_TEST_REPORT, JSON.stringify(report))
  }
}
