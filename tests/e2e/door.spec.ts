/** Who gets in: the window that main opened, and nobody else on this computer. */
import { expect, signIn, test } from './fixtures'
import { rows } from './fixtures/desk'

test.use({ company: 'common' })

test('a second window without a key is refused, and so is any other local program', async ({
  turno,
  browser,
}) => {
  test.skip(turno.host === 'electron', 'Electron has no address that others could open')
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await expect(rows(page).first()).toBeVisible()
  const { origin } = new URL(page.url())

  const stranger = await browser.newContext()
  const theirs = await stranger.newPage()
  for (const path of ['/', '/tickets', '/api/tickets', '/media/1/x', '/local/attachments']) {
    const answer = await theirs.goto(origin + path)
    expect(answer?.status(), path).toBe(403)
    expect(await theirs.locator('#root').count(), path).toBe(0)
  }
  const plain = await fetch(`${origin}/api/tickets`)
  expect(plain.status).toBe(403)
  await stranger.close()
})

test('a second start brings the first window forward instead of a second one', async ({ turno }) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await expect(rows(page).first()).toBeVisible()
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
})

test('the page may not leave its address, nor open others', async ({ turno }) => {
  const page = await turno.page
  const context = page.context()
  await signIn(page, 'ana@demo.turno')
  await expect(rows(page).first()).toBeVisible()
  const before = new URL(page.url()).origin
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
  expect(new URL(page.url()).origin).toBe(before)
})
