/** The kanban board: a card is moved by the mouse, by keys, and by a colleague at the same time. */
import { expect, signIn, test, toastSaid } from './fixtures'

test.use({ company: 'common' })

test('a card is moved by mouse and by keys, and is taken back', async ({ turno }) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await page.getByRole('link', { name: 'Kanban' }).click()
  const lane = (name: string) => page.getByRole('region', { name: new RegExp(`^Coluna ${name},`) })
  const untagged = lane('Sem tag')
  const waiting = lane('Aguardando cliente')
  const first = untagged.locator('[data-card]').first()
  await expect(first).toBeVisible()
  const id = (await first.getAttribute('data-card'))?.split(':')[1] ?? ''
  const slot = `[data-ticket="${id}"]`

  // By the mouse, and back by the undo of its toast.
  const from = await first.boundingBox()
  const to = await waiting.boundingBox()
  if (!from || !to) throw new Error('nothing is drawn')
  await page.mouse.move(from.x + 60, from.y + 40)
  await page.mouse.down()
  await page.mouse.move(to.x + 100, to.y + 200, { steps: 6 })
  await page.mouse.up()
  await expect(waiting.locator(slot)).toBeVisible()
  await toastSaid(page, 'Ticket Tag Adicionado com Sucesso!')
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(untagged.locator(slot)).toBeVisible()

  // By keys, as quick as they can be pressed: none is lost, and the focus goes with the card.
  await untagged.locator(`${slot} [data-card]`).focus()
  for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'Space']) await page.keyboard.press(key)
  await expect(waiting.locator(`${slot} [data-card]`)).toBeFocused()
})
