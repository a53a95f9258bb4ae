/** The windows beside the console in the life of the app: they end with the session. */
import { join } from 'node:path'
import type { Environment } from '../environment'
import type { Ipc } from '../ipc/ipc'
import type { Log } from '../log/log'
import type { SettingsStore } from '../settings/settings'
import type { StayAwake } from '../system/stay-awake'
import { textsFor } from '../texts'
import { recoverWindow } from '../windows/recovery'
import { createSecondWindows, type SecondWindows } from '../windows/second-windows'
import type { ServerAccess } from './server-access'

export function openSecondWindows(deps: {
  env: Environment
  server: ServerAccess
  settings: SettingsStore
  ipc: Ipc
  awake: Pick<StayAwake, 'wall'>
  log: Log
}): SecondWindows {
  const { env, server, settings, ipc } = deps
  const log = deps.log.child('second')
  const second = createSecondWindows({
    preloadOf: kind => join(env.root, `out/preload/${kind === 'popout' ? 'popout' : 'spy'}.cjs`),
    icon: process.platform === 'linux' ? join(env.resources, 'icons/app.png') : null,
    settings,
    onWall: deps.awake.wall,
    user: () => server.session.state().user,
    register(window, kind) {
      ipc.register(window.webContents, kind)
      recoverWindow(
        window,
        () => {
          const texts = textsFor(settings.preferences().language)
          return { ...texts, quit: texts.closeWindow }
        },
        () => window.close(),
        log,
      )
    },
    navigate: (windowId, path) => ipc.sendTo(windowId, 'navigate', { path }),
    log,
  })
  server.session.onEnding('windows', () => second.closeAll())
  return second
}
