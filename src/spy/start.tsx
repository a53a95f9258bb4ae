import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { firstLanguage } from '@/app/first-language'
import { guardDrops } from '@/app/guard-drops'
import { logFailures } from '@/app/log-failures'
import { Providers } from '@/app/providers'
import { followSession } from '@/app/session-scope'
import { startAttendance } from '@/stores/attendance'
import { startConnection } from '@/stores/connection'
import { startDownloads } from '@/stores/downloads'
import { startServers } from '@/stores/servers'
import { startSession } from '@/stores/session'
import { followWorkspace } from '@/stores/workspace'
import { keepFocus, keepSecondPress } from '@/ui'
import { SecondWindow } from './second-window'
import { viewOf } from './view'

/**
 * Starts a window beside the console on the console's own stores. Windows that look on take the live feed alone:
 * their bridge has neither drafts nor outbox (contract/window-rights).
 */
export async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('second.html has no #root')
  const view = viewOf(location.search)
  if (!('turno' in window) || !view) return
  logFailures()
  guardDrops()
  keepFocus(document)
  keepSecondPress(document)
  if (view.view === 'popout') {
    followSession()
    startDownloads()
  } else startAttendance(window.turno)
  followWorkspace()
  const language = firstLanguage()
  void startConnection()
  // Whether looking leaves a trace depends on the server: known before the first thread is asked for.
  void startServers().then(() => startSession())
  await language
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <SecondWindow view={view} />
      </Providers>
    </StrictMode>,
  )
}
