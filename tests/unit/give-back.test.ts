import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'turno-give-back-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Electron's Node; an older one's V8 passes the wish over. */
const gives = Number(process.versions.node.split('.')[0]) >= 24

it('what the start took, and what came together later, is given back when there is enough of it, and not before', async () => {
  const entry = join(folder, 'program.ts')
  writeFileSync(
    entry,
    `import { PerformanceObserver } from 'node:perf_hooks'
    import { getHeapStatistics } from 'node:v8'
    import { giveBackAfter } from ${JSON.stringify(join(import.meta.dirname, '../../electron/give-back'))}
    let collected = 0
    new PerformanceObserver(list => {
      // The whole heap, or, in an older V8, what was asked for.
      collected += list.getEntries().filter(({ detail }) => ${gives ? 'detail.kind === 4' : 'detail.flags & 4'}).length
    }).observe({ entryTypes: ['gc'] })
    const physical = () => getHeapStatistics().total_physical_size
    const rest = ms => new Promise(done => setTimeout(done, ms))
    giveBackAfter(50, 100)
    await rest(300)
    const first = collected
    await rest(400)
    const second = collected
    let taken = Array.from({ length: 400_000 }, (_, i) => ({ text: 'x' + i }))
    const most = physical()
    taken = []
    await rest(600)
    console.log(JSON.stringify({
      first,
      nothing: second - first,
      more: collected - second,
      freed: most - physical() + taken.length,
      gc: typeof globalThis.gc,
    }))`,
  )
  const rolldownOptions = { output: { entryFileNames: 'program.mjs' } }
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: entry, outDir: folder, emptyOutDir: false, rolldownOptions },
  })
  const { stdout } = spawnSync(process.execPath, [join(folder, 'program.mjs')], { encoding: 'utf8' })
  const { first, nothing, more, freed, gc } = JSON.parse(stdout)
  expect(gc).toBe('undefined')
  expect(first).toBeGreaterThan(0)
  expect(nothing).toBe(0)
  expect(more).toBeGreaterThan(0)
  if (gives) expect(freed).toBeGreaterThan(10_000_000)
})
