/** A company on a standalone server pairs a number like WhatsApp Web; the library is one that pairs by itself. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, findingsInBothThemes, signIn, Turno, test, Workspace } from './fixtures'

/** What lies behind is a screen of tests/looks/administration.spec.ts. */
const DIALOG = '[role=dialog]'

/** What the operator of the server adds, with somebody who takes some seconds to pair. */
function packages(folder: string): void {
  const library = join(folder, 'node_modules/@whiskeysockets/baileys')
  mkdirSync(library, { recursive: true })
  const manifest = { name: '@whiskeysockets/baileys', version: '7.0.0', type: 'module', main: 'index.js' }
  writeFileSync(join(library, 'package.json'), JSON.stringify(manifest))
  const fake = pathToFileURL(join(import.meta.dirname, '../support/fake-web-library.mjs')).href
  writeFileSync(
    join(library, 'index.js'),
    `import { person } from '${fake}'\nperson.pairMs = 6_000\nexport * from '${fake}'\n`,
  )
}

test('an admin is told what WhatsApp Web is, pairs by QR or by a typed code, and sees the number come up', async ({
  context,
}, info) => {
  test.setTimeout(120_000)
  const folder = mkdtempSync(join(tmpdir(), 'turno-packages-'))
  packages(folder)
  const server = await Workspace.start({
    args: ['--company', 'Padaria Aurora', '--admin', 'Dona Aurora', '--email', 'aurora@padaria.example'],
    env: { TURNO_DEMO: '0', TURNO_ADMIN_PASSWORD: 'segredo9', TURNO_WEB_PACKAGES: folder },
  })
  const turno = new Turno(context)
  try {
    const page = await turno.start({ env: { TURNO_SERVER_URL: server.url } })
    await signIn(page, 'aurora@padaria.example', 'segredo9')
    await page.getByRole('link', { name: 'Conexões', exact: true }).click()
    await page.getByRole('button', { name: 'Adicionar conexão' }).first().click()
    const editor = page.getByRole('group', { name: 'Nova conexão' })
    await editor.getByLabel('Nome', { exact: true }).fill('Celular')
    await editor.getByRole('combobox', { name: /^Tipo de conexão/ }).click()
    await page.getByText('WhatsApp Web por QR Code (não oficial)').last().click()
    await expect(editor.getByText('Não oficial: o número pode ser bloqueado')).toBeVisible()
    await expect(editor.getByText('Falta um pacote neste servidor')).toHaveCount(0)
    expect(await findingsInBothThemes(page, DIALOG)).toEqual([])
    await editor.getByLabel('Nome', { exact: true }).press('Control+s')

    const qr = page.getByRole('dialog', { name: 'Conectar Celular' })
    await expect(qr.getByRole('img', { name: 'Código QR de Celular' })).toBeVisible()
    await qr.getByRole('button', { name: 'Sem câmera? Conectar com um código' }).click()
    await qr.getByLabel('Número do celular, com país e DDD').fill('55 11 4002-8922')
    await page.keyboard.press('Enter')
    await expect(qr.getByRole('status', { name: 'Código de Celular' })).toHaveText('TURN-2026')
    expect(await findingsInBothThemes(page, DIALOG)).toEqual([])
    await expect(qr.getByText('Pronto! Número conectado')).toBeVisible()
    await expect(qr).toHaveCount(0)
    const row = page.getByRole('table', { name: 'Conexões' }).getByRole('row').filter({ hasText: 'Celular' })
    await expect(row).toContainText('Conectado')
    await expect(row).toContainText('4002-8922')
    // On a small screen all of a row is there, what it can be asked for included.
    for (const width of [1024, 1280]) {
      await page.setViewportSize({ width, height: 720 })
      await row.hover()
      const last = await row.getByRole('button', { name: 'Excluir Celular' }).boundingBox()
      expect((last?.x ?? width) + (last?.width ?? 0)).toBeLessThanOrEqual(width - 8)
    }
    await row.getByRole('button', { name: /^Desconectar/ }).click()
    await page.getByRole('button', { name: 'Desconectar número' }).click()
    await expect(row).toContainText('gere um novo QR')
  } finally {
    await turno.dispose(info)
    await server.dispose()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
})
