// @vitest-environment jsdom
import './pressing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConnectionsScreen } from '@/features/connections'
import { contacts, tickets } from '../../../electron/server/db/schema'
import { runTimers } from '../../../electron/server/tickets/timers'
import { said } from '../../unit/support/open-screen'
import { type Harness, startHarness } from '../server/harness'
import { onScreen } from './pressing'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

/** The editor of the company's connection, with its fields by the beginning of their labels. */
async function editor() {
  await onScreen(h, h.one.admin, <ConnectionsScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Linha Um' }))
  const box = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('[role="group"][data-pane="content"]')
    if (!found) throw new Error('no editor')
    return found
  })
  const field = (name: string): HTMLInputElement => {
    const label = [...box.querySelectorAll('label')].find(one => one.textContent?.startsWith(name))
    return document.getElementById(label?.htmlFor ?? '') as HTMLInputElement
  }
  return {
    type: (name: string, value: string) => void fireEvent.change(field(name), { target: { value } }),
    async pick(name: string, option: string) {
      await userEvent.click(field(name))
      const row = await waitFor(() => {
        const all = [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')]
        const one = all.find(({ textContent }) => textContent?.trim() === option)
        if (!one) throw new Error(`${option} is not offered`)
        return one
      })
      await userEvent.click(row)
      await userEvent.keyboard('{Escape}')
    },
    async save() {
      await userEvent.click(
        [...box.querySelectorAll('button')].find(one => one.textContent === 'Salvar') as HTMLElement,
      )
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
const inMinutes = (minutes: number) => runTimers(h.running.app, new Date(Date.now() + minutes * 60_000))

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

it('who waits without a queue is moved to the one that was chosen, after its minutes', async () => {
  const form = await editor()
  form.type('Mover para a fila de espera após', '10')
  await form.pick('Fila de espera', 'Vendas')
  await form.save()
  const lia = customer()
  await lia.says('Oi')
  await inMinutes(9)
  expect((await lia.ticket()).queueId).toBeNull()
  await inMinutes(11)
  expect((await lia.ticket()).queueId).toBe(h.one.vendas)
})

it('a silent customer’s ticket is closed after the minutes that were typed, with the words that were', async () => {
  const form = await editor()
  form.type('Encerrar conversas inativas após', '30')
  form.type('Mensagem de inatividade', 'Encerramos por aqui.')
  form.type('Mensagem de conclusão', 'Volte sempre!')
  await form.save()
  const lia = customer()
  await lia.says('Oi')
  const { id } = await lia.ticket()
  await h.call(h.one.admin, 'tickets.update', {
    params: { id },
    body: { status: 'open', userId: h.one.admin.id, queueId: h.one.vendas },
  })
  await h.call(h.one.admin, 'messages.send', { params: { ticketId: id }, body: { body: 'Ainda aí?' } })
  await inMinutes(29)
  expect((await lia.ticket()).status).toBe('open')
  await inMinutes(31)
  expect((await lia.ticket()).status).toBe('closed')
  expect(lia.heard().at(-1)).toBe('Encerramos por aqui.')
})
