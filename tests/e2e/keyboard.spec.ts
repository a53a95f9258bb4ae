/** A ticket's whole life without a mouse. */
import { expect, signIn, test } from './fixtures'
import { bubble, composer, row } from './fixtures/desk'

test.use({ company: 'common' })

test('sign in, accept, answer, quote, resolve and find again with keys alone', async ({ turno }) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await expect(page.locator('[data-ticket-id]').first()).toBeVisible({ timeout: 40_000 })
  await page.keyboard.press('Control+2')
  await expect(page.getByRole('tab', { name: /Aguardando/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('[data-ticket-id]').first()).toBeVisible()
  await page.keyboard.press('Control+Shift+A')
  await expect(composer(page)).toBeFocused()
  await expect(page.getByRole('tab', { name: /Atendendo/ })).toHaveAttribute('aria-selected', 'true')
  const current = page.locator('[data-ticket-id]:has([aria-current="true"])')
  const id = Number(await current.getAttribute('data-ticket-id'))

  // Quick answers: "/" opens, arrows choose, Enter inserts without sending.
  await page.keyboard.type('/ol')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(composer(page)).toHaveValue(/Como posso ajudar/)
  await page.keyboard.type(' Aguardo.')
  await page.keyboard.press('Enter')
  await expect(composer(page)).toHaveValue('')
  await expect(bubble(page, 'Aguardo.')).toHaveCount(1)

  // Shift+Enter breaks the line; Enter sends both.
  await page.keyboard.type('Linha um')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('linha dois')
  await expect(composer(page)).toHaveValue('Linha um\nlinha dois')
  await page.keyboard.press('Enter')
  await expect(bubble(page, 'linha dois')).toHaveCount(1)

  await page.keyboard.press('Control+Shift+E')
  await expect(row(page, id)).toHaveCount(0)
  await page.keyboard.press('Control+4')
  await expect(page.getByRole('tab', { name: 'Resolvidos' })).toHaveAttribute('aria-selected', 'true')
  await expect(row(page, id)).toBeVisible()

  // The palette goes anywhere, the overview tells the keys, Escape leads back.
  await page.keyboard.press('Control+/')
  await expect(page.getByRole('dialog', { name: 'Teclas de atalho' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
