/** The server dies, the line is slow or cut, and the console goes on: nothing lost, nothing for the wrong customer, lists right without F5. */
import { askToLeave, Colleague, expect, signIn, test } from './fixtures'
import {
  bubble,
  bubbles,
  composer,
  openFirst,
  openTicket,
  pressRow,
  row,
  rows,
  showList,
  stillRowIds,
  write,
} from './fixtures/desk'

const said = async (who: Colleague, ticketId: number, words: string): Promise<number> => {
  const { messages } = await who.must<{ messages: { body: string }[] }>(
    'GET',
    `/messages/${ticketId}?markAsRead=false`,
  )
  return messages.filter(one => one.body.includes(words)).length
}

test('a killed server comes back under the open console, and what was written meanwhile leaves once', async ({
  turno,
}) => {
  test.slow()
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  const id = await openFirst(page, 'Atendendo')
  await expect(page.getByRole('status', { name: /^Conectado/ })).toBeVisible()

  await turno.killServer()
  await write(page, 'Escrito enquanto o servidor estava fora.')
  const own = bubble(page, 'Escrito enquanto o servidor estava fora.')
  await expect(own).toHaveCount(1)
  // The server is started anew, which alone may take a slow machine most of a minute.
  await expect(own.getByRole('img', { name: /^(enviada|entregue|lida)$/ })).toBeVisible({ timeout: 120_000 })
  await expect(own).toHaveCount(1)
  await expect(page.getByRole('status', { name: /^Conectado/ })).toBeVisible()
  const admin = await Colleague.signIn(await turno.server(), 'admin@demo.turno')
  expect(await said(admin, id, 'enquanto o servidor estava fora')).toBe(1)
})

test('on a slow line hasty hands reach the right customer; what happened behind a cut one is there when it mends, also before a sign-out', async ({
  atWork,
}) => {
  const { wire, workspace, page, id } = atWork
  const admin = await Colleague.signIn(workspace.url, 'admin@demo.turno')

  await test.step('faults 1, 2, 3 and 11 of docs/earlier-console.md', async () => {
    const second = (await stillRowIds(page, 2)).find(one => one !== id) as number
    await composer(page).fill('Rascunho do primeiro')
    wire.slow = 700
    await pressRow(page, second)
    await page.keyboard.type('So para o segundo')
    await page.keyboard.press('Enter')
    await expect(row(page, second).locator('[data-row-button]')).toHaveAttribute('aria-current', 'true')
    await expect(row(page, id).locator('[data-row-button]')).not.toHaveAttribute('aria-current', 'true')
    wire.slow = 0
    await expect(bubbles(page).first()).toBeVisible()
    // Either it has left for the second customer, or it stands whole in the second one's composer.
    await expect
      .poll(
        async () =>
          (await bubble(page, 'So para o segundo').count()) === 1 ||
          (await composer(page).inputValue()) === 'So para o segundo',
      )
      .toBe(true)
    expect(await said(admin, id, 'So para o segundo')).toBe(0)
    await openTicket(page, id)
    await expect(composer(page)).toHaveValue('Rascunho do primeiro')
    await expect(row(page, id).getByText('Rascunho:')).toBeVisible()
    await composer(page).fill('')
  })

  await test.step('a cut line', async () => {
    await expect(page.getByRole('status', { name: /^Conectado/ })).toBeVisible()
    await showList(page, 'Aguardando')
    const [taken = 0] = await stillRowIds(page)
    wire.cut()
    await expect(page.getByText(/Reconectando ao servidor|Sem conexão desde/)).toBeVisible()
    await write(page, 'Da Ana, sem linha.')
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

  await test.step('a sign-out with messages that have not left asks first, and can send them before', async () => {
    wire.cut()
    await write(page, 'Uma que espera')
    const question = page.getByRole('dialog', { name: 'Há mensagens que não saíram' })
    await askToLeave(page)
    await expect(question).toContainText('1 mensagem ainda não chegou ao servidor')
    await question.getByRole('button', { name: 'Enviar antes de sair' }).click()
    await expect(question).toContainText(/Sem conexão|Enviando/)
    wire.mend()
    // Once the last one is with the server, the sign-out goes on by itself.
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
    await expect.poll(() => said(admin, id, 'Uma que espera')).toBe(1)
    await signIn(page, 'ana@demo.turno')
    await expect(rows(page).first()).toBeVisible()
  })
})
