export interface Failed {
  file: string
  test: string
}
export interface SuiteRun {
  passed: number
  skipped: number
  failed: Failed[]
  errors: number
}
export interface Summary {
  failed: number
  flaky: Failed[]
  lines: string[]
}
export function summary(of: {
  red: string[]
  runs: SuiteRun[]
  second: (SuiteRun & { file: string })[]
}): Summary
