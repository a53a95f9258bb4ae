/** The component that pairs numbers: fetched from a registry on loopback, checked, put on the disk, and taken away. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../../../electron/main/log/log'
import { listOf } from '../../../electron/main/pairing/list'
import { createPairing, type Pairing } from '../../../electron/main/pairing/pairing'
import type { Registry } from '../../../electron/main/pairing/registry'
import { placeOf } from '../../../electron/main/pairing/unpack'
import type { FetchLike } from '../../../electron/main/session/http'
import { componentFolder, soundComponent } from '../../../electron/pairing/installed'
import { pairingList } from '../../../scripts/lib/pairing-list.mjs'
import type { PairingFailure } from '../../../src/contract'
import { entriesOf, type Manner, RegistryDouble } from '../../support/registry-double'
import { nodeFetch } from './helpers'

const full = vi.hoisted(() => ({ after: Number.POSITIVE_INFINITY, code: 'ENOSPC' }))
vi.mock('node:fs/promises', async original => {
  const fs = await original<typeof import('node:fs/promises')>()
  return {
    ...fs,
    writeFile: (...args: Parameters<typeof fs.writeFile>) => {
      full.after -= 1
      return full.after < 0
        ? Promise.reject(Object.assign(new Error('write'), { code: full.code }))
        : fs.writeFile(...args)
    },
  }
})

const LIMITS = { answerMs: 400, idleMs: 400, wholeMs: 1_500, redirects: 3, againMs: [1] }
const LIBRARY = '@whiskeysockets/baileys'
const OTHER = 'libopus-wasm'
const text = (path: string, body = 'x') => ({ path: `package/${path}`, body })

let workspace: string
let double: RegistryDouble
let registry: string
let list: ReturnType<typeof listOf>
let pairing: Pairing
/** What the company's server was asked. */
let asked: string[]
let inUse: boolean
let status: number
let ownInUse: boolean

function make(over: { registry?: Registry; fetch?: FetchLike } = {}): Pairing {
  return createPairing({
    list: async () => list,
    workspace: () => (ownInUse ? workspace : null),
    registry: over.registry ?? { address: '', fixed: false },
    fetch: over.fetch ?? nodeFetch,
    client: {
      async fetch(path, init) {
        asked.push(`${init?.method} ${path}`)
        return status === 200 ? Response.json({ inUse }) : new Response('{}', { status })
      },
    },
    limits: LIMITS,
    log: createLog(() => {}),
  })
}
const folder = () => componentFolder(workspace)
/** Installs, and waits for its end. */
async function installed(address = registry) {
  await pairing.install(address)
  await expect.poll(async () => (await pairing.state()).fetching).toBeNull()
  return pairing.state()
}
const leftBehind = () => readdir(folder()).catch(() => [])

beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'turno-pairing-'))
  asked = []
  inUse = true
  status = 200
  ownInUse = true
  full.after = Number.POSITIVE_INFINITY
  double = new RegistryDouble()
  registry = await double.start()
  list = listOf({
    version: '7.0.0',
    packages: [
      double.add(LIBRARY, '7.0.0', [
        text('package.json', '{"type":"module"}'),
        text('lib/index.js'),
        text('lib/index.d.ts'),
      ]),
      double.add(OTHER, '0.4.0', [text('index.js', 'y'.repeat(20_000))]),
      double.add('pino', '9.0.0', [text('pino.js')], `node_modules/${LIBRARY}/node_modules/pino`),
    ],
  })
  pairing = make()
})
afterEach(async () => {
  await pairing.stop()
  await double.stop()
  await rm(workspace, { recursive: true, force: true })
})

describe('the list', () => {
  it('is the closure of the library in package-lock.json, each told by its hash, none native', () => {
    const made = listOf(pairingList())
    const names = made.packages.map(one => one.name)
    expect(names).toEqual(
      expect.arrayContaining([LIBRARY, 'libsignal', 'whatsapp-rust-bridge', OTHER, 'mpg123-decoder']),
    )
    expect(names.filter(name => /^(?:sharp|@img\/|@types\/|jimp|bufferutil)/.test(name))).toEqual([])
    expect(new Set(made.packages.map(one => one.path)).size).toBe(made.packages.length)
    // A dependency that two need in two versions lies below one of them.
    expect(made.packages.some(one => one.path === `node_modules/${LIBRARY}/node_modules/pino`)).toBe(true)
    for (const { name, bytes, files } of made.packages) expect(bytes * files, name).toBeGreaterThan(0)
  })

  it('has no file whose name would be refused', () => {
    const refused = pairingList().packages.flatMap(({ path }) =>
      entriesOf(join(import.meta.dirname, '../../..', path)).filter(entry => placeOf(entry.path) === null),
    )
    expect(refused.map(entry => entry.path)).toEqual([])
  })
})

describe('installing', () => {
  it('asks whether it may, fetches, and lets the server take it; it is whole', async () => {
    const heard: (number | undefined)[] = []
    pairing.onChange(state => heard.push(state.fetching?.done))
    const state = await installed()
    expect(state).toMatchObject({
      offered: true,
      installed: { version: '7.0.0', current: true },
      fetching: null,
      failure: null,
      registry: { address: registry, fixed: false },
    })
    expect(asked).toEqual(['GET /pairing-component', 'POST /pairing-component'])
    expect(heard[0]).toBe(0)
    expect(heard.at(-1)).toBeUndefined()
    const sound = (await soundComponent(folder()))?.folder
    expect(sound).toBe(join(folder(), list.hash))
    expect(
      await readFile(join(sound ?? '', `node_modules/${LIBRARY}/node_modules/pino/pino.js`), 'utf8'),
    ).toBe('x')
    // Types are never loaded.
    expect(await readdir(join(sound ?? '', `node_modules/${LIBRARY}/lib`))).toEqual(['index.js'])
  })

  it('is refused before anything is fetched where the server says no, or no company of this computer is in use', async () => {
    status = 403
    await expect(pairing.install(registry)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
    ownInUse = false
    await expect(pairing.install(registry)).rejects.toMatchObject({ code: 'BRIDGE_FAILED' })
    expect((await pairing.state()).offered).toBe(false)
    expect(double.asked).toEqual([])
    expect(await leftBehind()).toEqual([])
  })

  it('goes where the administrator says, whatever is typed', async () => {
    pairing = make({ registry: { address: registry, fixed: true } })
    expect((await installed('https://somewhere.example/')).installed).not.toBeNull()
  })

  it.each([
    '',
    'nothing',
    'ftp://127.0.0.1/',
    'http://registry.example/',
    'https://me:secret@registry.example/',
  ])('takes %j for no registry', async address => {
    expect((await installed(address)).failure).toMatchObject({ reason: 'address' })
    expect(double.asked).toEqual([])
  })

  const faults: [Manner, PairingFailure, number | null][] = [
    ['hangs', 'unreachable', null],
    ['stands', 'unreachable', null],
    ['drips', 'unreachable', null],
    ['cut', 'unreachable', null],
    ['changed', 'changed', null],
    ['page', 'changed', null],
    ['huge', 'tooLarge', null],
    ['round', 'redirect', null],
    ['elsewhere', 'redirect', null],
    [404, 'answer', 404],
    [401, 'answer', 401],
    [500, 'answer', 500],
  ]
  it.each(faults)('ends clean when a package %s: %s', async (manner, reason, answer) => {
    double.manners.set(OTHER, manner)
    const { failure, installed: there } = await installed()
    expect(failure).toEqual({ reason, what: OTHER, status: answer })
    expect(there).toBeNull()
    expect(await leftBehind()).toEqual([])
    expect(asked).toEqual(['GET /pairing-component'])
    // And once more, with a registry that is well.
    double.manners.clear()
    expect((await installed()).installed).toMatchObject({ current: true })
  })

  it('ends clean where nobody listens', async () => {
    await double.stop()
    expect((await installed()).failure).toMatchObject({ reason: 'unreachable' })
    expect(await leftBehind()).toEqual([])
  })

  it.each([
    ['net::ERR_CERT_AUTHORITY_INVALID', 'certificate'],
    ['net::ERR_PROXY_CONNECTION_FAILED', 'unreachable'],
    ['net::ERR_INTERNET_DISCONNECTED', 'unreachable'],
  ] as const)('says of %s what it is', async (words, reason) => {
    pairing = make({ fetch: () => Promise.reject(new Error(words)) })
    expect((await installed()).failure).toMatchObject({ reason })
    expect(await leftBehind()).toEqual([])
  })

  it('tries again what broke off or is not there now, and follows where it is led', async () => {
    double.manners.set(OTHER, ['cut', 'ok'])
    double.manners.set(LIBRARY, [503, 'ok'])
    double.manners.set('pino', 'redirect')
    expect((await installed()).failure).toBeNull()
  })

  it.each([
    ['package/../../evil.js', 'File'],
    ['/etc/evil.js', 'File'],
    ['package//evil.js', 'File'],
    ['package/a\\..\\evil.js', 'File'],
    ['package/C:evil.js', 'File'],
    ['package/con.js', 'File'],
    ['package/node_modules/pino/pino.js', 'File'],
    ['package/link.js', 'SymbolicLink'],
    ['package/link.js', 'Link'],
    ['package/index.js', 'File'],
    ['package/INDEX.js', 'File'],
  ] as const)('unpacks nothing of an archive with %s (%s)', async (path, type) => {
    const entries = [
      text('index.js'),
      { path, type, ...(type === 'File' ? { body: 'z' } : { linkpath: '/etc/passwd' }) },
    ]
    list = listOf({ version: '7.0.0', packages: [double.add(OTHER, '0.4.0', entries)] })
    expect((await installed()).failure).toMatchObject({ reason: 'content', what: OTHER })
    expect(await leftBehind()).toEqual([])
  })

  it('unpacks nothing that is larger, or more, than the list says', async () => {
    const line = double.add(OTHER, '0.4.0', [text('a.js', 'a'.repeat(9_000_000)), text('b.js')])
    for (const less of [{ bytes: 1_000 }, { files: 1 }, { bytes: 8_999_999 }]) {
      list = listOf({ version: '7.0.0', packages: [{ ...line, ...less }] })
      expect((await installed()).failure).toMatchObject({ reason: 'content' })
    }
    expect(await leftBehind()).toEqual([])
  })

  it.each([
    ['ENOSPC', 'full'],
    ['EDQUOT', 'full'],
    ['EACCES', 'disk'],
  ] as const)('leaves nothing behind when the disk says %s, at any file', async (code, reason) => {
    full.code = code
    for (let after = 0; after < 4; after++) {
      full.after = after
      expect((await installed()).failure).toMatchObject({ reason })
      expect(await leftBehind()).toEqual([])
    }
    full.after = Number.POSITIVE_INFINITY
    expect((await installed()).installed).not.toBeNull()
  })

  it('says how far it is, is broken off by a press, and leaves nothing', async () => {
    double.manners.set(OTHER, 'hangs')
    await pairing.install(registry)
    await expect.poll(async () => (await pairing.state()).fetching).toEqual({ done: 2, of: 3 })
    const state = await pairing.cancel()
    expect(state).toMatchObject({ fetching: null, failure: null, installed: null })
    expect(await leftBehind()).toEqual([])
  })

  it('says so when the server does not take it', async () => {
    inUse = false
    expect((await installed()).failure).toMatchObject({ reason: 'refused' })
  })
})

describe('what is there', () => {
  it('begins anew over what a kill left', async () => {
    await mkdir(join(folder(), 'part-1', 'node_modules'), { recursive: true })
    await writeFile(join(folder(), 'part-1', 'node_modules', 'half.js'), 'x')
    expect((await pairing.state()).installed).toBeNull()
    expect(await soundComponent(folder())).toBeNull()
    await installed()
    expect(await leftBehind()).toEqual([list.hash])
  })

  it.each([
    ['a changed file', (at: string) => writeFile(join(at, `node_modules/${LIBRARY}/lib/index.js`), 'z')],
    ['a file more', (at: string) => writeFile(join(at, 'node_modules/more.js'), 'z')],
    ['a file less', (at: string) => rm(join(at, `node_modules/${OTHER}/index.js`))],
    ['no marker', (at: string) => rm(join(at, 'installed.json'))],
  ])('is never loaded with %s, and is installed again over it', async (_what, harm) => {
    await installed()
    const [at] = await leftBehind()
    await harm(join(folder(), at ?? ''))
    expect(await soundComponent(folder())).toBeNull()
    // As the next start finds it.
    pairing = make()
    expect((await pairing.state()).installed).toBeNull()
    await installed()
    expect(await soundComponent(folder())).not.toBeNull()
  })

  it('stays in use with another list, which is offered, and is replaced by it whole', async () => {
    await installed()
    const before = list.hash
    list = listOf({ version: '7.1.0', packages: [double.add(LIBRARY, '7.1.0', [text('index.js', 'new')])] })
    expect((await pairing.state()).installed).toEqual({ version: '7.0.0', current: false })
    expect((await soundComponent(folder()))?.folder).toBe(join(folder(), before))
    // One that fails leaves it.
    double.manners.set(LIBRARY, 404)
    expect(await installed()).toMatchObject({
      installed: { version: '7.0.0' },
      failure: { reason: 'answer' },
    })
    double.manners.clear()
    expect((await installed()).installed).toEqual({ version: '7.1.0', current: true })
    expect(await leftBehind()).toEqual([list.hash])
  })

  it('is let go by the server first when it is removed', async () => {
    await installed()
    status = 500
    await expect(pairing.remove()).rejects.toMatchObject({ code: 'SERVER_UNREADABLE' })
    expect(await soundComponent(folder())).not.toBeNull()
    status = 200
    expect((await pairing.remove()).installed).toBeNull()
    expect(asked.at(-1)).toBe('DELETE /pairing-component')
    expect(await leftBehind()).toEqual([])
    expect((await installed()).installed).not.toBeNull()
  })
})
