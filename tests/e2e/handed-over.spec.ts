/** Who is given a ticket sees it inside the console: a toast, and a row in the bell until it is opened. */
import { Colleague, expect, signIn, test, toastSaid } from './fixtures'
import { rows, showList } from './fixtures/desk'

test.use({ company: 'common' })

test('a transfer reaches the receiver as a toast and in the bell, with the way to the ticket', async ({
  turno,
}) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await showList(page, 'Atendendo')
  await expect(rows(page).first()).toBeVisible()
  const { id: anaId } = await page.evaluate(async () => {
    const answer = await fetch('/api/auth/me')
    return (await answer.json()) as { id: number }
  })
  const bruno = await Colleague.signIn(await turno.server(), 'bruno@demo.turno')
  const [ticket] = await bruno.tickets('status=open&showAll=false')
  if (!ticket) throw new Error('Bruno has no ticket')
  const told = await bruno.must<{ contact: { name: string } }>('PUT', `/tickets/${ticket.id}`, {
    status: 'open',
    userId: anaId,
    handoverNote: 'Falta só a nota fiscal.',
  })
  await toastSaid(page, `Bruno Carvalho transferiu ${told.contact.name} para você`)
  await page.getByRole('button', { name: /^Notificações/ }).click()
  const item = page.locator(`[data-popover-item="${ticket.id}"]`)
  await expect(item).toContainText('Transferido por Bruno Carvalho')
  await item.click()
  await expect.poll(() => page.url()).toContain(ticket.uuid)
  await page.getByRole('button', { name: /^Notificações/ }).click()
  await expect(page.locator(`[data-popover-item="${ticket.id}"]`)).toHaveCount(0)
})
