/** What the top bar tells: unread tickets, announcements, internal chats. */
import { Colleague, expect, findings, fromAccount, signIn, test } from './fixtures'
import { bubbles, openLists, rows } from './fixtures/desk'

test('the top bar tells of chats, tickets and announcements, and leads to them', async ({ turno }) => {
  test.slow()
  let page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await test.step('internal chats count what I have not read, live, and mark the menu', async () => {
    const chats = page.getByRole('button', { name: /^Chat interno/ })
    await expect(chats).toHaveAccessibleName('Chat interno: 1 mensagem não lida')
    await expect(page.getByRole('link', { name: /^Chat interno.*há mensagens não lidas/ })).toBeVisible()

    const bruno = await Colleague.signIn(await turno.server(), 'bruno@demo.turno')
    const { records } = await bruno.must<{ records: { id: number; title: string }[] }>('GET', '/chats')
    const team = records.find(chat => chat.title === 'Equipe de atendimento')
    await bruno.must('POST', `/chats/${team?.id}/messages`, {
      message: '<b>Alguém</b> pode ajudar?\nObrigado',
    })
    await expect(chats).toHaveAccessibleName('Chat interno: 2 mensagens não lidas')

    await chats.click()
    const panel = page.getByRole('dialog', { name: 'Chat interno' })
    const first = panel.locator('[data-popover-item]').first()
    await expect(first).toContainText('Equipe de atendimento')
    await expect(first).toContainText('<b>Alguém</b> pode ajudar? Obrigado')
    expect(await findings(page)).toEqual([])
    await first.click()
    await expect(page).toHaveURL(/\/chats\/[\w-]{36}$/)
  })

  await test.step('notifications tell of my unread tickets and of those waiting, live, and open them', async () => {
    await openLists(page)
    await expect(rows(page).first()).toBeVisible()
    const bell = page.getByRole('button', { name: /^Notificações/ })
    await expect(bell).toHaveAccessibleName(/[1-9]\d* tickets? não lidos?/)
    const count = async (): Promise<number> =>
      Number((await bell.getAttribute('aria-label'))?.match(/\d+/)?.[0] ?? 0)

    await bell.click()
    const panel = page.getByRole('dialog', { name: 'Notificações' })
    const waiting = panel.getByRole('region', { name: 'Aguardando' }).locator('[data-popover-item]')
    const mine = panel.getByRole('region', { name: 'Meus tickets' }).locator('[data-popover-item]')
    await expect(waiting.first()).toBeVisible()
    const id = Number(await waiting.first().getAttribute('data-popover-item'))

    // Handed to me by somebody else: it changes its group under my eyes.
    const admin = await Colleague.signIn(await turno.server(), 'admin@demo.turno')
    const me = await admin.must<{ id: number; email: string }[]>('GET', '/users/list')
    const ana = me.find(user => user.email === 'ana@demo.turno')
    await admin.must('PUT', `/tickets/${id}`, { status: 'open', userId: ana?.id })
    await expect(
      panel.locator(`section[aria-label="Meus tickets"] [data-popover-item="${id}"]`),
    ).toBeVisible()
    await expect(panel.locator(`section[aria-label="Aguardando"] [data-popover-item="${id}"]`)).toHaveCount(0)

    // Opened with the keyboard alone; reading it takes it out of the list.
    const before = await count()
    expect(before).toBeGreaterThan(1)
    await page.keyboard.press('ArrowDown')
    await expect(mine.first()).toBeFocused()
    const opened = Number(await mine.first().getAttribute('data-popover-item'))
    await page.keyboard.press('Enter')
    await expect(panel).toHaveCount(0)
    await expect(page).toHaveURL(/\/tickets\/[\w-]{36}$/)
    await expect(bubbles(page).first()).toBeVisible()
    await expect(page.locator(`[data-ticket-id="${opened}"] [data-row-button]`)).toHaveAttribute(
      'aria-current',
      'true',
    )
    await expect.poll(count).toBeLessThan(before)

    await bell.click()
    await expect(panel).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(bell).toBeFocused()

    await page.setViewportSize({ width: 390, height: 844 })
    await bell.click()
    await expect(panel).toBeVisible()
    await expect
      .poll(() =>
        panel.evaluate(box => [
          box.getBoundingClientRect().left >= 0,
          box.getBoundingClientRect().right <= innerWidth,
        ]),
      )
      .toEqual([true, true])
  })

  await test.step('announcements stand by priority and date, open in full, and are news once', async () => {
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(page.getByRole('button', { name: 'Informativos: há novidades' })).toBeVisible()
    await page.getByRole('button', { name: /^Informativos/ }).click()
    const panel = page.getByRole('dialog', { name: 'Informativos' })
    await expect(panel.locator('[data-popover-item]')).toHaveCount(3)
    for (const [at, priority] of ['Alta', 'Média', 'Baixa'].entries()) {
      const mark = panel.locator('[data-popover-item]').nth(at).getByRole('img')
      await expect(mark).toHaveAccessibleName(`Prioridade ${priority}`)
    }
    await panel.getByText('Transportadora em greve').click()
    const detail = page.getByRole('dialog', { name: 'Transportadora em greve' })
    await expect(detail.getByText('o reembolso do frete está autorizado')).toBeVisible()
    await expect(detail.locator('strong')).toHaveText('3 dias úteis')
    await page.keyboard.press('Escape')
    await expect(detail).toHaveCount(0)

    // What was seen stands in the account menu.
    page = await turno.restart()
    await expect(rows(page).first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Informativos/ })).toHaveCount(0)
    await fromAccount(page, 'Informativos')
    const again = page.getByRole('dialog', { name: 'Informativos' })
    await expect(again.locator('[data-popover-item]')).toHaveCount(3)
    await expect(again.getByText('Novo', { exact: true })).toHaveCount(0)
  })
})

test('the side menu keeps what was pinned and folded, and rows the height that was chosen', async ({
  turno,
}) => {
  let page = await turno.page
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'admin@demo.turno')
  const menu = () => page.getByRole('navigation', { name: 'Navegação principal' })
  const pins = () => menu().getByRole('region', { name: 'Fixados' }).getByRole('link')
  await menu().getByRole('link', { name: 'Contatos', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Fixar no topo do menu' }).click()
  await expect(pins()).toHaveText(['Contatos'])
  await menu().getByRole('button', { name: 'Campanhas' }).click()
  await expect(menu().getByRole('link', { name: 'Listas de contatos' })).toHaveCount(0)
  expect(await findings(page)).toEqual([])

  page = await turno.restart()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(pins()).toHaveText(['Contatos'])
  await expect(menu().getByRole('button', { name: 'Campanhas' })).toHaveAttribute('aria-expanded', 'false')

  await menu().getByRole('link', { name: 'Atendimentos' }).click()
  await openLists(page)
  const height = () =>
    rows(page)
      .first()
      .evaluate(row => row.getBoundingClientRect().height)
  for (const [name, px] of [
    ['Compacta', 48],
    ['Espaçosa', 88],
    ['Normal', 68],
  ] as const) {
    await fromAccount(page, 'Altura das linhas')
    await page.getByRole('menu').last().getByRole('menuitem', { name }).click()
    await expect.poll(height).toBe(px)
  }
})
