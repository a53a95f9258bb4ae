/** The second monitor: wall, spy window, whispers and popped-out tickets. */
import type { Page } from '@playwright/test'
import { Colleague, expect, signIn, type Turno, test } from './fixtures'
import { bubble, composer, header, openFirst, openTicket, showList, write } from './fixtures/desk'

interface Told {
  id: number
  uuid: string
  status: string
  unreadMessages: number
}

const tiles = (wall: Page) => wall.locator('li[data-ticket-id]')
const idsOf = (wall: Page): Promise<number[]> =>
  tiles(wall).evaluateAll(all => all.map(one => Number(one.getAttribute('data-ticket-id'))))

/** Opens the wall from the menu of the ticket lists. */
async function openWall(turno: Turno, page: Page): Promise<Page> {
  await page.locator('a[href="/tickets"]').first().click()
  await showList(page, 'Atendendo')
  await page.locator('[data-pane="list"]').getByRole('button', { name: 'Mais ações' }).first().click()
  await page.getByRole('menuitem', { name: 'Mural de conversas' }).click()
  return turno.window(1)
}

const unreadOf = async (who: Colleague, ids: readonly number[]): Promise<Record<number, number>> => {
  const told = await Promise.all(ids.map(id => who.must<Told>('GET', `/tickets/${id}`)))
  return Object.fromEntries(told.map(ticket => [ticket.id, ticket.unreadMessages]))
}

const readFlags = async (who: Colleague, id: number): Promise<string[]> => {
  const { messages } = await who.must<{ messages: { id: string; read: boolean; ack: number }[] }>(
    'GET',
    `/messages/${id}?markAsRead=false`,
  )
  return messages.map(message => `${message.id} ${message.read}`)
}

test('the wall shows the riskiest threads, live, and looking at them reads nothing', async ({ turno }) => {
  const page = await turno.page
  await signIn(page, 'admin@demo.turno')
  const wall = await openWall(turno, page)
  await expect(tiles(wall)).toHaveCount(9)
  await expect(tiles(wall).locator('[data-message-id]').first()).toBeVisible()
  await wall.getByLabel('Conversas', { exact: true }).selectOption('4')
  await expect(tiles(wall)).toHaveCount(4)
  await wall.getByLabel('Conversas', { exact: true }).selectOption('9')
  await expect(tiles(wall)).toHaveCount(9)
  const shown = await idsOf(wall)
  for (const id of shown)
    await expect(wall.locator(`li[data-ticket-id="${id}"] [data-message-id]`).first()).toBeVisible()

  // The customers who wait longest stand first, in the order of their waiting.
  const boss = await Colleague.signIn(await turno.server(), 'super@demo.turno')
  const open = await Promise.all(
    shown.map(id => boss.must<Told & { waitingSince: string | null }>('GET', `/tickets/${id}`)),
  )
  const since = open.flatMap(ticket => ticket.waitingSince ?? [])
  expect(since.length).toBeGreaterThan(0)
  expect(since).toEqual([...since].sort())

  const before = await unreadOf(boss, shown)
  expect(Object.values(before).some(count => count > 0)).toBe(true)
  const flags = await Promise.all(shown.map(id => readFlags(boss, id)))

  // Words of a colleague appear in the tile without anything pressed.
  const bruno = await Colleague.signIn(await turno.server(), 'bruno@demo.turno')
  const held = await bruno.tickets('status=open')
  const live = held.find(ticket => shown.includes(ticket.id)) ?? held[0]
  if (!live) throw new Error('Bruno has no open ticket')
  if (shown.includes(live.id)) {
    // Pinned, it stays after the answer has taken the risk away.
    await wall
      .locator(`li[data-ticket-id="${live.id}"]`)
      .getByRole('button', { name: /^Fixar/ })
      .click()
  } else {
    await wall.getByRole('button', { name: 'Escolher conversas' }).click()
    const rows = wall.getByRole('dialog').getByRole('checkbox')
    await expect(rows.first()).toBeVisible()
    await wall.getByRole('dialog').getByRole('textbox').fill(`#${live.id}`)
    await rows.first().check()
    await wall.getByRole('button', { name: 'Mostrar no mural' }).click()
    await expect(tiles(wall)).toHaveCount(1)
  }
  await bruno.say(live.id, 'Um momento, vou conferir no sistema.')
  const tile = wall.locator(`li[data-ticket-id="${live.id}"]`)
  await expect(tile.getByText('Um momento, vou conferir no sistema.')).toBeVisible()

  // Nothing was read by looking: badges and flags of every other ticket are as they were.
  const others = shown.filter(id => id !== live.id)
  const after = await unreadOf(boss, others)
  for (const id of others) expect(after[id]).toBe(before[id])
  const still = await Promise.all(others.map(id => readFlags(boss, id)))
  expect(still).toEqual(others.map(id => flags[shown.indexOf(id)]))

  // A click on a tile shows the ticket in the console.
  const told = await boss.must<Told>('GET', `/tickets/${live.id}`)
  await tile.getByRole('button', { name: /no console$/ }).click()
  await expect(page).toHaveURL(new RegExp(`/tickets/${told.uuid}$`))
})

test('walls of one’s own, and windows of an agent', async ({ turno }) => {
  test.setTimeout(300_000)
  const page = await turno.page
  await test.step('threads chosen by hand stay on the wall, and the choice is kept', async () => {
    await signIn(page, 'carla@demo.turno')
    const wall = await openWall(turno, page)
    await wall.getByRole('button', { name: 'Escolher conversas' }).click()
    const boxes = wall.getByRole('dialog').getByRole('checkbox')
    for (const at of [2, 0, 4]) await boxes.nth(at).check()
    await expect(wall.getByText('3 de 9 escolhidas')).toBeVisible()
    await wall.getByRole('button', { name: 'Mostrar no mural' }).click()
    await expect(tiles(wall)).toHaveCount(3)
    const chosen = await idsOf(wall)

    // One more window is never opened: asking again brings the same one to the front.
    await page.locator('[data-pane="list"]').getByRole('button', { name: 'Mais ações' }).first().click()
    await page.getByRole('menuitem', { name: 'Mural de conversas' }).click()
    expect(await turno.control.ask('windows')).toHaveLength(2)

    await wall.reload()
    await expect(tiles(wall)).toHaveCount(3)
    expect(await idsOf(wall)).toEqual(chosen)
    await tiles(wall)
      .first()
      .getByRole('button', { name: /^Soltar/ })
      .click()
    await expect(tiles(wall)).toHaveCount(2)

    // A spied ticket of the wall in its own window; again no duplicates.
    const first = tiles(wall)
      .first()
      .getByRole('button', { name: /em janela própria$/ })
    await first.click()
    const spy = await turno.window(2)
    await expect(spy.locator('[data-message-id]').first()).toBeVisible()
    await expect(spy.getByText('Só leitura. O cliente e o atendente não percebem.')).toBeVisible()
    await expect(composer(spy)).toHaveCount(0)
    await first.click()
    expect(await turno.control.ask('windows')).toHaveLength(3)

    // Its bridge can neither send nor end the session.
    const verbs = await spy.evaluate(() =>
      Object.entries(window.turno).flatMap(([area, names]) =>
        area === 'on' ? [] : Object.keys(names).map(verb => `${area}.${verb}`),
      ),
    )
    expect(verbs).toContain('feed.position')
    expect(
      verbs.filter(verb => /^(outbox|drafts|recorder|preferences\.set|session\.sign)/.test(verb)),
    ).toEqual([])

    // Sign-out closes them all, the console stays.
    await page.evaluate(() => window.turno.session.signOut())
    await expect.poll(async () => (await turno.control.ask('windows')).length).toBe(1)
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  })

  await signIn(page, 'ana@demo.turno')

  await test.step('an agent has no wall and may not open one', async () => {
    await showList(page, 'Atendendo')
    await expect(page.locator('[data-pane="list"]').getByRole('button', { name: 'Mais ações' })).toHaveCount(
      0,
    )
    const answer = await page.evaluate(() => window.turno.windows.wall())
    expect(answer).toMatchObject({ ok: false, code: 'ERR_NO_PERMISSION' })
    expect(await turno.control.ask('windows')).toHaveLength(1)
  })

  await test.step('a popped-out ticket takes its draft along and works on the same session', async () => {
    const id = await openFirst(page, 'Atendendo')
    await composer(page).fill('Metade da frase')
    await header(page).getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Abrir em janela separada' }).click()
    const popout = await turno.window(1)
    await expect(composer(page)).toHaveCount(0)
    await expect(composer(popout)).toHaveValue('Metade da frase')
    await write(popout, 'Frase inteira, enviada da outra janela.')
    await expect(bubble(popout, 'Frase inteira, enviada da outra janela.')).toBeVisible()

    // The console shows the same message and no stale draft.
    await turno.control.ask('focusWindow', 1)
    await openTicket(page, id)
    await expect(bubble(page, 'Frase inteira, enviada da outra janela.')).toHaveCount(1)
    await expect(composer(page)).toHaveValue('')

    // Resolving leaves the window with its undo and a way out.
    await header(popout).getByRole('button', { name: 'Resolver' }).click()
    await expect(popout.getByText('Esta conversa saiu desta janela')).toBeVisible()
    await popout.getByRole('button', { name: 'Fechar janela' }).click()
    await expect.poll(async () => (await turno.control.ask('windows')).length).toBe(1)
  })
})

test('the live floor shows queues, people and the last hour; an alarm is set, raised and noted', async ({
  turno,
}) => {
  const page = await turno.page
  await signIn(page, 'admin@demo.turno')
  const wall = await openWall(turno, page)
  await expect(tiles(wall).first()).toBeVisible()
  await wall.keyboard.press('2')
  const queue = wall.locator('tr[data-queue]').filter({ hasText: 'Vendas' })
  await expect(queue).toBeVisible()
  await expect(wall.locator('li[data-user]').filter({ hasText: 'Ana Martins' })).toContainText('desde')
  await expect(wall.getByText(/Chegadas: .*Respostas: /)).toHaveCount(12)

  await wall.getByRole('button', { name: 'Alarmes' }).click()
  await wall.getByRole('button', { name: 'Adicionar alarme' }).click()
  await wall.getByLabel('Limite').fill('1')
  await wall.getByRole('button', { name: 'Salvar' }).click()
  await expect(wall.getByRole('dialog')).toHaveCount(0)
  const alarm = wall.getByRole('alert').filter({ hasText: 'aguardando (limite 1)' })
  await expect(alarm).toBeVisible()
  // It stands above the threads as well, until somebody has taken note.
  await wall.keyboard.press('1')
  await expect(queue).toHaveCount(0)
  await expect(alarm).toBeVisible()
  // The system tells of it once, and its notice leads to the floor.
  const notices = async () =>
    (await turno.control.ask('notifications')).filter(({ id }) => id?.startsWith('turno-alarm:'))
  await expect.poll(async () => (await notices()).length).toBe(1)
  await turno.control.ask('clickNotification', Number((await notices())[0]?.number))
  await expect(queue).toBeVisible()
  await wall.keyboard.press('1')
  await wall.keyboard.press('a')
  await expect(alarm).toHaveCount(0)
  await wall.keyboard.press('2')
  await expect(alarm).toBeVisible()
  await expect(wall.getByRole('button', { name: 'Ciente' })).toHaveCount(0)
})
