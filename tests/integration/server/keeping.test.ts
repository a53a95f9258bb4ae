/** What the disk keeps (electron/server/platform/keeping): clean stops, copies, damage, a full disk, a read-only folder. */
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type WorkspaceRepair, workspaceRepair } from '@contract'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../electron/database/open'
import { handlers } from '../../../electron/server/doors/routes'
import { silentLog } from '../../../electron/server/log'
import { messages } from '../../../electron/server/platform/db/schema'
import { noteCleanEnd, takeCleanEnd } from '../../../electron/server/platform/keeping/clean-end'
import { copyOfToday, listCopies } from '../../../electron/server/platform/keeping/copies'
import { dropRepairNotice, keepRepairNotice } from '../../../electron/server/platform/keeping/repair-notice'
import { ensureSound } from '../../../electron/server/platform/keeping/sound'
import { createStorage, storageProblem } from '../../../electron/server/platform/keeping/storage'
import { type StartOptions, startWorkspace } from '../../../electron/server/start'
import { soon } from '../../support/soon'
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

/** Overwrites the page of a row that no reading of a few rows meets; elsewhere an index may lie, which costs nobody a row. */
function spoilRow(): void {
  const at = readFileSync(file()).indexOf('mensagem número 1000 ')
  expect(at).toBeGreaterThan(0)
  const handle = openSync(file(), 'r+')
  writeSync(handle, Buffer.alloc(4_096, 0xa5), 0, 4_096, at - (at % 4_096))
  closeSync(handle)
}

async function started(more: Partial<StartOptions> = {}) {
  const repairs: WorkspaceRepair[] = []
  const life = await startWorkspace({
    folder,
    log: silentLog,
    handlers,
    createChannel: ({ sink }) => new FakeChannel(sink),
    onRepair: repair => repairs.push(repair),
    copyAfterMs: 0,
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
    const rows = await h.db.platform.write(tx => tx.all<{ synchronous: number }>(sql`PRAGMA synchronous`))
    expect(rows).toEqual([{ synchronous: 2 }])
  })
})

describe('a start', () => {
  /** Whether a file with a page that no reading of a few rows meets is noticed. */
  const spoiled = async (how: { note: boolean }): Promise<string[]> => {
    await stoppedWith(2_000)
    spoilRow()
    if (how.note) noteCleanEnd(folder, silentLog)
    const { life, repairs } = await started({ copyAfterMs: 60_000 })
    await life.close()
    return repairs.map(repair => repair.fault)
  }

  it('after a clean end does not read the whole file', async () => {
    expect(await spoiled({ note: true })).toEqual([])
  })

  it('after any other end does', async () => {
    expect(await spoiled({ note: false })).toEqual(['damaged'])
  })

  it('takes the note away, and believes none of a file that changed since, or has a log', async () => {
    await stoppedWith(10)
    expect(takeCleanEnd(folder)).toBe(false)
    noteCleanEnd(folder, silentLog)
    expect([takeCleanEnd(folder), takeCleanEnd(folder)]).toEqual([true, false])
    noteCleanEnd(folder, silentLog)
    writeFileSync(file(), readFileSync(file()))
    expect(takeCleanEnd(folder)).toBe(false)
    noteCleanEnd(folder, silentLog)
    writeFileSync(`${file()}-wal`, 'a log')
    expect(takeCleanEnd(folder)).toBe(false)
    noteCleanEnd(folder, silentLog)
    expect(existsSync(join(folder, 'workspace.clean'))).toBe(false)
  })
})

describe('copies', () => {
  /** The harness' workspace as one whole file. */
  const copyOfHarness = async (): Promise<string> => {
    await h.db.checkpoint()
    return join(h.folder, 'workspace.db')
  }

  it('are made by a thread of their own: everybody is answered meanwhile, and writes go on', async () => {
    await h.running.app.db.platform.write(async tx => {
      // 40 MB, so that copying takes a while.
      await tx.run(sql`create table heavy (body blob)`)
      await tx.run(
        sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 40) insert into heavy select randomblob(1000000) from n`,
      )
    })
    const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    rmSync(join(h.folder, 'copies'), { recursive: true, force: true })
    let turns = 0
    let written = 0
    let going = true
    const others = (async () => {
      while (going) {
        await new Promise(resolve => setImmediate(resolve))
        turns += 1
        if (turns % 50 === 0) {
          await h.newMessages(ticket, ['enquanto isso'])
          written += 1
        }
      }
    })()
    const path = await copyOfToday(h.folder, new Date(2026, 0, 1, 12))
    going = false
    await others
    expect(path).not.toBeNull()
    expect(turns).toBeGreaterThan(100)
    expect(written).toBeGreaterThan(1)
    expect(await h.db.$count(messages)).toBe(written)
  })

  it('are one a day, seven kept, whole, private', async () => {
    const made: string[] = []
    copyFileSync(await copyOfHarness(), file())
    for (let day = 1; day <= 9; day += 1) {
      const path = await copyOfToday(folder, new Date(2026, 0, day, 12))
      if (path) made.push(path)
      expect(await copyOfToday(folder, new Date(2026, 0, day, 23))).toBeNull()
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

  it('of a file that is damaged while it is in use are not taken: the next start reads it whole and mends it', async () => {
    await stoppedWith(2_000)
    const first = await started({ copyAfterMs: 60_000 })
    await first.life.close()
    expect(existsSync(join(folder, 'workspace.clean'))).toBe(true)
    const said: string[] = []
    const error = (message: string): void => void said.push(message)
    const second = await started({ copyAfterMs: 300, log: { ...silentLog, error } })
    // The row's page goes bad on the disk, under the server that has the file open.
    spoilRow()
    await soon(() => expect(said.join()).toContain('no copy of the day'))
    await second.life.close()
    expect(listCopies(folder)).toEqual([])
    expect(existsSync(join(folder, 'workspace.clean'))).toBe(false)
    const third = await started()
    expect(third.repairs).toMatchObject([{ fault: 'damaged' }])
    await third.life.close()
  })
})

describe('a damaged file', () => {
  const spoilHeader = () => {
    const bytes = readFileSync(file())
    bytes.fill(0xa5, 0, 4_096)
    writeFileSync(file(), bytes)
  }

  it('in the middle is read around: what is lost is counted, the file is kept, the next start is an ordinary one', async () => {
    await stoppedWith(2_000)
    spoilRow()
    const first = await started()
    const [repair] = first.repairs
    expect(workspaceRepair.parse(repair)).toMatchObject({ fault: 'damaged', copy: null })
    expect(repair?.lost).toBeGreaterThan(0)
    expect(await first.count()).toBeGreaterThan(1_000)
    expect(existsSync(repair?.movedTo ?? '')).toBe(true)
    expect((await first.signIn()).status).toBe(200)
    await first.life.close()
    // Told at each start until somebody has read it; nothing is repaired a second time.
    const second = await started()
    expect(second.repairs).toEqual([{ ...repair, days: [expect.any(String)] }])
    await second.life.close()
    dropRepairNotice(folder)
    const third = await started()
    expect(third.repairs).toEqual([])
    await third.life.close()
  })

  it('whose repair is cut short is repaired at the next start, from the beginning', async () => {
    await stoppedWith(2_000)
    mkdirSync(join(folder, 'copies'))
    copyFileSync(file(), join(folder, 'copies/workspace-2026-01-01.db'))
    spoilRow()
    // The program ends while rows are carried over, as in a power cut: half a file is in place.
    const cut = async (client: { execute(sql: string): Promise<unknown> }) => {
      await client.execute('DELETE FROM messages')
      throw Object.assign(new Error('ended here'), { code: 'TEST' })
    }
    const begun = await ensureSound(folder, silentLog, null, false, cut as never)
    keepRepairNotice(folder, { finished: false, attempt: 1, repair: begun as WorkspaceRepair })
    const { life, repairs, count } = await started()
    expect(repairs).toMatchObject([{ fault: 'damaged', copy: '2026-01-01', movedTo: begun?.movedTo }])
    expect(repairs[0]?.kept).toBeGreaterThan(1_000)
    expect(await count()).toBe(2_000)
    await life.close()
    // One that ends the program each time it is read is left alone after the second time.
    keepRepairNotice(folder, { finished: false, attempt: 2, repair: begun as WorkspaceRepair })
    const again = await started()
    expect(again.repairs).toMatchObject([{ fault: 'damaged', copy: expect.any(String), kept: 0, lost: null }])
    await again.life.close()
  })

  it('without a header is replaced by the newest sound copy', async () => {
    await stoppedWith(50)
    mkdirSync(join(folder, 'copies'))
    copyFileSync(file(), join(folder, 'copies/workspace-2026-01-01.db'))
    writeFileSync(join(folder, 'copies/workspace-2026-01-02.db'), 'not a database, though newer')
    spoilHeader()
    const { life, repairs, count, signIn } = await started()
    expect(repairs).toMatchObject([{ fault: 'damaged', copy: '2026-01-01', lost: null }])
    expect([await count(), (await signIn()).status]).toEqual([50, 200])
    await life.close()
  })

  it('and no copy: a new workspace, said so, and no loop', async () => {
    await stoppedWith(10)
    spoilHeader()
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
    dropRepairNotice(folder)
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

describe('a write-ahead log that is cut short or gone', () => {
  /** The folder as it is found after the power went, with what was written, and 40 messages that are only in the log. */
  async function poweredOff() {
    await stoppedWith(60)
    const first = await started()
    await first.life.app.db.checkpoint()
    const [any] = await first.life.app.db.select().from(messages).limit(1)
    if (!any) throw new Error('no message')
    for (let i = 0; i < 40; i += 1) {
      const { seq: _seq, ...row } = any
      await first.life.app.db.platform.insert(messages).values({ ...row, id: `LATER-${i}`, clientId: null })
    }
    const off = mkdtempSync(join(tmpdir(), 'turno-power-'))
    for (const name of ['workspace.db', 'workspace.db-wal', 'workspace.mark', 'workspace.key'])
      copyFileSync(join(folder, name), join(off, name))
    await first.life.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    folder = off
  }
  const wal = () => join(folder, 'workspace.db-wal')

  it('is nothing to tell of while it is whole: all is there', async () => {
    await poweredOff()
    const { life, repairs, count } = await started()
    expect([repairs, await count()]).toEqual([[], 100])
    await life.close()
  })

  it.each([
    ['gone', () => rmSync(wal())],
    ['empty', () => truncateSync(wal(), 0)],
    ['cut in the middle', () => truncateSync(wal(), Math.floor(statSync(wal()).size / 2))],
    ['spoilt at its beginning', () => writeFileSync(wal(), Buffer.alloc(4_096, 0xa5))],
  ])('%s: said, with how much is missing and since when, once', async (_how, spoilt) => {
    await poweredOff()
    spoilt()
    const { life, repairs, count } = await started()
    const there = await count()
    expect(there).toBeLessThan(100)
    const [repair] = repairs
    expect(workspaceRepair.parse(repair)).toMatchObject({
      fault: 'behind',
      movedTo: null,
      copy: null,
      missing: { messages: 100 - there, tickets: 0, contacts: 0 },
    })
    expect(repair?.missing?.since && repair.missing.since <= repair.missing.until).toBe(true)
    dropRepairNotice(folder)
    await life.close()
    const next = await started()
    expect([next.repairs, await next.count()]).toEqual([[], there])
    await next.life.close()
  })

  it('is noticed by the older of two marks where the newer one was left half written', async () => {
    await poweredOff()
    rmSync(wal())
    const bytes = readFileSync(join(folder, 'workspace.mark'))
    const beats = [0, 512].map(at => JSON.parse(bytes.toString('utf8', at, at + 512)).beat as number)
    const newest = (beats[0] ?? 0) > (beats[1] ?? 0) ? 0 : 512
    bytes.fill(0, newest + 20, newest + 512)
    writeFileSync(join(folder, 'workspace.mark'), bytes)
    const { life, repairs } = await started()
    // One commit behind: one of the 40 messages is not known of.
    expect(repairs).toMatchObject([{ fault: 'behind', missing: { messages: 39 } }])
    await life.close()
  })

  it('with the file itself: never silently a new company, even where there is no copy', async () => {
    await poweredOff()
    rmSync(file())
    rmSync(wal())
    const { life, repairs } = await started()
    expect(repairs).toMatchObject([
      { fault: 'missing', copy: null, missing: { since: null, messages: 100, tickets: 1 } },
    ])
    await life.close()
  })
})

describe('the copy of a day', () => {
  it('takes the place of the workspace when somebody chooses it; what was there is kept beside it', async () => {
    await stoppedWith(50)
    const first = await started()
    await first.life.close()
    const [copy] = listCopies(folder)
    const now = await started()
    const [any] = await now.life.app.db.select().from(messages).limit(1)
    const { seq: _seq, ...row } = any as typeof messages.$inferSelect
    await now.life.app.db.platform.insert(messages).values({ ...row, id: 'LATER', clientId: null })
    await now.life.close()
    const back = await started({ restore: copy?.day })
    expect(back.repairs).toMatchObject([
      { fault: 'restored', copy: copy?.day, days: [copy?.day], missing: { messages: 1 } },
    ])
    expect(await back.count()).toBe(50)
    const kept = await openDatabase(back.repairs[0]?.movedTo ?? '')
    expect((await kept.execute('SELECT count(*) AS n FROM messages')).rows[0]?.n).toBe(51)
    kept.close()
    expect((await back.signIn()).status).toBe(200)
    await back.life.close()
  })

  it.each([
    ['is damaged', () => writeFileSync(join(folder, 'copies/workspace-2026-01-01.db'), 'no database')],
    ['is not there', () => {}],
    [
      'is of a test build',
      async () => {
        const copy = await openDatabase(join(folder, 'copies/workspace-2026-01-01.db'))
        await copy.executeMultiple(
          "CREATE TABLE migrations (id TEXT PRIMARY KEY, applied_at INTEGER NOT NULL); INSERT INTO migrations VALUES ('0001-initial', 1)",
        )
        copy.close()
      },
    ],
  ])('changes nothing where it %s, and that is said', async (_how, make) => {
    await stoppedWith(50)
    mkdirSync(join(folder, 'copies'))
    await make()
    const { life, repairs, count } = await started({ restore: '2026-01-01' })
    expect(repairs).toMatchObject([{ fault: 'copyUnusable', copy: '2026-01-01', movedTo: null }])
    expect(await count()).toBe(50)
    await life.close()
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
      const [now] = await db.platform.write(tx => tx.all<{ page_count: number }>(sql`PRAGMA page_count`))
      await db.platform.write(tx =>
        tx.all(sql.raw(`PRAGMA max_page_count = ${(now?.page_count ?? 0) + more}`)),
      )
    }
    await pages(0)
    expect(existsSync(join(folder, 'reserve'))).toBe(true)
    let last: Response = await say()
    for (let i = 0; i < 20 && last.status === 200; i += 1) last = await say()
    expect(await code(last)).toEqual([507, 'ERR_DISK_FULL'])
    expect([storage.state(), existsSync(join(folder, 'reserve'))]).toEqual(['full', false])
    const ready = await fetch(`${life.url}/ready`)
    expect([ready.status, await ready.json()]).toEqual([503, { ready: false, reasons: ['disk'] }])
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
