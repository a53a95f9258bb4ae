/** How Turno starts: stage by stage, onto what was left, and over damaged settings. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, fromAccount, signIn, signOut, test } from './fixtures'
import { composer, draftKept, openFirst, openTicket, rows, showList } from './fixtures/desk'

const said = (language: string): string =>
  JSON.parse(readFileSync(`src/locales/${language}/errors.json`, 'utf8')).ERR_OTHER_OPEN_TICKET

/** Longest program text a window may read until its first list is there, in characters: little more than it is. */
const MOST_CHARS = 2_180_000

test('a start is told stage by stage, and a restart finds window, choices, session, place and draft; a sign-out ends them', async ({
  turno,
}) => {
  let page = await turno.page
  await test.step('the start is told as a whole', () => {
    const line = /› start (\{.*\})/.exec(turno.log)?.[1]
    expect(line, turno.log).toBeDefined()
    const told = JSON.parse(line ?? '{}') as { stagesMs: Record<string, number>; totalMs: number }
    const stages = Object.keys(told.stagesMs)
    expect(stages.indexOf('single instance')).toBeLessThan(stages.indexOf('settings'))
    expect(stages.indexOf('settings')).toBeLessThan(stages.indexOf('windows'))
    expect(told.totalMs).toBeGreaterThanOrEqual(Math.max(...Object.values(told.stagesMs)))
  })

  await signIn(page, 'ana@demo.turno')
  await test.step('the first list comes with the texts of one language, and without what later screens need', async () => {
    await expect(rows(page).first()).toBeVisible()
    const code = await page.evaluate(async () => {
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
      const scripts = new Set(loaded.filter(name => new URL(name).pathname.endsWith('.js')))
      return (await Promise.all([...scripts].map(async name => (await fetch(name)).text()))).join('\n')
    })
    expect(code).toContain(said('pt'))
    for (const other of ['en', 'es']) expect(code).not.toContain(said(other))
    expect(code).not.toContain('/campaigns-audience')
    expect(code.length).toBeLessThan(MOST_CHARS)
  })

  const id = await openFirst(page, 'Atendendo')
  const place = new URL(page.url()).pathname
  /** Session, place, draft and theme are there; resolves with the page. */
  const asItWas = async (): Promise<void> => {
    await expect(rows(page).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Entrar' })).toHaveCount(0)
    if (new URL(page.url()).pathname !== place) {
      await showList(page, 'Atendendo')
      await openTicket(page, id)
    }
    await expect(composer(page)).toHaveValue('Ainda não terminei de escrever isto')
  }
  await test.step('a restart', async () => {
    await composer(page).fill('Ainda não terminei de escrever isto')
    await draftKept(page, 'Ainda não terminei de escrever isto')
    await fromAccount(page, 'Configurações')
    await page.getByRole('link', { name: 'Aparência', exact: true }).click()
    const choose = (set: string, name: string) =>
      page.getByRole('radiogroup', { name: set }).getByRole('radio', { name, exact: true }).check()
    await choose('Tema', 'Escuro')
    await choose('Tamanho do texto', 'Grande')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    const size = () => page.evaluate(() => getComputedStyle(document.body).fontSize)
    await expect.poll(size).toBe('16px')
    const settings = () => JSON.parse(readFileSync(join(turno.dataDir, 'settings.json'), 'utf8'))
    await expect.poll(() => settings().preferences).toMatchObject({ theme: 'dark', fontSize: 16 })
    const left = { x: 120, y: 90, width: 1_150, height: 760 }
    const [first] = await turno.control.ask('windows')
    await turno.control.ask('moveWindow', first?.id ?? 0, left)
    page = await turno.restart()
    // On a display that is gone: unit/main/windows.test.ts.
    const [again] = await turno.control.ask('windows')
    expect(again?.bounds).toMatchObject(left)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect.poll(size).toBe('16px')
    await asItWas()
  })

  await test.step('damaged settings are set aside and said, and everything else is as it was', async () => {
    await turno.quit()
    writeFileSync(join(turno.dataDir, 'settings.json'), '{"preferences": {"theme": "da')
    page = await turno.start()
    await asItWas()
    const told = await turno.control.until('dialog', details =>
      JSON.stringify(details).includes('settings.damaged-'),
    )
    expect(told.details.kind).toBe('showMessageBox')
    const kept = readdirSync(turno.dataDir).find(name => name.startsWith('settings.damaged-')) ?? ''
    expect(readFileSync(join(turno.dataDir, kept), 'utf8')).toContain('"da')
  })

  await test.step('a sign-out keeps none', async () => {
    await signOut(page)
    page = await turno.restart()
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  })
})
