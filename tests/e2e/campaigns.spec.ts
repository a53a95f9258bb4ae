/** Campaigns: from the editor to the report, with what the workspace really sends. */
import { expect, findings, signIn, test, toastSaid } from './fixtures'

test('a campaign is written, tested, started, followed in its report and cancelled', async ({ turno }) => {
  const page = await turno.page
  await signIn(page, 'admin@demo.turno')
  await page.getByRole('link', { name: 'Listagem' }).click()
  await page.getByRole('button', { name: 'Nova campanha' }).click()
  const editor = page.getByRole('dialog', { name: 'Nova campanha' })
  await editor.getByRole('textbox', { name: 'Nome', exact: true }).fill('Teste de campo')
  await editor.getByLabel('Lista de contatos').click()
  await page.getByTitle('Clientes fiéis').last().click()
  await editor.getByRole('textbox', { name: 'Mensagem 1' }).fill('Oi {nome}!')
  await editor.getByLabel('Conexão').click()
  await page.getByTitle('Atendimento', { exact: true }).last().click()
  await editor.getByText('Agora', { exact: true }).click()
  await expect(editor.getByText(/48 pessoas recebem/)).toBeVisible()

  await editor.getByLabel('Meu número').fill('5511987651234')
  await editor.getByRole('button', { name: 'Enviar teste' }).click()
  await toastSaid(page, 'Teste enviado')
  await editor.getByRole('button', { name: 'Iniciar campanha' }).click()
  await expect(editor).toBeHidden()

  await page.getByRole('row').filter({ hasText: 'Teste de campo' }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Destinatários' }).getByText('Entregue').first()).toBeVisible()
  expect(await findings(page)).toEqual([])

  await page.getByRole('button', { name: 'Voltar às campanhas' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Teste de campo' })
  await row.hover()
  await row.getByRole('button', { name: 'Cancelar Teste de campo' }).click()
  await page.getByRole('button', { name: 'Cancelar campanha' }).click()
  await expect(row.getByText('Cancelada', { exact: true })).toBeVisible()
})
