/** Connections between two consoles: a number is lost, paired again by its code, added, renamed elsewhere and deleted. */
import { Colleague, expect, findings, signIn, test } from './fixtures'

test('an admin pairs a lost number, adds one and deletes it while a colleague works on the same list', async ({
  turno,
}) => {
  test.setTimeout(120_000)
  const page = await turno.page
  await signIn(page, 'admin@demo.turno')
  const mate = await Colleague.signIn(await turno.server(), 'super@demo.turno')
  await page.getByRole('link', { name: 'Conexões' }).click()
  const table = page.getByRole('table', { name: 'Conexões' })
  const line = (text: string) => table.getByRole('row').filter({ hasText: text })
  await expect(line('Vendas online')).toContainText('Conectado')
  const numbers = await mate.must<{ id: number; name: string }[]>('GET', '/whatsapp?session=0')
  const [first, second] = ['Atendimento', 'Vendas online'].map(name => numbers.find(one => one.name === name))
  expect(second?.name).toBe('Vendas online')

  // Lost elsewhere: it comes first among those that are down, says why, and has the buttons of its status.
  await mate.must('DELETE', `/whatsappsession/${second?.id}`)
  await expect(table.getByRole('row').nth(1)).toContainText('Vendas online')
  await expect(line('Vendas online')).toContainText('Foi desconectado')
  await expect(line('Vendas online').getByRole('button', { name: /Tentar novamente/ })).toBeVisible()
  await line('Vendas online')
    .getByRole('button', { name: /Novo QR/ })
    .click()
  const qr = page.getByRole('dialog', { name: 'Conectar Vendas online' })
  await expect(qr.getByRole('img', { name: 'Código QR de Vendas online' })).toBeVisible()
  await expect(qr.getByRole('timer')).toContainText(/Novo código em \d+ s/)
  await expect(qr.getByText('Pronto! Número conectado')).toBeVisible()
  await expect(qr).toHaveCount(0)
  await expect(line('Vendas online')).toContainText('Conectado')

  // Added by keyboard; its code follows by itself.
  await page.getByRole('button', { name: 'Adicionar conexão' }).click()
  const editor = page.getByRole('group', { name: 'Nova conexão' })
  await editor.getByLabel('Nome', { exact: true }).fill(first?.name ?? '')
  await editor.getByLabel('Nome', { exact: true }).press('Control+s')
  await expect(editor.getByText('Já existe uma conexão com este nome.')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await editor.getByLabel('Nome', { exact: true }).fill('Filial Sul')
  await editor.getByLabel('Nome', { exact: true }).press('Control+s')
  await expect(page.getByRole('dialog', { name: 'Conectar Filial Sul' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(line('Filial Sul')).toBeVisible()

  // Renamed by a colleague, then deleted here with what follows from it.
  const all = await mate.must<{ id: number; name: string }[]>('GET', '/whatsapp?session=0')
  const made = all.find(one => one.name === 'Filial Sul')
  await mate.must('PUT', `/whatsapp/${made?.id}`, { name: 'Filial Norte' })
  await expect(line('Filial Norte')).toBeVisible()
  // On a small screen all of a row is there, what it can be asked for included.
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 720 })
    await line('Filial Norte').hover()
    const last = await line('Filial Norte')
      .getByRole('button', { name: 'Excluir Filial Norte' })
      .boundingBox()
    expect((last?.x ?? width) + (last?.width ?? 0)).toBeLessThanOrEqual(width - 8)
  }
  await line('Filial Norte').getByRole('button', { name: 'Excluir Filial Norte' }).click()
  const question = page.getByRole('dialog', { name: 'Exclusão de Registro' })
  await expect(question).toContainText('Nenhum ticket depende dela.')
  await question.getByRole('button', { name: 'Excluir Filial Norte' }).click()
  await expect(line('Filial Norte')).toHaveCount(0)
})
