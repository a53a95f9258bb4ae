/** What Electron wants to know before it is ready. */
import { app, protocol } from 'electron'
import { APP_SCHEME } from '../gateway/guard'
import type { Log } from '../log/log'
import { guardApp } from '../windows/security'

export function prepareElectron(log: Log): void {
  app.enableSandbox()
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ])
  guardApp(log.child('security'))
}
