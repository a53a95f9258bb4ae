import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLog } from '../../../electron/main/log/log'
import { createSpool } from '../../../electron/main/microphone/spool'
import { PRIVATE_FILE } from '../../support/private-file'

const A = '00000000-0000-4000-8000-00000000000a'
const B = '00000000-0000-4000-8000-00000000000b'
let dataDir: string
let lines: string[]
const spool = () =>
  createSpool({ dataDir, log: createLog((level, line) => void lines.push(`${level} ${line}`)) })
const whose = (scope: number, name = '1.mp3') => ({ scope, ticketId: 7, name })
const kept = () => readdirSync(join(dataDir, 'recordings')).sort()

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'turno-spool-'))
  lines = []
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

it('gives the next run what the last one was saying, to the same account alone, once', () => {
  const first = spool()
  first.begin(B, whose(1, '2.mp3'))
  first.begin(A, whose(1, '1.mp3'))
  first.add(A, new Uint8Array([1, 2]))
  first.add(A, new Uint8Array([3]))
  // The run that speaks has it still.
  expect(first.left(1)).toEqual([])

  const next = spool()
  expect(next.left(2)).toEqual([])
  expect(
    next.left(1).map(({ takeId, name, ticketId, bytes }) => [takeId, name, ticketId, [...bytes]]),
  ).toEqual([
    [A, '1.mp3', 7, [1, 2, 3]],
    [B, '2.mp3', 7, []],
  ])
  expect(next.left(1)).toEqual([])
  next.suspend()
  expect(next.left(1)).toHaveLength(2)
  next.drop(A)
  next.drop(B)
  expect(kept()).toEqual([])
})

it('is nobody else’s to read, and is erased with its account', () => {
  const one = spool()
  one.begin(A, whose(1))
  one.begin(B, whose(2))
  for (const file of kept())
    expect(statSync(join(dataDir, 'recordings', file)).mode & 0o777).toBe(PRIVATE_FILE)
  one.erase(1)
  expect(kept()).toEqual([`${B}.json`, `${B}.mp3`])
  // Nothing is written for what is gone.
  one.add(A, new Uint8Array([1]))
  expect(kept()).toHaveLength(2)
})

it('says it when the disk refuses, and lets the recording go on', () => {
  writeFileSync(join(dataDir, 'recordings'), 'a file in the way')
  const one = spool()
  one.begin(A, whose(1))
  one.add(A, new Uint8Array([1]))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('could not be kept on the disk')
  expect(one.left(1)).toEqual([])
})

it('removes and reports what it cannot read', () => {
  spool().begin(A, whose(1))
  writeFileSync(join(dataDir, 'recordings', `${A}.json`), '{"scope":')
  expect(spool().left(1)).toEqual([])
  expect(lines.join()).toContain('unreadable')
  expect(kept()).toEqual([])
})
