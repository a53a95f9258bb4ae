/** What an older server forces on the console is said where it matters, and what it cannot do is not offered. */

import { type CompatServer, startCompatServer } from '../compat/server'
import { type Behind, test as base, expect, signIn, signOut, type Turno, toastSaid, Wire } from './fixtures'
import { header, openFirst, openLists, row, rows, showList, stillRowIds } from './fixtures/desk'

/** A legacy server with all its quirks. */
interface LegacyServer extends Behind {
  server: CompatServer
}

/** The console that the tests of this file share on such a server. */
interface Legacy extends LegacyServer {
  turno: Turno
  /** How often this test read a conversation there, which leaves a trace. */
  reads(): number
}

async function startLegacy(): Promise<LegacyServer> {
  const server = await startCompatServer({ replyAfterMs: 0 })
  const wire = await Wire.start(() => server.url)
  return {
    server,
    wire,
    env: { TURNO_SERVER_URL: wire.url },
    async stop() {
      await wire.stop()
      await server.close()
    },
  }
}

const test = base.extend<{ legacy: Legacy }>({
  legacy: async ({ shared }, use, info) => {
    const { turno, behind } = await shared.behind('legacy', startLegacy)
    const read = () => behind.server.calls.get('GET /messages/:ticketId') ?? 0
    const before = read()
    await use({ ...behind, turno, reads: () => read() - before })
    await turno.report(info)
  },
})

test('an agent, a supervisor and an admin on an older server', async ({ legacy }) => {
  const { server, turno, reads } = legacy
  test.setTimeout(480_000)
  for (const person of server.world.people) person.super = person.profile === 'admin'
  const page = await turno.page
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'ana@demo.turno')
  await test.step('what this server cannot do or refuses is not offered, and what it does with a rating is said', async () => {
    const usual = server.world.settings.userRating ?? 'disabled'
    server.world.settings.userRating = 'enabled'

    // Nobody but an admin changes a person there, oneself included.
    await page.getByRole('button', { name: /Conta/ }).click()
    await page.getByRole('menuitem', { name: 'Perfil' }).click()
    const profile = page.getByRole('dialog', { name: 'Perfil' })
    await expect(profile.getByText('Neste servidor só administradores alteram cadastros.')).toBeVisible()
    await expect(profile.getByRole('textbox')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(profile).toHaveCount(0)

    const id = await openFirst(page, 'Atendendo')
    const last = page.locator('article[data-message-id]').last()
    await last.hover()
    await expect(last.getByRole('button', { name: 'Responder' })).toBeVisible()
    await expect(last.getByRole('button', { name: 'Reagir' })).toHaveCount(0)

    await header(page).getByRole('button', { name: 'Resolver' }).click()
    await toastSaid(page, 'A avaliação foi pedida ao cliente.')
    expect(server.world.ticket(id)?.status).toBe('open')
    server.world.settings.userRating = usual
  })

  await test.step('watching says that reading leaves a trace, and watches live without asking', async () => {
    await signOut(page)
    await signIn(page, 'carla@demo.turno')
    await showList(page, 'Aguardando')
    await expect(rows(page).first()).toBeVisible()
    const [id = 0] = await stillRowIds(page)
    const earlier = reads()
    await row(page, id).hover()
    await row(page, id)
      .getByRole('button', { name: /^Espiar/ })
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Ler esta conversa deixa rastro')).toBeVisible()
    expect(reads()).toBe(earlier)
    await dialog.getByRole('button', { name: 'Acompanhar só ao vivo' }).click()
    await expect(dialog.getByText('Só ao vivo: nada é marcado como lido.')).toBeVisible()

    const ticket = server.world.ticket(id)
    if (!ticket) throw new Error('the listed ticket is unknown to the server')
    server.live.messageCreated(server.world.say(ticket, 'Alguém pode me atender?', false))
    await expect(dialog.locator('article').filter({ hasText: 'Alguém pode me atender?' })).toBeVisible()
    expect(reads()).toBe(earlier)
    expect(ticket.unreadMessages).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('a wall of an older server listens without reading', async () => {
    await signOut(page)
    await signIn(page, 'admin@demo.turno')
    await openLists(page)
    const earlier = reads()
    await showList(page, 'Atendendo')
    await page.locator('[data-pane="list"]').getByRole('button', { name: 'Mais ações da lista' }).click()
    await page.getByRole('menuitem', { name: 'Mural de conversas' }).click()
    const wall = await turno.window(1)
    const tiles = wall.locator('li[data-ticket-id]')
    await expect(tiles).toHaveCount(9)
    const id = Number(await tiles.first().getAttribute('data-ticket-id'))
    const ticket = server.world.ticket(id)
    if (!ticket) throw new Error('the wall shows a ticket the server does not know')
    const unread = ticket.unreadMessages
    // What is said before the wall has joined is heard by nobody, and nothing is read to find it.
    await expect.poll(() => server.live.isFollowed(id)).toBe(true)
    server.live.messageCreated(server.world.say(ticket, 'Ainda estou aqui.', false))
    await expect(wall.locator(`li[data-ticket-id="${id}"]`).getByText('Ainda estou aqui.')).toBeVisible()
    expect(reads()).toBe(earlier)
    expect(ticket.unreadMessages).toBe(unread)
    await wall.close()
  })

  await test.step('every screen of administration opens there, asks for nothing that server lacks, and says what it cannot do', async () => {
    const broken: string[] = []
    let at = ''
    page.on('pageerror', error => broken.push(`${at}: ${error.message}`))
    page.on('response', answer => {
      if (answer.status() >= 400) broken.push(`${at}: ${answer.status()} ${new URL(answer.url()).pathname}`)
    })
    const go = (path: string): Promise<void> =>
      page.evaluate(to => {
        history.pushState({}, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, path)
    await go('/')
    await expect(page.getByRole('heading', { name: /^Olá/ })).toBeVisible()
    broken.length = 0
    const said: Record<string, string> = {}
    for (at of [
      ...['/connections', '/queues', '/queues/new', '/queues/1', '/queues/1/chatbot', '/users', '/schedules'],
      ...['/schedules?view=list', '/audit', '/financeiro', '/subscription', '/settings/company'],
      ...[
        '/settings/logo',
        '/settings/companies',
        '/settings/newCompany',
        '/settings/plans',
        '/settings/helps',
      ],
    ]) {
      await go(at)
      await expect(page.locator('[data-pane="content"], main').first()).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      said[at] = await page.locator('main, [data-pane="content"]').first().innerText()
    }
    for (const person of server.world.people) person.super = false
    expect(broken).toEqual([])
    expect(Object.entries(said).filter(([, text]) => /Não foi possível|ERR_/.test(text))).toEqual([])
  })
})
