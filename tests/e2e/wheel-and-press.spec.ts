/** A press that follows the wheel at once is never lost, in the lists and the thread. */
import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures'
import { bubbles, openFirst, rows, showList } from './fixtures/desk'

test.use({ company: 'common' })

/** Time between the wheel's last turn and the press. Milliseconds. */
const PAUSES = [0, 80] as const

/**
 * Notes what a press of the pointer reaches: the closest element that fits, or nothing. The press does nothing else, so
 * that every one of a row meets the same screen.
 * @returns ends that, and gives what was noted.
 */
async function hearPresses(page: Page, selector: string): Promise<() => Promise<(string | null)[]>> {
  await page.evaluate(wanted => {
    const heard: (string | null)[] = []
    const hearing = new AbortController()
    Object.assign(window, { heardPresses: heard, hearing })
    const options = { capture: true, signal: hearing.signal }
    document.addEventListener(
      'pointerdown',
      event => {
        const hit = event.target instanceof Element ? event.target.closest(wanted) : null
        heard.push(hit ? hit.tagName : null)
      },
      options,
    )
    document.addEventListener(
      'click',
      event => {
        event.preventDefault()
        event.stopPropagation()
      },
      options,
    )
  }, selector)
  return () =>
    page.evaluate((): (string | null)[] => {
      Reflect.get(window, 'hearing').abort()
      return Reflect.get(window, 'heardPresses')
    })
}

/** Heights of a pane at which a press reaches no row: while the wheel turns any of them may come under the pointer. */
const nobodys = (pane: Locator, selector: string): Promise<number[]> =>
  pane.evaluate((element, wanted) => {
    const { left, top, height } = element.getBoundingClientRect()
    const heights = Array.from({ length: Math.floor(height) - 1 }, (_, pixel) => pixel)
    return heights.filter(y => !document.elementFromPoint(left + 120, top + y)?.closest(wanted))
  }, selector)

/** Turns the wheel over a place, there and back, and presses at the same place after each of the pauses. */
async function wheelAndPress(page: Page, x: number, y: number, selector: string): Promise<void> {
  const presses = await hearPresses(page, selector)
  await page.mouse.move(x, y)
  for (const [turn, pause] of [...PAUSES, ...PAUSES].entries()) {
    await page.mouse.wheel(0, turn % 2 === 0 ? -128 : 128)
    // The wheel is real: the pane has begun to scroll when the press comes.
    await page.evaluate(wait => new Promise(done => setTimeout(done, wait)), pause)
    await page.mouse.down()
    await page.mouse.up()
  }
  const heard = await presses()
  expect(heard).toHaveLength(2 * PAUSES.length)
  expect(heard, `every press over ${selector} reaches it`).not.toContain(null)
}

test('the wheel, and a press right after it', async ({ turno }) => {
  const page = await turno.page
  await signIn(page, 'carla@demo.turno')
  await test.step('a press right after the wheel opens the row that lies there', async () => {
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
      await expect(current, `pressed ${pause} ms after the wheel`).toHaveAttribute(
        'data-row-button',
        met ?? '',
      )
    }
    await wheelAndPress(page, box.x + 120, box.y + 200, '[data-row-button]')
  })

  await test.step('a press right after the wheel reaches the message that lies there', async () => {
    await openFirst(page, 'Resolvidos')
    await expect(bubbles(page).first()).toBeVisible()
    const box = await page.getByTestId('thread-scroll').boundingBox()
    if (!box) throw new Error('the thread has no place')
    await wheelAndPress(page, box.x + box.width / 2, box.y + box.height / 2, '[data-row-key]')
  })
})
