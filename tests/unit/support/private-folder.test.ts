import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { privateFolder } from '../../../electron/database/private-folder'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'turno-folder-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const rights = (path: string): number => statSync(path).mode & 0o1777

it.skipIf(process.platform === 'win32')(
  'makes folders private, also those that were there with more rights',
  () => {
    const there = join(root, 'there')
    mkdirSync(there, { mode: 0o755 })
    chmodSync(there, 0o755)
    privateFolder(there)
    expect(rights(there)).toBe(0o700)
    privateFolder(join(there, 'a/b'))
    expect([rights(join(there, 'a')), rights(join(there, 'a/b'))]).toEqual([0o700, 0o700])
  },
)

it.skipIf(process.platform === 'win32')('leaves a folder alone that many people share', () => {
  const shared = join(root, 'shared')
  mkdirSync(shared)
  chmodSync(shared, 0o1777)
  privateFolder(shared)
  expect(rights(shared)).toBe(0o1777)
})
