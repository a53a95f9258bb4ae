/** Faults of the console before (docs/earlier-console.md), each by its number: none of them may come back. */
import type { Page } from '@playwright/test'
import { Colleague, expect, signIn, test } from './fixtures'
import {
  bubble,
  bubbles,
  composer,
  openFirst,
  openTicket,
  pressRow,
  row,
  stillRowIds,
  write,
} from './fixtures/desk'

interface Message {
  id: string
  body: string
}

const textsOf = async (colleague: Colleague, ticketId: number): Promise<string[]> => {
  const { messages } = await colleague.must<{ messages: Message[] }>(
    'GET',
    `/messages/${ticketId}?markAsRead=false`,
  )
  return messages.map(message => message.body)
}

const feed = (page: Page) => page.getByTestId('thread-scroll')

test('1 2 3 11: hasty hands reach the right customer, and drafts stay with theirs', async ({ atWork }) => {
  const { wire, workspace, page, id: first } = atWork
  const second = (await stillRowIds(page, 2))[1] as number
  const admin = await Colleague.signIn(workspace.url, 'admin@demo.turno')
  await composer(page).fill('Rascunho do primeiro')

  wire.slow = 700
  await pressRow(page, second)
  await page.keyboard.type('So para o segundo')
  await page.keyboard.press('Enter')
  await expect(row(page, second).locator('[data-row-button]')).toHaveAttribute('aria-current', 'true')
  await expect(row(page, first).locator('[data-row-button]')).not.toHaveAttribute('aria-current', 'true')
  wire.slow = 0
  await expect(bubbles(page).first()).toBeVisible()
  // Either it has left for the second customer, or it stands whole in the second one's composer.
  await expect
    .poll(
      async () =>
        (await bubble(page, 'So para o segundo').count()) === 1 ||
        (await composer(page).inputValue()) === 'So para o segundo',
    )
    .toBe(true)
  expect((await textsOf(admin, first)).filter(text => text.includes('So para o segundo'))).toEqual([])

  await openTicket(page, first)
  await expect(composer(page)).toHaveValue('Rascunho do primeiro')
  await expect(row(page, first).getByText('Rascunho:')).toBeVisible()
})

test('4: a send that fails keeps its words, says why, and goes out on retry', async ({ atWork }) => {
  const { wire, workspace, page, id } = atWork
  const admin = await Colleague.signIn(workspace.url, 'admin@demo.turno')
  wire.meddle = ({ method, path }) =>
    method === 'POST' && path.startsWith('/api/messages/')
      ? { status: 400, body: JSON.stringify({ error: 'ERR_SENDING_WAPP_MSG' }) }
      : null
  await write(page, 'Esta não pode sumir.')
  const own = bubble(page, 'Esta não pode sumir.')
  await expect(own.getByRole('group', { name: 'Mensagem não enviada' })).toBeVisible()
  await expect(own).toContainText(
    'A mensagem não foi enviada. Veja se o WhatsApp está conectado ou fale com um administrador.',
  )
  wire.meddle = () => null
  await own.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(own.getByRole('img', { name: /^(enviada|entregue|lida)$/ })).toBeVisible()
  await expect(own).toHaveCount(1)
  expect((await textsOf(admin, id)).filter(text => text.includes('não pode sumir')).length).toBe(1)
})

test('5 9: a fast scroll up shows every message once, and news below move no reader', async ({ wired }) => {
  const { workspace, page } = wired
  const admin = await Colleague.signIn(workspace.url, 'admin@demo.turno')
  await signIn(page, 'ana@demo.turno')
  const id = await openFirst(page, 'Atendendo')
  for (let i = 0; i < 60; i++) await admin.say(id, `linha ${String(i).padStart(3, '0')}.`)
  await expect(bubble(page, 'linha 059.')).toBeVisible()

  const all = new Set<string>()
  for (let page_ = 1; ; page_++) {
    const { messages, hasMore } = await admin.must<{ messages: Message[]; hasMore: boolean }>(
      'GET',
      `/messages/${id}?markAsRead=false&pageNumber=${page_}`,
    )
    for (const message of messages) all.add(message.id)
    if (!hasMore) break
  }
  // Seen through the eyes of the screen: what was ever drawn.
  await page.evaluate(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    const note = (): void => {
      for (const one of document.querySelectorAll('[data-message-id]'))
        seen.add(one.getAttribute('data-message-id') ?? '')
    }
    note()
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-message-id'],
    })
  })
  const box = await feed(page).boundingBox()
  if (!box) throw new Error('no thread')
  await page.mouse.move(box.x + box.width / 2, box.y + 80)
  const place = () => feed(page).evaluate(scroll => scroll.scrollTop)
  let atTop = 0
  await expect
    .poll(
      async () => {
        atTop = (await place()) < 2 ? atTop + 1 : 0
        // Long at the top with something missing: down again, as a slow machine draws many turns as one and passes over.
        if (atTop % 10 === 9) for (let i = 0; i < 12; i++) await page.mouse.wheel(0, 250)
        else for (let i = 0; i < 6; i++) await page.mouse.wheel(0, -500)
        return page.evaluate(() => (window as unknown as { seen: Set<string> }).seen.size)
      },
      { intervals: [60] },
    )
    .toBeGreaterThanOrEqual(all.size)
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
  expect([...all].filter(id => !seen.includes(id))).toEqual([])

  // A reader in the past stays there, to the pixel, and is told.
  const last = await place()
  await page.mouse.wheel(0, 900)
  await expect.poll(place).not.toBe(last)
  const firstSeen = () =>
    feed(page).evaluate(scroll => {
      const top = scroll.getBoundingClientRect().top
      const one = [...scroll.querySelectorAll('[data-message-id]')].find(
        candidate => candidate.getBoundingClientRect().top >= top,
      )
      return {
        id: one?.getAttribute('data-message-id'),
        at: Math.round(one?.getBoundingClientRect().top ?? 0),
      }
    })
  let before = await firstSeen()
  let same = 0
  await expect
    .poll(
      async () => {
        const was = before
        before = await firstSeen()
        same = JSON.stringify(was) === JSON.stringify(before) ? same + 1 : 0
        return same
      },
      { intervals: [100] },
    )
    .toBeGreaterThan(4)
  await admin.say(id, 'Uma novidade lá embaixo.')
  await expect(row(page, id)).toContainText('Uma novidade lá embaixo.')
  expect(await firstSeen()).toEqual(before)
  await page.getByRole('button', { name: /nova|Ir para o fim/ }).click()
  await expect(bubble(page, 'Uma novidade lá embaixo.')).toBeVisible()
})

test('15: few presses of Tab reach the first row, arrows walk, and every button has a name', async ({
  wired,
}) => {
  const { page } = wired
  await signIn(page, 'ana@demo.turno')
  await openFirst(page, 'Atendendo')
  const unnamed = await page
    .getByRole('button')
    .evaluateAll(all =>
      all
        .filter(
          one =>
            !(one.getAttribute('aria-label') || one.getAttribute('title') || one.textContent?.trim()) &&
            !one.getAttribute('aria-labelledby'),
        )
        .map(one => one.outerHTML.slice(0, 120)),
    )
  expect(unnamed).toEqual([])
  await page.getByRole('tab', { name: 'Abertas' }).focus()
  let presses = 0
  while (!(await page.evaluate(() => document.activeElement?.hasAttribute('data-row-button')))) {
    expect(++presses).toBeLessThan(10)
    await page.keyboard.press('Tab')
  }
  const ids = await stillRowIds(page)
  const focused = () => page.evaluate(() => Number(document.activeElement?.getAttribute('data-row-button')))
  const at = ids.indexOf(await focused())
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe(ids[at + 1])
  await page.keyboard.press('Enter')
  await expect(row(page, ids[at + 1] as number).locator('[data-row-button]')).toHaveAttribute(
    'aria-current',
    'true',
  )
})
