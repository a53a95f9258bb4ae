/** A view made in one console: in the side with its count, true while colleagues work, and on the board. */
import { Colleague, expect, signIn, test } from './fixtures'
import { ownView, rowIds } from './fixtures/desk'

test('a view is made, counted in the side while a colleague works, reached by its key and shown on the board', async ({
  turno,
}) => {
  test.slow()
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  const form = await ownView(page, 'Com Ana')
  await expect(form.getByText('Janela de 24 horas')).toBeVisible()
  await form.getByRole('button', { name: 'Adicionar' }).click()
  const entry = page.getByRole('list', { name: 'Visões' }).getByRole('button', { name: /^Com Ana/ })
  await expect(entry).toHaveText(/Com Ana, \d+/)
  const count = async (): Promise<number> => Number(/\d+$/.exec((await entry.textContent()) ?? '')?.[0])
  const before = await count()
  expect(before).toBeGreaterThan(0)
  const [first] = await rowIds(page)

  await test.step('what a colleague gives back leaves list and count', async () => {
    const ana = await Colleague.signIn(await turno.server(), 'admin@demo.turno')
    await ana.must('PUT', `/tickets/${first}`, { status: 'pending', userId: null })
    await expect.poll(count).toBe(before - 1)
    await expect.poll(async () => (await rowIds(page)).includes(Number(first))).toBe(false)
  })

  await test.step('by its key from another screen, and on the board', async () => {
    await page.locator('a[href="/kanban"]').first().click()
    await page.getByRole('combobox', { name: 'Escolher visão' }).click()
    await page.getByTitle('Com Ana').click()
    const cards = page.locator('[data-lane] [data-card]')
    await expect.poll(() => cards.count()).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+6')
    await expect(page.getByRole('tab', { name: 'Visões' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('button', { name: 'Editar a visão Com Ana' })).toBeVisible()
  })
})
