// @vitest-environment jsdom
import './pressing'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { MessagesApiScreen } from '@/features/messages-api'
import { webhooks, whatsapps } from '../../../electron/server/db/schema'
import { soon } from '../../support/soon'
import { harnessForFile } from '../server/for-file'
import { fill, press } from './fields'
import { onScreen } from './pressing'

// Whole forms are filled: a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000 })

const h = harnessForFile({ internalTargets: () => 'loopback' })
beforeAll(async () => {
  await h.update(whatsapps, { token: 'loja' }, eq(whatsapps.id, h.one.whatsappId))
})

const page = document.body

it('the test form sends what was typed to the number that was, from the connection whose token was typed', async () => {
  await onScreen(h, h.one.admin, <MessagesApiScreen />)
  const box = await screen.findByRole('region', { name: '1. Mensagens de texto' })
  const number = '5511944440001'
  fill(box, /^Token cadastrado/, 'de ninguém')
  fill(box, /^Número/, number)
  fill(box, /^Mensagem/, 'Seu pedido saiu')
  await press(box, 'Enviar')
  expect(await within(box).findByText(/^401 · /)).toBeTruthy()
  expect(h.channel.sent).toEqual([])
  fill(box, /^Token cadastrado/, 'loja')
  await press(box, 'Enviar')
  expect(await within(box).findByText(/^200 · /)).toBeTruthy()
  await expect
    .poll(() => h.channel.sent)
    .toMatchObject([{ whatsappId: h.one.whatsappId, to: { number }, body: 'Seu pedido saiu' }])
})

/** Another program: events it was told of, each with what it says. */
async function program() {
  const told: { event: string; says: string }[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      told.push({ event: String(request.headers['x-turno-event']), says: Buffer.concat(parts).toString() })
      response.end('ok')
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { told, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

it('a webhook tells the address that was typed of what was ticked and of nothing else, and of nothing once it is switched off', async () => {
  const { told, url } = await program()
  await onScreen(h, h.one.admin, <MessagesApiScreen />)
  await userEvent.click(await screen.findByRole('tab', { name: 'Webhooks' }))
  await userEvent.click(
    (await screen.findAllByRole('button', { name: 'Adicionar webhook' }))[0] as HTMLElement,
  )
  const dialog = await screen.findByRole('dialog')
  fill(dialog, /^Nome/, 'Loja')
  fill(dialog, /^Endereço/, url)
  const tick = (label: string) => userEvent.click(within(dialog).getByRole('checkbox', { name: label }))
  await tick('Mensagens')
  await tick('Mudanças de tickets')
  await press(dialog, 'Adicionar')
  await press(page, 'Guardei o segredo')
  const [row] = await h.db.select().from(webhooks)
  expect(row).toMatchObject({ name: 'Loja', url, messages: false, acks: false, tickets: true, active: true })

  const [first, unheard, last] = ['5511944440002', '5511944440003', '5511944440004'] as const
  const heardOf = (number: string) =>
    soon(() => expect(told.some(({ says }) => says.includes(number))).toBe(true))
  await h.customer(h.one, first, 'Oi')
  await heardOf(first)
  await userEvent.click(await screen.findByRole('switch', { name: 'Desligar Loja' }))
  await screen.findByRole('switch', { name: 'Ligar Loja' })
  await h.customer(h.one, unheard, 'Oi')
  await userEvent.click(screen.getByRole('switch', { name: 'Ligar Loja' }))
  await screen.findByRole('switch', { name: 'Desligar Loja' })
  await h.customer(h.one, last, 'Oi')
  await heardOf(last)
  expect(told.filter(({ says }) => says.includes(unheard))).toEqual([])
  expect(told.filter(({ event }) => !event.startsWith('ticket.'))).toEqual([])
})

it('messages and receipts are told of once they are ticked, and tickets no more', async () => {
  await h.db.platform.delete(webhooks)
  const { told, url } = await program()
  await h.call(h.one.admin, 'webhooks.create', {
    body: { name: 'Loja', url, messages: false, acks: false, tickets: true, active: true },
  })
  await onScreen(h, h.one.admin, <MessagesApiScreen />)
  await userEvent.click(await screen.findByRole('tab', { name: 'Webhooks' }))
  await press(page, 'Editar Loja')
  const dialog = await screen.findByRole('dialog')
  for (const name of ['Mensagens', 'Confirmações de entrega e leitura', 'Mudanças de tickets'])
    await userEvent.click(within(dialog).getByRole('checkbox', { name }))
  await press(dialog, 'Salvar')
  await expect
    .poll(() => h.db.select().from(webhooks))
    .toMatchObject([{ messages: true, acks: true, tickets: false }])
  told.length = 0
  const id = await h.newContact(h.one, 'Rita', { number: '5511944440011' })
  const ticket = await h.newTicket(h.one, { contactId: id, status: 'open', userId: h.one.admin.id })
  await h.call(h.one.admin, 'messages.send', { params: { ticketId: ticket.id }, body: { body: 'Olá' } })
  await expect.poll(() => h.channel.sent.at(-1)?.to.number).toBe('5511944440011')
  const { whatsappId, messageId } = h.channel.sent.at(-1) ?? { whatsappId: 0, messageId: '' }
  await h.running.sink.acks([{ whatsappId, messageId, ack: 3 }])
  const kinds = () => new Set(told.map(({ event }) => event))
  await soon(() => expect(kinds()).toContain('message.ack'))
  expect([...kinds()].sort()).toEqual(['message.ack', 'message.created'])
})
