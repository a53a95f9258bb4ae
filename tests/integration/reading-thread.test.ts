/** Reads of a file on a thread of their own: what is committed is seen, nothing can be written, and trouble has its code. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@libsql/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../electron/database/open'
import { type ReadingThread, readingThread } from '../../electron/database/reader-thread'

const folder = mkdtempSync(join(tmpdir(), 'turno-thread-'))
const file = join(folder, 'read.db')
let writer: Client
let thread: ReadingThread

beforeAll(async () => {
  writer = await openDatabase(file)
  await writer.executeMultiple(
    'pragma journal_mode = wal; create table said (id integer primary key, body text)',
  )
  thread = readingThread(file)
})
afterAll(async () => {
  await thread.close()
  writer.close()
  rmSync(folder, { recursive: true, force: true })
})

const bodies = async (least: number) =>
  (
    await thread.execute({ sql: 'select id, body from said where id >= ? order by id', args: [least] })
  ).rows.map(row => [row.id, row[1]])

it('sees what was committed before it was asked', async () => {
  await writer.execute("insert into said (body) values ('one'), ('two')")
  expect(await bodies(1)).toEqual([
    [1, 'one'],
    [2, 'two'],
  ])
  await writer.execute("insert into said (body) values ('three')")
  expect(await bodies(3)).toEqual([[3, 'three']])
})

it('answers each who asks at the same time', async () => {
  const all = await Promise.all([3, 1, 2].map(bodies))
  expect(all.map(rows => rows.length)).toEqual([1, 3, 2])
})

it('writes nothing, and goes on after a statement that failed', async () => {
  await expect(thread.execute('delete from said returning id')).rejects.toThrow(/readonly/)
  await expect(thread.execute('select 1 from nowhere')).rejects.toThrow('no such table')
  expect(await bodies(3)).toEqual([[3, 'three']])
})

it('is closed once, and answers nobody then', async () => {
  const other = readingThread(file)
  const asked = other.execute('select 1')
  await other.close()
  expect((await asked).rows).toHaveLength(1)
  await expect(other.execute('select 1')).rejects.toMatchObject({ code: 'CLIENT_CLOSED' })
})
