/** What main reads before the server of this computer is started: it is what a start waits for longest. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const MAIN = join(import.meta.dirname, '../../../electron/main')
const boot = readFileSync(join(MAIN, 'boot.ts'), 'utf8')

/** Modules of main (below electron/main) that are read with one of them; types are not read. */
function readWith(entry: string): Set<string> {
  const modules = new Set([join(MAIN, entry)])
  for (const file of modules) {
    const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    for (const [, from = ''] of code.matchAll(
      /^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?['"](\.[^'"]+)['"]/gm,
    )) {
      const found = [`${join(dirname(file), from)}.ts`, join(dirname(file), from, 'index.ts')].find(
        existsSync,
      )
      if (found?.startsWith(MAIN)) modules.add(found)
    }
  }
  return new Set([...modules].map(file => file.slice(MAIN.length + 1).replaceAll('\\', '/')))
}

it('starts the server of this computer before the rooms of main are read', () => {
  const order = ['start([line]', "import('./start/rooms')", 'start(PARTS']
  const places = order.map(one => boot.indexOf(one))
  expect(places.every(place => place > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

it('reads no room with its first steps', () => {
  const first = readWith('index.ts')
  expect([...first]).toEqual(expect.arrayContaining(['start/line.ts', 'workspace/fork-server.ts']))
  const rooms = [...readWith('start/rooms.ts')].filter(one => !first.has(one))
  expect(rooms).toEqual(
    expect.arrayContaining([
      'session/session.ts',
      'local-store.ts',
      'start/surface.ts',
      'adapters/legacy/index.ts',
    ]),
  )
  // Each of them is another thing the server waits for.
  expect(first.size).toBeLessThan(50)
})
