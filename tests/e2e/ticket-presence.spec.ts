/** Two people at one ticket: each learns of the other, and the second of two answers is asked about before it goes. */
import { Colleague, expect, signIn, test } from './fixtures'
import { bubble, composer, header, openFirst } from './fixtures/desk'

test('a colleague at the same ticket is seen, and their answer asks before another one goes', async ({
  turno,
}) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await page.evaluate(() => window.turno.preferences.set({ signMessages: false }))
  const id = await openFirst(page, 'Atendendo')
  const carla = await Colleague.signIn(await turno.server(), 'carla@demo.turno')
  const socket = await carla.connect(id)
  const heard: { userId: number; activity: string }[] = []
  socket.on(`company-${carla.companyId}-ticketPresence`, told => heard.push(told))
  const does = (activity: string) => socket.emit('ticketPresence', [{ ticketId: id, activity }])

  await test.step('who comes is beside the customer, who writes above the field, and both the other way round', async () => {
    does('reading')
    await expect(header(page).getByRole('img', { name: /^Também aqui: Carla.* está aqui$/ })).toBeVisible()
    await expect.poll(() => heard.at(-1)?.activity).toBe('reading')
    does('writing')
    await expect(page.getByText(/^Carla.* está escrevendo$/)).toBeVisible()
    await composer(page).fill('Já vejo isso')
    await expect.poll(() => heard.at(-1)?.activity).toBe('writing')
  })

  await test.step('her answer is told before the second one goes, which the next Enter lets go', async () => {
    await carla.say(id, 'Resposta da Carla')
    await expect(page.getByText(/^Carla.* respondeu enquanto você escrevia\.$/)).toBeVisible()
    await composer(page).press('Enter')
    await expect(page.getByText(/respondeu enquanto você escrevia\. Envie de novo/)).toBeVisible()
    await expect(composer(page)).toHaveValue('Já vejo isso')
    await composer(page).press('Enter')
    await expect(bubble(page, 'Já vejo isso')).toHaveCount(1)
  })

  socket.disconnect()
  await expect(header(page).getByRole('img', { name: /^Também aqui/ })).toHaveCount(0)
})
