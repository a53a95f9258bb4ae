/** What a supervisor's list looks like where there is little room. */
import { expect, fromAccount, signIn, test } from './fixtures'
import { openLists, showList } from './fixtures/desk'

test('list tabs and buttons never overlap, in any language and at any width of the list', async ({
  turno,
}) => {
  const page = await turno.page
  await signIn(page, 'admin@demo.turno')
  await openLists(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  const list = page.locator('[data-pane="list"]')
  await showList(page, 'Atendendo')
  for (const language of ['English', 'Español', 'Português']) {
    await fromAccount(page, /^(Idioma|Language)/)
    await page.getByRole('menuitem', { name: language }).click()
    for (const width of [340, 260]) {
      await list.evaluate((element, px) => {
        element.style.width = `${px}px`
      }, width)
      const overlaps = await list.evaluate(element => {
        const controls = [...element.querySelectorAll('[role=tab], [role=switch], button')].filter(
          one => !one.closest('[data-ticket-id]') && one.getClientRects().length > 0,
        )
        const boxes = controls.map(one => ({
          name: one.getAttribute('aria-label') ?? one.textContent ?? '',
          box: one.getBoundingClientRect(),
        }))
        const edge = element.getBoundingClientRect().right
        const found: string[] = []
        for (const [index, a] of boxes.entries()) {
          if (a.box.right > edge + 1) found.push(`${a.name} leaves the list`)
          for (const b of boxes.slice(index + 1)) {
            const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
            const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
            if (wide > 1 && high > 1) found.push(`${a.name} × ${b.name}`)
          }
        }
        return found
      })
      expect(overlaps, `${language} at ${width}`).toEqual([])
    }
  }
})
