/** The windows beside the console; they end with the session. */
import { join } from 'node:path'
import { textsFor } from '../texts'
import { recoverWindow } from '../windows/recovery'
import { createSecondWindows } from '../windows/second-windows'
import { part } from './parts'

export const second = part('second', ['env', 'server', 'settings', 'ipc', 'line', 'log'], needs => {
  const { env, server, settings, ipc, line } = needs
  const log = needs.log.child('second')
  const windows = createSecondWindows({
    preloadOf: kind => join(env.root, `out/preload/${kind === 'popout' ? 'popout' : 'spy'}.cjs`),
    icon: process.platform === 'linux' ? join(env.resources, 'icons/app.png') : null,
    settings,
    onWall: line.awake.wall,
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
  server.session.onEnding('windows', () => windows.closeAll())
  return windows
})
