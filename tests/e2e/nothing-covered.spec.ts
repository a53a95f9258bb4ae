/** Toasts and downloads cover nothing a hand needs, and nothing moves from under it. */
import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures'
import { bubbles, composer, openFirst, rows, showList } from './fixtures/desk'

test.use({ company: 'common' })

/** Whether two elements share a pixel. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) throw new Error('one of them is not on screen')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** Goes into forward mode with nothing chosen and presses forward: an error toast. */
async function fail(page: Page): Promise<void> {
  const bar = page.getByRole('toolbar', { name: 'Mensagens selecionadas' })
  if (!(await bar.isVisible())) {
    const last = bubbles(page).last()
    await last.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Selecionar', exact: true }).click()
    await page.locator('[data-row-key]').getByRole('checkbox', { checked: true }).first().click()
  }
  await bar.getByRole('button', { name: /Encaminhar/ }).click()
}

/**
 * What stands closer below an error or a hint than it should, of every field on screen: the next label belongs to what
 * comes after it. @returns words of the error and the gap in pixels; [] when all is well.
 */
const tooClose = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter(one => one.offsetHeight > 0)
    return shown('.ant-form-item-explain-error, .ant-form-item-extra').flatMap(said => {
      const own = said.closest('.ant-form-item')
      const { bottom, left, right } = said.getBoundingClientRect()
      return shown('.ant-form-item-label, .ant-alert').flatMap(label => {
        const next = label.getBoundingClientRect()
        const gap = next.top - bottom
        const below = !own?.contains(label) && next.left < right && next.right > left && gap > -16
        return below && gap < 10 ? [`${said.textContent}: ${gap} px above ${label.textContent}`] : []
      })
    })
  })

/** How many letters of its last message each row of a list shows whose message is cut; those that fit whole are left out. */
const lettersShown = (page: Page): Promise<number[]> =>
  rows(page)
    .locator('span[style*="line-clamp"]')
    .evaluateAll(previews =>
      previews.flatMap(preview => {
        const { bottom, right } = preview.getBoundingClientRect()
        const texts = document.createTreeWalker(preview, NodeFilter.SHOW_TEXT)
        let [all, shown] = [0, 0]
        for (let text = texts.nextNode(); text; text = texts.nextNode())
          for (let at = 0; at < (text.textContent?.length ?? 0); at++) {
            const range = document.createRange()
            range.setStart(text, at)
            range.setEnd(text, at + 1)
            const letter = range.getBoundingClientRect()
            all += 1
            if (letter.right <= right + 1 && letter.bottom <= bottom + 1) shown += 1
          }
        return shown < all ? [shown] : []
      }),
    )

/** Notes where what fits stands, in every frame from now on and in the midst of every motion. */
async function watchPlaces(page: Page, selector: string): Promise<() => Promise<Record<string, string[]>>> {
  await page.evaluate(wanted => {
    const places: Record<string, string[]> = {}
    const seen = new WeakSet<Animation>()
    const note = () => {
      for (const one of document.querySelectorAll(wanted)) {
        const { x, y, width, height } = one.getBoundingClientRect()
        const place = [x, y, width, height].map(Math.round).join(' ')
        const name = one.textContent ?? ''
        const known = places[name] ?? []
        places[name] = known.at(-1) === place ? known : [...known, place]
      }
    }
    const look = () => {
      note()
      for (const motion of document.getAnimations()) {
        const duration = motion.effect?.getComputedTiming().duration
        if (seen.has(motion) || typeof duration !== 'number') continue
        seen.add(motion)
        motion.currentTime = duration / 4
        note()
      }
      if (Reflect.get(window, 'places') === places) requestAnimationFrame(look)
    }
    Reflect.set(window, 'places', places)
    look()
  }, selector)
  return async () => {
    await expect
      .poll(() =>
        page.evaluate(
          wanted =>
            document
              .getAnimations()
              .filter(
                ({ effect }) => effect instanceof KeyframeEffect && effect.target?.querySelector(wanted),
              ).length,
          selector,
        ),
      )
      .toBe(0)
    return page.evaluate(() => {
      const places: Record<string, string[]> = Reflect.get(window, 'places')
      Reflect.set(window, 'places', null)
      return places
    })
  }
}

test('toasts and downloads cover nothing', async ({ turno }) => {
  const page = await turno.page
  await signIn(page, 'admin@demo.turno')
  const usual = page.viewportSize()

  await test.step('an error closes by itself and lies over no search, list, composer or message', async () => {
    await page.getByRole('link', { name: 'Atendimentos', exact: true }).click()
    await openFirst(page, 'Atendendo')
    const toast = page.getByTestId('toasts').getByRole('listitem')
    for (const [width, height] of [
      [1440, 900],
      [1024, 720],
    ] as const) {
      await page.setViewportSize({ width, height })
      await fail(page)
      await toast.hover()
      await expect(toast).toContainText('Nenhuma mensagem selecionada')
      const search = page.getByRole('button', { name: /^Buscar ou ir para/ })
      expect(await overlap(toast, search), `search at ${width}`).toBe(false)
      expect(await overlap(toast, page.locator('[data-pane="list"]')), `list at ${width}`).toBe(false)
      expect(await overlap(toast, composer(page)), `composer at ${width}`).toBe(false)
      expect(await overlap(toast, page.getByTestId('thread-scroll').first()), `thread at ${width}`).toBe(
        false,
      )
      await page.mouse.move(width - 40, height / 2)
      await expect(toast).toHaveCount(0)
    }
  })

  await test.step('a finished download stands in the bar and covers no button of the screen', async () => {
    if (usual) await page.setViewportSize(usual)
    await page.getByRole('link', { name: 'Contatos', exact: true }).click()
    const exporting = page.getByRole('button', { name: 'Exportar todos (CSV)' })
    await exporting.click()
    const shelf = page.getByTestId('downloads')
    await expect(shelf).toContainText('Salvo em downloads')
    for (const name of ['Exportar todos (CSV)', 'Novo contato', /^Importar/])
      expect(await overlap(shelf, page.getByRole('button', { name }).first()), String(name)).toBe(false)
    // The next press reaches the button although the last file still stands there.
    await exporting.click()
    await expect(shelf.getByRole('button', { name: 'Mais 1 download' })).toBeVisible()
    // On a narrow screen it has a row of its own, and what stands above it keeps its place.
    await page.setViewportSize({ width: 390, height: 844 })
    const title = page.locator('[data-pane="bar"] h1')
    await shelf.hover()
    const beside = await title.boundingBox()
    const hide = shelf.getByRole('button', { name: /^Remover/ })
    await hide.click()
    await hide.click()
    await expect(shelf).toHaveCount(0)
    expect((await title.boundingBox())?.y).toBe(beside?.y)
  })

  await test.step('an error stands nearer to its field than to the next label, and moves nothing', async () => {
    for (const [link, opener] of [
      ['Agendamentos', 'Agendar mensagem'],
      ['Usuários', 'Adicionar usuário'],
    ] as const) {
      if (usual) await page.setViewportSize(usual)
      await page.getByRole('link', { name: link, exact: true }).click()
      await page.getByRole('button', { name: opener }).first().click()
      const dialog = page.getByRole('dialog', { name: opener })
      await expect(dialog).toBeVisible()
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 })
        const submit = dialog.locator('.ant-btn-primary').last()
        const place = async () => (await submit.boundingBox())?.y
        const before = await place()
        await submit.click()
        await expect(dialog.locator('.ant-form-item-explain-error').first()).toBeVisible()
        expect(await tooClose(page), `${opener} at ${width}`).toEqual([])
        if (width === 1280) expect(await place(), opener).toBe(before)
      }
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
  })

  await test.step('at 1280 px a row shows an admin at least 24 letters of its message, with everybody’s tickets in view', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.getByRole('link', { name: 'Atendimentos', exact: true }).click()
    await showList(page, 'Atendendo')
    const everybody = page.locator('[data-pane="list"]').getByRole('switch', { name: 'Todos', exact: true })
    await expect(everybody).toBeChecked()
    await expect.poll(async () => (await lettersShown(page)).length).toBeGreaterThan(2)
    expect(Math.min(...(await lettersShown(page)))).toBeGreaterThanOrEqual(24)
  })
})

test('what can be pressed in a menu or a dialog stands where it stays from its first frame on', async ({
  turno,
}) => {
  const page = await turno.page
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await signIn(page, 'ana@demo.turno')
  await openFirst(page, 'Atendendo')
  const menu = await watchPlaces(page, '[role=menuitem]')
  await page.getByRole('button', { name: /Conta/ }).click()
  const leave = page.getByRole('menuitem', { name: 'Sair' })
  await expect(leave).toBeVisible()
  const entries = await menu()
  expect(Object.keys(entries)).toContain('Sair')
  expect(Object.entries(entries).filter(([, places]) => places.length > 1)).toEqual([])

  const question = await watchPlaces(page, '[role=dialog] button')
  await leave.click()
  const yes = page.getByRole('dialog').getByRole('button', { name: 'Sair' })
  await expect(yes).toBeVisible()
  const answers = await question()
  expect(Object.keys(answers).sort()).toEqual(['Cancelar', 'Sair'])
  expect(Object.entries(answers).filter(([, places]) => places.length > 1)).toEqual([])
  await yes.click()
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  await page.emulateMedia({ reducedMotion: 'reduce' })
})
