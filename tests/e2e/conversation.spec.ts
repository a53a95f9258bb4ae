/** A conversation that is drawn before it is opened. */
import type { Locator, Page } from '@playwright/test'
import { Colleague, expect, signIn, test } from './fixtures'
import { bubble, bubbles, composer, openTicket, row, showList, stillRowIds } from './fixtures/desk'

const act = async (page: Page, one: Locator, action: string): Promise<void> => {
  await one.click({ button: 'right' })
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('a conversation drawn ahead of the click is the one of the moment it is opened', async ({ turno }) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await showList(page, 'Atendendo')
  const [first, second] = (await stillRowIds(page, 2)) as [number, number]
  const admin = await Colleague.signIn(await turno.server(), 'admin@demo.turno')
  await openTicket(page, first)
  const seen = await bubbles(page).last().getAttribute('data-message-id')
  await openTicket(page, second)

  // The hand rests on the row long enough for its conversation to be drawn and laid out; nobody can tell yet.
  await row(page, first).hover()
  // Read at once, and again until it stands: a message that comes in meanwhile draws it anew.
  const ahead = (): Promise<{ laidOut: boolean; seen: boolean; inTheWay: boolean } | null> =>
    page.evaluate(id => {
      const found = document.querySelector(`[inert] [data-message-id="${id}"]`)
      if (!found) return null
      const { x, y, height } = found.getBoundingClientRect()
      return {
        laidOut: height > 0,
        seen: found.checkVisibility({ opacityProperty: true }),
        inTheWay: Boolean(document.elementFromPoint(x + 8, y + 8)?.closest('[inert]')),
      }
    }, seen)
  await expect.poll(ahead).toEqual({ laidOut: true, seen: false, inTheWay: false })
  await expect(page.getByRole('feed')).toHaveCount(1)
  await expect(composer(page)).toHaveCount(1)
  await admin.say(first, 'Escrevi enquanto a mão repousava')
  await expect(row(page, first)).toContainText(/Escrevi enquanto a mão repousava/)

  await openTicket(page, first)
  // The customer may have answered meanwhile.
  const said = bubble(page, 'Escrevi enquanto a mão repousava')
  await expect(said).toBeInViewport()
  await expect(bubbles(page).last()).toBeInViewport()
  await expect(page.getByRole('button', { name: /Ir para o fim|nova/i })).toHaveCount(0)
  await expect(composer(page)).toBeFocused()

  // Left by a key while the hand still rests on its row, it is found as new: nothing of what was begun in it stays.
  await act(page, said, 'Selecionar')
  const selection = page.getByRole('checkbox', { name: /^Selecionar mensagem/ })
  await expect(selection.first()).toBeVisible()
  await row(page, first).hover()
  await page.waitForTimeout(400)
  await page.keyboard.press('Alt+ArrowDown')
  await expect(row(page, first).locator('[aria-current]')).toHaveCount(0)
  await openTicket(page, first)
  await expect(said).toBeInViewport()
  await expect(selection).toHaveCount(0)
})
