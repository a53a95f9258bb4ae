/** What an older server forces on the console is said where it matters, and what it cannot do is not offered. */
import { startCompatServer } from '../compat/server'
import { expect, signIn, test } from './fixtures'
import { header, openFirst, openLists, row, rows, showList, stillRowIds } from './fixtures/desk'

test('watching says that reading leaves a trace, and watches live without asking', async ({
  installation,
}) => {
  const server = await startCompatServer({ replyAfterMs: 0 })
  try {
    const page = await installation.start({ env: { TURNO_SERVER_URL: server.url } })
    await signIn(page, 'carla@demo.turno')
    await showList(page, 'Aguardando')
    await expect(rows(page).first()).toBeVisible()
    const [id = 0] = await stillRowIds(page)
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
    const first = page.locator('article[data-message-id]').last()
    await first.hover()
    await expect(first.getByRole('button', { name: 'Responder' })).toBeVisible()
    await expect(first.getByRole('button', { name: 'Reagir' })).toHaveCount(0)
  } finally {
    await server.close()
  }
})

test('closing all goes one by one, and says how far it is', async ({ installation }) => {
  const server = await startCompatServer({ replyAfterMs: 0, faults: { latencyMs: 60 } })
  try {
    const page = await installation.start({ env: { TURNO_SERVER_URL: server.url } })
    await signIn(page, 'admin@demo.turno')
    await openLists(page)
    await showList(page, 'Aguardando')
    await expect(rows(page).first()).toBeVisible()
    const waiting = () => server.world.tickets.filter(t => t.status === 'pending' && t.queueId === 1)
    const [all, elsewhere] = [
      waiting().length,
      server.world.tickets.filter(t => t.status === 'pending').length,
    ]
    await page.locator('[data-pane="list"]').getByRole('button', { name: 'Mais ações da lista' }).click()
    await page.getByRole('menuitem', { name: 'Fechar todos' }).click()
    const dialog = page.getByRole('dialog', { name: 'Fechar todos os tickets?' })
    await expect(dialog.getByText('manda a cada cliente a mensagem de encerramento')).toBeVisible()
    await dialog.getByRole('radio', { name: 'Aguardando' }).check()
    const queues = dialog.getByRole('combobox')
    await queues.click()
    await queues.fill('Suporte')
    await queues.press('Enter')
    await dialog.getByText('Todos os tickets da situação').click()
    await page.evaluate(() => {
      const said: string[] = []
      Object.assign(window, { said })
      new MutationObserver(() => {
        const text = document.querySelector('[role="dialog"] [role="status"]')?.textContent
        if (text && said.at(-1) !== text) said.push(text)
      }).observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    await dialog.getByRole('button', { name: 'Fechar todos' }).click()
    await expect(page.getByText(`${all} tickets foram fechados`)).toBeVisible()
    expect(waiting()).toEqual([])
    expect(server.world.tickets.filter(t => t.status === 'pending')).toHaveLength(elsewhere - all)
    expect(server.calls.get('POST /tickets/closeAll') ?? 0).toBe(0)
    const said = await page.evaluate(() => (window as unknown as { said: string[] }).said)
    expect(said.filter(text => text.startsWith('Fechando'))).toEqual(
      Array.from({ length: all }, (_, at) => `Fechando ${at} de ${all}`),
    )
  } finally {
    await server.close()
  }
})

test('what this server refuses is not offered, and what it does with a rating is said', async ({
  installation,
}) => {
  const server = await startCompatServer({ replyAfterMs: 0 })
  server.world.settings.userRating = 'enabled'
  try {
    const page = await installation.start({ env: { TURNO_SERVER_URL: server.url } })
    await signIn(page, 'ana@demo.turno')

    // Nobody but an admin changes a person there, oneself included.
    await page.getByRole('button', { name: /Conta/ }).click()
    await page.getByRole('menuitem', { name: 'Perfil' }).click()
    const profile = page.getByRole('dialog', { name: 'Perfil' })
    await expect(profile.getByText('Neste servidor só administradores alteram cadastros.')).toBeVisible()
    await expect(profile.getByRole('textbox')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(profile).toHaveCount(0)

    const id = await openFirst(page, 'Atendendo')
    await header(page).getByRole('button', { name: 'Finalizar' }).click()
    await expect(page.getByText('A avaliação foi pedida ao cliente.')).toBeVisible()
    expect(server.world.ticket(id)?.status).toBe('open')
  } finally {
    await server.close()
  }
})

test('a wall of an older server listens without reading', async ({ installation }) => {
  const server = await startCompatServer({ replyAfterMs: 0 })
  try {
    const page = await installation.start({ env: { TURNO_SERVER_URL: server.url } })
    await signIn(page, 'admin@demo.turno')
    await openLists(page)
    await showList(page, 'Atendendo')
    await page.locator('[data-pane="list"]').getByRole('button', { name: 'Mais ações da lista' }).click()
    await page.getByRole('menuitem', { name: 'Mural de conversas' }).click()
    const wall = await installation.window(1)
    const tiles = wall.locator('li[data-ticket-id]')
    await expect(tiles).toHaveCount(9)
    const id = Number(await tiles.first().getAttribute('data-ticket-id'))
    const ticket = server.world.ticket(id)
    if (!ticket) throw new Error('the wall shows a ticket the server does not know')
    const unread = ticket.unreadMessages
    server.live.messageCreated(server.world.say(ticket, 'Ainda estou aqui.', false))
    await expect(wall.locator(`li[data-ticket-id="${id}"]`).getByText('Ainda estou aqui.')).toBeVisible()
    expect(server.calls.get('GET /messages/:ticketId') ?? 0).toBe(0)
    expect(ticket.unreadMessages).toBe(unread)
  } finally {
    await server.close()
  }
})
