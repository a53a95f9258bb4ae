/** A download of what differs that hangs, with electron-updater's own classes: it ends, and is taken again. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, it, vi } from 'vitest'
import { createLog } from '../../../electron/main/log/log'
import { followCancel } from '../../../electron/main/updates/cancel'
import { createUpdates } from '../../../electron/main/updates/updates'
import { soon } from '../../support/soon'

const load = createRequire(import.meta.url)
const { NsisUpdater } = load('electron-updater/out/NsisUpdater.js')
const { ElectronHttpExecutor } = load('electron-updater/out/electronHttpExecutor.js')

/** As Electron's requests, by Node's. */
class Executor extends ElectronHttpExecutor {
  createRequest(options: object, listener: (response: unknown) => void) {
    return request(options, listener)
  }
  // Electron's tell of no socket: nothing limits them.
  addTimeOutHandler() {}
}

const OLD = Buffer.alloc(40_000, 'a')
const MORE = Buffer.alloc(20_000, 'b')
const NEW = Buffer.concat([OLD, MORE])
const sha512 = createHash('sha512').update(NEW).digest('base64')
const blockMap = (...sizes: number[]) =>
  gzipSync(
    JSON.stringify({
      version: '2',
      files: [{ name: 'file', offset: 0, checksums: ['a', 'b'].slice(0, sizes.length), sizes }],
    }),
  )

const folder = mkdtempSync(join(tmpdir(), 'turno-update-'))
/** Answers to the parts that differ: they hang while this is set. */
let hangs = true
const parts: ServerResponse[] = []
const whole: string[] = []
const server = createServer((asked, answer) => {
  const path = (asked.url ?? '').split('?')[0] ?? ''
  if (path.endsWith('.yml'))
    answer.end(
      `version: 1.1.0\npath: turno-1.1.0.exe\nsha512: ${sha512}\nfiles:\n  - url: turno-1.1.0.exe\n    sha512: ${sha512}\n    size: ${NEW.length}\n`,
    )
  else if (path.endsWith('1.0.0.exe.blockmap')) answer.end(blockMap(OLD.length))
  else if (path.endsWith('1.1.0.exe.blockmap')) answer.end(blockMap(OLD.length, MORE.length))
  else if (!asked.headers.range) {
    whole.push(path)
    answer.end(NEW)
  } else {
    parts.push(answer)
    if (hangs) answer.writeHead(206).write(MORE.subarray(0, 1))
    else answer.writeHead(206).end(MORE)
  }
})
afterEach(async () => {
  vi.useRealTimers()
  server.closeAllConnections()
  await new Promise(done => server.close(done))
  rmSync(folder, { recursive: true })
})

it('ends when nothing moves in it for five minutes, and begins anew when asked', async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  writeFileSync(join(folder, 'app-update.yml'), 'updaterCacheDirName: turno-updater\n')
  mkdirSync(join(folder, 'turno-updater'))
  writeFileSync(join(folder, 'turno-updater', 'installer.exe'), OLD)
  const updater = new NsisUpdater(null, {
    ...{ version: '1.0.0', name: 'turno', isPackaged: true, userDataPath: folder, baseCachePath: folder },
    appUpdateConfigPath: join(folder, 'app-update.yml'),
    whenReady: async () => undefined,
    onQuit: () => undefined,
  })
  updater.logger = null
  updater.httpExecutor = new Executor()
  followCancel(updater)
  updater.setFeedURL({ provider: 'generic', url })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const updates = createUpdates({ updater, busy: () => false, log: createLog(() => undefined) })
  await updates.check()
  await soon(() => expect(parts).toHaveLength(1))
  const closed = once(parts[0] as ServerResponse, 'close')
  vi.advanceTimersByTime(5 * 60_000)
  expect(updates.state().status).toBe('stalled')
  await closed
  // An end that was asked for is no failure, and nothing is fetched behind the person's back.
  await soon(() => expect(updater.downloadPromise).toBeNull())
  expect([updates.state().status, whole]).toEqual(['stalled', []])
  hangs = false
  await updates.check()
  await soon(() => expect(updates.state().status).toBe('ready'))
  expect([parts.length, whole]).toEqual([2, []])
  updates.stop()
})
