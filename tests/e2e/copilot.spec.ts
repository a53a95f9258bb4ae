/** The copilot of the demo, by its keys, in a real window: what is typed comes back by undo, and nothing leaves by itself; summaries. */
import { expect, findingsInBothThemes, signIn, test } from './fixtures'
import { composer, openFirst } from './fixtures/desk'

test('a suggestion is taken by keys, undone, and sent by a press alone; a summary leads to its messages', async ({
  turno,
}) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await openFirst(page, 'Atendendo')
  await page.getByRole('button', { name: 'Sugerir resposta' }).waitFor()
  await composer(page).fill('rascunho')
  await composer(page).press('Control+j')
  const card = page.getByTestId('copilot-card')
  await expect(card).toBeFocused()
  await expect(card).toHaveAttribute('aria-busy', 'false')
  await expect(card).toContainText('Simulado')
  expect(await findingsInBothThemes(page)).toEqual([])
  const suggested = (await card.locator('p[aria-live]').innerText()).trim()
  await card.focus()
  await page.keyboard.press('Enter')
  await expect(composer(page)).toHaveValue(suggested)
  await expect(card).toHaveCount(0)
  // As if it had been typed: what was there comes back.
  await page.keyboard.press('Control+z')
  await expect(composer(page)).toHaveValue('rascunho')
  await composer(page).fill('vc pode esperar')
  await page.keyboard.press('Control+Shift+j')
  await page.getByRole('menuitem', { name: 'Corrigir' }).click()
  await expect(card.locator('ins').first()).toHaveText(/Você/)
  await page.keyboard.press('Enter')
  await expect(composer(page)).toHaveValue('Você pode esperar.')
  await composer(page).press('Enter')
  await expect(page.getByText('Você pode esperar.').first()).toBeVisible()
  await composer(page).press('Control+Shift+Y')
  const summary = page.getByTestId('summary')
  await summary.getByRole('button', { name: 'Resumir a conversa' }).click()
  await expect(summary).toContainText('Simulado')
  expect(await findingsInBothThemes(page)).toEqual([])
  await summary
    .getByRole('button', { name: /^Ver a mensagem 1 / })
    .first()
    .click()
  await expect(page.locator('[role=feed] :focus')).toBeVisible()
})
