import { onSchemaMismatch } from '@contract'

/** Writes what nobody caught to the log: a silent failure is the one that is never mended. */
export function logFailures(): void {
  const write = (message: string): void =>
    void window.turno.log.write({ level: 'error', message: message.slice(0, 4_000) })
  onSchemaMismatch(({ where, issues }) => write(`refused ${where}: ${issues}`))
  window.addEventListener('error', event => {
    // Chromium's word that a size changed once more within a frame: it draws that in the next one.
    if (event.message.startsWith('ResizeObserver loop')) return
    write(`uncaught: ${event.message} at ${event.filename}:${event.lineno}`)
  })
  window.addEventListener('unhandledrejection', event => {
    const reason: unknown = event.reason
    write(`unhandled: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`)
  })
}
