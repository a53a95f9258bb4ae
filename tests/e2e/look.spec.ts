/** An agent at work in two themes, narrow and wide, and what axe finds there. All other screens: tests/looks. */
import type { Page } from '@playwright/test'
import { expect, findings, fromAccount, signIn, test } from './fixtures'
import { composer, header, openFirst, rows, showList } from './fixtures/desk'

test.use({ company: 'common' })

/** Mean brightness of the top bar's ground, 0 to 255. */
const brightness = (page: Page): Promise<number> =>
  page.locator('[data-pane="bar"]').evaluate(bar => {
    const [r = 0, g = 0, b = 0] = (getComputedStyle(bar).backgroundColor.match(/[\d.]+/g) ?? []).map(Number)
    return (r + g + b) / 3
  })

/** Controls of an element that share pixels or reach out of it. */
const overlapsIn = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluate(element => {
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

test('a supervisor at work: nothing is cut off or overlaps in narrow windows, and both themes are free of serious findings', async ({
  turno,
}) => {
  test.slow()
  const page = await turno.page
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await signIn(page, 'carla@demo.turno')

  await test.step('light and dark, at work', async () => {
    await openFirst(page, 'Aguardando')
    expect(await findings(page), 'waiting ticket, light').toEqual([])
    expect(await brightness(page)).toBeGreaterThan(200)
    await fromAccount(page, 'Mudar para o tema escuro')
    await expect.poll(() => brightness(page)).toBeLessThan(80)
    expect(await findings(page, undefined, 'colours'), 'waiting ticket, dark').toEqual([])
    await openFirst(page, 'Resolvidos')
    expect(await findings(page), 'resolved ticket, dark').toEqual([])
    await showList(page, 'Busca')
    await page.getByRole('button', { name: 'Novo ticket' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await findings(page), 'dialog, dark').toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await fromAccount(page, 'Mudar para o tema claro')
    await expect.poll(() => brightness(page)).toBeGreaterThan(200)
  })

  await test.step('tabs and buttons of a narrow list, in each language', async () => {
    await showList(page, 'Atendendo')
    for (const language of ['English', 'Español', 'Português']) {
      await fromAccount(page, /^(Idioma|Language)/)
      await page.getByRole('menuitem', { name: language }).click()
      for (const width of [340, 260]) {
        await page.locator('[data-pane="list"]').evaluate((element, px) => {
          element.style.width = `${px}px`
        }, width)
        expect(await overlapsIn(page, '[data-pane="list"]'), `${language} at ${width}`).toEqual([])
      }
    }
    await page.locator('[data-pane="list"]').evaluate(element => {
      element.style.width = ''
    })
  })

  await test.step('narrow windows, and twice the size (1,440 by 900 and 1,280 by 820 at 200 %)', async () => {
    await openFirst(page, 'Aguardando')
    await header(page).getByRole('button', { name: 'Aceitar' }).click()
    await expect(composer(page)).toBeVisible()
    for (const [width, height] of [
      [1024, 844],
      [720, 450],
      [640, 410],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), {
          message: `${width} px: nothing reaches out of the window`,
        })
        .toBeLessThanOrEqual(0)
      const buttons = header(page)
        .getByRole('button')
        .or(page.getByTestId('composer-send'))
        .filter({ visible: true })
      await expect(buttons.first()).toBeVisible()
      const ends = await buttons.evaluateAll(all => all.map(one => one.getBoundingClientRect().right))
      expect(ends.length).toBeGreaterThan(2)
      expect(Math.max(...ends), `${width} px`).toBeLessThanOrEqual(width)
      if (width > 390) expect((await composer(page).boundingBox())?.width, `${width} px`).toBeGreaterThan(400)
    }
    const title = page.locator('[data-pane="bar"] h1')
    expect(
      await title.evaluate(one => one.scrollWidth - one.clientWidth),
      'the title is cut',
    ).toBeLessThanOrEqual(0)
    await page.getByRole('tab', { name: 'Atendimentos' }).click()
    await expect(rows(page).first()).toBeVisible()
    for (const name of ['Abertas', 'Resolvidos', 'Busca']) {
      const box = await page.getByRole('tab', { name }).first().boundingBox()
      expect((box?.x ?? 391) + (box?.width ?? 0), name).toBeLessThanOrEqual(390)
    }
    expect(await findings(page), '390 px').toEqual([])
  })
})
