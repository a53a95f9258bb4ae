/** The server dies, the line is cut, and the console goes on: nothing lost, lists right without F5. */
import { Colleague, expect, signIn, test } from './fixtures'
import { bubble, openFirst, row, showList, stillRowIds, write } from './fixtures/desk'

test('a killed server comes back under the open console, and what was written meanwhile leaves', async ({
  turno,
}) => {
  test.slow()
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await openFirst(page, 'Atendendo')
  await expect(page.getByRole('status', { name: /^Conectado/ })).toBeVisible()

  await turno.killServer()
  await write(page, 'Escrito enquanto o servidor estava fora.')
  const own = bubble(page, 'Escrito enquanto o servidor estava fora.')
  await expect(own).toHaveCount(1)
  // The server is started anew, which alone may take a slow machine most of a minute.
  await expect(own.getByRole('img', { name: /^(enviada|entregue|lida)$/ })).toBeVisible({ timeout: 120_000 })
  await expect(own).toHaveCount(1)
  await expect(page.getByRole('status', { name: /^Conectado/ })).toBeVisible()

  // The server has it once.
  const admin = await Colleague.signIn(await turno.server(), 'admin@demo.turno')
  const id = Number(await page.locator('[data-ticket-id]:has([aria-current])').getAttribute('data-ticket-id'))
  const { messages } = await admin.must<{ messages: { body: string }[] }>(
    'GET',
    `/messages/${id}?markAsRead=false`,
  )
  expect(messages.filter(one => one.body.includes('enquanto o servidor estava fora')).length).toBe(1)
})

test('what happened behind a cut line is there when it mends, in thread and lists', async ({ wired }) => {
  const { wire, workspace, page } = wired
  await signIn(page, 'ana@demo.turno')
  const id = await openFirst(page, 'Atendendo')
  await expect(page.getByRole('status', { name: /^Conectado/ })).toBeVisible()
  const admin = await Colleague.signIn(workspace.url, 'admin@demo.turno')
  const others = (await admin.tickets('status=open&showAll=true')).map(one => one.id)

  await showList(page, 'Aguardando')
  const [taken = 0] = await stillRowIds(page)

  wire.cut()
  await expect(page.getByText(/Reconectando ao servidor|Sem conexão desde/)).toBeVisible()
  await write(page, 'Da Ana, sem linha.')
  expect(others).toContain(id)
  await admin.say(id, 'Da Alice, enquanto a linha estava cortada.')
  await admin.must('PUT', `/tickets/${taken}`, { status: 'open', userId: admin.id })

  wire.mend()
  await expect(page.getByRole('status', { name: /^Conectado/ })).toBeVisible()
  await expect(bubble(page, 'Da Alice, enquanto a linha estava cortada.')).toHaveCount(1)
  await expect(bubble(page, 'Da Ana, sem linha.')).toHaveCount(1)
  await expect(
    bubble(page, 'Da Ana, sem linha.').getByRole('img', { name: /^(enviada|entregue|lida)$/ }),
  ).toBeVisible()
  await expect(row(page, taken)).toHaveCount(0)
})
