/**
 * A shop with one computer receives: its own company installs the component that pairs numbers, from a registry on loopback that
 * serves the installed packages; the library itself pairs with a double of WhatsApp's server, and a customer writes.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pairingList } from '../../scripts/lib/pairing-list.mjs'
import { entriesOf, RegistryDouble } from '../support/registry-double'
import { createPerson, deviceOf, WhatsAppServer } from '../support/whatsapp-server'
import { expect, findingsInBothThemes, Turno, test } from './fixtures'
import { ownCompany } from './fixtures/own-company'

const ROOT = join(import.meta.dirname, '../..')
const LIBRARY = '@whiskeysockets/baileys'
const PHONE = '551140028922'
const MARIA = '5511987654321@s.whatsapp.net'
const DIALOG = '[role=dialog]'

/** The library as it is, but for its transport, which leads to the double. */
function plainLibrary(folder: string, whatsapp: string) {
  const entries = entriesOf(folder).filter(({ path }) => path !== 'package/package.json')
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const plain = readFileSync(join(ROOT, 'tests/support/plain-web-library.mjs'), 'utf8')
    .replaceAll(`'${LIBRARY}'`, "'./lib/index.js'")
    .replace("new URL(import.meta.url).searchParams.get('at')", `'${whatsapp}'`)
  return [
    ...entries,
    { path: 'package/plain.js', body: plain },
    {
      path: 'package/package.json',
      body: JSON.stringify({ ...manifest, main: 'plain.js', exports: undefined }),
    },
  ]
}

test('an own company installs the component, pairs by QR code at once, and a customer’s message arrives', async ({
  context,
}, info) => {
  test.setTimeout(360_000)
  const folder = mkdtempSync(join(tmpdir(), 'turno-pairing-'))
  const whatsapp = new WhatsAppServer()
  const registry = new RegistryDouble()
  const at = await whatsapp.start()
  const address = await registry.start()
  const { version, packages } = pairingList()
  const served = packages.map(({ name, version: its, path }) => {
    const own = join(ROOT, path)
    return registry.add(name, its, name === LIBRARY ? plainLibrary(own, at) : entriesOf(own), path)
  })
  const list = join(folder, 'list.json')
  writeFileSync(list, JSON.stringify({ version, packages: served }))
  const turno = new Turno(context)
  try {
    let page = await ownCompany(turno, { TURNO_PAIRING_LIST: list })
    const toConnections = (): Promise<void> =>
      page.getByRole('link', { name: 'Conexões', exact: true }).first().click()
    await toConnections()
    await page.getByRole('button', { name: 'Parear por QR Code' }).click()
    let dialog = page.getByRole('dialog', { name: 'Parear por QR Code: componente' })
    const pairing = join(turno.dataDir, 'company', 'pairing')
    await test.step('it says what it is before anything is fetched', async () => {
      await expect(dialog.getByText('Não oficial: o número pode ser bloqueado')).toBeVisible()
      await expect(dialog.getByText(/GPL.3\.0/)).toBeVisible()
      await expect(dialog.getByRole('button', { name: 'Instalar' })).toBeDisabled()
      expect(await findingsInBothThemes(page, DIALOG)).toEqual([])
      expect(registry.asked).toEqual([])
    })
    await test.step('killed half-way, nothing is installed, and it begins anew', async () => {
      registry.manners.set('libsignal', 'hangs')
      await dialog.getByLabel('De onde baixar (registro de pacotes npm)').fill(address)
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('status')).toHaveText('69 de 70 pacotes baixados e conferidos')
      await turno.kill()
      expect(readdirSync(pairing)).toEqual([expect.stringMatching(/^part-/)])
      page = await turno.start()
      await toConnections()
      await page.getByRole('button', { name: 'Parear por QR Code' }).click()
      dialog = page.getByRole('dialog', { name: 'Parear por QR Code: componente' })
      await expect(dialog.getByRole('button', { name: 'Instalar' })).toBeVisible()
    })
    await test.step('a changed byte ends it, and another try goes well; both by keyboard', async () => {
      registry.manners.set('libsignal', ['changed', 'ok'])
      await dialog.getByLabel('De onde baixar (registro de pacotes npm)').fill(address)
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('alert').filter({ hasText: 'libsignal' })).toBeVisible()
      expect(await findingsInBothThemes(page, DIALOG)).toEqual([])
      expect(readdirSync(pairing)).toEqual([])
      registry.manners.clear()
      await dialog.getByRole('button', { name: 'Tentar de novo' }).press('Enter')
      await expect(dialog.getByText('Componente instalado')).toBeVisible()
      expect(await findingsInBothThemes(page, DIALOG)).toEqual([])
    })
    const table = page.getByRole('table', { name: 'Conexões' })
    const row = table.getByRole('row').filter({ hasText: 'WhatsApp' })
    await test.step('it pairs at once', async () => {
      await dialog.getByRole('button', { name: 'Parear por QR Code' }).press('Enter')
      const qr = page.getByRole('dialog', { name: 'Conectar WhatsApp' })
      await expect(qr.getByRole('img', { name: 'Código QR de WhatsApp' })).toBeVisible()
      await expect(qr.getByText('Pronto! Número conectado')).toBeVisible()
      await expect(qr).toHaveCount(0)
      await expect(row).toContainText('Conectado')
    })
    const maria = createPerson(MARIA)
    const writes = async (id: string, words: string): Promise<void> =>
      whatsapp.deliver(PHONE, await maria.write(deviceOf(PHONE), id, { conversation: words }))
    const arrives = async (words: string): Promise<void> => {
      await page.getByRole('link', { name: 'Atendimentos', exact: true }).first().click()
      await page.getByRole('tab', { name: /Aguardando/ }).click()
      await expect(page.locator('[data-ticket-id]').filter({ hasText: words })).toBeVisible()
    }
    await test.step('what a customer writes arrives', async () => {
      await expect.poll(() => whatsapp.bundles.has(PHONE)).toBe(true)
      const bundle = whatsapp.bundles.get(PHONE)
      if (!bundle) throw new Error('no keys')
      await maria.meet(deviceOf(PHONE), bundle)
      await writes('MARIA1', 'tem pão de queijo?')
      await arrives('tem pão de queijo?')
    })
    await test.step('removed, the number stops; installed again, it is up without another code', async () => {
      await toConnections()
      await page.getByRole('button', { name: 'Parear por QR Code' }).click()
      await dialog.getByRole('button', { name: 'Remover componente' }).click()
      await page
        .getByRole('dialog', { name: 'Remover o componente?' })
        .getByRole('button', { name: 'Remover componente' })
        .click()
      await expect(dialog.getByRole('button', { name: 'Instalar' })).toBeVisible()
      expect(readdirSync(join(turno.dataDir, 'company'))).not.toContain('pairing')
      await expect(row).toContainText('Desconectado')
      await writes('MARIA2', 'e broa?')
      await dialog.getByLabel('De onde baixar (registro de pacotes npm)').fill(address)
      await dialog.getByRole('button', { name: 'Instalar' }).click()
      await expect(dialog.getByText('Componente instalado')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(row).toContainText('Conectado')
      await arrives('e broa?')
    })
    await test.step('the next start brings the number up by itself', async () => {
      page = await turno.restart()
      await expect(page.getByRole('heading', { name: /^Olá, Dona Aurora/ })).toBeVisible()
      await writes('MARIA3', 'obrigada!')
      await arrives('obrigada!')
    })
    await test.step('the log says who did it', async () => {
      const said = await page.evaluate(async () => (await fetch('/api/audit')).text())
      expect(said).toContain('pairing.use')
      expect(said).toContain('"subject":"pairing"')
    })
  } finally {
    await turno.dispose(info)
    await registry.stop()
    await whatsapp.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
})
