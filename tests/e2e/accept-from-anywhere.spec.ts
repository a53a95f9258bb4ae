/** Ctrl+Shift+A works before any list was looked at, and what was accepted stands on top, chosen and in view. */
import { expect, signIn, test } from './fixtures'
import { composer, row, rowIds } from './fixtures/desk'

test.use({ company: 'common' })

test('the oldest waiting ticket is accepted by its key in a window that has just opened', async ({
  turno,
}) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await expect(page.getByRole('tab', { name: /Aguardando/ })).toBeVisible()
  for (let time = 0; time < 2; time += 1) {
    const before = page.url()
    // A press before the answer to the one before came belongs to that one, though its ticket is open already.
    await expect(async () => {
      await page.keyboard.press('Control+Shift+A')
      await expect.poll(() => page.url(), { timeout: 2_000 }).not.toBe(before)
    }).toPass()
    await expect(composer(page)).toBeVisible()
    const open = page.locator('[data-row-button][aria-current="true"]')
    await expect(open).toBeInViewport()
    const id = Number(await open.getAttribute('data-row-button'))
    await expect.poll(async () => (await rowIds(page))[0]).toBe(id)
    await expect(row(page, id)).toBeInViewport()
  }
})
