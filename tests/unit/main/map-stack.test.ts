/** A logged stack leads to the sources (scripts/stack.mjs). */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { mapStack } from '../../../scripts/lib/map-stack.mjs'

const out = mkdtempSync(join(tmpdir(), 'turno-maps-'))
afterAll(() => rmSync(out, { recursive: true, force: true }))

/** Line 2, column 5 of the built file is line 4, column 3 of the source. */
const map = (source: string) =>
  JSON.stringify({ version: 3, sources: [source], names: [], mappings: ';IAGE' })

it('replaces each place of a built file, wherever it was installed, and leaves the rest as it is', () => {
  for (const [folder, source] of [
    ['main', '../../electron/main/quit.ts'],
    ['renderer/assets', '../../../src/ui/pill.tsx'],
  ] as const) {
    mkdirSync(join(out, folder), { recursive: true })
    writeFileSync(join(out, folder, 'index-a1.js.map'), map(source))
  }
  const logged = [
    'error: no',
    '    at quit (/opt/Turno/resources/app.asar/out/main/index-a1.js:2:5)',
    '    at file:///C:/Turno/out/main/index-a1.js:2:5',
    '    at app://turno/assets/index-a1.js:2:5',
    '    at node:internal/process/task_queues:105:5',
    '    at /out/server/gone.js:1:1',
  ].join('\n')
  expect(mapStack(logged, out).split('\n')).toEqual([
    'error: no',
    '    at quit (electron/main/quit.ts:4:3)',
    '    at electron/main/quit.ts:4:3',
    '    at src/ui/pill.tsx:4:3',
    '    at node:internal/process/task_queues:105:5',
    '    at /out/server/gone.js:1:1',
  ])
})
