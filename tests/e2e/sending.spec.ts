/** What Enter does and what is signed follow the settings; a text can be taken back for a moment, and leaves before what ends its ticket. */
import { Colleague, expect, fromAccount, signIn, test } from './fixtures'
import { bubble, composer, openFirst, write } from './fixtures/desk'

test.use({ company: 'common' })

test('a text leaves by the chosen key, signed or not, waits as long as was chosen, comes back, and goes before its ticket is resolved', async ({
  turno,
}) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await fromAccount(page, 'Configurações')
  await page
    .getByRole('navigation', { name: 'Seções das configurações' })
    .getByRole('link', { name: 'Atendimento', exact: true })
    .click()
  const keys = page.getByRole('radiogroup', { name: 'Enviar mensagens com' })
  await keys.getByRole('radio', { name: 'Ctrl+Enter', exact: true }).check()
  await page.getByRole('switch', { name: 'Assinar mensagens' }).click()
  await page.getByRole('link', { name: 'Atendimentos', exact: true }).click()
  const id = await openFirst(page, 'Atendendo')
  await composer(page).fill('sem assinatura')
  await composer(page).press('Enter')
  await expect(composer(page)).toHaveValue('sem assinatura\n')
  // Right after a switch of tickets the composer ignores its key for a moment, on purpose.
  await expect(async () => {
    await composer(page).press('Control+Enter')
    await expect(bubble(page, 'sem assinatura')).toHaveCount(1, { timeout: 2_000 })
  }).toPass()
  await expect(bubble(page, 'sem assinatura')).not.toContainText('Ana')

  // Longer than a person may choose matters nothing: ten seconds are what the slowest machine needs here.
  await page.evaluate(() => window.turno.preferences.set({ undoSendSeconds: 10, enterSends: true }))
  const admin = await Colleague.signIn(await turno.server(), 'admin@demo.turno')
  const arrived = async (text: string): Promise<number> =>
    (
      await admin.must<{ messages: { body: string; fromMe: boolean }[] }>(
        'GET',
        `/messages/${id}?markAsRead=false`,
      )
    ).messages.filter(message => message.fromMe && message.body === text).length
  await write(page, 'Com um eror')
  await expect(page.getByText(/^Sai em \d+ s$/)).toBeVisible()
  await composer(page).press('Control+z')
  await expect(composer(page)).toHaveValue('Com um eror')
  await expect(bubble(page, 'Com um eror')).toHaveCount(0)

  await write(page, 'Sem erro')
  await page.getByRole('button', { name: 'Enviar já' }).click()
  await expect.poll(() => arrived('Sem erro')).toBe(1)
  expect(await arrived('Com um eror')).toBe(0)

  await write(page, 'Até logo, e obrigada')
  await page.getByRole('button', { name: 'Resolver', exact: true }).click()
  await expect
    .poll(async () => (await admin.must<{ status: string }>('GET', `/tickets/${id}`)).status)
    .toBe('closed')
  expect(await arrived('Até logo, e obrigada')).toBe(1)
})
