/** Nobody uses what the table of rooms (rooms.config.ts) does not give: the tree keeps to it, and each break is refused. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ROOMS } from '../../../rooms.config'
import { type Read, readFile, refusals, unused } from './imports'

const root = resolve(import.meta.dirname, '../../..')

const files = ['src', 'electron', 'scripts', 'tests'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map(path => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter(path => /\.tsx?$/.test(path)),
)

let reads: [path: string, read: Read][] = []

beforeAll(() => {
  reads = files.map(path => [path, readFile(path, readFileSync(join(root, path), 'utf8'))])
})

/** What was tried, where, and why it is refused. */
const BREAKS: [title: string, path: string, text: string, reason: string][] = [
  // By the package.
  [
    'a package taken whole, and with it a name kept to one file',
    'electron/main/windows/x.ts',
    "import electron from 'electron'\nexport const x = electron.ipcMain",
    'electron/main/windows may not use electron#ipcMain',
  ],
  [
    'Electron in a room of main that has none',
    'electron/main/outbox/x.ts',
    "import electron from 'electron'\nexport const x = electron",
    'electron/main/outbox may not use electron',
  ],
  [
    'raw IPC beside its one door',
    'electron/main/windows/x.ts',
    "import { ipcMain } from 'electron'\nipcMain.on('x', () => {})",
    'electron/main/windows may not use electron#ipcMain',
  ],
  [
    'raw IPC in a preload',
    'electron/preload/x.ts',
    "export { ipcRenderer } from 'electron'",
    'electron/preload may not use electron#ipcRenderer',
  ],
  [
    'Node in the contract',
    'src/contract/x.ts',
    "import { existsSync, readFileSync } from 'node:fs'\nexport const x = readFileSync",
    'src/contract may not use node:fs',
  ],
  [
    'a store by bare zustand',
    'src/stores/x.ts',
    "import { create as make } from 'zustand'\nexport const useX = make(() => ({}))",
    'src/stores may not use zustand#create',
  ],
  [
    'a store of a feature by bare zustand',
    'src/features/tags/x.ts',
    "import * as z from 'zustand'\nexport const useX = z.create(() => ({}))",
    'src/features/* may not use zustand#create',
  ],
  [
    'a second libsql client through drizzle',
    'electron/server/desk/tickets/x.ts',
    "import { drizzle } from 'drizzle-orm/libsql'\nexport const x = drizzle('file:x')",
    'electron/server/desk/tickets may not use drizzle-orm/libsql',
  ],
  // By the room.
  [
    'the server in main',
    'electron/main/windows/x.ts',
    "import { ApiError } from '../../server/errors'\nexport const x = ApiError",
    'electron/main/windows may not import electron/server',
  ],
  [
    'main in the server',
    'electron/server/platform/http/x.ts',
    "export * from '../../../main/errors'",
    'electron/server/platform/http may not import electron/main',
  ],
  [
    'the server by require',
    'electron/main/windows/x.ts',
    "import { createRequire } from 'node:module'\nexport const x = createRequire(import.meta.url)('../../server/errors')",
    'electron/main/windows may not import electron/server',
  ],
  [
    'the server by a require with a name',
    'electron/database/x.ts',
    "import { createRequire } from 'node:module'\nconst load = createRequire(import.meta.url)\nexport const x = load.resolve('../server/errors')",
    'electron/database may not import electron/server',
  ],
  [
    'the server by the require of TypeScript',
    'electron/main/windows/x.ts',
    "import server = require('../../server/errors')\nexport const x = server",
    'electron/main/windows may not import electron/server',
  ],
  [
    'every screen by a pattern',
    'src/stores/x.ts',
    "export const x = import.meta.glob('../features/tags/*.tsx')",
    'src/stores may not import src/features/*',
  ],
  [
    'Node by the name of a module',
    'electron/copilot/x.ts',
    "export const x = process.getBuiltinModule('fs')",
    'electron/copilot may not use node:fs',
  ],
  [
    'the demo in the server',
    'electron/server/desk/tickets/x.ts',
    "export const x = await import('../../../demo')",
    'electron/server/desk/tickets may not import electron/demo',
  ],
  [
    'a handler that reads a table',
    'electron/server/doors/routes/x.ts',
    "import { tags } from '../../platform/db/schema'\nexport const x = tags",
    'electron/server/doors/routes may not import electron/server/platform/db',
  ],
  [
    'a type of a screen in a store',
    'src/stores/x.ts',
    "export type X = import('@/features/thread').ThreadProps",
    'src/stores may not import src/features/*',
  ],
  [
    'the shell in a feature',
    'src/features/tags/x.ts',
    "import type { Panes } from '../../app/panes'\nexport type X = Panes",
    'src/features/* may not import src/app',
  ],
  [
    'the inside of another area',
    'src/features/tags/x.ts',
    "import { preview } from '../thread/preview'\nexport const x = preview",
    'src/features/thread/preview stands behind the index of its area',
  ],
  [
    'a worker of another room',
    'src/features/tags/x.ts',
    "export const x = new Worker(new URL('../../recorder/mp3-worker.ts', import.meta.url))",
    'src/features/* may not import src/recorder',
  ],
  [
    'a folder that no row names',
    'electron/server/news/x.ts',
    'export const x = 1',
    'electron/server/news/x.ts stands in no room',
  ],
  // What is no import.
  [
    'a call past the client',
    'src/features/tags/x.ts',
    "export const x = () => fetch('/api/tags')",
    'src/features/* may not use fetch',
  ],
  [
    'a call past the client, said differently',
    'src/features/tags/x.ts',
    "export const x = () => window['fetch']('/api/tags')",
    'src/features/* may not use fetch',
  ],
  [
    'a connection of a page',
    'src/stores/x.ts',
    "export const x = new globalThis.WebSocket('ws://localhost')",
    'src/stores may not use WebSocket',
  ],
  [
    'a call of the server that nobody guards',
    'electron/server/automation/webhooks/x.ts',
    "export const x = (url: string) => fetch(url, { method: 'POST' })",
    'electron/server/automation/webhooks may not use fetch',
  ],
  [
    'a call of main beside the one it is given',
    'electron/main/gateway/x.ts',
    'export const x = (fetch: () => void) => fetch()\nexport const y = () => fetch("/")',
    'electron/main/gateway may not use fetch',
  ],
  [
    'a call by what was taken from a global object',
    'electron/main/gateway/x.ts',
    'const { fetch: ask } = globalThis\nexport const x = () => ask("/")',
    'electron/main/gateway may not use fetch',
  ],
  [
    'a write that names no company',
    'electron/server/desk/tickets/x.ts',
    "import type { Db } from '../../platform/db/client'\nexport const x = (app: { db: Db }) => app.db.platform",
    'electron/server/desk/tickets may not write by db.platform, which names no company',
  ],
  [
    'what a partner answers, taken for what it should be',
    'electron/main/copilot/x.ts',
    'export const x = async (answer: Response) => (await answer.json()) as { id: number }',
    'electron/main/copilot may not take parsed JSON for what it expects',
  ],
  [
    'a text from outside, taken for what it should be',
    'electron/server/desk/inbound/x.ts',
    'export const x = (text: string) => JSON.parse(text) as string[]',
    'electron/server/desk/inbound may not take parsed JSON for what it expects',
  ],
  [
    'a sentence of one language in the server',
    'electron/server/desk/inbound/x.ts',
    'export const x = `Olá, como podemos ajudar você?`',
    'electron/server/desk/inbound may not say a sentence in Portuguese',
  ],
  [
    'a sentence of one language in main, without an accent',
    'electron/main/windows/x.ts',
    "export const x = { detail: 'Deseja sair de uma vez?' }",
    'electron/main/windows may not say a sentence in Portuguese',
  ],
  [
    'a sentence between tags',
    'src/features/tags/x.tsx',
    'export const X = () => <p>No tags yet</p>',
    '"No tags yet" is said in one language only',
  ],
  [
    'a sentence in braces',
    'src/features/tags/x.tsx',
    "export const X = ({ a }: { a: boolean }) => <p>{a ? 'Saved' : null}</p>",
    '"Saved" is said in one language only',
  ],
  [
    'a sentence in an attribute',
    'src/features/tags/x.tsx',
    'export const X = () => <input placeholder="Name of the tag" />',
    '"Name of the tag" is said in one language only',
  ],
  [
    'a sentence in an option',
    'src/features/tags/x.ts',
    "export const columns = [{ key: 'name', title: 'Name of the tag' }]",
    '"Name of the tag" is said in one language only',
  ],
  [
    'a sentence in a toast',
    'src/features/tags/x.ts',
    "import { toasts } from '@/stores/toasts'\nexport const x = () => toasts.success('The tag was saved')",
    '"The tag was saved" is said in one language only',
  ],
  [
    'a word that SQLite alone knows',
    'electron/server/desk/tickets/x.ts',
    "import { sql } from 'drizzle-orm'\nexport const x = sql`select ifnull(queue_id, 0) from tickets`",
    '"ifnull" is SQL of one engine only',
  ],
  [
    'a word that PostgreSQL alone knows',
    'electron/server/desk/tickets/x.ts',
    "import { sql } from 'drizzle-orm'\nexport const x = sql.raw('select 1 from tickets for update')",
    '"for update" is SQL of one engine only',
  ],
]

describe('the table of rooms', () => {
  it.each(BREAKS)('refuses %s', (_title, path, text, reason) => {
    expect(refusals(path, readFile(path, text))).toContain(reason)
  })

  it('allows a call by what a file is given', () => {
    const path = 'electron/main/gateway/x.ts'
    const text =
      'type Way = typeof fetch\ninterface Deps { fetch: Way }\n' +
      'export const x = ({ fetch }: Deps) => fetch("/")\nexport const y = (deps: Deps) => deps.fetch("/")'
    expect(refusals(path, readFile(path, text))).toEqual([])
  })

  it('is kept by every file', () => {
    const wrong = reads.flatMap(([path, read]) => refusals(path, read).map(reason => `${path}: ${reason}`))
    expect(wrong).toEqual([])
    expect(files.length).toBeGreaterThan(2_000)
  })

  it('allows nothing that nobody uses', () => {
    const planted = {
      'electron/server/platform/plans': {
        rooms: './platform/db ./platform/mail',
        packages: 'drizzle-orm zod',
      },
    }
    const text =
      "import { sql } from 'drizzle-orm'\nimport type { Db } from '../db/client'\nexport type X = Db"
    const path = 'electron/server/platform/plans/x.ts'
    expect(unused([[path, readFile(path, text)]], planted)).toEqual([
      'electron/server/platform/plans: ./platform/mail',
      'electron/server/platform/plans: zod',
    ])
    expect(unused(reads)).toEqual([])
  })

  it('names no room, file or package that is not there', () => {
    const listed = Object.values(ROOMS).flatMap(({ rooms = '' }) => rooms.split(' '))
    const known = [...files, ...Object.keys(ROOMS)]
    const there = (name: string): boolean =>
      existsSync(join(root, name)) ||
      known.some(path => path.startsWith(`${name}/`) || path.replace(/\.tsx?$/, '') === name)
    const folders = Object.keys(ROOMS).map(row => row.replace(/\/\*\*?$/, ''))
    const absolute = listed.filter(name => /^(?:src|electron)/.test(name))
    expect(
      [...folders, ...absolute.map(name => name.replace(/\/\*\*?$/, ''))].filter(name => !there(name)),
    ).toEqual([])
  })
})
