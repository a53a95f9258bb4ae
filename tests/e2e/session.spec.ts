/** Staying signed in over a restart, and what a sign-out asks about. */
import { askToLeave, expect, signIn, signOut, test } from './fixtures'
import { bubble, composer, draftKept, openFirst, openTicket, rows, showList, write } from './fixtures/desk'

test('a restart keeps the session, the place and the draft; a sign-out keeps none', async ({ wired }) => {
  const { turno } = wired
  let page = await turno.page
  await signIn(page, 'ana@demo.turno')
  const id = await openFirst(page, 'Atendendo')
  const place = new URL(page.url()).pathname
  await composer(page).fill('Ainda não terminei de escrever isto')
  await draftKept(page, 'Ainda não terminei de escrever isto')

  page = await turno.restart()
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Entrar' })).toHaveCount(0)
  if (new URL(page.url()).pathname !== place) {
    await showList(page, 'Atendendo')
    await openTicket(page, id)
  }
  await expect(composer(page)).toHaveValue('Ainda não terminei de escrever isto')

  await signOut(page)
  page = await turno.restart()
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
})

test('a sign-out with messages that have not left asks first, and can send them before', async ({
  atWork,
}) => {
  const { wire, page, id } = atWork
  wire.cut()
  await write(page, 'Uma que espera')
  await write(page, 'Outra que espera')
  const question = page.getByRole('dialog', { name: 'Há mensagens que não saíram' })
  await askToLeave(page)
  await expect(question).toContainText('2 mensagens ainda não chegaram ao servidor')
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(question).toHaveCount(0)
  // The keyboard is where it was, not at the top of the page.
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
  await expect(bubble(page, 'Uma que espera')).toBeVisible()

  await askToLeave(page)
  await question.getByRole('button', { name: 'Enviar antes de sair' }).click()
  await expect(question).toContainText(/Sem conexão: 2|Enviando: faltam 2/)
  wire.mend()
  // Once the last one is with the server, the sign-out goes on by itself.
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  await signIn(page, 'ana@demo.turno')
  await showList(page, 'Atendendo')
  await page.locator(`[data-ticket-id="${id}"] [data-row-button]`).click()
  for (const text of ['Uma que espera', 'Outra que espera']) await expect(bubble(page, text)).toHaveCount(1)
})
