/** The windows beside the console: wall, spy window and popped-out tickets. */
import type { Page } from '@playwright/test'
import { Colleague, expect, findings, findingsInBothThemes, signIn, signOut, test } from './fixtures'
import { bubble, composer, header, openFirst, openTicket, showList, write } from './fixtures/desk'

interface Told {
  id: number
  uuid: string
  unreadMessages: number
}

const tiles = (wall: Page) => wall.locator('li[data-ticket-id]')
const tile = (wall: Page, id: number) => wall.locator(`li[data-ticket-id="${id}"]`)

test('wall, spy window and popped-out tickets, each once, on one session, and without a mouse', async ({
  turno,
}) => {
  test.slow()
  const page = await turno.page
  const windows = async () => (await turno.control.ask('windows')).length
  const boss = await Colleague.signIn(await turno.server(), 'super@demo.turno')
  const unreadOf = async (id: number) => (await boss.must<Told>('GET', `/tickets/${id}`)).unreadMessages

  await test.step('the wall shows the riskiest threads, live, and looking at them reads nothing', async () => {
    await signIn(page, 'carla@demo.turno')
    await showList(page, 'Atendendo')
    const openWall = async (): Promise<void> => {
      await page.locator('[data-pane="list"]').getByRole('button', { name: 'Mais ações' }).first().click()
      await page.getByRole('menuitem', { name: 'Mural de conversas' }).click()
    }
    await openWall()
    const wall = await turno.window(1)
    await expect(tiles(wall)).toHaveCount(9)
    const shown = await tiles(wall).evaluateAll(all =>
      all.map(one => Number(one.getAttribute('data-ticket-id'))),
    )
    for (const id of shown) await expect(tile(wall, id).locator('[data-message-id]').first()).toBeVisible()
    const before = await Promise.all(shown.map(unreadOf))
    expect(before.some(count => count > 0)).toBe(true)
    expect(await findingsInBothThemes(wall)).toEqual([])
    // A choice in one window reaches the others.
    for (const theme of ['dark', 'system'] as const) {
      await page.evaluate(wanted => window.turno.preferences.set({ theme: wanted }), theme)
      await expect(wall.locator('html')).toHaveAttribute('data-theme', theme === 'dark' ? 'dark' : 'light')
    }

    // Pinned with the keyboard: it stays after the answer has taken the risk away.
    const [live = 0] = shown
    await tile(wall, live)
      .getByRole('button', { name: /no console$/ })
      .focus()
    await wall.keyboard.press('Tab')
    const pin = tile(wall, live).getByRole('button', { name: /^(Fixar|Soltar)/ })
    await expect(pin).toBeFocused()
    await wall.keyboard.press('Space')
    await expect(pin).toHaveAttribute('aria-pressed', 'true')
    await boss.say(live, 'Um momento, vou conferir no sistema.')
    await expect(tile(wall, live).getByText('Um momento, vou conferir no sistema.')).toBeVisible()
    const others = shown.filter(id => id !== live)
    expect(await Promise.all(others.map(unreadOf))).toEqual(others.map(id => before[shown.indexOf(id)]))
    await wall.keyboard.press('Shift+Tab')
    await wall.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)

    // One more window is never opened: asking again brings the same one to the front.
    await openWall()
    expect(await windows()).toBe(2)
    await wall.reload()
    await expect(pin).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('a spied ticket of the wall in its own window can neither send nor end the session', async () => {
    const wall = await turno.window(1)
    // A supervisor looks into tickets of her queues: one without a queue may wait longest.
    const spying = tiles(wall)
      .filter({ hasNotText: 'Sem fila' })
      .first()
      .getByRole('button', { name: /em janela própria$/ })
    await spying.click()
    const spy = await turno.window(2)
    await expect(spy.locator('[data-message-id]').first()).toBeVisible()
    await expect(spy.getByText('Só leitura. O cliente e o atendente não percebem.')).toBeVisible()
    await expect(composer(spy)).toHaveCount(0)
    expect(await findings(spy)).toEqual([])
    await spying.click()
    expect(await windows()).toBe(3)
    const verbs = await spy.evaluate(() =>
      Object.entries(window.turno).flatMap(([area, names]) =>
        area === 'on' ? [] : Object.keys(names).map(verb => `${area}.${verb}`),
      ),
    )
    expect(verbs).toContain('feed.position')
    expect(
      verbs.filter(verb => /^(outbox|drafts|recorder|preferences\.set|session\.sign)/.test(verb)),
    ).toEqual([])
  })

  await test.step('a sign-out closes them all, and an agent may not open a wall', async () => {
    await signOut(page)
    await expect.poll(windows).toBe(1)
    await signIn(page, 'ana@demo.turno')
    const answer = await page.evaluate(() => window.turno.windows.wall())
    expect(answer).toMatchObject({ ok: false, code: 'ERR_NO_PERMISSION' })
    expect(await windows()).toBe(1)
  })

  await test.step('a popped-out ticket takes its draft along and works on the same session', async () => {
    const id = await openFirst(page, 'Atendendo')
    await composer(page).fill('Metade da frase')
    await header(page).getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Abrir em janela separada' }).click()
    const popout = await turno.window(1)
    await expect(composer(page)).toHaveCount(0)
    await expect(composer(popout)).toHaveValue('Metade da frase')
    await expect(popout.locator('[data-message-id][tabindex="0"]')).toBeVisible()
    expect(await findings(popout)).toEqual([])
    await write(popout, 'Frase inteira, enviada da outra janela.')
    await expect(bubble(popout, 'Frase inteira, enviada da outra janela.')).toBeVisible()

    // The console shows the same message and no stale draft.
    await turno.control.ask('focusWindow', 1)
    await openTicket(page, id)
    await expect(bubble(page, 'Frase inteira, enviada da outra janela.')).toHaveCount(1)
    await expect(composer(page)).toHaveValue('')

    // Resolving leaves the window with a way out.
    await header(popout).getByRole('button', { name: 'Resolver' }).click()
    await expect(popout.getByText('Esta conversa saiu desta janela')).toBeVisible()
    await popout.getByRole('button', { name: 'Fechar janela' }).click()
    await expect.poll(windows).toBe(1)
  })
})
