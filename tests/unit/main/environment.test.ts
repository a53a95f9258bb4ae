import { existsSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readEnvironment } from '../../../electron/main/environment'

it('makes the folders before it names them: Electron takes none that is not there', () => {
  const wanted = join(mkdtempSync(join(tmpdir(), 'turno-environment-')), 'new', 'data')
  const paths = new Map<string, string>()
  const app = {
    isPackaged: false,
    getAppPath: () => '/app',
    getPath: (name: string) => paths.get(name) ?? '',
    setPath(name: string, path: string) {
      if (!existsSync(path)) throw new Error(`Failed to set path: ${path} does not exist`)
      paths.set(name, path)
    },
  }
  expect(readEnvironment(app, { TURNO_DATA: wanted }, process.versions).dataDir).toBe(wanted)
  expect(paths.get('sessionData')).toBe(join(wanted, 'browser'))
  if (process.platform !== 'win32') expect(statSync(wanted).mode & 0o777).toBe(0o700)
})
