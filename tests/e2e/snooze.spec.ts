/** A ticket put aside in one console is aside in the other, and comes back on top with its reason. */
import { Colleague, expect, signIn, test, toastSaid } from './fixtures'
import { header, openFirst, row, rowIds, showList } from './fixtures/desk'

test('a ticket that is put aside by the key stands under “Adiados”, and is on top again once it is woken', async ({
  turno,
}) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  const id = await openFirst(page, 'Atendendo')
  const carla = await Colleague.signIn(await turno.server(), 'carla@demo.turno')
  const socket = await carla.connect(id)
  const heard: { ticket?: { id: number; snoozedUntil: string | null } }[] = []
  socket.on(`company-${carla.companyId}-ticket`, told => heard.push(told))

  await page.keyboard.press('Control+Shift+H')
  await page.getByRole('menuitem', { name: /Amanhã de manhã/ }).click()
  await toastSaid(page, 'Ticket adiado')
  await expect(row(page, id)).toHaveCount(0)
  await expect.poll(() => heard.findLast(one => one.ticket?.id === id)?.ticket?.snoozedUntil).toBeTruthy()

  await page.keyboard.press('Control+5')
  await expect(page.getByRole('tab', { name: 'Adiados' })).toHaveAttribute('aria-selected', 'true')
  await expect(row(page, id)).toContainText('Adiado até')
  await row(page, id).getByRole('button').first().click()
  await expect(header(page)).toContainText('Adiado até')

  await carla.must('DELETE', `/tickets/${id}/snooze`)
  await expect(header(page)).not.toContainText('Adiado até')
  await showList(page, 'Atendendo')
  await expect.poll(async () => (await rowIds(page))[0]).toBe(id)
  socket.disconnect()
})
