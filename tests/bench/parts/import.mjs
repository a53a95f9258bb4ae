/** A spreadsheet of fifty thousand rows into a contact list: how long it takes, and whether the window stands still. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { summary } from '../lib/figures.mjs'
import { atEnd, openConsole, person, serve, workspace } from '../lib/programs.mjs'
import { goTo, install, newPage, signIn } from '../lib/screen.mjs'

const ROWS = 50_000

export const title = `import of a spreadsheet of ${ROWS.toLocaleString('en')} rows`
export const bars = [
  ['totalMs', 10_000],
  ['longTasks', 0],
  ['afterwards.longTasks', 0],
]

export async function prepare() {
  const folder = mkdtempSync(join(tmpdir(), 'turno-bench-'))
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const rows = Array.from({ length: ROWS }, (_, i) => [
    `Pessoa número ${i + 1}`,
    // Every hundredth is no number, every hundred-and-first comes twice.
    i % 100 === 99 ? 'sem número' : `+55 11 9${60_000_001 + (i % 101 === 100 ? i - 1 : i) * 10}`,
    `pessoa${i + 1}@exemplo.test`,
  ])
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Nome', 'Telefone', 'E-mail'], ...rows]), 'Clientes')
  const file = join(folder, 'clientes.xlsx')
  writeFileSync(file, write(book, { type: 'buffer', bookType: 'xlsx', compression: true }))
  return { file, data: await workspace(0) }
}

const seen = page =>
  page.evaluate(() => {
    const { longTasks, frames } = window.bench
    const found = { longTasks: [...longTasks], frames: [...frames] }
    longTasks.length = 0
    frames.length = 0
    return found
  })
const judged = ({ longTasks, frames }) => ({
  frames: summary(frames),
  longTasks: longTasks.length,
  longestTask: Math.round(Math.max(0, ...longTasks)),
})

export async function run({ browser, file, data }) {
  const server = await serve(data)
  const { token } = await person(server.url, 'admin@demo.turno')
  const reply = await fetch(`${server.url}/api/contact-lists`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Planilha ${Date.now()}` }),
  })
  const { id } = await reply.json()
  const program = await openConsole({ server: server.url })
  const page = await newPage(browser)
  await page.goto(program.address)
  await signIn(page, 'admin@demo.turno', 'nav a[href="/tickets"]')
  await goTo(page, `/contact-lists/${id}/contacts`)
  await page.getByRole('button', { name: 'Importar planilha' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Escolher arquivo' }).waitFor()
  await page.waitForTimeout(1_000)
  await install(page)
  await page.evaluate(() => window.bench.watchFrames())
  const submit = dialog.getByRole('button', { name: /^Importar [\d.]+ linhas$/ })
  const began = performance.now()
  await dialog.locator('input[type="file"]').setInputFiles(file)
  await submit.waitFor()
  const readMs = performance.now() - began
  const pressed = performance.now()
  await submit.click()
  await dialog.getByRole('button', { name: 'Baixar relatório' }).waitFor()
  const sendMs = performance.now() - pressed
  const during = await seen(page)
  // The report lives: numbers are asked about, somebody looks at its rows.
  const box = await dialog.getByRole('table').boundingBox()
  await page.mouse.move(box.x + 200, box.y + 120)
  for (let i = 0; i < 40; i++) {
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(100)
  }
  await dialog.getByRole('tab', { name: /^Adicionados/ }).click()
  await page.waitForTimeout(2_000)
  const afterwards = await seen(page)
  const counted = await dialog.getByRole('tab').allTextContents()
  await page.close()
  await program.stop()
  await server.stop()
  return {
    readMs: Math.round(readMs),
    sendMs: Math.round(sendMs),
    totalMs: Math.round(readMs + sendMs),
    ...judged(during),
    afterwards: judged(afterwards),
    tabs: counted.join(' '),
  }
}
