/** A company of one's own connects a number of WhatsApp's Cloud API; Meta is a double on loopback. */
import { ACCOUNT, GraphDouble, PHONE, SECRET, TOKEN } from '../support/graph-double'
import { usualTemplates } from '../support/graph-templates'
import { expect, findingsInBothThemes, Turno, test } from './fixtures'
import { ownCompany } from './fixtures/own-company'

/** What lies behind is a screen of tests/looks/administration.spec.ts. */
const DIALOG = '[role=dialog]'

test('an admin connects a number of the Cloud API and answers, with a template, somebody who wrote yesterday', async ({
  context,
}, info) => {
  const graph = await new GraphDouble().start()
  graph.templates.all.push(...usualTemplates())
  const turno = new Turno(context)
  try {
    const page = await ownCompany(turno, { TURNO_GRAPH_URL: graph.url })

    await page.getByRole('link', { name: 'Conexões', exact: true }).click()
    await page.getByRole('button', { name: 'Adicionar conexão' }).first().click()
    const editor = page.getByRole('group', { name: 'Nova conexão' })
    await editor.getByLabel('Nome', { exact: true }).fill('Balcão')
    await expect(editor.getByText('WhatsApp Business (Cloud API da Meta)')).toBeVisible()
    await editor.getByLabel('Nome', { exact: true }).press('Control+s')

    // What to copy from where; this computer has no address that Meta could call, and that is said.
    const dialog = page.getByRole('dialog', { name: 'Configurar Balcão' })
    await expect(dialog.getByText('A Meta não alcança este endereço', { exact: false })).toBeVisible()
    const address = dialog.getByRole('textbox', { name: 'Endereço de retorno' })
    await expect(address).toHaveValue(/\/webhooks\/whatsapp\/cloud\/[0-9a-f]{40}$/)
    const hook = await address.inputValue()
    expect(await findingsInBothThemes(page, DIALOG)).toEqual([])
    await dialog.getByLabel('Identificação do número de telefone', { exact: true }).fill('abc')
    await dialog.getByRole('button', { name: 'Salvar e conectar' }).click()
    await expect(dialog.getByText('Formato inválido')).toBeVisible()
    await dialog.getByLabel('Identificação do número de telefone', { exact: true }).fill(PHONE)
    await dialog.getByLabel('Identificação da conta do WhatsApp Business').fill(ACCOUNT)
    await dialog.getByLabel('Token de acesso', { exact: true }).fill('wrong')
    await dialog.getByRole('button', { name: 'Testar conexão' }).click()
    await expect(dialog.getByText('Código da Meta: 190.', { exact: false })).toBeVisible()
    await dialog.getByLabel('Token de acesso', { exact: true }).fill(TOKEN)
    await dialog.getByLabel('Chave secreta do app', { exact: true }).fill(SECRET)
    await dialog.getByRole('button', { name: 'Testar conexão' }).click()
    await expect(dialog.getByText('Funciona: Padaria Aurora', { exact: false })).toBeVisible()
    expect(await findingsInBothThemes(page, DIALOG)).toEqual([])
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
    await expect(dialog.getByRole('region', { name: 'Situação do número' })).toContainText(
      '1.000 clientes por dia',
    )
    expect(await findingsInBothThemes(page, DIALOG)).toEqual([])
    await dialog.getByLabel('Identificação do número de telefone', { exact: true }).press('Escape')
    await expect(dialog).toHaveCount(0)
    await row.getByRole('button', { name: /^Tentar novamente/ }).click()
    await expect(row).toContainText('Conectado')

    // Somebody wrote more than a day ago: only a template reaches them, until they answer.
    const rita = '5511955550001'
    graph.quiet.add(rita)
    const wrote = graph.text(rita, 'Vocês entregam no domingo?', {}, Math.floor(Date.now() / 1_000) - 90_000)
    await graph.deliver(hook, graph.delivery({ messages: [wrote], names: { [rita]: 'Rita Souza' } }))
    await page.getByRole('link', { name: 'Atendimentos', exact: true }).click()
    await page.getByRole('tab', { name: /Aguardando/ }).click()
    await page.keyboard.press('Control+Shift+A')
    await expect(page.getByTestId('composer-window-closed')).toContainText('há mais de 24 horas')
    expect(await findingsInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Enviar modelo' }).click()
    const templates = page.getByRole('dialog', { name: 'Enviar modelo para Rita Souza' })
    await expect(templates.getByRole('option')).toHaveCount(7)
    await templates.getByRole('textbox', { name: 'Buscar modelo' }).fill('continuar')
    await page.keyboard.press('Enter')
    await page.keyboard.type('a entrega')
    await expect(templates.getByTestId('template-preview')).toContainText(
      'Olá, Rita! Podemos continuar o seu atendimento sobre a entrega?',
    )
    // What is filled in outlives a window made narrow, and wide again.
    const wide = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 800 })
    await expect(templates.getByRole('option')).toHaveCount(0)
    await expect(templates.getByTestId('template-preview')).toContainText('sobre a entrega?')
    if (wide) await page.setViewportSize(wide)
    expect(await findingsInBothThemes(page, DIALOG)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await expect(templates).toHaveCount(0)
    const thread = page.getByRole('feed')
    await expect(thread).toContainText('Podemos continuar o seu atendimento sobre a entrega?')
    await expect(thread).toContainText('Sim, continuar')
    expect(graph.taken.filter(one => one.to === rita).map(one => one.type)).toEqual(['template'])
    graph.quiet.delete(rita)
    await graph.deliver(hook, graph.delivery({ messages: [graph.text(rita, 'Sim, continuar')] }))
    await page.getByTestId('composer-text').fill('Entregamos, sim!')
    await page.getByTestId('composer-send').click()
    await expect
      .poll(() => graph.taken.filter(one => one.to === rita).map(one => one.type))
      .toEqual(['template', 'text'])
  } finally {
    await turno.dispose(info)
    await graph.stop()
  }
})
