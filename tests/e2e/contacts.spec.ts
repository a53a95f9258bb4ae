/** The contacts screen: found, changed, written to, imported, exported, deleted (docs/specification.md 1.2). */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { Colleague, expect, findings, fromAccount, signIn, test, toastSaid } from './fixtures'
import { openLists } from './fixtures/desk'

const FIRST = 30

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

test('an agent at the contacts: one of them from the form to a ticket, and all of them in the list', async ({
  turno,
}) => {
  test.slow()
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await test.step('an agent adds a contact, changes it and opens a ticket', async () => {
    await openContacts(page)
    await expect(page.getByRole('button', { name: 'Exportar todos (CSV)' })).toHaveCount(0)

    await page.getByRole('button', { name: 'Novo contato' }).click()
    await expect(field(page, 'Nome')).toBeFocused()
    await field(page, 'Nome').fill('Ágata <b>Nóbrega</b>')
    await field(page, 'Número do WhatsApp').fill('+55 (11) 98765-4321')
    await field(page, /^E-mail/).fill('agata@exemplo.com')
    await page.getByRole('button', { name: 'Adicionar informação' }).click()
    await field(page, 'Nome do campo 1').fill('Plano')
    await field(page, 'Valor do campo 1').fill('<script>alert(1)</script>')
    await page.keyboard.press('Control+Enter')
    await toastSaid(page, 'Contato salvo com sucesso.')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    // Found without accents and by a piece of the number; the number is kept in its plain form.
    await search(page).fill('agata nobr')
    await search(page).fill('Agata')
    await expect(bodyRows(page)).toHaveCount(1)
    const row = rowOf(page, 'Ágata <b>Nóbrega</b>')
    await expect(row).toContainText('+55 (11) 98765-4321')
    await expect(row.getByRole('button', { name: /^Excluir/ })).toHaveCount(0)

    // By keyboard: the row opens the form, which knows the additional row.
    await row.focus()
    await page.keyboard.press('Enter')
    await expect(field(page, 'Valor do campo 1')).toHaveValue('<script>alert(1)</script>')
    await field(page, 'Nome').fill('Ágata Nóbrega')
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
    await expect(rowOf(page, 'Ágata Nóbrega')).toHaveCount(1)

    await rowOf(page, 'Ágata Nóbrega').hover()
    await page.getByRole('button', { name: 'Abrir ticket para Ágata Nóbrega' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Fila' }).click()
    await page.locator('.ant-select-item-option').first().click()
    await dialog.getByRole('button', { name: 'Abrir ticket' }).click()
    await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
    await expect(page.locator('[data-pane="conversation"] header')).toContainText('Ágata Nóbrega')
  })

  await test.step('the list scrolls through everybody and follows what colleagues change', async () => {
    await openContacts(page)
    const admin = await Colleague.signIn(await turno.server(), 'admin@demo.turno')
    const { contacts, count } = await admin.must<{
      contacts: { id: number; name: string; number: string }[]
      count: number
    }>('GET', '/contacts?pageNumber=1')
    await expect(page.getByText(`${count} contatos`)).toBeVisible()

    const [first, second] = contacts
    if (!first || !second) throw new Error('the demo has no contacts')
    await admin.must('PUT', `/contacts/${first.id}`, {
      name: 'Aaa Mudou de Nome',
      number: first.number,
      email: '',
    })
    await expect(rowOf(page, 'Aaa Mudou de Nome')).toHaveCount(1)
    await admin.must('POST', '/contacts', {
      name: 'Aab Acabou de Chegar',
      number: '5511987651234',
      email: '',
      extraInfo: [],
    })
    await expect(rowOf(page, 'Aab Acabou de Chegar')).toHaveCount(1)
    await admin.must('DELETE', `/contacts/${second.id}`)
    await expect(rowOf(page, second.name)).toHaveCount(0)
    await expect(page.getByText(`${count} contatos`)).toBeVisible()

    // Page after page until the last name; rows on screen stay few.
    const last = await admin.must<{ contacts: { name: string }[] }>(
      'GET',
      `/contacts?pageNumber=${Math.ceil(count / FIRST)}`,
    )
    const lastName = last.contacts.at(-1)?.name ?? ''
    await bodyRows(page).first().hover()
    await expect(async () => {
      await page.mouse.wheel(0, 4_000)
      await expect(rowOf(page, lastName).first()).toBeVisible({ timeout: 300 })
    }).toPass()
    expect(await bodyRows(page).count()).toBeLessThan(80)
  })

  await test.step('a failed load says why and tries again; the screen holds nothing serious in both themes', async () => {
    await openLists(page)
    await page.route('**/api/contacts?*', route =>
      route.fulfill({ status: 500, body: '{"error":"ERR_INTERNAL"}' }),
    )
    await page.getByRole('link', { name: 'Contatos', exact: true }).click()
    await expect(page.getByText('O servidor falhou ao atender este pedido. Tente de novo.')).toBeVisible()
    await page.unroute('**/api/contacts?*')
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect(bodyRows(page).first()).toBeVisible()
    expect(await findings(page)).toEqual([])
    await fromAccount(page, 'Mudar para o tema escuro')
    expect(await findings(page)).toEqual([])
  })
})

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
