/** A text that was sent can be taken back for a moment, and an act that ends the ticket comes after it. */
import { Colleague, expect, signIn, test } from './fixtures'
import { bubble, composer, openFirst, write } from './fixtures/desk'

test('a text that waits comes back by Ctrl+Z and by its button, leaves at once when told, and before what ends its ticket', async ({
  turno,
}) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  // Longer than a person may choose matters nothing: ten seconds are what the slowest machine needs here.
  await page.evaluate(() => window.turno.preferences.set({ undoSendSeconds: 10, signMessages: false }))
  const admin = await Colleague.signIn(await turno.server(), 'admin@demo.turno')
  const id = await openFirst(page, 'Atendendo')
  const arrived = async (text: string): Promise<number> =>
    (
      await admin.must<{ messages: { body: string; fromMe: boolean }[] }>(
        'GET',
        `/messages/${id}?markAsRead=false`,
      )
    ).messages.filter(message => message.fromMe && message.body === text).length

  await test.step('Ctrl+Z in the empty field', async () => {
    await write(page, 'Com um eror')
    await expect(page.getByText(/^Sai em \d+ s$/)).toBeVisible()
    await composer(page).press('Control+z')
    await expect(composer(page)).toHaveValue('Com um eror')
    await expect(bubble(page, 'Com um eror')).toHaveCount(0)
    expect(await arrived('Com um eror')).toBe(0)
  })

  await test.step('the button below it; and sent without more delay', async () => {
    await write(page, 'Com um erro a menos')
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await expect(composer(page)).toHaveValue('Com um erro a menos')
    await write(page, 'Sem erro')
    await page.getByRole('button', { name: 'Enviar já' }).click()
    await expect.poll(() => arrived('Sem erro')).toBe(1)
    expect(await arrived('Com um erro a menos')).toBe(0)
  })

  await test.step('what ends the ticket takes along what waits', async () => {
    await write(page, 'Até logo, e obrigada')
    await page.getByRole('button', { name: 'Resolver', exact: true }).click()
    await expect
      .poll(async () => (await admin.must<{ status: string }>('GET', `/tickets/${id}`)).status)
      .toBe('closed')
    expect(await arrived('Até logo, e obrigada')).toBe(1)
  })
})
