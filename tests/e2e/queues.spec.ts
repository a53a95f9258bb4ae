/** Queues: an admin makes one, builds its chatbot by keys and tries it as a customer. */
import { Colleague, expect, findings, signIn, test, toastSaid } from './fixtures'

test.use({ company: 'common' })

test('an admin builds a queue with a tree of options and walks it as a customer', async ({ turno }) => {
  const page = await turno.page
  await signIn(page, 'admin@demo.turno')
  await page.getByRole('link', { name: 'Filas' }).click()
  const table = page.getByRole('table', { name: 'Filas' })
  const names = () => table.locator('[data-queue]').evaluateAll(rows => rows.map(row => row.textContent))
  await expect(table.getByRole('row').filter({ hasText: 'Vendas' })).toBeVisible()

  // The order is changed by keys, told to everybody, and taken back.
  const before = await names()
  await table.locator('[data-queue]').first().focus()
  await page.keyboard.press('Alt+ArrowDown')
  await toastSaid(page, 'Ordem das filas alterada.')
  expect((await names())[1]?.slice(0, 4)).toBe(before[0]?.slice(0, 4))
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect.poll(async () => (await names())[0]?.slice(0, 4)).toBe(before[0]?.slice(0, 4))

  // The same by a drag of its handle, one row down.
  const from = await table.locator('[data-queue]').first().getByRole('button').first().boundingBox()
  const to = await table.locator('[data-queue]').nth(1).boundingBox()
  if (!from || !to) throw new Error('no rows')
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 12, { steps: 3 })
  await page.mouse.move(x, to.y + to.height / 2 + 6, { steps: 6 })
  await page.mouse.up()
  await expect.poll(async () => (await names())[1]?.slice(0, 4)).toBe(before[0]?.slice(0, 4))
  await toastSaid(page, 'Ordem das filas alterada.')
  const kept = await page.evaluate(async () => (await fetch('/api/queue')).json())
  const order = (kept as { id: number; orderQueue: number }[]).toSorted((a, b) => a.orderQueue - b.orderQueue)
  expect(order[1]?.id).toBe(Number(before[0]?.match(/^\d+/)?.[0]))

  await page.getByRole('button', { name: 'Adicionar fila' }).click()
  await page.getByLabel('Nome', { exact: true }).fill('Segunda via')
  await page.getByRole('textbox', { name: /^Mensagem de saudação/ }).fill('{{ms}}, aqui é a segunda via.')
  const phone = page.getByRole('region', { name: 'Experimente como cliente' })
  await expect(phone.getByText(/^Bo[am].*, aqui é a segunda via\.$/)).toBeVisible()
  await page.keyboard.press('Control+s')

  // The chatbot follows: Enter adds, Tab nests, F2 goes to the words, Ctrl+S saves them.
  await page.getByRole('button', { name: 'Adicionar opção' }).last().click()
  const title = page.getByRole('textbox', { name: 'Título' })
  await expect(title).toBeFocused()
  await title.fill('Boletos')
  await page.keyboard.press('Control+s')
  const tree = page.getByRole('tree', { name: 'Opções do chatbot' })
  const line = (name: string | RegExp) => tree.getByRole('treeitem', { name })
  await line(/1\. Boletos/).focus()
  await page.keyboard.press('Enter')
  await expect(line(/2\. Nova opção/)).toBeVisible()
  await expect(title).toBeFocused()
  await title.fill('Falar com alguém')
  await page.getByRole('switch', { name: 'Encerrar o chatbot e chamar uma pessoa' }).click()
  await page.keyboard.press('Control+s')
  await line(/2\. Falar com alguém/).focus()
  await page.keyboard.press('Enter')
  await expect(title).toBeFocused()
  await title.fill('Por e-mail')
  await page.getByLabel('Mensagem', { exact: true }).fill('Enviamos para o seu e-mail.')
  await page.keyboard.press('Control+s')
  await line(/3\. Por e-mail/).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(line(/2\. Por e-mail/)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(line(/1\. Por e-mail/)).toHaveAttribute('aria-level', '2')
  expect(await findings(page)).toEqual([])

  const say = async (text: string): Promise<void> => {
    await phone.getByRole('textbox', { name: 'Escreva como cliente' }).fill(text)
    await page.keyboard.press('Enter')
  }
  await expect(phone.getByText('Boletos')).toBeVisible()
  await say('1')
  await expect(phone.getByText('Por e-mail')).toBeVisible()
  await say('1')
  await expect(phone.getByText('Enviamos para o seu e-mail.')).toBeVisible()
  await say('#')
  await say('2')
  await expect(phone.getByText('Agora espera por uma pessoa na fila Segunda via.')).toBeVisible()

  // The server has what was built.
  const ana = await Colleague.signIn(await turno.server(), 'ana@demo.turno')
  const queues = await ana.must<{ id: number; name: string }[]>('GET', '/queue')
  const made = queues.find(queue => queue.name === 'Segunda via')
  const options = await ana.must<{ title: string; exitChatbot: boolean }[]>(
    'GET',
    `/queue-options?queueId=${made?.id}`,
  )
  expect(options.map(option => [option.title, option.exitChatbot]).sort()).toEqual([
    ['Boletos', false],
    ['Falar com alguém', true],
    ['Por e-mail', false],
  ])

  await page.getByRole('button', { name: 'Voltar às filas' }).click()
  await page.getByRole('button', { name: 'Excluir Segunda via' }).click()
  const question = page.getByRole('dialog', { name: 'Exclusão de Registro' })
  await expect(question).toContainText('Nenhum ticket em aberto está nesta fila.')
  await question.getByRole('button', { name: 'Excluir Segunda via' }).click()
  await expect(table.getByRole('row').filter({ hasText: 'Segunda via' })).toHaveCount(0)
})
