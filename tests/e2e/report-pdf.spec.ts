/** A report as PDF: from the press to the file on the disk, whatever the theme of the screen. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readWhole } from '../../electron/documents/formats'
import { expect, fromAccount, signIn, test } from './fixtures'

test.use({ company: 'common' })

/** Where who wants to look at the files finds them. */
const kept = process.env.TURNO_PDF_SHOTS

test('a report is saved as PDF: whole, in the light theme whatever the screen’s, with company, period and page numbers', async ({
  turno,
}, { outputDir, project }) => {
  test.skip(project.name !== 'stand-in', 'the system’s own dialog asks where to')
  test.slow()
  const page = await turno.page
  await signIn(page, 'admin@demo.turno')
  await page.locator('a[href="/reports"]').first().click()
  const save = async (section: string, name: string): Promise<string> => {
    mkdirSync(kept ?? outputDir, { recursive: true })
    const path = join(kept ?? outputDir, `${name}.pdf`)
    await page.locator(`main a[href="/reports${section}"]`).click()
    await expect(page.locator(`main a[href="/reports${section}"]`)).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('table').last()).toBeVisible()
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    await page.getByRole('button', { name: 'Exportar', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Exportar relatório' })
    await dialog.getByRole('radio', { name: 'PDF (como na tela)' }).click()
    await turno.control.ask('answerDialog', 'showSaveDialog', { canceled: false, filePath: path })
    await dialog.getByRole('button', { name: 'Exportar' }).click()
    await expect(page.getByTestId('downloads')).toContainText(`${name}.pdf`)
    await expect.poll(() => existsSync(path)).toBe(true)
    return path
  }
  const textOf = async (path: string): Promise<string> => {
    const read = await readWhole(readFileSync(path))
    return 'text' in read ? read.text : `fault: ${read.fault}`
  }

  await fromAccount(page, 'Mudar para o tema escuro')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const path = await save('/agents', 'agents')
  const names = await page.locator('main table').last().locator('tbody th').allInnerTexts()
  expect(names.length).toBeGreaterThan(3)
  const text = await textOf(path)
  expect(text).toContain('Tempos: Tempo corrido, Mediana')
  expect(text).toMatch(/1\s*\/\s*\d/)
  // Where a column is narrow, names are broken between their words.
  for (const name of names) expect(text.replace(/\s+/g, ' ')).toContain(name)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByTestId('report-sheet')).toHaveCount(0)
  if (kept) {
    for (const section of ['', '/conversations', '/queues', '/campaigns', '/csat', '/sla', '/bot'])
      await save(section, section.slice(1) || 'overview')
  }
})
