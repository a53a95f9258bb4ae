let ready = false
const waiting: (() => void)[] = []

/** Whether `app` is ready. */
export const isReady = (): boolean => ready

/** Marks the app as ready and runs what waited for it. */
export function becomeReady(): void {
  ready = true
  for (const run of waiting.splice(0)) run()
}

/** Runs at once when ready, else at readiness. */
export function onceReady(run: () => void): void {
  if (ready) run()
  else waiting.push(run)
}

/** Throws Electron's own complaint when called too early. */
export function requireReady(what: string): void {
  if (!ready) throw new Error(`${what} cannot be used before the app is ready`)
}
