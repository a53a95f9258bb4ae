/** What is done with messages and tickets: reactions, edits, deletions, forwards, quick answers, transfer, media. */
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { openDatabase } from '../../electron/database/open'
import { Colleague, expect, signIn, signOut, test, toastSaid } from './fixtures'
import {
  bubble,
  bubbles,
  composer,
  header,
  openFirst,
  openTicket,
  row,
  showList,
  stillRowIds,
  take,
  write,
} from './fixtures/desk'

const act = async (page: Page, one: Locator, action: string): Promise<void> => {
  await one.click({ button: 'right' })
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Goes to an address of the console without loading it anew. */
const go = (page: Page, path: string): Promise<void> =>
  page.evaluate(to => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

test('an agent at work in a conversation: what is done with messages, and how they are written', async ({
  turno,
}) => {
  test.slow()
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await test.step('an own message is quoted, reacted to, edited and deleted; the customer’s cannot be changed', async () => {
    await openFirst(page, 'Atendendo')
    await write(page, 'O prazo é de cinco dias')
    const own = bubble(page, 'O prazo é de cinco dias')
    await expect(own.getByRole('img', { name: /^(enviada|entregue|lida)$/ })).toBeVisible()
    // Signed by default: the name stands in bold before the words.
    await expect(own.locator('strong').first()).toContainText('Ana')

    await act(page, own, 'Responder')
    await write(page, 'Quer dizer: dias úteis')
    const answer = bubble(page, 'Quer dizer: dias úteis')
    await expect(answer.getByRole('button', { name: /^Ir para a mensagem citada/ })).toContainText(
      'O prazo é de cinco dias',
    )
    // The quote does not repeat the signing line.
    await expect(answer.getByRole('button', { name: /^Ir para a mensagem citada/ })).not.toContainText('Ana')
    // Only what the server has can be reacted to.
    await expect(answer.getByRole('img', { name: /^(enviada|entregue|lida)$/ })).toBeVisible()

    await answer.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Reagir com 👍' }).click()
    await expect(answer.getByRole('img', { name: 'reação 👍' })).toBeVisible()
    await answer.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Todas as reações' }).click()
    await page.getByRole('menuitem', { name: 'Reagir com 🎉' }).click()
    await expect(answer.getByRole('img', { name: 'reação 🎉' })).toBeVisible()
    await expect(answer.getByRole('img', { name: 'reação 👍' })).toHaveCount(0)

    await act(page, answer, 'Editar')
    const dialog = page.getByRole('dialog', { name: 'Editar mensagem' })
    await dialog.getByRole('textbox').fill('Quer dizer: sete dias úteis')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(bubble(page, 'sete dias úteis')).toContainText('editada')

    await act(page, bubble(page, 'sete dias úteis'), 'Apagar')
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await expect(bubble(page, 'sete dias úteis')).not.toContainText('mensagem apagada')
    await act(page, bubble(page, 'sete dias úteis'), 'Apagar')
    await page.getByRole('button', { name: 'Apagar', exact: true }).last().click()
    await expect(bubble(page, 'mensagem apagada').last()).toBeVisible()

    // A customer's message offers reply, reaction and forward, but neither edit nor delete.
    const theirs = page
      .locator('article[data-message-id]:not(:has([aria-label="lida"], [aria-label="entregue"]))')
      .first()
    await theirs.click({ button: 'right' })
    await expect(page.getByRole('menuitem', { name: 'Responder', exact: true })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Encaminhar', exact: true })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Editar', exact: true })).toHaveCount(0)
    await expect(page.getByRole('menuitem', { name: 'Apagar', exact: true })).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('messages are chosen by checkbox and forwarded one by one; with none chosen that is said', async () => {
    const from = await openFirst(page, 'Atendendo')
    await write(page, 'Primeira para encaminhar')
    await write(page, 'Segunda para encaminhar')
    for (const text of ['Primeira para encaminhar', 'Segunda para encaminhar'])
      await expect(bubble(page, text).getByRole('img', { name: /^(enviada|entregue|lida)$/ })).toBeVisible()
    await act(page, bubble(page, 'Primeira para encaminhar'), 'Selecionar')
    const bar = page.getByRole('toolbar', { name: 'Mensagens selecionadas' })
    const boxOf = (text: string) =>
      page.locator('[data-row-key]').filter({ hasText: text }).getByRole('checkbox').first()
    await boxOf('Primeira para encaminhar').click()
    await bar.getByRole('button', { name: /Encaminhar/ }).click()
    await toastSaid(page, 'Nenhuma mensagem selecionada')
    await boxOf('Primeira para encaminhar').click()
    await boxOf('Segunda para encaminhar').click()
    await bar.getByRole('button', { name: /Encaminhar/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Encaminhar 2 mensagens' })
    await dialog.getByRole('option').nth(3).click()
    await dialog.getByRole('button', { name: 'Encaminhar' }).click()
    await toastSaid(page, /^2 mensagens a caminho de/)
    await expect(bar).toHaveCount(0)
    const db = await openDatabase(join(turno.dataDir, 'workspace', 'workspace.db'))
    await expect
      .poll(async () => {
        const { rows } = await db.execute({
          sql: `select body from messages where is_forwarded = 1 and ticket_id <> ? and body like '%para encaminhar' order by seq`,
          args: [from],
        })
        return rows.map(one => String(one.body).split('\n').at(-1))
      })
      .toEqual(['Primeira para encaminhar', 'Segunda para encaminhar'])
    db.close()
  })

  await test.step('a conversation drawn ahead of the click is the one of the moment it is opened', async () => {
    await showList(page, 'Atendendo')
    const [first, second] = (await stillRowIds(page, 2)) as [number, number]
    const admin = await Colleague.signIn(await turno.server(), 'admin@demo.turno')
    await openTicket(page, first)
    const seen = await bubbles(page).last().getAttribute('data-message-id')
    await openTicket(page, second)

    // The hand rests on the row long enough for its conversation to be drawn and laid out; nobody can tell yet.
    await row(page, first).hover()
    // Read at once, and again until it stands: a message that comes in meanwhile draws it anew.
    const ahead = (): Promise<{ laidOut: boolean; seen: boolean; inTheWay: boolean } | null> =>
      page.evaluate(id => {
        const found = document.querySelector(`[inert] [data-message-id="${id}"]`)
        if (!found) return null
        const { x, y, height } = found.getBoundingClientRect()
        return {
          laidOut: height > 0,
          seen: found.checkVisibility({ opacityProperty: true }),
          inTheWay: Boolean(document.elementFromPoint(x + 8, y + 8)?.closest('[inert]')),
        }
      }, seen)
    await expect.poll(ahead).toEqual({ laidOut: true, seen: false, inTheWay: false })
    await expect(page.getByRole('feed')).toHaveCount(1)
    await expect(composer(page)).toHaveCount(1)
    await admin.say(first, 'Escrevi enquanto a mão repousava')
    await expect(row(page, first)).toContainText(/Escrevi enquanto a mão repousava/)

    await openTicket(page, first)
    // The customer may have answered meanwhile.
    const said = bubble(page, 'Escrevi enquanto a mão repousava')
    await expect(said).toBeInViewport()
    await expect(bubbles(page).last()).toBeInViewport()
    await expect(page.getByRole('button', { name: /Ir para o fim|nova/i })).toHaveCount(0)
    await expect(composer(page)).toBeFocused()

    // Left by a key while the hand still rests on its row, it is found as new: nothing of what was begun in it stays.
    await act(page, said, 'Selecionar')
    const selection = page.getByRole('checkbox', { name: /^Selecionar mensagem/ })
    await expect(selection.first()).toBeVisible()
    await row(page, first).hover()
    await page.waitForTimeout(400)
    await page.keyboard.press('Alt+ArrowDown')
    await expect(row(page, first).locator('[aria-current]')).toHaveCount(0)
    await openTicket(page, first)
    await expect(said).toBeInViewport()
    await expect(selection).toHaveCount(0)
  })
})

test('a quick answer fills its variables, an emoji comes by name, and signing can be switched off for good', async ({
  turno,
}) => {
  let page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await openFirst(page, 'Atendendo')
  const name = (await header(page).getByRole('heading').getAttribute('title')) ?? ''
  await composer(page).pressSequentially('/')
  await expect(page.getByText('Continue digitando o atalho')).toBeVisible()
  await expect(page.getByRole('option', { name: /^\// })).toHaveCount(0)
  await composer(page).pressSequentially('ola')
  await expect(page.getByRole('listbox', { name: 'Sugestões' })).toBeVisible()
  await page.keyboard.press('Enter')
  const filled = new RegExp(
    `^(Bom dia|Boa tarde|Boa noite), ${name.split(' ')[0]}! Tudo bem\\? Como posso ajudar\\?$`,
  )
  await expect(composer(page)).toHaveValue(filled)
  await composer(page).fill('')
  await composer(page).pressSequentially(':coração')
  await expect(page.getByRole('listbox', { name: 'Sugestões' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(composer(page)).not.toHaveValue(/:/)
  await composer(page).fill('')

  const sign = page
    .getByRole('switch', { name: 'Assinar' })
    .or(page.getByRole('button', { name: 'Assinar' }))
    .first()
  await sign.click()
  await write(page, 'Sem assinatura desta vez')
  await expect(bubble(page, 'Sem assinatura desta vez')).toHaveCount(1)
  await expect(bubble(page, 'Sem assinatura desta vez').locator('strong')).toHaveCount(0)
  page = await turno.restart()
  await openFirst(page, 'Atendendo')
  await write(page, 'Continua sem assinatura')
  await expect(bubble(page, 'Continua sem assinatura').locator('strong')).toHaveCount(0)
})

test('a transfer with a note leaves the list and meets the next agent as a card; deleting is for admins', async ({
  turno,
}) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  const id = await openFirst(page, 'Atendendo')
  await header(page).getByRole('button', { name: 'Mais ações' }).click()
  await expect(page.getByRole('menuitem', { name: 'Transferir' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Excluir ticket' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Transferir' }).click()
  const dialog = page.getByRole('dialog', { name: /^Transferir ticket/ })
  // One of the first three is needed, none by itself.
  await expect(dialog.locator('.ant-form-item-required')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Transferir' }).click()
  await expect(dialog.getByText('Escolha um atendente, uma fila ou uma conexão')).toBeVisible()
  await take(page, dialog.getByRole('combobox', { name: 'Atendente' }), 'Carla')
  await dialog.getByLabel('Recado para o próximo atendente').fill('Prometi retorno até as 15h')
  await dialog.getByRole('button', { name: 'Transferir' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/tickets$/)
  await expect(row(page, id)).toHaveCount(0)
  const admin = await Colleague.signIn(await turno.server(), 'admin@demo.turno')
  const moved = await admin.must<{ status: string; uuid: string; user: { name: string } }>(
    'GET',
    `/tickets/${id}`,
  )
  expect([moved.status, moved.user.name.split(' ')[0]]).toEqual(['open', 'Carla'])

  await signOut(page)
  await signIn(page, 'carla@demo.turno')
  // She lands on her list, where the ticket waits for her.
  await expect(row(page, id)).toBeVisible()
  await go(page, `/tickets/${moved.uuid}`)
  await expect(page.getByRole('complementary', { name: 'Passagem de atendimento' })).toContainText(
    'Prometi retorno até as 15h',
  )
})

test('every kind of message is drawn as what it is, and nothing is asked from the network for it', async ({
  turno,
}) => {
  const page = await turno.page
  const outside: string[] = []
  const { origin } = new URL(page.url())
  page.on('request', request => {
    if (!request.url().startsWith(origin) && !/^(data|blob|ws|wss):/.test(request.url()))
      outside.push(request.url())
  })
  await signIn(page, 'admin@demo.turno')
  await page.getByRole('link', { name: 'Atendimentos' }).first().click()
  await showList(page, 'Atendendo')
  const db = await openDatabase(join(turno.dataDir, 'workspace', 'workspace.db'))
  const kinds: Record<string, (one: Locator) => Locator> = {
    image: one => one.getByRole('button', { name: /^Abrir/ }),
    audio: one => one.getByRole('button', { name: /^Ouvir áudio/ }),
    application: one =>
      one.getByRole('button', { name: /^Baixar/ }).or(one.getByRole('link', { name: /^Baixar/ })),
    locationMessage: one =>
      one.getByRole('link', { name: /Abrir no mapa/ }).or(one.getByText('Abrir no mapa')),
    contactMessage: one => one.getByRole('button', { name: /^Iniciar conversa com/ }),
    call_log: one => one.getByText(/Chamada de voz( ou vídeo)? perdida/),
  }
  const seen: string[] = []
  for (const [kind, shows] of Object.entries(kinds)) {
    const { rows } = await db.execute({
      sql: `select m.id, t.uuid from messages m join tickets t on t.id = m.ticket_id
            where m.media_type = ? and m.is_deleted = 0 and t.company_id = 1
            order by (select count(*) from messages later where later.ticket_id = m.ticket_id and later.seq > m.seq)
            limit 1`,
      args: [kind],
    })
    const found = rows[0]
    if (!found) continue
    seen.push(kind)
    await go(page, `/tickets/${found.uuid}`)
    await expect(bubbles(page).first()).toBeVisible()
    const one = page.locator(`[data-message-id="${found.id}"]`)
    await expect(async () => {
      if ((await one.count()) === 0) await page.getByTestId('thread-scroll').hover()
      if ((await one.count()) === 0) await page.mouse.wheel(0, -500)
      await expect(one).toBeVisible({ timeout: 400 })
    }).toPass()
    await expect(shows(one).first(), kind).toBeVisible()
  }
  db.close()
  expect(seen).toEqual(
    expect.arrayContaining(['image', 'audio', 'application', 'locationMessage', 'contactMessage']),
  )
  expect(outside).toEqual([])
})

test('a conversation without a word invites to begin; on narrow screens the name is cut at ten letters', async ({
  turno,
}) => {
  const page = await turno.page
  await signIn(page, 'ana@demo.turno')
  await showList(page, 'Atendendo')
  const db = await openDatabase(join(turno.dataDir, 'workspace', 'workspace.db'))
  const { rows } = await db.execute(
    `select t.id, t.uuid, c.name from tickets t join contacts c on c.id = t.contact_id
     join users u on u.id = t.user_id
     where t.status = 'open' and u.email = 'ana@demo.turno' and t.is_group = 0 and length(c.name) > 12
       and (select count(*) from tickets other where other.contact_id = t.contact_id) = 1
     order by t.last_message_at limit 1`,
  )
  // The oldest: what another test has opened is kept on this computer, whatever the server has lost.
  const found = rows[0]
  if (!found) throw new Error('no ticket of a contact with one ticket')
  await db.execute({ sql: 'delete from messages where ticket_id = ?', args: [Number(found.id)] })
  db.close()
  await go(page, `/tickets/${found.uuid}`)
  await expect(page.getByText('Diga olá para seu novo contato!')).toBeVisible()
  await expect(header(page).getByRole('heading')).toHaveText(String(found.name))

  // Opened with three messages it does not fill the screen; every one that comes to it is drawn all the same.
  const admin = await Colleague.signIn(await turno.server(), 'admin@demo.turno')
  for (const number of [1, 2, 3]) await admin.say(Number(found.id), `Linha ${number} da conversa`)
  await expect(bubble(page, 'Linha 3 da conversa')).toBeVisible()
  await go(page, '/tickets')
  await go(page, `/tickets/${found.uuid}`)
  for (let number = 4; number <= 8; number++) {
    await admin.say(Number(found.id), `Linha ${number} da conversa`)
    await expect(bubble(page, `Linha ${number} da conversa`)).toBeInViewport()
  }
  for (const number of [1, 4, 7]) await expect(bubble(page, `Linha ${number} da conversa`)).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  const cut = `${String(found.name).slice(0, 10)}…`
  const heading = header(page).getByRole('heading')
  await expect(heading).toHaveText(cut)
  // It has the room to be read: nothing of these ten letters is hidden.
  expect(await heading.evaluate(one => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(1)
})
