/** What Electron wants to know before it is ready. */
import { app, crashReporter, protocol } from 'electron'
import { collectLinks, type DeepLinks } from '../deep-links/deep-links'
import { keepCrashDumps, sweepCrashDumps } from '../diagnostics/crash-dumps'
import type { Environment } from '../environment'
import { APP_SCHEME } from '../gateway/guard'
import type { Log } from '../log/log'
import { openStore } from '../settings/open-store'
import { APP_ID } from '../system/app-id'
import { type Graphics, watchGraphics } from '../windows/graphics'
import { followQuitKey } from '../windows/quit-key'
import { guardApp } from '../windows/security'

/** Fixed, so that a toast pressed after a restart finds this program. */
const TOAST_CLSID = '{7E0B9C52-5D0E-4C1B-9C0A-2B1F6A6C1D34}'

export interface Prepared {
  /** The addresses the system hands over, from the very start on. */
  links: DeepLinks
  graphics: Graphics
}

export function prepareElectron(env: Environment, log: Log): Prepared {
  app.enableSandbox()
  // Whoever starts it (an AppImage where the system allows no sandbox, root) can say that there is none.
  if (app.commandLine.hasSwitch('no-sandbox')) log.warn('started without the sandbox of pages')
  keepCrashDumps(crashReporter)
  const swept = sweepCrashDumps(app.getPath('crashDumps'))
  if (swept > 0) log.info('old crash dumps deleted', { swept })
  const graphics = watchGraphics(app, {
    dataDir: env.dataDir,
    chromium: process.versions.chrome ?? 'none',
    open: openStore,
    log: log.child('graphics'),
  })
  // On Wayland only the desktop's portal hands keys to a program that has no focus.
  if (process.platform === 'linux') app.commandLine.appendSwitch('enable-features', 'GlobalShortcutsPortal')
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ])
  guardApp(log.child('security'))
  app.on('web-contents-created', (_event, contents) =>
    followQuitKey(contents, process.platform, () => app.quit()),
  )
  if (process.platform === 'win32') {
    app.setAppUserModelId(APP_ID)
    app.setToastActivatorCLSID(TOAST_CLSID)
  }
  return { links: collectLinks(app, process.argv, log.child('links')), graphics }
}
