/** The program as it would be shipped: packed by electron-builder itself, taken apart again, and started. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { packed, problemsOf } from '../../scripts/lib/pack-check.mjs'
import { writeLicences } from '../../scripts/licences.mjs'
import { expect, signIn, test } from './fixtures'
import { rows, showList } from './fixtures/desk'
import { StandInMain } from './fixtures/stand-in-host'

const root = resolve(import.meta.dirname, '../..')
const { extractAll } = createRequire(import.meta.url)('@electron/asar') as {
  extractAll(archive: string, folder: string): void
}

test('what is packed is on the list, is complete, and runs', async ({ context }) => {
  test.skip(process.platform !== 'linux', 'packs for Linux around a stand-in for its archive')
  test.setTimeout(240_000)
  const folder = mkdtempSync(join(tmpdir(), 'turno-packed-'))
  process.env.TURNO_UPDATE_URL ??= 'https://updates.invalid/turno'
  try {
    writeLicences(join(root, 'out/THIRD-PARTY-LICENSES.txt'))
    const result = await packed(root, folder)
    expect(problemsOf(result)).toEqual([])
    expect(result.inside.length).toBeGreaterThan(100)

    // Only what was packed is there: a package that was left out and is needed would be missed here.
    const app = join(folder, 'app')
    extractAll(result.archive, app)
    cpSync(join(result.program, 'resources'), join(app, 'resources'), {
      recursive: true,
      filter: from => !from.includes('app.asar'),
    })
    const main = await StandInMain.start(context, {
      script: join(app, 'out/main/index.js'),
      env: { TURNO_DATA: join(folder, 'data'), TURNO_TRAFFIC: '0', TURNO_WORKSPACE: 'demo' },
    })
    try {
      const page = await main.page()
      await signIn(page, 'ana@demo.turno')
      await showList(page, 'Atendendo')
      await expect(rows(page).first()).toBeVisible()
      expect(main.log).not.toMatch(/ERR_MODULE_NOT_FOUND|Cannot find (?:module|package)/)
    } finally {
      await main.kill()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
})
