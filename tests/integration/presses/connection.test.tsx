// @vitest-environment jsdom
import './pressing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { ConnectionsScreen } from '@/features/connections'
import { contacts, tickets, whatsapps } from '../../../electron/server/db/schema'
import { said } from '../../unit/support/open-screen'
import { harnessForFile } from '../server/for-file'
import { editorPane, handOn, onScreen } from './pressing'

const h = harnessForFile()

/** The editor of a connection of the company. */
async function editor(name = 'Linha Um') {
  await onScreen(h, h.one.admin, <ConnectionsScreen />)
  await userEvent.click(await screen.findByRole('button', { name: `Editar ${name}` }))
  const hand = handOn(await editorPane())
  return {
    ...hand,
    async save() {
      await hand.press('Salvar')
      await waitFor(() => expect(said()).toContain('Operação realizada com sucesso!'))
    },
  }
}

let serial = 0
/** A customer with a phone, whom nobody knows yet. */
function customer() {
  serial += 1
  const number = `55119000300${String(serial).padStart(2, '0')}`
  return {
    says: (body: string) => h.customer(h.one, number, body),
    heard: () => h.channel.sent.filter(({ to }) => to.number === number).map(({ body }) => body),
    async ticket() {
      const [row] = await h.db
        .select({ ticket: tickets })
        .from(tickets)
        .innerJoin(contacts, eq(contacts.id, tickets.contactId))
        .where(eq(contacts.number, number))
      if (!row) throw new Error('no ticket')
      return row.ticket
    },
  }
}

it('the greeting and the queues that were chosen are the menu; it is sent as often as was set', async () => {
  const form = await editor()
  form.type('Mensagem de saudação', 'Bem-vindo à padaria, {{firstName}}!')
  await form.pick('Filas', 'Vendas')
  form.type('Quantas vezes o menu é enviado', '1')
  await form.save()
  const lia = customer()
  await lia.says('Oi')
  expect(lia.heard()).toEqual([expect.stringMatching(/^Bem-vindo à padaria, .+!\n\n\*1\* - .+\n\*2\* - /)])
  await lia.says('não sei')
  expect(lia.heard()).toHaveLength(1)
  await lia.says('Vendas')
  expect(await lia.ticket()).toMatchObject({ queueId: h.one.vendas, chatbot: false })
})

it('a name is its own and read on another console; the default is one, and new conversations leave by it', async () => {
  const companyId = h.one.id
  const second = await h.insert(whatsapps, { companyId, name: 'Linha Balcão', status: 'CONNECTED' })
  const begun = async () => {
    const contactId = await h.newContact(h.one, 'Nova')
    const body = { contactId, queueId: h.one.suporte, userId: h.one.ana.id, status: 'open' }
    return (await h.call<{ whatsappId: number }>(h.one.ana, 'tickets.create', { body })).body.whatsappId
  }
  expect(await begun()).toBe(h.one.whatsappId)
  const ana = await h.connect(h.one.ana)
  const form = await editor('Linha Balcão')
  form.type('Nome', 'Linha Um')
  await form.press('Salvar')
  expect(await screen.findByText(/Já existe uma conexão com este nome/)).toBeTruthy()
  form.type('Nome', 'Linha Padaria')
  await userEvent.click(form.field('Conexão padrão'))
  await form.save()
  await ana.until(({ payload }) => JSON.stringify(payload).includes('Linha Padaria'))
  ana.close()
  const { body } = await h.call<{ name: string; isDefault: boolean }[]>(h.one.ana, 'whatsapps.list')
  expect(body.map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['Linha Padaria', true],
    ['Linha Um', false],
  ])
  expect(await begun()).toBe(second.id)
})

it('a renewed token is the one the messages API answers to, and the one before is no more', async () => {
  const before = 'token-de-antes-abcdefghijklmnop'
  await h.update(whatsapps, { token: before }, eq(whatsapps.id, h.one.whatsappId))
  const number = '5511900039999'
  const send = async (token: string) => {
    const answer = await h.raw(null, '/api/messages/send', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ number, body: 'Seu pedido saiu' }),
    })
    return answer.status
  }
  const form = await editor()
  await form.press('Renovar token')
  const question = await screen.findByRole('dialog', { name: /Renovar o token/ })
  await userEvent.click(within(question).getByRole('button', { name: 'Renovar token' }))
  const token = form.field('Token da API de mensagens')
  await waitFor(() => expect(token.value).not.toBe(before))
  expect(await send(before)).toBe(401)
  expect(h.channel.sent.filter(({ to }) => to.number === number)).toEqual([])
  expect(await send(token.value)).toBe(200)
  await waitFor(() =>
    expect(h.channel.sent.filter(({ to }) => to.number === number)).toMatchObject([
      { whatsappId: h.one.whatsappId, body: 'Seu pedido saiu' },
    ]),
  )
})
