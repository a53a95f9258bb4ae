/** Takes the pictures of the book (`npm run pictures`); what cannot be shown fails, when all the others are made. */
import type { Page } from '@playwright/test'
import { expect, signIn, Turno, test } from '../e2e/fixtures'
import { ownCompany } from '../e2e/fixtures/own-company'
import { goTo, keep, lookName, settled } from './camera'
import { DIALOGS, dialogName, openDialog } from './dialogs'
import { type Choice, isWanted, type Look, looksOf, SIZES, withDialogs } from './matrix'
import { consoleScreens, publicScreens, type Screen } from './screens'

test.use({ company: 'common' })

const choice: Choice = JSON.parse(process.env.TURNO_PICTURES ?? '{}')

/** Paints the window as it is to be seen; signed in or not. */
async function dress(page: Page, { size, theme, language }: Look): Promise<void> {
  await page.setViewportSize(SIZES[size])
  await page.evaluate(wanted => window.turno.preferences.set(wanted), { theme, language })
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`))
}

/** The first record of a list, as the signed-in person gets it. */
const firstOn =
  (page: Page) =>
  ({ ask, rows, member }: { ask: string; rows: string; member: string }): Promise<string | null> =>
    page.evaluate(
      async ([path, list, wanted]) => {
        const answer = await (await fetch(`/api${path}`)).json()
        const first = (list ? answer[list] : answer)?.[0]
        return first ? String(first[wanted]) : null
      },
      [ask, rows, member] as const,
    )

/** From now on every request of a screen fails, or none is answered; who is signed in stays so. */
const hold = async (page: Page, state: 'failing' | 'loading'): Promise<void> => {
  const failed = { status: 500, contentType: 'application/json', body: '{"error":"ERR_INTERNAL"}' }
  await page.route(/\/api\/(?!auth)/, route => (state === 'failing' ? route.fulfill(failed) : undefined))
}

/** Takes screens one after the other. @returns what was wrong, by the screen. */
async function takeAll(page: Page, screens: readonly Screen[], look: Look): Promise<string[]> {
  const wrong: string[] = []
  const unanswered = look.state === 'loading'
  for (const { name, path } of screens) {
    const said = await goTo(page, path, unanswered ? 500 : undefined)
    if (said && !unanswered) wrong.push(`${name} ${said}`)
    await keep(page, name, look)
  }
  return wrong
}

for (const look of looksOf(choice)) {
  const { state } = look
  test(`screens, ${lookName(look)}`, async ({ turno }) => {
    test.skip(state === 'empty')
    const page = await turno.page
    const wanted = (screens: readonly Screen[]): Screen[] =>
      screens.filter(({ name }) => isWanted(name, choice))
    const wrong: string[] = []
    if (state === 'full') {
      await dress(page, look)
      wrong.push(...(await takeAll(page, wanted(publicScreens()), look)))
      await dress(page, { ...look, size: '1440', language: 'pt' })
      await goTo(page, '/login')
    }
    await signIn(page, state === 'denied' ? 'ana@demo.turno' : 'super@demo.turno')
    await page.evaluate(() => localStorage.setItem('cshow', '1'))
    await page.locator('[data-pane="bar"]').waitFor()
    const screens = await consoleScreens(firstOn(page))
    await dress(page, look)
    if (state === 'failing' || state === 'loading') await hold(page, state)
    wrong.push(
      ...(await takeAll(page, wanted(screens.filter(({ ruled }) => state !== 'denied' || ruled)), look)),
    )
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(wrong).toEqual([])
  })

  if (state === 'empty')
    test(`screens of a new company, ${lookName(look)}`, async ({ context }, info) => {
      const turno = new Turno(context)
      const page = await ownCompany(turno, {})
      await page.evaluate(() => localStorage.setItem('cshow', '1'))
      const screens = await consoleScreens(firstOn(page))
      await dress(page, look)
      const wrong = await takeAll(
        page,
        screens.filter(({ name }) => isWanted(name, choice)),
        look,
      )
      await turno.dispose(info)
      expect(wrong).toEqual([])
    })

  if (withDialogs(look))
    test(`dialogs, ${lookName(look)}`, async ({ turno }) => {
      const page = await turno.page
      await signIn(page, 'super@demo.turno')
      await page.evaluate(() => localStorage.setItem('cshow', '1'))
      await page.locator('[data-pane="bar"]').waitFor()
      const wrong: string[] = []
      for (const one of DIALOGS) {
        const name = dialogName(one)
        if (!isWanted(name, choice)) continue
        await dress(page, { ...look, size: '1440' })
        try {
          await goTo(page, one.path)
          await openDialog(page, one)
          await page.getByRole('dialog').filter({ visible: true }).last().waitFor({ timeout: 8_000 })
          await page.setViewportSize(SIZES[look.size])
          await settled(page)
          await keep(page, name, look)
        } catch (error) {
          wrong.push(`${name}: ${String(error).split('\n')[0]}`)
        }
        // Some ask whether to leave what was begun; a fresh page asks nothing.
        await page.reload()
        await page.locator('[data-pane="bar"]').waitFor()
      }
      expect(wrong).toEqual([])
    })
}
