import { onRefusal } from '@contract'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { i18n } from '@/i18n'
import { startConnection } from '@/stores/connection'
import { startPreferences } from '@/stores/preferences'
import { startSession } from '@/stores/session'
import { Providers } from './providers'
import { createRouter } from './routing/router'
import { followSession } from './session-scope'

/** Writes what nobody caught to the log: a silent failure is the one that is never mended. */
function logFailures(): void {
  const write = (message: string): void =>
    void window.turno.log.write({ level: 'error', message: message.slice(0, 4_000) })
  onRefusal(({ where, issues }) => write(`refused ${where}: ${issues}`))
  window.addEventListener('error', event =>
    write(`uncaught: ${event.message} at ${event.filename}:${event.lineno}`),
  )
  window.addEventListener('unhandledrejection', event => {
    const reason: unknown = event.reason
    write(`unhandled: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`)
  })
}

/** Starts the console in this window: what main knows first, then the screens. */
export function start(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  if (!('turno' in window)) {
    // Opened in a plain browser: there is no preload to talk to.
    root.textContent = i18n.t('shell.guard.noBridge')
    return
  }
  logFailures()
  const router = createRouter()
  window.turno.on.navigate(({ path }) => void router.navigate(path))
  followSession()
  void startPreferences()
  void startConnection()
  void startSession()
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
}
