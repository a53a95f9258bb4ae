/**
 * A new company opens for business in the console: its phone is paired, a queue has hours and a chatbot, two people are
 * invited. Its customers come in tests/integration/server/bot.test.ts.
 */
import { Colleague, DEMO_PASSWORD, expect, signIn, test, toastSaid } from './fixtures'

const ADMIN = 'dona@padaria.test'
const CLOSED = 'Abrimos amanhã cedo.'
const HANDED = 'Já vem alguém.'
const THANKS = 'Obrigado pela nota.'
const DAYS = ['Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado', 'Domingo']

test('a company pairs its phone, builds a queue with hours and a chatbot, and invites two agents', async ({
  installation,
  workspace: begin,
}) => {
  test.setTimeout(420_000)
  const workspace = await begin()
  const plans = (await (await fetch(`${workspace.url}/api/plans/list`)).json()) as {
    id: number
    users: number
  }[]
  const [plan] = plans.toSorted((a, b) => (b.users || 1_000) - (a.users || 1_000))
  const signedUp = await fetch(`${workspace.url}/api/companies/cadastro`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Padaria',
      email: ADMIN,
      phone: '11988887777',
      password: DEMO_PASSWORD,
      planId: plan?.id,
    }),
  })
  expect(signedUp.status).toBe(200)
  const page = await installation.start({ env: { TURNO_SERVER_URL: workspace.url } })
  await signIn(page, ADMIN, DEMO_PASSWORD)

  await test.step('its phone is paired by the code', async () => {
    await page.getByRole('link', { name: 'Conexões' }).click()
    await page.getByRole('button', { name: 'Adicionar conexão' }).first().click()
    const editor = page.getByRole('group', { name: 'Nova conexão' })
    await editor.getByLabel('Nome', { exact: true }).fill('Balcão')
    await editor.getByLabel(/^Mensagem de conclusão/).fill(THANKS)
    await editor.getByLabel('Nome', { exact: true }).press('Control+s')
    const qr = page.getByRole('dialog', { name: 'Conectar Balcão' })
    await expect(qr.getByRole('img', { name: 'Código QR de Balcão' })).toBeVisible()
    // It says that it worked for a moment, then closes by itself.
    await expect(qr).toHaveCount(0, { timeout: 90_000 })
    await expect(page.getByRole('table', { name: 'Conexões' }).getByText('Conectado')).toBeVisible()
  })

  await test.step('hours are the queues’, and ratings are asked for', async () => {
    await page.getByRole('link', { name: 'Configurações', exact: true }).click()
    await page
      .getByRole('link', { name: 'Opções' })
      .or(page.getByRole('tab', { name: 'Opções' }))
      .first()
      .click()
    const byQueue = page.getByRole('radio', { name: 'Por fila' })
    await expect(byQueue).toBeEnabled()
    await byQueue.check({ force: true })
    await page.getByRole('switch', { name: 'Pedir avaliação ao resolver' }).click()
    await expect(page.getByText('salvo').first()).toBeVisible()
  })

  await test.step('a queue with hours, closed now, and a chatbot', async () => {
    await page.getByRole('link', { name: 'Filas' }).click()
    await page.getByRole('button', { name: 'Adicionar fila' }).first().click()
    await page.getByLabel('Nome', { exact: true }).fill('Pedidos')
    await page.getByLabel(/^Mensagem de saudação/).fill('Pedidos da padaria.')
    await page.getByLabel(/^Mensagem fora do horário/).fill(CLOSED)
    for (const day of DAYS) {
      const open = page.getByRole('switch', { name: `${day}: aberto` })
      if ((await open.getAttribute('aria-checked')) === 'true') await open.click()
    }
    await expect(page.getByText('Fechado agora e pelas próximas duas semanas').first()).toBeVisible()
    await page.keyboard.press('Control+s')
    await page.getByRole('button', { name: 'Adicionar opção' }).last().click()
    await page.getByRole('textbox', { name: 'Título' }).fill('Falar com alguém')
    await page.getByLabel('Mensagem', { exact: true }).fill(HANDED)
    await page.getByRole('switch', { name: 'Encerrar o chatbot e chamar uma pessoa' }).click()
    await page.keyboard.press('Control+s')
    // Saved: who leaves while it is on its way is asked whether to lose it.
    await expect(page.getByRole('treeitem', { name: '1. Falar com alguém', exact: true })).toBeVisible()
  })

  await test.step('customers of the phone come to that queue', async () => {
    await page.getByRole('link', { name: 'Conexões' }).click()
    await page.getByRole('table', { name: 'Conexões' }).getByText('Balcão').click()
    const editor = page.getByRole('group', { name: 'Editar Balcão' })
    await editor.getByRole('combobox', { name: /^Filas/ }).click()
    await page.getByTitle('Pedidos', { exact: true }).last().click()
    await editor.getByLabel('Nome', { exact: true }).press('Control+s')
    await expect(editor).toHaveCount(0)
  })

  await test.step('two agents are invited', async () => {
    await page.getByRole('link', { name: 'Usuários' }).click()
    for (const name of ['Rita', 'Nilo']) {
      await page.getByRole('button', { name: 'Adicionar usuário' }).first().click()
      const form = page.getByRole('dialog', { name: 'Adicionar usuário' })
      await form.getByLabel('Nome').fill(name)
      await form.getByLabel('E-mail').fill(`${name.toLowerCase()}@padaria.test`)
      await form.getByLabel('Senha').fill(DEMO_PASSWORD)
      await form.getByLabel('Filas').click()
      await page.getByTitle('Pedidos', { exact: true }).last().click()
      await form.getByLabel('Nome').focus()
      await form.getByLabel('Nome').press('Control+Enter')
      await toastSaid(page, 'Usuário salvo com sucesso.')
      await expect(form).toHaveCount(0)
    }
  })

  // The invited agent works in that queue.
  const rita = await Colleague.signIn(workspace.url, 'rita@padaria.test')
  const queues = await rita.must<{ name: string; outOfHoursMessage: string }[]>('GET', '/queue')
  expect(queues).toMatchObject([{ name: 'Pedidos', outOfHoursMessage: CLOSED }])
})
