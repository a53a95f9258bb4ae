import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'turno-give-back-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('what the start took is given back once it is over, and what is still used is kept', async () => {
  const entry = join(folder, 'program.ts')
  writeFileSync(
    entry,
    `import { giveBackAfter } from ${JSON.stringify(join(import.meta.dirname, '../../electron/give-back'))}
    const kept = Array.from({ length: 1_000 }, (_, i) => ({ i }))
    let taken = Array.from({ length: 400_000 }, (_, i) => ({ text: 'x' + i }))
    const before = process.memoryUsage().heapUsed
    giveBackAfter(50)
    taken = []
    setTimeout(() => {
      const { heapUsed } = process.memoryUsage()
      console.log(JSON.stringify({ freed: before - heapUsed, kept: kept.at(-1).i + taken.length, gc: typeof globalThis.gc }))
    }, 400)`,
  )
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: entry,
      outDir: join(folder, 'out'),
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  })
  const { stdout } = spawnSync(process.execPath, [join(folder, 'out/program.mjs')], { encoding: 'utf8' })
  const { freed, kept, gc } = JSON.parse(stdout)
  // Electron's Node; an older one's V8 passes the wish over.
  if (Number(process.versions.node.split('.')[0]) >= 24) expect(freed).toBeGreaterThan(10_000_000)
  expect({ kept, gc }).toEqual({ kept: 999, gc: 'undefined' })
}, 60_000)
