/** What an older server forces on the console is said where it matters, and what it cannot do is not offered. */
import { startCompatServer } from '../compat/server'
import { expect, signIn, test } from './fixtures'
import { bubble, openFirst, row, rowIds, rows, showList } from './fixtures/desk'

test('watching says that reading leaves a trace, and watches live without asking', async ({
  installation,
}) => {
  const server = await startCompatServer({ replyAfterMs: 0 })
  try {
    const page = await installation.start({ env: { TURNO_SERVER_URL: server.url } })
    await signIn(page, 'carla@demo.turno')
    await showList(page, 'Aguardando')
    await expect(rows(page).first()).toBeVisible()
    const [id = 0] = await rowIds(page)
    await row(page, id).hover()
    await row(page, id)
      .getByRole('button', { name: /^Espiar/ })
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Ler esta conversa deixa rastro')).toBeVisible()
    expect(server.calls.get('GET /messages/:ticketId') ?? 0).toBe(0)
    await dialog.getByRole('button', { name: 'Acompanhar só ao vivo' }).click()
    await expect(dialog.getByText('Só ao vivo: nada é marcado como lido.')).toBeVisible()

    const ticket = server.world.ticket(id)
    if (!ticket) throw new Error('the listed ticket is unknown to the server')
    server.live.messageCreated(server.world.say(ticket, 'Alguém pode me atender?', false))
    await expect(dialog.locator('article').filter({ hasText: 'Alguém pode me atender?' })).toBeVisible()
    expect(server.calls.get('GET /messages/:ticketId') ?? 0).toBe(0)
    expect(ticket.unreadMessages).toBeGreaterThan(0)
  } finally {
    await server.close()
  }
})

test('reactions are not offered where there are none', async ({ installation }) => {
  const server = await startCompatServer({ replyAfterMs: 0 })
  try {
    const page = await installation.start({ env: { TURNO_SERVER_URL: server.url } })
    await signIn(page, 'ana@demo.turno')
    await openFirst(page, 'Atendendo')
    const first = bubble(page, '').first()
    await first.hover()
    await expect(first.getByRole('button', { name: 'Responder' })).toBeVisible()
    await expect(first.getByRole('button', { name: 'Reagir' })).toHaveCount(0)
  } finally {
    await server.close()
  }
})
