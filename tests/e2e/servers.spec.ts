/** Choosing a server: checked before it is taken, several remembered, each with its own session, locked by a company. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { startCompatServer } from '../compat/server'
import { expect, signIn, test } from './fixtures'
import { openFirst, rows, showList } from './fixtures/desk'

test('servers chosen one after the other', async ({ fresh: turno }) => {
  test.setTimeout(300_000)

  await test.step('another server is checked, used, left and found again with its session', async () => {
    const legacy = await startCompatServer({ replyAfterMs: 0 })
    // Some other program of the network: it answers, but is no contact centre.
    const stranger = createServer((_request, response) => void response.writeHead(404).end('not here'))
    stranger.listen(0, '127.0.0.1')
    await once(stranger, 'listening')
    try {
      const page = await turno.page
      await expect(page.getByText('Servidor: Demonstração')).toBeVisible()
      await page.getByRole('button', { name: 'Trocar de servidor' }).click()
      const dialog = page.getByRole('dialog')
      const address = dialog.getByLabel('Endereço do servidor')
      const check = dialog.getByRole('button', { name: 'Verificar' })

      await address.fill(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}`)
      await check.click()
      await expect(dialog.getByText('não é um servidor de atendimento')).toBeVisible()

      await address.fill(legacy.url)
      await check.click()
      const found = dialog.getByRole('region', { name: /^Encontrado/ })
      await expect(found).toContainText('versão 4.8.5')
      await expect(found).toContainText('Reações a mensagens.')
      expect(legacy.calls.get('POST /auth/login') ?? 0).toBe(0)
      await found.getByRole('button', { name: 'Usar este servidor' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByText(`Servidor: ${new URL(legacy.url).host}`)).toBeVisible()

      await signIn(page, 'ana@demo.turno')
      await openFirst(page, 'Aguardando')
      expect(legacy.calls.get('POST /auth/login')).toBe(1)

      // The choice holds over a restart, and so does the session.
      const again = await turno.restart()
      await expect(rows(again).first()).toBeVisible()
      await showList(again, 'Aguardando')
      await expect(rows(again).first()).toBeVisible()
      expect(legacy.calls.get('POST /auth/login')).toBe(1)

      // Back to this computer: nobody is signed in there, and nothing of the other server is left on screen.
      await again.evaluate(() => window.turno.servers.use({ key: 'embedded' }))
      await expect(again.getByText('Servidor: Demonstração')).toBeVisible()
      await signIn(again, 'ana@demo.turno')
      await openFirst(again, 'Aguardando')

      // The other server's session was resting all the while.
      const key = legacy.url.endsWith('/') ? legacy.url : `${legacy.url}/`
      await again.evaluate(k => window.turno.servers.use({ key: k }), key)
      await expect(rows(again).first()).toBeVisible()
      await expect(again.getByText('Servidor:')).toHaveCount(0)
      expect(legacy.calls.get('POST /auth/login')).toBe(1)
    } finally {
      stranger.close()
      await legacy.close()
    }
  })
})

test('a company sets the server and locks it', async ({ installation }) => {
  const legacy = await startCompatServer({ replyAfterMs: 0 })
  try {
    writeFileSync(
      join(installation.dataDir, 'config.json'),
      JSON.stringify({ server: legacy.url, lockServer: true }),
    )
    const page = await installation.start()
    await expect(page.getByText(`Servidor: ${new URL(legacy.url).host}`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Trocar de servidor' })).toHaveCount(0)
    const refused = await page.evaluate(() => window.turno.servers.use({ key: 'embedded' }))
    expect(refused).toMatchObject({ ok: false })
    await signIn(page, 'bruno@demo.turno')
    await openFirst(page, 'Aguardando')
  } finally {
    await legacy.close()
  }
})
