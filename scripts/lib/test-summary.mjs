/**
 * What a run of `npm test` says at its end.
 *
 * @param red the static checks that failed, by name
 * @param runs what each suite came to: tests passed and skipped, failed tests with their file, errors outside of tests
 * @param second the same of each file that ran once more, alone; empty where nothing did
 * @returns how many failed, the tests that were red once and green alone, and the last lines: what is red, what is flaky,
 *   and `N passed, M failed, K skipped`.
 */
export function summary({ red, runs, second }) {
  const firsts = runs.flatMap(({ failed }) => failed)
  const mended = new Set(
    second
      .filter(({ failed, errors, passed }) => failed.length + errors === 0 && passed > 0)
      .map(({ file }) => file),
  )
  const flaky = firsts.filter(({ file }) => mended.has(file))
  const stillRed = firsts.filter(({ file }) => !mended.has(file))
  const sum = pick => runs.reduce((total, run) => total + pick(run), 0)
  const errors = sum(run => run.errors)
  const failed = red.length + stillRed.length + errors
  return {
    failed,
    flaky,
    lines: [
      ...red.map(name => `RED ${name}`),
      ...stillRed.map(({ file, test }) => `RED ${file} > ${test}`),
      ...(errors > 0 ? [`RED ${errors} errors outside of tests`] : []),
      ...flaky.map(({ file, test }) => `FLAKY ${file} > ${test}`),
      `${sum(run => run.passed) + flaky.length} passed, ${failed} failed, ${sum(run => run.skipped)} skipped`,
    ],
  }
}
