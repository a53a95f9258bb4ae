/** Campaigns: from a spreadsheet to the report, with what the workspace really sends. */
import { utils, write } from '@e965/xlsx'
import { expect, signIn, test, toastSaid } from './fixtures'

test.use({ company: 'common' })

/** A workbook with one sheet, as somebody's own program wrote it. */
function spreadsheet(rows: (string | number)[][]): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Clientes')
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

test('a spreadsheet becomes a list, the list a campaign, and the report says what became of each row', async ({
  turno,
}) => {
  const page = await turno.page
  await signIn(page, 'admin@demo.turno')
  await page.getByRole('link', { name: 'Listas de contatos' }).click()
  await page.getByRole('button', { name: 'Nova lista' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Nome' }).fill('Feira de abril')
  await page.getByRole('dialog').getByRole('button', { name: 'Adicionar' }).click()
  await page.getByRole('button', { name: 'Importar planilha' }).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.locator('input[type="file"]').setInputFiles({
    name: 'feira.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: spreadsheet([
      ['Cliente', 'Celular'],
      ['Helena', 5511976540001],
      // The simulated network has no number that ends like this.
      ['Otávio', 5511976540000],
      ['Iara', '(11) 97654-0002'],
      ['Sem número', 'ramal'],
    ]),
  })
  await sheet.getByRole('button', { name: 'Importar 4 linhas' }).click()
  await expect(sheet.getByRole('tab', { name: 'Não aceitos 1' })).toBeVisible()
  await expect(sheet.getByRole('tab', { name: 'Fora do WhatsApp 1' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Fechar' }).last().click()

  await page.getByRole('link', { name: 'Todas as campanhas' }).click()
  await page.getByRole('button', { name: 'Nova campanha' }).click()
  const editor = page.getByRole('dialog', { name: 'Nova campanha' })
  await editor.getByRole('textbox', { name: 'Nome', exact: true }).fill('Teste de campo')
  await editor.getByLabel('Lista de contatos').click()
  await page.getByTitle('Feira de abril').last().click()
  await editor.getByRole('textbox', { name: 'Mensagem 1' }).fill('Oi {nome}!')
  await editor.getByLabel('Conexão').click()
  await page.getByTitle('Atendimento', { exact: true }).last().click()
  await editor.getByText('Agora', { exact: true }).click()
  await expect(editor.getByText(/2 pessoas recebem/)).toBeVisible()

  await editor.getByLabel('Meu número').fill('5511987651234')
  await editor.getByRole('button', { name: 'Enviar teste' }).click()
  await toastSaid(page, 'Teste enviado')
  await editor.getByRole('button', { name: 'Iniciar campanha' }).click()
  await expect(editor).toBeHidden()

  await page.getByRole('row').filter({ hasText: 'Teste de campo' }).click()
  const people = page.getByRole('table', { name: 'Destinatários' })
  // The list has such bars, too: the report stands first.
  await expect(people).toBeVisible()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(people.getByRole('row').filter({ hasText: 'Helena' }).getByText('Entregue')).toBeVisible()
  await expect(people.getByText('Oi Helena!')).toBeVisible()

  await page.getByRole('button', { name: 'Voltar às campanhas' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Teste de campo' })
  await row.hover()
  await row.getByRole('button', { name: 'Cancelar Teste de campo' }).click()
  await page.getByRole('button', { name: 'Cancelar campanha' }).click()
  await expect(row.getByText('Cancelada', { exact: true })).toBeVisible()
})
