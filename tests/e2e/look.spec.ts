/** An agent at work in three languages, two themes, narrow and wide, and what axe finds there. All other screens: tests/looks. */
import type { Page } from '@playwright/test'
import { expect, findings, fromAccount, signIn, test } from './fixtures'
import { composer, openFirst, rows, showList } from './fixtures/desk'

/** Mean brightness of the top bar's ground, 0 to 255. */
const brightness = (page: Page): Promise<number> =>
  page.locator('[data-pane="bar"]').evaluate(bar => {
    const [r = 0, g = 0, b = 0] = (getComputedStyle(bar).backgroundColor.match(/[\d.]+/g) ?? []).map(Number)
    return (r + g + b) / 3
  })

const WORDS = {
  pt: { menu: 'Português', tabs: ['Abertas', 'Resolvidos', 'Busca'], account: 'Conta', lang: 'pt-BR' },
  en: { menu: 'English', tabs: ['Open', 'Resolved', 'Search'], account: 'Account', lang: 'en-GB' },
  es: { menu: 'Español', tabs: ['Abiertas', 'Resueltos', 'Buscar'], account: 'Cuenta', lang: 'es' },
} as const

// That the choices stay over a restart: settings.spec.ts, "theme, size and language hold at once …".
test('an agent at work in narrow windows and in three languages', async ({ turno }) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  const usual = page.viewportSize()
  await test.step('an agent can work in 390 pixels', async () => {
    await expect(rows(page).first()).toBeVisible()
    for (const width of [1024, 768, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), {
          message: `${width} px: nothing reaches out of the window`,
        })
        .toBeLessThanOrEqual(0)
    }
    const inside = async (name: string | RegExp, role: 'tab' | 'button'): Promise<void> => {
      const box = await page.getByRole(role, { name }).first().boundingBox()
      expect(box, String(name)).not.toBeNull()
      expect((box?.x ?? 0) + (box?.width ?? 0), String(name)).toBeLessThanOrEqual(390)
    }
    if ((await page.getByRole('tab', { name: 'Atendimentos' }).count()) > 0)
      await page.getByRole('tab', { name: 'Atendimentos' }).click()
    for (const name of ['Abertas', 'Resolvidos', 'Busca']) await inside(name, 'tab')
    await page.getByRole('tab', { name: /Atendendo/ }).click()
    await rows(page).first().locator('[data-row-button]').click()
    await expect(composer(page)).toBeVisible()
    await composer(page).fill('De pé, com uma mão.')
    await composer(page).press('Enter')
    await expect(page.getByText('De pé, com uma mão.').first()).toBeVisible()
    await inside(/Resolver/, 'button')
    const title = page.locator('[data-pane="bar"] h1')
    expect(
      await title.evaluate(one => one.scrollWidth - one.clientWidth),
      'the title is cut',
    ).toBeLessThanOrEqual(0)
    await page.getByRole('tab', { name: 'Atendimentos' }).click()
    await expect(rows(page).first()).toBeVisible()
    expect(await findings(page), '390 px').toEqual([])
  })

  await test.step('the three languages are complete on the ticket screen', async () => {
    if (usual) await page.setViewportSize(usual)
    await openFirst(page, 'Atendendo')
    for (const { menu, account, lang } of [WORDS.en, WORDS.es, WORDS.pt]) {
      await fromAccount(page, /^(Idioma|Language)/)
      await page.getByRole('menuitem', { name: menu }).click()
      await expect(page.getByRole('button', { name: new RegExp(`^${account}`) })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${lang.slice(0, 2)}`))
      // A key that has no text shows itself: words with dots between them.
      const visible = (await page.locator('body').allInnerTexts()).join('\n')
      expect(visible.match(/\b(?:shell|tickets|thread|composer|common|errors)\.[a-z][\w.]+/g)).toBeNull()
      const names = await page
        .locator('[aria-label]')
        .evaluateAll(all => all.map(one => one.getAttribute('aria-label') ?? ''))
      expect(names.filter(name => /^(?:shell|tickets|thread|composer|common)\.\w/.test(name))).toEqual([])
    }
  })
})

test('light and dark are free of serious findings, at sign-in and at work', async ({ turno }) => {
  const page = await turno.page
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await signIn(page, 'carla@demo.turno')
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
  await openFirst(page, 'Resolvidos')
  expect(await findings(page, undefined, 'colours'), 'resolved ticket, light').toEqual([])
})
