/** A supervisor's and an admin's hour: looking on without a trace, filtering by agent, closing all, the dashboard. */
import type { Page } from '@playwright/test'
import { Colleague, expect, fromAccount, signIn, Turno, test, toastSaid } from './fixtures'
import { bubbles, leaveList, offered, row, rowIds, rows, showList, stillRowIds, take } from './fixtures/desk'

/** How often the thread is looked into; integration/server/messages.test.ts does it fifty times. */
const LOOKS = 8

interface Ticket {
  id: number
  unreadMessages: number
  userId: number | null
  queueId: number | null
  waitingSince: string | null
  updatedAt: string
}

/** What a row says, without the clock that runs by itself. */
const said = async (page: Page, id: number): Promise<string> =>
  ((await row(page, id).locator('[data-row-button]').getAttribute('aria-label')) ?? '').replace(
    /(aguardando há [^,]+|\S+ resposta (em até|atrasada há) .*? contados \S+\.), /,
    '',
  )

test('looks into a waiting ticket leave no trace, neither on the server nor on the agent’s screen', async ({
  browser,
  wired,
}, info) => {
  test.skip(wired.turno.host === 'electron', 'two programs in one test need two browser contexts')
  test.setTimeout(300_000)
  const { env, workspace, page: carla } = wired
  const theirs = await browser.newContext({ locale: 'pt-BR' })
  const second = new Turno(theirs)
  try {
    const ana = await second.start({ env })
    await Promise.all([signIn(carla, 'carla@demo.turno'), signIn(ana, 'ana@demo.turno')])
    await Promise.all([showList(carla, 'Aguardando'), showList(ana, 'Aguardando')])
    await Promise.all([expect(rows(carla).first()).toBeVisible(), expect(rows(ana).first()).toBeVisible()])
    const admin = await Colleague.signIn(workspace.url, 'admin@demo.turno')
    const ticketOf = (id: number) => admin.must<Ticket>('GET', `/tickets/${id}`)
    const unreadOf = async (id: number) => {
      const { messages } = await admin.must<{ messages: { id: string; fromMe: boolean; read: boolean }[] }>(
        'GET',
        `/messages/${id}?markAsRead=false`,
      )
      return messages.filter(message => !message.fromMe && !message.read).map(message => message.id)
    }

    // A ticket both see that nobody has read.
    const hers = await stillRowIds(ana)
    let id = 0
    for (const shared of (await stillRowIds(carla)).filter(one => hers.includes(one))) {
      if ((await ticketOf(shared)).unreadMessages > 0) {
        id = shared
        break
      }
    }
    expect(id, 'a waiting ticket with unread messages that both see').toBeGreaterThan(0)
    const before = await ticketOf(id)
    const unread = await unreadOf(id)
    expect(unread.length).toBeGreaterThan(0)
    const [hersBefore, carlasBefore] = [await said(ana, id), await said(carla, id)]
    const orderBefore = await stillRowIds(ana)
    // What waits is counted a moment after the list is there.
    await expect(ana).toHaveTitle(/^\(\d+\) /)
    const titleBefore = await ana.title()

    const dialog = carla.getByRole('dialog')
    for (let look = 0; look < LOOKS; look += 1) {
      await row(carla, id).hover()
      await row(carla, id)
        .getByRole('button', { name: /^Espiar/ })
        .click()
      await expect(dialog.locator('[data-message-id]').first()).toBeVisible()
      await expect(dialog.getByTestId('composer-text')).toHaveCount(0)
      await carla.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
    await leaveList(carla)

    const after = await ticketOf(id)
    expect(after).toMatchObject({
      unreadMessages: before.unreadMessages,
      userId: before.userId,
      waitingSince: before.waitingSince,
      updatedAt: before.updatedAt,
    })
    expect(await unreadOf(id)).toEqual(unread)
    expect(await said(ana, id)).toBe(hersBefore)
    expect(await said(carla, id)).toBe(carlasBefore)
    expect(await rowIds(ana)).toEqual(orderBefore)
    expect(await ana.title()).toBe(titleBefore)
    // Nothing of it is in the agent's thread either.
    await row(ana, id)
      .locator('[data-row-button]')
      .click({ position: { x: 90, y: 16 } })
    await expect(bubbles(ana).first()).toBeVisible()
    await expect(ana.getByText(/Carla/)).toHaveCount(0)
  } finally {
    await second.dispose(info)
    await theirs.close()
  }
})

test('an admin at the figures and the lists', async ({ wired: { workspace, page } }) => {
  test.setTimeout(300_000)
  await signIn(page, 'admin@demo.turno')
  await test.step('an admin begins at the figures, finds an agent’s tickets and resolves a queue after being asked', async () => {
    await expect(page.getByRole('heading', { name: /^Olá/ })).toBeVisible()
    const api = await Colleague.signIn(workspace.url, 'super@demo.turno')

    await page.getByRole('link', { name: 'Atendimentos' }).first().click()
    await showList(page, 'Atendendo')
    // Everybody's tickets are shown from the start; switched off only the own ones are.
    const all = page.getByRole('switch', { name: 'Todos' })
    await expect(all).toHaveAttribute('aria-checked', 'true')
    await expect(rows(page).first()).toBeVisible()
    const everybodys = (await stillRowIds(page)).length
    await all.click()
    const me = await api.must<{ users: { id: number; email: string }[] }>('GET', '/users/?pageNumber=1')
    const own = me.users.find(one => one.email === 'admin@demo.turno')?.id
    await expect(async () => {
      const ids = await stillRowIds(page, 0)
      expect(ids.length).toBeLessThan(everybodys)
      for (const id of ids) expect((await api.must<Ticket>('GET', `/tickets/${id}`)).userId).toBe(own)
    }).toPass()
    await all.click()
    await expect.poll(() => rows(page).count()).toBe(everybodys)

    // By agent.
    const { users } = await api.must<{ users: { id: number; name: string; email: string }[] }>(
      'GET',
      '/users/?pageNumber=1',
    )
    const ana = users.find(one => one.email === 'ana@demo.turno')
    if (!ana) throw new Error('no Ana')
    await showList(page, 'Busca')
    const filter = page.getByRole('combobox', { name: 'Filtrar por atendentes' })
    await take(page, filter, ana.name)
    await page.keyboard.press('Escape')
    await expect(rows(page).first()).toBeVisible()
    await expect(async () => {
      for (const id of (await stillRowIds(page)).slice(0, 8))
        expect((await api.must<Ticket>('GET', `/tickets/${id}`)).userId).toBe(ana.id)
    }).toPass()

    // Close all: of the chosen status and queue alone, and only after the dialog.
    const queues = await api.must<{ id: number; name: string }[]>('GET', '/queue')
    const pendingOf = async (queueId: number) =>
      (
        await api.must<{ count: number }>(
          'GET',
          `/tickets?status=pending&showAll=true&queueIds=[${queueId}]&groups=false&pageNumber=1`,
        )
      ).count
    const counts = await Promise.all(queues.map(queue => pendingOf(queue.id)))
    const at = counts.findIndex(count => count > 0)
    const queue = queues[at]
    if (!queue) throw new Error('nobody waits')
    await showList(page, 'Aguardando')
    const menu = page.locator('[data-pane="list"]').getByRole('button', { name: 'Mais ações da lista' })
    const dialog = page.getByRole('dialog', { name: 'Resolver todos os tickets?' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Resolver todos' }).click()
    await dialog.getByRole('button', { name: /^Resolver (todos|\d+)/ }).click()
    await expect(dialog.getByText('Escolha pelo menos uma fila')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    expect(await pendingOf(queue.id)).toBe(counts[at])

    const closeQueue = async () => {
      await menu.click()
      await page.getByRole('menuitem', { name: 'Resolver todos' }).click()
      await dialog.getByRole('radio', { name: 'Aguardando' }).check()
      const chosen = dialog.getByRole('combobox')
      await chosen.click()
      // The list may still be turning to what was typed when Enter comes; what was taken stands in the field.
      await expect(async () => {
        await chosen.fill(queue.name)
        await expect(offered(page, queue.name)).toBeVisible({ timeout: 5_000 })
        await chosen.press('Enter')
        await expect(dialog.getByTitle(queue.name, { exact: true }).first()).toBeVisible({ timeout: 5_000 })
      }).toPass()
      await dialog.getByText('Todos os tickets da situação').click()
      await dialog.getByRole('button', { name: /^Resolver (todos|\d+)/ }).click()
    }
    await closeQueue()
    const toast = await toastSaid(page, /tickets? (?:foi resolvido|foram resolvidos)/)
    const closed = Number(/\d+/.exec(toast)?.[0])
    expect(closed).toBeGreaterThan(0)
    await expect(dialog).toHaveCount(0)
    // As many waiting tickets fewer as the toast says, and not a queue more than chosen.
    const left = await Promise.all(queues.map(other => pendingOf(other.id)))
    const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
    expect(sum(counts) - sum(left)).toBe(closed)
    expect(left.filter((count, index) => count !== counts[index])).toHaveLength(1)
    // A second time there is nothing to close, which is said and not passed off as success.
    await closeQueue()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
  })

  await test.step('list tabs and buttons never overlap, in any language and at any width of the list', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    const list = page.locator('[data-pane="list"]')
    await showList(page, 'Atendendo')
    for (const language of ['English', 'Español', 'Português']) {
      await fromAccount(page, /^(Idioma|Language)/)
      await page.getByRole('menuitem', { name: language }).click()
      for (const width of [340, 260]) {
        await list.evaluate((element, px) => {
          element.style.width = `${px}px`
        }, width)
        const overlaps = await list.evaluate(element => {
          const controls = [...element.querySelectorAll('[role=tab], [role=switch], button')].filter(
            one => !one.closest('[data-ticket-id]') && one.getClientRects().length > 0,
          )
          const boxes = controls.map(one => ({
            name: one.getAttribute('aria-label') ?? one.textContent ?? '',
            box: one.getBoundingClientRect(),
          }))
          const edge = element.getBoundingClientRect().right
          const found: string[] = []
          for (const [index, a] of boxes.entries()) {
            if (a.box.right > edge + 1) found.push(`${a.name} leaves the list`)
            for (const b of boxes.slice(index + 1)) {
              const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
              const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
              if (wide > 1 && high > 1) found.push(`${a.name} × ${b.name}`)
            }
          }
          return found
        })
        expect(overlaps, `${language} at ${width}`).toEqual([])
      }
    }
  })
})
