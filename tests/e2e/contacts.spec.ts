/** The contacts screen: found, changed, written to, imported, exported, deleted (docs/specification.md 1.2). */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, findings, signIn, test, toastSaid } from './fixtures'

/** Opens the screen and waits for its rows. */
async function openContacts(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Contatos', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Contatos' }).getByRole('row').nth(1)).toBeVisible()
}
const bodyRows = (page: Page) => page.getByRole('table', { name: 'Contatos' }).locator('[aria-rowindex]')
const rowOf = (page: Page, name: string) => bodyRows(page).filter({ hasText: name })
const search = (page: Page) => page.getByRole('textbox', { name: 'Buscar por nome ou número' })
const field = (page: Page, label: string | RegExp) =>
  page.getByRole('dialog').getByLabel(label, { exact: true })

/** Drops a file on the import zone as a person would. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const data = new DataTransfer()
      data.items.add(new File([content ?? ''], fileName ?? '', { type: 'text/csv' }))
      return data
    },
    [name, text],
  )
  const zone = page.getByTestId('csv-zone')
  await zone.dispatchEvent('dragover', { dataTransfer: transfer })
  await zone.dispatchEvent('drop', { dataTransfer: transfer })
}

test('an admin at the contacts: files in, files out', async ({ turno }) => {
  test.slow()
  const page = await turno.page
  await signIn(page, 'admin@demo.turno')
  await openContacts(page)
  await test.step('an admin imports a file by drag and drop and reads why lines were refused', async () => {
    await page.getByRole('button', { name: 'Importar CSV' }).click()
    const dialog = page.getByRole('dialog')
    const submit = dialog.getByRole('button', { name: 'Importar', exact: true })
    await expect(submit).toBeDisabled()
    await expect(dialog.getByRole('columnheader', { name: 'number' })).toBeVisible()

    await drop(page, 'contatos.xlsx', 'name,number,email\n')
    await toastSaid(page, 'Tipo de arquivo inválido: envie um arquivo .csv')
    await expect(submit).toBeDisabled()
    await drop(page, 'contatos.csv', 'name,apelido\nMaria,Mah\n')
    await expect(dialog.getByText('Faltam cabeçalhos no arquivo: number, email')).toBeVisible()
    await expect(submit).toBeDisabled()

    await drop(
      page,
      'contatos.csv',
      [
        'Nome;Número;E-mail',
        'Aa Maria Importada;+55 (11) 98888-7777;maria@exemplo.com',
        'X;5511988887770;',
        'Aa Sem Número;abc;',
        'Aa Repetida;5511988887777;',
        '<img src=x onerror="document.title=1">;5511988887771;',
      ].join('\r\n'),
    )
    await expect(submit).toBeEnabled()
    await submit.click()
    await expect(dialog.getByRole('tab', { name: /Rejeitados/ })).toHaveAccessibleName(/3/)
    await expect(dialog.getByText('O nome deve ter de 2 a 50 caracteres')).toBeVisible()
    await expect(dialog.getByText('Número inválido')).toBeVisible()
    await expect(dialog.getByText('Número repetido no arquivo')).toBeVisible()
    await dialog.getByRole('tab', { name: /Criados/ }).click()
    await expect(dialog.getByRole('cell', { name: '<img src=x onerror="document.title=1">' })).toBeVisible()
    expect(await findings(page, '[role=dialog]')).toEqual([])
    await dialog.getByRole('button', { name: 'Fechar' }).last().click()
    await expect(rowOf(page, 'Aa Maria Importada')).toHaveCount(1)
  })

  await test.step('an admin exports with formulas made harmless, and deletes after a question', async () => {
    await page.getByRole('button', { name: 'Novo contato' }).click()
    await field(page, 'Nome').fill('=HYPERLINK("http://x")')
    await field(page, 'Número do WhatsApp').fill('5511987650001')
    await page.getByRole('dialog').getByRole('button', { name: 'Adicionar', exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await page.getByRole('button', { name: 'Exportar todos (CSV)' }).click()
    const { details } = await turno.control.until('download', one => one.state === 'completed')
    const savePath = String(details.savePath)
    expect(savePath).toMatch(/contatos-\d{4}-\d{2}-\d{2}.*\.csv$/)
    const text = await readFile(savePath, 'utf8')
    expect(text).toContain('name,number,email')
    expect(text).toContain(`'=HYPERLINK`)
    expect(text).not.toMatch(/^"?=/m)

    await search(page).fill('hyperlink')
    await expect(bodyRows(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Exportar encontrados (CSV)' }).click()
    const found = await turno.control.until(
      'download',
      one => one.state === 'completed' && one.savePath !== savePath,
    )
    const rows = await readFile(String(found.details.savePath), 'utf8')
    expect(rows.trim().split('\r\n')).toHaveLength(2)
    await bodyRows(page).first().hover()
    await page.getByRole('button', { name: /^Excluir =HYPER/ }).click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText('Isto não pode ser desfeito')
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await expect(bodyRows(page)).toHaveCount(1)
    await bodyRows(page).first().hover()
    await page.getByRole('button', { name: /^Excluir =HYPER/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
    await expect(page.getByText(/^Nada encontrado para/)).toBeVisible()
    await page.getByRole('button', { name: 'Limpar' }).last().click()
    await expect(bodyRows(page).first()).toBeVisible()
  })
})

// Thousands, beside other people's work, are the server's: integration/server/contacts.test.ts.
