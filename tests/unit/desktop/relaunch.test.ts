/** Starting again, asked for by an update or after crashes of the graphics: an AppImage by its file, anything else as it is. */
import { dirname } from 'node:path'
import { expect, it, vi } from 'vitest'
import { offerRestart } from '../../../electron/main/boot-dialogs'
import { relaunch } from '../../../electron/main/system/relaunch'
import { textsFor } from '../../../electron/main/texts'

const asked = (isPackaged: boolean, env: NodeJS.ProcessEnv, file: string | null = null) => {
  const app = { isPackaged, relaunch: vi.fn() }
  relaunch(app, file, { env, execPath: '/tmp/.mount_Turno1/turno' })
  return app.relaunch.mock.calls[0]
}

it('an AppImage starts its file, under the name an update gave it', () => {
  const env = { APPIMAGE: '/home/ana/Turno-1.AppImage', APPDIR: '/tmp/.mount_Turno1' }
  expect(asked(true, env)).toEqual([{ execPath: '/home/ana/Turno-1.AppImage', args: [] }])
  expect(asked(true, env, '/home/ana/Turno-2.AppImage')).toEqual([
    { execPath: '/home/ana/Turno-2.AppImage', args: [] },
  ])
  expect(asked(true, {})).toEqual([{ execPath: '/tmp/.mount_Turno1/turno', args: [] }])
  // Started from the terminal of another AppImage.
  expect(asked(true, { ...env, APPDIR: '/tmp/.mount_Other' })).toEqual([
    { execPath: '/tmp/.mount_Turno1/turno', args: [] },
  ])
  expect(asked(false, env)).toEqual([{}])
})

it('pressed after crashes of the graphics it is the same way, and not pressed nothing happens', async () => {
  vi.stubEnv('APPIMAGE', '/home/ana/Turno-1.AppImage')
  vi.stubEnv('APPDIR', dirname(process.execPath))
  const window = { isDestroyed: () => false } as never
  for (const response of [1, 0]) {
    const app = { isPackaged: true, relaunch: vi.fn(), quit: vi.fn() }
    const dialog = { showMessageBox: async () => ({ response }) } as never
    await offerRestart(window, dialog, textsFor('pt'), app)
    const pressed = response === 0
    expect(app.relaunch.mock.calls).toEqual(
      pressed ? [[{ execPath: '/home/ana/Turno-1.AppImage', args: [] }]] : [],
    )
    expect(app.quit).toHaveBeenCalledTimes(pressed ? 1 : 0)
  }
  vi.unstubAllEnvs()
})
