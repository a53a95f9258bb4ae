import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { compiledFolder } from '../../../electron/main/workspace/compiled'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'turno-compiled-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

it('what was compiled is kept for one version, privately; that of another is deleted', () => {
  const older = compiledFolder(dataDir, '1.0.0') ?? ''
  writeFileSync(join(older, 'code'), 'compiled')
  expect(compiledFolder(dataDir, '1.0.0')).toBe(older)
  expect(existsSync(join(older, 'code'))).toBe(true)
  const newer = compiledFolder(dataDir, '1.1.0') ?? ''
  expect([existsSync(older), existsSync(newer)]).toEqual([false, true])
  if (process.platform !== 'win32') expect(statSync(newer).mode & 0o77).toBe(0)
})

it('a start goes on where the folder cannot be had', () => {
  writeFileSync(join(dataDir, 'compiled'), 'a file in its place')
  expect(compiledFolder(dataDir, '1.0.0')).toBeNull()
  rmSync(join(dataDir, 'compiled'))
  mkdirSync(join(dataDir, 'compiled'))
  expect(compiledFolder(dataDir, '1.0.0')).toBe(join(dataDir, 'compiled', '1.0.0'))
})
