/** The server dies, the line is cut, and the console goes on: nothing lost, lists right without F5. */
import { Colleague, expect, signIn, test } from './fixtures'
import {
  bubble,
  composer,
  draftKept,
  openFirst,
  openTicket,
  pressRow,
  row,
  rows,
  showList,
  stillRowIds,
  write,
} from './fixtures/desk'

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

test('an agent whose line and whose power are cut', async ({
  wired: { wire, workspace, turno, page: opened },
}) => {
  test.setTimeout(480_000)
  let page = opened
  await signIn(page, 'ana@demo.turno')
  const id = await openFirst(page, 'Atendendo')
  await test.step('what happened behind a cut line is there when it mends, in thread and lists', async () => {
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

  await test.step('a power cut loses no message that left the composer, and sends none twice', async () => {
    await showList(page, 'Atendendo')
    await openTicket(page, id)
    wire.meddle = ({ method, path }) =>
      method === 'POST' && path.startsWith('/api/messages/') ? 'silence' : null
    for (const text of ['Primeira.', 'Segunda.', 'Terceira.']) await write(page, `Antes da queda: ${text}`)
    await expect(bubble(page, 'Antes da queda: Terceira.')).toHaveCount(1)
    await composer(page).fill('E um rascunho')
    await draftKept(page, 'E um rascunho')

    await turno.kill()
    wire.meddle = () => null
    page = await turno.start()
    await expect(rows(page).first()).toBeVisible()
    await showList(page, 'Atendendo')
    await pressRow(page, id)
    await expect(composer(page)).toHaveValue('E um rascunho')
    await expect(
      bubble(page, 'Antes da queda: Terceira.').getByRole('img', { name: /^(enviada|entregue|lida)$/ }),
    ).toBeVisible()
    const admin = await Colleague.signIn(workspace.url, 'admin@demo.turno')
    const { messages } = await admin.must<{ messages: { body: string }[] }>(
      'GET',
      `/messages/${id}?markAsRead=false`,
    )
    const sent = messages.map(one => one.body).filter(body => body.includes('Antes da queda'))
    expect(sent.map(body => body.replace(/^.*Antes da queda: /s, ''))).toEqual([
      'Primeira.',
      'Segunda.',
      'Terceira.',
    ])
  })

  await test.step('what has not left may be edited or discarded while it waits', async () => {
    await expect(page.getByRole('status', { name: /^Conectado/ })).toBeVisible()
    // Nobody listens any more: what is tried now has certainly not arrived.
    await wire.stop()
    await expect(page.getByText(/Reconectando ao servidor|Sem conexão desde/)).toBeVisible()
    await write(page, 'Com um erro de digitasão')
    await write(page, 'Nunca deve sair')
    await bubble(page, 'Nunca deve sair').getByRole('button', { name: 'Descartar mensagem' }).click()
    await expect(bubble(page, 'Nunca deve sair')).toHaveCount(0)
    await bubble(page, 'Com um erro de digitasão')
      .getByRole('button', { name: 'Editar antes de sair' })
      .click()
    await expect(composer(page)).toHaveValue('Com um erro de digitasão')
    await expect(bubble(page, 'Com um erro de digitasão')).toHaveCount(0)
    const left = await page.evaluate(async () => {
      const answer = await window.turno.outbox.list()
      return answer.ok ? answer.value.filter(one => one.state !== 'sent').length : answer.code
    })
    expect(left).toBe(0)
  })
})
