/** What Electron wants to know before it is ready. */
import { app, protocol } from 'electron'
import { collectLinks, type DeepLinks } from '../deep-links/deep-links'
import { APP_SCHEME } from '../gateway/guard'
import type { Log } from '../log/log'
import { guardApp } from '../windows/security'

/** Equal to `appId` in electron-builder.yml: Windows knows the program's toasts and task bar button by it. */
const APP_ID = 'app.turno.console'
/** Fixed, so that a toast pressed after a restart finds this program (design/electron.md item 48). */
const TOAST_CLSID = '{7E0B9C52-5D0E-4C1B-9C0A-2B1F6A6C1D34}'

/** @returns the addresses the system hands over, from the very start on. */
export function prepareElectron(log: Log): DeepLinks {
  app.enableSandbox()
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ])
  guardApp(log.child('security'))
  if (process.platform === 'win32') {
    app.setAppUserModelId(APP_ID)
    app.setToastActivatorCLSID(TOAST_CLSID)
  }
  return collectLinks(app, process.argv, log.child('links'))
}
