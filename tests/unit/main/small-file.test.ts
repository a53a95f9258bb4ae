import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createLog, type Level } from '../../../electron/main/log/log'
import { openSmallFile } from '../../../electron/main/settings/small-file'
import { openStore } from '../../support/open-store'
import { PRIVATE_FILE } from '../../support/private-file'

const levels: Level[] = []
const log = createLog(level => levels.push(level))
const place = (): string => join(mkdtempSync(join(tmpdir(), 'turno-small-')), 'data', 'small.json')
const open = (path: string) =>
  openSmallFile({
    path,
    schema: z.object({ version: z.literal(1), names: z.array(z.string()) }),
    fallback: { version: 1, names: [] },
    open: openStore,
    log,
  })

describe('a small file', () => {
  it('is read on in the shape earlier versions wrote by hand', () => {
    const path = place()
    mkdirSync(join(path, '..'))
    writeFileSync(path, JSON.stringify({ version: 1, names: ['a'] }))
    expect(open(path).content()).toEqual({ version: 1, names: ['a'] })
  })

  it('is for its owner alone, whole, and leaves nothing else beside it', () => {
    const path = place()
    const file = open(path)
    file.write({ version: 1, names: ['a', 'b'] })
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ version: 1, names: ['a', 'b'] })
    if (process.platform !== 'win32') {
      expect(statSync(path).mode & 0o777).toBe(PRIVATE_FILE)
      expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
    }
    expect(readdirSync(join(path, '..'))).toEqual(['small.json'])
    expect(open(path).content().names).toEqual(['a', 'b'])
  })

  it.each(['', '{"version":1,"na', 'null', '{"version":2,"names":[]}', '{"version":1,"names":[1]}'])(
    'that holds %j is begun anew',
    text => {
      const path = place()
      mkdirSync(join(path, '..'))
      writeFileSync(path, text)
      levels.length = 0
      const file = open(path)
      expect(file.content()).toEqual({ version: 1, names: [] })
      expect(levels).toEqual(text === 'null' ? [] : ['warn'])
      file.write({ version: 1, names: ['c'] })
      expect(open(path).content().names).toEqual(['c'])
    },
  )

  it('that cannot be written is said, and what was kept holds until the end', () => {
    const path = place()
    const file = open(path)
    mkdirSync(path, { recursive: true })
    levels.length = 0
    file.write({ version: 1, names: ['d'] })
    expect(file.content().names).toEqual(['d'])
    expect(levels).toEqual(['error'])
  })
})
