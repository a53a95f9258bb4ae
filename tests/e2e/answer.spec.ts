/** The path everything stands on: sign in, take a waiting customer, answer, be read, and be answered. */
import { expect, signIn, test } from './fixtures'
import { bubble, composer, header, openFirst, pressRow, row, rows, showList, write } from './fixtures/desk'

test('an agent accepts a ticket, answers it, is read and gets an answer', async ({ turno }) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  const id = await openFirst(page, 'Aguardando')
  await expect(composer(page)).toHaveCount(0)
  await header(page).getByRole('button', { name: 'Aceitar' }).click()
  await expect(composer(page)).toBeVisible()
  await expect(page.getByRole('tab', { name: /Atendendo/ })).toHaveAttribute('aria-selected', 'true')
  await expect(row(page, id)).toBeVisible()

  await write(page, 'Bom dia! Já estou olhando o seu pedido.')
  const own = bubble(page, 'Já estou olhando o seu pedido.')
  await expect(own).toHaveCount(1)
  await expect(own.getByRole('img', { name: 'lida' })).toBeVisible({ timeout: 30_000 })

  // The customer's own words stand below the answer, without anything pressed.
  await expect
    .poll(
      () =>
        page
          .locator('article[data-message-id]')
          .evaluateAll(
            all => all.slice(all.findIndex(one => one.textContent?.includes('Já estou olhando')) + 1).length,
          ),
      { timeout: 40_000 },
    )
    .toBeGreaterThan(0)
})

test('a resolved ticket leaves the open list and can be reopened', async ({ turno }) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  const id = await openFirst(page, 'Atendendo')
  await header(page).getByRole('button', { name: 'Finalizar' }).click()
  await expect(row(page, id)).toHaveCount(0)
  await showList(page, 'Resolvidos')
  await expect(row(page, id)).toBeVisible()
  await pressRow(page, id)
  await header(page).getByRole('button', { name: 'Reabrir' }).click()
  await expect(composer(page)).toBeVisible()
  await showList(page, 'Atendendo')
  await expect(row(page, id)).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
})
