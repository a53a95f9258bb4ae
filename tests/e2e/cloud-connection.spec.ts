/** A company of one's own connects a number of WhatsApp's Cloud API; Meta is a double on loopback. */
import { GraphDouble, PHONE, SECRET, TOKEN } from '../support/graph-double'
import { expect, findingsInBothThemes, Turno, test } from './fixtures'

test('an admin chooses the Cloud API, is led through its set-up, tests it and sees the number come up', async ({
  context,
}, info) => {
  const graph = await new GraphDouble().start()
  const turno = new Turno(context)
  try {
    const page = await turno.start({ env: { TURNO_GRAPH_URL: graph.url } })
    await page.getByRole('button', { name: 'Começar a minha empresa aqui' }).click()
    await page.getByRole('textbox', { name: 'Nome da empresa' }).fill('Padaria Aurora')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Seu nome' }).fill('Dona Aurora')
    await page.keyboard.press('Tab')
    await page.keyboard.type('aurora@padaria.example')
    await page.keyboard.press('Tab')
    await page.keyboard.type('segredo9')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: /^Olá, Dona Aurora/ })).toBeVisible({ timeout: 30_000 })

    await page.getByRole('link', { name: 'Conexões', exact: true }).click()
    await page.getByRole('button', { name: 'Adicionar conexão' }).first().click()
    const editor = page.getByRole('group', { name: 'Nova conexão' })
    await editor.getByLabel('Nome', { exact: true }).fill('Balcão')
    await expect(editor.getByText('WhatsApp Business (Cloud API da Meta)')).toBeVisible()
    await editor.getByLabel('Nome', { exact: true }).press('Control+s')

    // What to copy from where; this computer has no address that Meta could call, and that is said.
    const dialog = page.getByRole('dialog', { name: 'Configurar Balcão' })
    await expect(dialog.getByText('A Meta não alcança este endereço', { exact: false })).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Endereço de retorno' })).toHaveValue(
      /\/webhooks\/whatsapp\/cloud\/[0-9a-f]{40}$/,
    )
    expect(await findingsInBothThemes(page)).toEqual([])
    await dialog.getByLabel('Identificação do número de telefone', { exact: true }).fill('abc')
    await dialog.getByRole('button', { name: 'Salvar e conectar' }).click()
    await expect(dialog.getByText('Formato inválido')).toBeVisible()
    await dialog.getByLabel('Identificação do número de telefone', { exact: true }).fill(PHONE)
    await dialog.getByLabel('Token de acesso', { exact: true }).fill('wrong')
    await dialog.getByRole('button', { name: 'Testar conexão' }).click()
    await expect(dialog.getByText('Código da Meta: 190.', { exact: false })).toBeVisible()
    await dialog.getByLabel('Token de acesso', { exact: true }).fill(TOKEN)
    await dialog.getByLabel('Chave secreta do app', { exact: true }).fill(SECRET)
    await dialog.getByRole('button', { name: 'Testar conexão' }).click()
    await expect(dialog.getByText('Funciona: Padaria Aurora', { exact: false })).toBeVisible()
    expect(await findingsInBothThemes(page)).toEqual([])
    await dialog.getByLabel('Token de acesso', { exact: true }).press('Control+Enter')
    await expect(dialog).toHaveCount(0)

    const row = page.getByRole('table', { name: 'Conexões' }).getByRole('row').filter({ hasText: 'Balcão' })
    await expect(row).toContainText('Conectado')
    await expect(row).toContainText('4002-8922')
    // Signed out there is no code to read: the set-up is offered, and trying again is enough.
    await row.getByRole('button', { name: /^Desconectar/ }).click()
    await page.getByRole('button', { name: 'Desconectar número' }).click()
    await expect(row).toContainText('Está desligada. Para voltar, tente novamente.')
    await expect(row.getByRole('button', { name: /QR/ })).toHaveCount(0)
    await row.getByRole('button', { name: /^Configurar/ }).click()
    await expect(dialog.getByText('Guardado. Preencha só para trocar.')).toHaveCount(2)
    await dialog.getByLabel('Identificação do número de telefone', { exact: true }).press('Escape')
    await expect(dialog).toHaveCount(0)
    await row.getByRole('button', { name: /^Tentar novamente/ }).click()
    await expect(row).toContainText('Conectado')
  } finally {
    await turno.dispose(info)
    await graph.stop()
  }
})
