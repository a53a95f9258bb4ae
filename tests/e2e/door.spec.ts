/** Who gets in: the window that main opened, and nobody else on this computer. */
import { expect, signIn, test } from './fixtures'
import { rows } from './fixtures/desk'

test.use({ company: 'common' })

test('a window without a key and any other local program are refused, a second start shows the first window, and the page opens nothing', async ({
  turno,
  browser,
}) => {
  const page = await turno.page
  const context = page.context()
  await signIn(page, 'ana@demo.turno')
  await expect(rows(page).first()).toBeVisible()
  const { origin } = new URL(page.url())

  // Electron has no address that others could open.
  if (turno.host === 'stand-in') {
    const stranger = await browser.newContext()
    const theirs = await stranger.newPage()
    for (const path of ['/', '/tickets', '/api/tickets', '/media/1/x', '/local/attachments']) {
      const answer = await theirs.goto(origin + path)
      expect(answer?.status(), path).toBe(403)
      expect(await theirs.locator('#root').count(), path).toBe(0)
    }
    expect((await fetch(`${origin}/api/tickets`)).status).toBe(403)
    await stranger.close()
  }

  const [console_] = await turno.control.ask('windows')
  if (!console_) throw new Error('no window')
  await turno.control.ask('minimizeWindow', console_.id)
  await turno.control.ask('secondInstance', [])
  await expect
    .poll(async () => {
      const [first] = await turno.control.ask('windows')
      return { state: first?.state, focused: first?.focused }
    })
    .toEqual({ state: 'normal', focused: true })
  await expect(rows(page).first()).toBeVisible()

  const pages = context.pages().length
  await page.evaluate(() => {
    window.open('https://example.com/', '_blank')
    window.open('javascript:alert(1)', '_blank')
    window.open('file:///etc/passwd', '_blank')
  })
  await turno.control.until('open-external', details => String(details.url).startsWith('https://example.com'))
  const opened = turno.control.happenings.filter(one => one.kind === 'open-external')
  expect(opened.map(one => String(one.details.url))).toEqual(['https://example.com/'])
  expect(context.pages().length).toBe(pages)
  expect(new URL(page.url()).origin).toBe(origin)
})
