/** The windows beside the console and the recording bar: what axe finds in both themes, and the keyboard alone. */
import type { Page } from '@playwright/test'
import { expect, signIn, type Turno, test } from './fixtures'
import { composer, openFirst, showList } from './fixtures/desk'
import { findings } from './fixtures/findings'

test.use({ company: 'common' })

const paint = async (page: Page, theme: 'light' | 'dark'): Promise<void> => {
  await page.evaluate(async wanted => void (await window.turno.preferences.set({ theme: wanted })), theme)
}

const themeOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset.theme)

/** Colours glide into each other for a moment; what is judged is where they end. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(one => one instanceof CSSTransition)
        .map(one => one.finished),
    ),
  )

/** Looks at every window in both themes; one choice reaches them all. */
async function bothThemes(turno: Turno, pages: Record<string, Page>): Promise<void> {
  const console = await turno.page
  for (const theme of ['dark', 'light'] as const) {
    await paint(console, theme)
    for (const [name, page] of Object.entries(pages)) {
      await expect.poll(() => themeOf(page), `${name} turns ${theme}`).toBe(theme)
      await settled(page)
      const judged = theme === 'dark' ? 'everything' : 'colours'
      expect(await findings(page, undefined, judged), `${name}, ${theme}`).toEqual([])
    }
  }
}

test('wall and spy window are free of serious findings and work without a mouse', async ({ turno }) => {
  const page = await turno.page
  await signIn(page, 'carla@demo.turno')
  await showList(page, 'Aguardando')
  await page.evaluate(() => window.turno.windows.wall())
  const wall = await turno.window(1)
  const tiles = wall.locator('li[data-ticket-id]')
  await expect(tiles.first().locator('[data-message-id]').first()).toBeVisible()
  // A supervisor looks into tickets of her queues: one without a queue may wait longest.
  const inQueue = tiles.filter({ hasNotText: 'Sem fila' }).first()
  const ticketId = Number(await inQueue.getAttribute('data-ticket-id'))
  await page.evaluate(id => window.turno.windows.spy({ ticketId: id }), ticketId)
  const spy = await turno.window(2)
  await expect(spy.locator('[data-message-id]').first()).toBeVisible()
  await bothThemes(turno, { wall, spy })

  // Pinned with the keyboard: Tab from the tile's name to its pin, Space.
  const name = tiles.first().getByRole('button', { name: /no console$/ })
  await name.focus()
  await wall.keyboard.press('Tab')
  const pin = tiles.first().getByRole('button', { name: /^(Fixar|Soltar)/ })
  await expect(pin).toBeFocused()
  await wall.keyboard.press('Space')
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
  await wall.keyboard.press('Shift+Tab')
  await wall.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)

  // The dialog of the wall takes the keyboard and gives it back. The console came to the front meanwhile.
  await wall.bringToFront()
  const choose = wall.getByRole('button', { name: 'Escolher conversas' })
  await choose.focus()
  await wall.keyboard.press('Enter')
  await expect(wall.getByRole('dialog')).toBeVisible()
  expect(await findings(wall), 'choosing').toEqual([])
  await wall.keyboard.press('Escape')
  await expect(wall.getByRole('dialog')).toHaveCount(0)
  await expect(choose).toBeFocused()
})

test('a popped-out ticket and the recording bar are free of serious findings, and a recording needs no mouse', async ({
  turno,
}) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await openFirst(page, 'Atendendo')
  const uuid = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.evaluate(id => window.turno.windows.popOut({ uuid: id }), uuid)
  const popout = await turno.window(1)
  await expect(composer(popout)).toBeVisible()
  await bothThemes(turno, { popout })

  const bar = popout.getByTestId('recorder-bar')
  await popout.getByRole('button', { name: 'Gravar áudio' }).focus()
  await popout.keyboard.press('Enter')
  await expect(bar).toHaveAttribute('data-phase', 'recording')
  await expect(popout.getByRole('button', { name: /^Parar e ouvir/ })).toBeFocused()
  expect(await findings(popout), 'recording').toEqual([])
  await popout.keyboard.press('Shift+Tab')
  await popout.keyboard.press('Enter')
  await expect(bar).toHaveAttribute('data-phase', 'paused')
  await popout.keyboard.press('Enter')
  await expect(bar).toHaveAttribute('data-phase', 'recording')
  await expect
    .poll(async () => Number((await popout.getByRole('timer').textContent())?.split(':').at(-1)))
    .toBeGreaterThanOrEqual(2)
  await popout.getByRole('button', { name: /^Parar e ouvir/ }).focus()
  await popout.keyboard.press('Enter')
  await expect(popout.getByTestId('voice-draft')).toHaveCount(1)
  await expect(composer(popout)).toBeFocused()
  expect(await findings(popout), 'review').toEqual([])
  await popout.getByRole('button', { name: /^Excluir gravação/ }).focus()
  await popout.keyboard.press('Enter')
  await expect(popout.getByTestId('voice-draft')).toHaveCount(0)
})
