/** A press that follows the wheel at once is never lost. */
import type { Locator } from '@playwright/test'
import { expect, signIn, test } from './fixtures'
import { rows, showList } from './fixtures/desk'

test.use({ company: 'common' })

/** Time between the wheel's last turn and the press. Milliseconds. */
const PAUSES = [0, 80] as const

/** Heights of a pane at which a press reaches no row: while the wheel turns any of them may come under the pointer. */
const nobodys = (pane: Locator, selector: string): Promise<number[]> =>
  pane.evaluate((element, wanted) => {
    const { left, top, height } = element.getBoundingClientRect()
    const heights = Array.from({ length: Math.floor(height) - 1 }, (_, pixel) => pixel)
    return heights.filter(y => !document.elementFromPoint(left + 120, top + y)?.closest(wanted))
  }, selector)

test('a press right after the wheel opens the row that lies there', async ({ turno }) => {
  const page = await turno.page
  await signIn(page, 'carla@demo.turno')
  await showList(page, 'Aguardando')
  await expect(rows(page).nth(9)).toBeVisible()
  const pane = page.getByTestId('ticket-list-pending')
  const box = await pane.boundingBox()
  if (!box) throw new Error('the list has no place')
  expect(await nobodys(pane, '[data-row-button]'), 'no line between two rows is nobody’s').toEqual([])
  // What a press means is the row that lies under it then; at 0 ms the list still moves before the release.
  await page.evaluate(() => {
    document.addEventListener(
      'pointerdown',
      event => {
        const row = event.target instanceof Element ? event.target.closest('[data-row-button]') : null
        Reflect.set(window, 'pressedRow', row?.getAttribute('data-row-button') ?? null)
      },
      true,
    )
  })
  const current = page.locator('[data-row-button][aria-current="true"]')
  for (const [turn, pause] of [...PAUSES, ...PAUSES].entries()) {
    const open = (await current.count()) === 0 ? null : await current.getAttribute('data-row-button')
    // Far enough from the place before that the wheel never brings the open row there.
    await page.mouse.move(box.x + 120, box.y + (turn % 2 === 0 ? 150 : 350))
    await page.mouse.wheel(0, turn % 2 === 0 ? 128 : -128)
    await page.evaluate(wait => new Promise(done => setTimeout(done, wait)), pause)
    await page.mouse.down()
    await page.mouse.up()
    const met = await page.evaluate((): string | null => Reflect.get(window, 'pressedRow'))
    expect(met, 'the press meets a row').not.toBeNull()
    expect(met, 'a row that is not open yet').not.toBe(open)
    await expect(current, `pressed ${pause} ms after the wheel`).toHaveAttribute('data-row-button', met ?? '')
  }
})
