/** What an agent sees in the first second: nothing is squeezed afterwards, and no word ends in the middle of a letter. */

import { deferred } from '../support/deferred'
import { expect, signIn, test } from './fixtures'
import { composer, header, openFirst } from './fixtures/desk'

test.use({ company: 'common' })

test('a link keeps the place of the contact panel while its ticket is asked for', async ({ turno }) => {
  const page = await turno.page
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'ana@demo.turno')
  await openFirst(page, 'Aguardando')
  const panel = page.locator('[data-pane="contact"]')
  await expect(panel).toBeVisible()
  const conversation = page.locator('[data-pane="conversation"]')
  const width = (await conversation.boundingBox())?.width
  const { promise: held, resolve: answer } = deferred()
  await page.route('**/api/tickets**', async route => {
    await held
    await route.continue()
  })
  await page.reload()
  await expect(conversation).toBeVisible()
  await expect(panel).toHaveAttribute('aria-busy', 'true')
  expect((await conversation.boundingBox())?.width).toBe(width)
  answer()
  await expect(panel).toHaveAttribute('aria-busy', 'false')
  expect((await conversation.boundingBox())?.width).toBe(width)
})

test('beside the panel the hint of the composer ends in an ellipsis, and the holder keeps the name', async ({
  turno,
}) => {
  const page = await turno.page
  await page.setViewportSize({ width: 1280, height: 720 })
  await signIn(page, 'ana@demo.turno')
  await openFirst(page, 'Atendendo')
  const hint = composer(page).locator('xpath=following-sibling::span')
  await expect(hint).toHaveText(/quick replies|respostas rápidas/)
  expect(await hint.evaluate(one => getComputedStyle(one).textOverflow)).toBe('ellipsis')
  await composer(page).fill('o')
  await expect(hint).toHaveCount(0)
})

test('at twice the size the conversation is whole: every button in the window, and room to write', async ({
  turno,
}) => {
  const page = await turno.page
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'ana@demo.turno')
  await openFirst(page, 'Atendendo')
  // 1,440 by 900 and 1,280 by 820 at 200 % (WCAG 2.2, 1.4.4).
  for (const [width, height] of [
    [720, 450],
    [640, 410],
  ] as const) {
    await page.setViewportSize({ width, height })
    const buttons = header(page)
      .getByRole('button')
      .or(page.getByTestId('composer-send'))
      .filter({ visible: true })
    await expect(buttons.first()).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(width)
    const ends = await buttons.evaluateAll(all => all.map(one => one.getBoundingClientRect().right))
    expect(ends.length).toBeGreaterThan(3)
    expect(Math.max(...ends), `${width} px`).toBeLessThanOrEqual(width)
    expect((await composer(page).boundingBox())?.width, `${width} px`).toBeGreaterThan(400)
  }
})
