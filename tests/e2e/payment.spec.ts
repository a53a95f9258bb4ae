/** A company whose time is over: its admin is let in to pay, pays by Pix with the demo's bank, and is at work again. */
import { Colleague, expect, findings, findingsInBothThemes, signIn, test, toastSaid } from './fixtures'

const DAY_MS = 86_400_000

test('an admin pays the invoice of a company whose time is over, and works on at once', async ({ turno }) => {
  test.setTimeout(180_000)
  const page = await turno.page
  const platform = await Colleague.signIn(await turno.server(), 'super@demo.turno')
  const dueOf = async (id: number) =>
    (await platform.must<{ dueDate: string }>('GET', `/companies/${id}`)).dueDate
  const all = await platform.must<{ id: number; name: string }[]>('GET', '/companies/list')
  const id = all.find(({ name }) => name === 'Outra Empresa')?.id ?? 0
  const ended = new Date(Date.now() - DAY_MS).toISOString()
  await platform.must('PUT', `/companies/${id}`, { dueDate: ended })

  // Signing in leads to the invoices, and nowhere else.
  await signIn(page, 'other@demo.turno')
  await expect(page.getByRole('heading', { name: 'Faturas' }).first()).toBeVisible()
  await expect(page.getByText(/A assinatura da sua empresa venceu em/)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Navegação principal' }).getByRole('link')).toHaveCount(1)
  await page.keyboard.press('Control+,')
  await expect(page.getByRole('table', { name: 'Faturas' })).toBeVisible()
  expect(await findings(page)).toEqual([])

  // Personalizar, Revisar, and Dados for what is missing.
  await page
    .getByRole('button', { name: /^PAGAR fatura/ })
    .first()
    .click()
  const checkout = page.getByRole('dialog', { name: 'Falta pouco!' })
  await expect(checkout.getByText(/R\$\s149,00/)).toBeVisible()
  const steps = await findingsInBothThemes(page, '.ant-modal')
  await checkout.getByRole('button', { name: 'Próximo' }).click()
  await checkout.getByRole('button', { name: 'PAGAR' }).click()
  await expect(checkout.getByText('O nome completo é obrigatório')).toBeVisible()
  await checkout.getByLabel('Nome completo').fill('Otávio Reis')
  await checkout.getByLabel('Endereço').fill('Rua das Flores, 10')
  await checkout.getByLabel('Cidade').fill('Recife')
  await checkout.getByLabel('CEP').fill('50000-000')
  // What was refused fades away: a text on its way out has no contrast to be judged by.
  await expect(checkout.getByText(/obrigatóri/)).toHaveCount(0)
  expect(await findingsInBothThemes(page, '.ant-modal')).toEqual([])
  await checkout.getByRole('button', { name: 'Próximo' }).click()
  await checkout.getByRole('button', { name: 'Próximo' }).click()
  await expect(checkout.getByText('Rua das Flores, 10, Recife')).toBeVisible()
  steps.push(...(await findingsInBothThemes(page, '.ant-modal')))
  expect(steps).toEqual([])
  await checkout.getByRole('button', { name: 'PAGAR' }).click()

  // The code, and before one's eyes: paid.
  const pix = page.getByRole('dialog', { name: 'Pagar com Pix' })
  await expect(pix.getByRole('img', { name: 'Código QR do Pix' })).toBeVisible()
  await expect(pix.getByLabel('Pix copia e cola')).toHaveValue(/^000201.*6304[0-9A-F]{4}$/)
  await expect(pix.getByText(/Expira em \d+:\d\d/)).toBeVisible()
  expect(await findingsInBothThemes(page, '.ant-modal')).toEqual([])
  await expect(pix.getByText('Pagamento recebido')).toBeVisible()
  await toastSaid(page, /Sua licença foi renovada até/)

  // After four seconds at work again: same sign-in, everything there, and the platform sees the new date.
  await expect(page.getByRole('heading', { name: /^Olá, Otávio/ })).toBeVisible()
  expect(Date.parse(await dueOf(id)) - Date.parse(ended)).toBeGreaterThan(27 * DAY_MS)
  await page.getByRole('link', { name: 'Filas' }).first().click()
  await expect(page.getByText('Geral')).toBeVisible()
  await page.getByRole('link', { name: 'Financeiro' }).first().click()
  await expect(page.getByRole('table', { name: 'Faturas' })).toContainText('PAGO')
})
