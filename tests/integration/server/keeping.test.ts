/** What the disk keeps (electron/server/keeping): clean stops, copies, damage, a full disk, a read-only folder. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type WorkspaceRepair, workspaceRepair } from '@contract'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../electron/database/open'
import { messages } from '../../../electron/server/db/schema'
import { copyOfToday, listCopies } from '../../../electron/server/keeping/copies'
import { createStorage, storageProblem } from '../../../electron/server/keeping/storage'
import { silentLog } from '../../../electron/server/log'
import { handlers } from '../../../electron/server/routes'
import { type StartOptions, startWorkspace } from '../../../electron/server/start'
import { FakeChannel } from './fake-channel'
import { type Harness, PASSWORD, startHarness } from './harness'

let h: Harness
/** A place the harness does not remove. */
let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'turno-keeping-'))
  h = await startHarness()
})
afterEach(async () => {
  await h.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

const file = () => join(folder, 'workspace.db')

/** Fills the workspace, stops it cleanly and takes its file, alone, to `folder`. */
async function stoppedWith(count: number): Promise<number> {
  const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
  await h.newMessages(
    ticket,
    Array.from({ length: count }, (_, i) => `mensagem número ${i} ${'x'.repeat(200)}`),
  )
  await h.running.close()
  copyFileSync(join(h.folder, 'workspace.db'), file())
  copyFileSync(join(h.folder, 'workspace.key'), join(folder, 'workspace.key'))
  return ticket.id
}

async function started(more: Partial<StartOptions> = {}) {
  const repairs: WorkspaceRepair[] = []
  const life = await startWorkspace({
    folder,
    log: silentLog,
    handlers,
    createChannel: ({ sink }) => new FakeChannel(sink),
    onRepair: repair => repairs.push(repair),
    ...more,
  })
  const ask = (path: string, init: RequestInit & { token?: string } = {}) =>
    fetch(`${life.url}/api${path}`, {
      ...init,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${init.token ?? ''}` },
    })
  const signIn = async () => {
    const body = JSON.stringify({ email: h.one.ana.email, password: PASSWORD })
    const answer = await ask('/auth/login', { method: 'POST', body })
    return { status: answer.status, token: ((await answer.json()) as { token?: string }).token ?? '' }
  }
  return { life, repairs, ask, signIn, count: () => life.app.db.$count(messages) }
}

describe('a clean stop', () => {
  it('leaves one whole file: copied alone it is the same workspace', async () => {
    await stoppedWith(300)
    expect(statSync(file()).size).toBeGreaterThan(100_000)
    const wal = join(h.folder, 'workspace.db-wal')
    expect(existsSync(wal) ? statSync(wal).size : 0).toBe(0)
    const { life, repairs, count } = await started()
    expect([await count(), repairs]).toEqual([300, []])
    await life.close()
  })

  it('writes are synced before they are answered', async () => {
    // Both lanes read the setting of their own connection; the writing one is asked through a transaction.
    const rows = await h.db.write(tx => tx.all<{ synchronous: number }>(sql`PRAGMA synchronous`))
    expect(rows).toEqual([{ synchronous: 2 }])
  })
})

describe('copies', () => {
  it('are one a day, seven kept, whole, private', async () => {
    const made: string[] = []
    for (let day = 1; day <= 9; day += 1) {
      const path = await copyOfToday(h.db, folder, new Date(2026, 0, day, 12))
      if (path) made.push(path)
      expect(await copyOfToday(h.db, folder, new Date(2026, 0, day, 23))).toBeNull()
    }
    expect(made).toHaveLength(9)
    expect(listCopies(folder).map(copy => copy.day)).toEqual(
      [9, 8, 7, 6, 5, 4, 3].map(day => `2026-01-0${day}`),
    )
    const [newest] = listCopies(folder)
    const client = await openDatabase(newest?.path ?? '')
    expect((await client.execute('SELECT count(*) AS n FROM users')).rows[0]?.n).toBe(12)
    client.close()
    if (process.platform !== 'win32') expect(statSync(newest?.path ?? '').mode & 0o77).toBe(0)
    expect(readdirSync(join(folder, 'copies')).filter(name => name.endsWith('.part'))).toEqual([])
  })

  it('are taken when the workspace starts', async () => {
    await h.running.close()
    expect(listCopies(h.folder)).toHaveLength(1)
  })
})

describe('a damaged file', () => {
  /** Overwrites a stretch of the file. */
  const spoil = (from: number, length: number) => {
    const bytes = readFileSync(file())
    bytes.fill(0xa5, from, from + length)
    writeFileSync(file(), bytes)
  }

  it('in the middle is read around: what is lost is counted, the file is kept, the next start is an ordinary one', async () => {
    await stoppedWith(2_000)
    // A page that holds rows: elsewhere an index may lie, which costs nobody a row.
    const row = readFileSync(file()).indexOf('mensagem número 1000 ')
    expect(row).toBeGreaterThan(0)
    spoil(row - (row % 4_096), 4_096)
    const first = await started()
    const [repair] = first.repairs
    expect(workspaceRepair.parse(repair)).toMatchObject({ fault: 'damaged', copy: null })
    expect(repair?.lost).toBeGreaterThan(0)
    expect(await first.count()).toBeGreaterThan(1_000)
    expect(existsSync(repair?.movedTo ?? '')).toBe(true)
    expect((await first.signIn()).status).toBe(200)
    await first.life.close()
    const second = await started()
    expect(second.repairs).toEqual([])
    await second.life.close()
  })

  it('without a header is replaced by the newest sound copy', async () => {
    await stoppedWith(50)
    mkdirSync(join(folder, 'copies'))
    copyFileSync(file(), join(folder, 'copies/workspace-2026-01-01.db'))
    writeFileSync(join(folder, 'copies/workspace-2026-01-02.db'), 'not a database, though newer')
    spoil(0, 4_096)
    const { life, repairs, count, signIn } = await started()
    expect(repairs).toMatchObject([{ fault: 'damaged', copy: '2026-01-01', lost: null }])
    expect([await count(), (await signIn()).status]).toEqual([50, 200])
    await life.close()
  })

  it('and no copy: a new workspace, said so, and no loop', async () => {
    await stoppedWith(10)
    spoil(0, 4_096)
    const { life, repairs, count } = await started()
    expect(repairs).toMatchObject([{ fault: 'damaged', copy: null, lost: null }])
    expect(await count()).toBe(0)
    await life.close()
  })

  it('that holds nothing, or is gone, is never silently a new company where there is a copy', async () => {
    await stoppedWith(50)
    mkdirSync(join(folder, 'copies'))
    copyFileSync(file(), join(folder, 'copies/workspace-2026-01-01.db'))
    rmSync(file())
    const gone = await started()
    expect(gone.repairs).toMatchObject([{ fault: 'missing', copy: '2026-01-01', movedTo: null }])
    expect(await gone.count()).toBe(50)
    await gone.life.close()
    rmSync(file())
    const empty = await openDatabase(file())
    await empty.execute('PRAGMA user_version = 1')
    empty.close()
    const hollow = await started()
    expect(hollow.repairs).toMatchObject([{ fault: 'empty', copy: expect.any(String) }])
    expect(await hollow.count()).toBe(50)
    await hollow.life.close()
  })
})

describe('a disk that takes no more', () => {
  const code = async (answer: Response) => [
    answer.status,
    ((await answer.json()) as { error?: string }).error,
  ]

  it('full: signing in and reading go on, writing says why it cannot', async () => {
    const ticketId = await stoppedWith(50)
    const { life, ask, signIn } = await started()
    const { db, storage } = life.app
    const { token } = await signIn()
    const say = () =>
      ask(`/messages/${ticketId}`, {
        method: 'POST',
        token,
        body: JSON.stringify({ body: 'y'.repeat(9_000) }),
      })
    expect((await say()).status).toBe(200)
    // SQLite's own limit stands for the disk's: the same error at the same places.
    const pages = async (more: number) => {
      const [now] = await db.write(tx => tx.all<{ page_count: number }>(sql`PRAGMA page_count`))
      await db.write(tx => tx.all(sql.raw(`PRAGMA max_page_count = ${(now?.page_count ?? 0) + more}`)))
    }
    await pages(0)
    expect(existsSync(join(folder, 'reserve'))).toBe(true)
    let last: Response = await say()
    for (let i = 0; i < 20 && last.status === 200; i += 1) last = await say()
    expect(await code(last)).toEqual([507, 'ERR_DISK_FULL'])
    expect([storage.state(), existsSync(join(folder, 'reserve'))]).toEqual(['full', false])
    // What the reserve gave back.
    await pages(100)
    const again = await signIn()
    expect(again.status).toBe(200)
    expect((await ask(`/messages/${ticketId}?pageNumber=1`, { token: again.token })).status).toBe(200)
    expect((await ask('/tickets?status=open&pageNumber=1', { token: again.token })).status).toBe(200)
    expect(
      await code(await ask('/tags', { method: 'POST', token: again.token, body: '{"name":"x"}' })),
    ).toEqual([507, 'ERR_DISK_FULL'])
    await expect(life.sink.acks([{ whatsappId: h.one.whatsappId, messageId: 'x', ack: 1 }])).rejects.toThrow(
      'ERR_DISK_FULL',
    )
    await life.close()
  })

  it('read-only: the same, and the folder stays as it is', async () => {
    const ticketId = await stoppedWith(50)
    const before = readdirSync(folder).sort()
    const bytes = readFileSync(file())
    const { life, ask, signIn } = await started({ isWritable: () => false })
    const { status, token } = await signIn()
    expect(status).toBe(200)
    const page = await ask(`/messages/${ticketId}?pageNumber=1`, { token })
    expect(((await page.json()) as { count: number }).count).toBe(50)
    const body = JSON.stringify({ body: 'oi' })
    expect(await code(await ask(`/messages/${ticketId}`, { method: 'POST', token, body }))).toEqual([
      507,
      'ERR_DISK_READ_ONLY',
    ])
    await life.close()
    expect(readdirSync(folder).sort()).toEqual(before)
    expect(readFileSync(file()).equals(bytes)).toBe(true)
  })

  it('is known by what the system and SQLite say, wherever it stands in the error', () => {
    const coded = (name: string) => Object.assign(new Error('x'), { code: name })
    expect(storageProblem(new Error('query', { cause: coded('SQLITE_FULL') }))).toBe('full')
    expect(storageProblem(coded('ENOSPC'))).toBe('full')
    expect(storageProblem(coded('SQLITE_READONLY'))).toBe('readOnly')
    expect(storageProblem(coded('EROFS'))).toBe('readOnly')
    expect(storageProblem(coded('ENOENT'))).toBeNull()
    expect(storageProblem('SQLITE_FULL')).toBeNull()
  })

  it('keeps no reserve where there is hardly room', () => {
    const storage = createStorage(folder, silentLog, { roomOf: () => 1_000 })
    expect([storage.state(), existsSync(join(folder, 'reserve'))]).toEqual(['ok', false])
    storage.stop()
  })
})
