/** The dashboard with the server's figures, its drawings, both themes and a narrow window. */
import type { Page } from '@playwright/test'
import { expect, findings, fromAccount, signIn, test } from './fixtures'

interface Figures {
  counters: Record<string, number | null>
  attendants: { name: string; tickets: number; rating: number | null }[]
}

const counter = (page: Page, key: string) => page.locator(`[data-counter="${key}"] dd`)
const attendants = (page: Page) => page.getByRole('table', { name: 'Atendentes' })
const figuresOf = (page: Page, query: string) =>
  page.waitForResponse(answer => answer.url().includes(`/api/dashboard?${query}`) && answer.ok())

test('an admin at the dashboard: figures, ranges, themes and a narrow window', async ({ turno }) => {
  test.slow()
  const page = await turno.page
  await test.step('an admin lands on the figures of the last seven days and may ask for others', async () => {
    const refused: string[] = []
    page.on('console', line => line.text().includes('Content Security Policy') && refused.push(line.text()))
    const foreign: string[] = []
    const { origin } = new URL(page.url())
    page.on('request', request => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(origin))
        foreign.push(request.url())
    })

    const first = figuresOf(page, 'days=7')
    await signIn(page, 'admin@demo.turno')
    const { counters, attendants: people } = (await (await first).json()) as Figures
    for (const key of ['supportHappening', 'supportPending', 'supportFinished', 'leads']) {
      await expect(counter(page, key), key).toHaveText(String(counters[key]))
    }
    await expect(counter(page, 'avgWaitTime')).toHaveText(/^\d+ (min( \d\d)?|s|h \d\d)$/)
    await expect(attendants(page).getByRole('row')).toHaveCount(people.length + 1)
    await expect(page.locator('canvas')).toHaveCount(2)

    // The drawing says the same as the counters: every cycle of the period stands on one day.
    const days = page.getByRole('figure', { name: 'Tickets por dia' }).getByRole('row')
    await expect(days).toHaveCount(8)
    const drawn = await days.getByRole('cell').allInnerTexts()
    const total = drawn.reduce((sum, text) => sum + Number(text), 0)
    expect(total).toBeGreaterThan(0)
    await expect(page.getByText(`${total} no período`)).toBeVisible()

    const month = figuresOf(page, 'days=30')
    await page.getByText('30 dias').click()
    const later = (await (await month).json()) as Figures
    await expect(counter(page, 'supportFinished')).toHaveText(String(later.counters.supportFinished))
    await expect(days).toHaveCount(31)

    const busiest = [...later.attendants].sort((a, b) => b.tickets - a.tickets)[0]
    await page.getByRole('button', { name: 'Tickets', exact: true }).click()
    await expect(attendants(page).getByRole('row').nth(1)).toContainText(busiest?.name ?? 'nobody')

    expect([foreign, refused]).toEqual([[], []])
  })

  await test.step('a range of one day is drawn by hours, and without any parameter the filter says so', async () => {
    await expect(page.locator('canvas')).toHaveCount(2)
    const day = await page.evaluate(() => {
      const now = new Date()
      const two = (value: number) => String(value).padStart(2, '0')
      return `${two(now.getDate())}/${two(now.getMonth() + 1)}/${now.getFullYear()}`
    })
    const [from, to] = [page.getByPlaceholder('Data inicial'), page.getByPlaceholder('Data final')]
    const iso = day.split('/').reverse().join('-')
    const answer = figuresOf(page, `date_from=${iso}&date_to=${iso}`)
    await from.fill(day)
    await from.press('Enter')
    await to.fill(day)
    await to.press('Enter')
    await answer
    await expect(page.getByRole('heading', { name: 'Tickets por hora' })).toBeVisible()

    let asked = 0
    page.on('request', request => {
      if (request.url().includes('/api/dashboard')) asked += 1
    })
    await page.locator('.ant-picker-range').hover()
    await page.locator('.ant-picker-clear').click()
    await expect(page.getByRole('alert')).toHaveText('Parametrize o filtro')
    expect(asked).toBe(0)
    await page.getByText('3 dias').click()
    await expect(page.getByText('Parametrize o filtro')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Tickets por dia' })).toBeVisible()
  })

  await test.step('both themes are free of serious findings, and nothing overflows 390 pixels', async () => {
    await expect(page.locator('canvas')).toHaveCount(2)
    expect(await findings(page), 'light').toEqual([])
    await fromAccount(page, 'Mudar para o tema escuro')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.locator('canvas')).toHaveCount(2)
    expect(await findings(page), 'dark').toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await expect
      .poll(() =>
        page.locator('main[data-pane="content"]').evaluate(main => main.scrollWidth - main.clientWidth),
      )
      .toBeLessThanOrEqual(0)
    // Words that are only read aloud must not make the window itself scroll.
    expect(
      await page.evaluate(() => document.documentElement.scrollHeight - innerHeight),
    ).toBeLessThanOrEqual(0)
  })
})
