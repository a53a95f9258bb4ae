import type { TurnoBridge } from '@contract'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { i18n, loadLanguage, resolveLanguage } from '@/i18n'
import { startConnection } from '@/stores/connection'
import { startDownloads } from '@/stores/downloads'
import { startKeeping } from '@/stores/keeping'
import { startNetwork } from '@/stores/network'
import { startServers } from '@/stores/servers'
import { startSession } from '@/stores/session'
import { playSound } from '@/stores/sounds'
import { followWorkspace } from '@/stores/workspace'
import { keepFocus, keepSecondPress } from '@/ui'
import { Brand, NetworkQuestion, WorkspaceFirst } from './entrance'
import { firstLanguage } from './first-language'
import { guardDrops } from './guard-drops'
import { logFailures } from './log-failures'
import { Providers } from './providers'
import { consoleAtStart } from './routing/console-loading'
import { createRouter } from './routing/router'
import { followSession } from './session-scope'

/**
 * Escape that was pressed inside a frame, when main reports it, does in the page what it would have done there: it goes up
 * from the frame, and the dialog around it closes.
 * @returns ends it.
 */
export const escapeFromFrames = (bridge: Pick<TurnoBridge, 'on'>): (() => void) =>
  bridge.on.frameEscaped(() => {
    const from = document.activeElement ?? document.body
    const init = { key: 'Escape', code: 'Escape', keyCode: 27, bubbles: true, cancelable: true }
    from.dispatchEvent(new KeyboardEvent('keydown', init))
    from.dispatchEvent(new KeyboardEvent('keyup', init))
  })

/** Follows what main asks for for the life of the window. */
const startSounds = (bridge: Pick<TurnoBridge, 'on'> = window.turno): (() => void) =>
  bridge.on.sound(({ name, volume }) => void playSound(name, volume))

/** Starts the console in this window: what main knows first, then the screens. */
export async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  if (!('turno' in window)) {
    // Opened in a plain browser: there is no preload to talk to.
    await loadLanguage(resolveLanguage(i18n.language))
    root.textContent = i18n.t('shell.guard.noBridge')
    return
  }
  const console = consoleAtStart()
  logFailures()
  guardDrops()
  keepFocus(document)
  keepSecondPress(document)
  const router = createRouter()
  window.turno.on.navigate(({ path }) => void router.navigate(path))
  escapeFromFrames(window.turno)
  startSounds()
  followSession()
  const language = firstLanguage()
  startDownloads()
  followWorkspace()
  void startConnection()
  void startNetwork()
  void startKeeping()
  // Whether anything was chosen yet decides between the first window and the sign-in screen.
  void startServers().finally(() => startSession())
  await Promise.all([language, console])
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <WorkspaceFirst>
          <RouterProvider router={router} />
        </WorkspaceFirst>
        <NetworkQuestion />
        <Brand />
      </Providers>
    </StrictMode>,
  )
}
