/** A campaign through a number of the Cloud API, from the press in the editor to what Meta is asked to send. */
import { ACCOUNT, GraphDouble, PHONE, SECRET, TOKEN } from '../support/graph-double'
import { usualTemplates } from '../support/graph-templates'
import { expect, findingsInBothThemes, Turno, test } from './fixtures'
import { ownCompany } from './fixtures/own-company'

test('a campaign reaches strangers by a template whose gaps are filled from the list; without one it is refused', async ({
  context,
}, info) => {
  const graph = await new GraphDouble().start()
  graph.templates.all.push(...usualTemplates())
  const turno = new Turno(context)
  try {
    const page = await ownCompany(turno, { TURNO_GRAPH_URL: graph.url })
    await page.getByRole('link', { name: 'Conexões', exact: true }).click()
    await page.getByRole('button', { name: 'Adicionar conexão' }).first().click()
    const connection = page.getByRole('group', { name: 'Nova conexão' })
    await connection.getByLabel('Nome', { exact: true }).fill('Balcão')
    await connection.getByLabel('Nome', { exact: true }).press('Control+s')
    const setUp = page.getByRole('dialog', { name: 'Configurar Balcão' })
    await setUp.getByLabel('Identificação do número de telefone', { exact: true }).fill(PHONE)
    await setUp.getByLabel('Identificação da conta do WhatsApp Business').fill(ACCOUNT)
    await setUp.getByLabel('Token de acesso', { exact: true }).fill(TOKEN)
    await setUp.getByLabel('Chave secreta do app', { exact: true }).fill(SECRET)
    await setUp.getByLabel('Token de acesso', { exact: true }).press('Control+Enter')
    await expect(setUp).toHaveCount(0)
    await expect(page.getByRole('table', { name: 'Conexões' })).toContainText('Conectado')

    await page.getByRole('link', { name: 'Listas de contatos' }).click()
    await page.getByRole('button', { name: 'Nova lista' }).first().click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Nome' }).fill('Feira')
    await page.getByRole('dialog').getByRole('button', { name: 'Adicionar' }).click()
    const stranger = '5521987651234'
    graph.quiet.add(stranger)
    await page.getByRole('button', { name: 'Novo contato' }).first().click()
    const contact = page.getByRole('dialog')
    await contact.getByRole('textbox', { name: 'Nome' }).fill('Helena Prado')
    await contact.getByRole('textbox', { name: 'Número' }).fill(stranger)
    await contact.getByRole('button', { name: 'Adicionar' }).click()
    await expect(page.getByText('Helena Prado')).toBeVisible()

    await page.getByRole('link', { name: 'Todas as campanhas' }).click()
    await page.getByRole('button', { name: 'Nova campanha' }).first().click()
    const editor = page.getByRole('dialog', { name: 'Nova campanha' })
    await editor.getByRole('textbox', { name: 'Nome', exact: true }).fill('Retomada')
    await editor.getByLabel('Lista de contatos').click()
    await page.getByTitle('Feira').last().click()
    await editor.getByRole('textbox', { name: 'Mensagem 1' }).fill('Oi {nome}!')
    await editor.getByText('Agora', { exact: true }).click()
    await expect(editor.getByText('Agora são 0 de 1.')).toBeVisible()
    await expect(editor.getByText('Ninguém está na janela de 24 horas: escolha um modelo.')).toBeVisible()
    await editor.getByRole('button', { name: 'Iniciar campanha' }).click()
    await expect(page.getByText(/fora dessa janela a Meta só entrega modelos/)).toBeVisible()

    await editor.getByRole('combobox', { name: /^Modelo/ }).click()
    await page
      .getByTitle(/^retomar conversa/)
      .last()
      .click()
    await editor.getByRole('textbox', { name: 'Campo 2' }).fill('a feira')
    await expect(editor.getByTestId('template-preview')).toContainText(
      'Olá, Helena Prado! Podemos continuar o seu atendimento sobre a feira?',
    )
    expect(await findingsInBothThemes(page, '[role=dialog]')).toEqual([])
    await editor.getByRole('button', { name: 'Iniciar campanha' }).click()
    await expect(editor).toBeHidden()
    await expect
      .poll(() => graph.taken.find(one => one.to === stranger)?.body.template)
      .toMatchObject({
        name: 'retomar_conversa',
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Helena Prado' },
              { type: 'text', text: 'a feira' },
            ],
          },
        ],
      })
  } finally {
    await turno.dispose(info)
    await graph.stop()
  }
})
