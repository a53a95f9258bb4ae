import { expect, signIn, test } from './fixtures'
import { openFirst } from './fixtures/desk'

test.use({ company: 'common' })

test('a conversation is printed whole, on paper of its own', async ({ turno }) => {
  const page = await turno.page
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await signIn(page, 'ana@demo.turno')
  await openFirst(page, 'Atendendo')
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Mais ações' }).first().click()
  await page.getByRole('menuitem', { name: 'Imprimir conversa' }).click()
  await expect(page.locator('html[data-printed]')).toHaveCount(1)
  const sheet = page.getByTestId('print-sheet')
  await expect(sheet).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(sheet).toBeVisible()
  await expect(sheet).toContainText('Impresso por Ana')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  if (process.env.TURNO_PRINT_SHOT) await page.screenshot({ path: process.env.TURNO_PRINT_SHOT })
  await page.emulateMedia({ media: null })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(sheet).toHaveCount(0)
})
