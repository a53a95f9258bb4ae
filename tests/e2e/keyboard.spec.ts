/** A ticket's whole life without a mouse, and what main writes down of it. */
import { join } from 'node:path'
import { expect, signIn, test } from './fixtures'
import { bubble, composer, row, rowIds } from './fixtures/desk'
import { expectDiscreet, wordsOf } from './fixtures/discreet'

test.use({ company: 'common' })

test('sign in, accept, answer, quote, resolve and find again with keys alone', async ({ turno }) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await expect(page.locator('[data-ticket-id]').first()).toBeVisible()
  await page.keyboard.press('Control+2')
  await expect(page.getByRole('tab', { name: /Aguardando/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('[data-ticket-id]').first()).toBeVisible()
  await page.keyboard.press('Control+Shift+A')
  await expect(composer(page)).toBeFocused()
  await expect(page.getByRole('tab', { name: /Atendendo/ })).toHaveAttribute('aria-selected', 'true')
  const current = page.locator('[data-ticket-id]:has([aria-current="true"])')
  const id = Number(await current.getAttribute('data-ticket-id'))
  // What was accepted stands on top, chosen and in view.
  await expect.poll(async () => (await rowIds(page))[0]).toBe(id)
  await expect(current).toBeInViewport()

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
  // What the customer wrote a moment ago is looked at first: then Enter is pressed again.
  await expect(async () => {
    if ((await composer(page).inputValue()) !== '') await page.keyboard.press('Enter')
    await expect(composer(page)).toHaveValue('', { timeout: 2_000 })
  }).toPass()
  await expect(bubble(page, 'linha dois')).toHaveCount(1)
  // The server searches what it has; until then it is only here.
  await expect(bubble(page, 'linha dois')).toHaveAttribute('data-message-id', /./)

  // Ctrl+F: what is typed at once is what is searched, never an answer; Enter steps, Escape leads back.
  await page.keyboard.press('Control+f')
  await page.keyboard.type('linha')
  const find = page.getByRole('textbox', { name: 'Buscar nesta conversa' })
  await expect(find).toBeFocused()
  await expect(find).toHaveValue('linha')
  await expect(composer(page)).toHaveValue('')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('search', { name: 'Buscar nesta conversa' }).getByRole('status')).toHaveText(
    '1 de 1',
  )
  expect(await page.evaluate(() => [...(CSS.highlights.get('thread-found') ?? [])].map(String))).toContain(
    'Linha',
  )
  await page.keyboard.press('Escape')
  await expect(find).toHaveCount(0)
  await expect(composer(page)).toBeFocused()

  // Typed at once after its key, the name of a tag finds its field, and Enter takes the tag that is listed.
  await page.keyboard.press('Control+Shift+L')
  await page.keyboard.type('urg')
  await expect(page.getByRole('combobox', { name: 'Tags do ticket' })).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'Tags do ticket' })).toHaveValue('urg')
  await expect(composer(page)).toHaveValue('')
  await page.keyboard.press('Enter')
  await expect(page.locator('main header').getByText(/^urgente$/i)).toBeVisible()
  await composer(page).click()

  // Held, the key resolves one customer; the keyboard goes on in the list.
  await page.keyboard.down('Control')
  await page.keyboard.down('Shift')
  for (let times = 0; times < 8; times++) await page.keyboard.down('E')
  await page.keyboard.up('E')
  await page.keyboard.up('Shift')
  await page.keyboard.up('Control')
  await expect(row(page, id)).toHaveCount(0)
  await expect(page.locator('[data-row-button]:focus')).toHaveCount(1)
  await expect(page.getByText('Ticket resolvido')).toHaveCount(1)
  await page.keyboard.press('Control+2')
  await expect(page.locator('[data-testid=ticket-list-pending] [data-row-button]:focus')).toHaveCount(1)
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
  // Who went to another screen by it goes on there.
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').pressSequentially('Contatos')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('#content main[aria-label="Contatos"]:focus-within')).toHaveCount(1)

  const words = await wordsOf(join(turno.dataDir, 'workspace'))
  expect(words.length).toBeGreaterThan(1_000)
  expectDiscreet(turno, words)
})
