/** How Turno starts: stage by stage, onto a screen that is there, and over damaged settings. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, signIn, test } from './fixtures'
import { rows } from './fixtures/desk'

const said = (language: string): string =>
  JSON.parse(readFileSync(`src/locales/${language}/errors.json`, 'utf8')).ERR_OTHER_OPEN_TICKET

/** Longest program text a window may read until its first list is there, in characters: little more than it is. */
const MOST_CHARS = 2_180_000

test('the start is told stage by stage, and as a whole', async ({ turno }) => {
  await turno.page
  const line = /› start (\{.*\})/.exec(turno.log)?.[1]
  expect(line, turno.log).toBeDefined()
  const told = JSON.parse(line ?? '{}') as { stagesMs: Record<string, number>; totalMs: number }
  const stages = Object.keys(told.stagesMs)
  expect(stages.indexOf('single instance')).toBeLessThan(stages.indexOf('settings'))
  expect(stages.indexOf('settings')).toBeLessThan(stages.indexOf('windows'))
  expect(told.totalMs).toBeGreaterThanOrEqual(Math.max(...Object.values(told.stagesMs)))
})

test('the first list comes with the texts of one language, and without what later screens need', async ({
  turno,
}) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
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

// On a display that is gone: unit/main/windows.test.ts.
test('a window opens where and as large as it was left', async ({ turno }) => {
  await turno.page
  const left = { x: 120, y: 90, width: 1_150, height: 760 }
  const [first] = await turno.control.ask('windows')
  await turno.control.ask('moveWindow', first?.id ?? 0, left)
  await turno.restart()
  const [again] = await turno.control.ask('windows')
  expect(again?.bounds).toMatchObject(left)
})

test('damaged settings are set aside and said, and everything else is as it was', async ({ turno }) => {
  let page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await expect(rows(page).first()).toBeVisible()
  await turno.quit()
  writeFileSync(join(turno.dataDir, 'settings.json'), '{"preferences": {"theme": "da')
  page = await turno.start()
  await expect(rows(page).first()).toBeVisible()
  const said = await turno.control.until('dialog', details =>
    JSON.stringify(details).includes('settings.damaged-'),
  )
  expect(said.details.kind).toBe('showMessageBox')
  const kept = readdirSync(turno.dataDir).find(name => name.startsWith('settings.damaged-')) ?? ''
  expect(readFileSync(join(turno.dataDir, kept), 'utf8')).toContain('"da')
  expect(() => JSON.parse(readFileSync(join(turno.dataDir, 'settings.json'), 'utf8'))).not.toThrow()
})
