// @vitest-environment jsdom
/** The transfer dialog: who is offered, what is sent, what keeps it open. */
import '../support/jsdom'
import { copilotOffers, queue, user, whatsapp } from '@contract'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { App } from 'antd'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { TransferDialog } from '@/features/tickets/transfer-dialog'
import { queuesDirectory } from '@/stores/queues'
import type { Transfer } from '@/stores/tickets'
import { usersDirectory } from '@/stores/users'
import { whatsappsDirectory } from '@/stores/whatsapps'
import { aTicket } from '../stores/a-ticket'
import { onOlderServer } from '../support/older-server'

const sales = queue.parse({ id: 1, name: 'Vendas', color: '#2f6fde' })
const billing = queue.parse({ id: 2, name: 'Financeiro', color: '#c62828' })
const person = (id: number, name: string, online: boolean, queues = [sales]) =>
  user.parse({ id, name, email: `u${id}@x.y`, profile: 'user', companyId: 1, online, queues })

vi.mock('@/api', async original => ({
  ...(await original<object>()),
  call: async (name: string) => {
    if (name === 'users.all')
      return [person(2, 'Ana', true), person(3, 'Zeca', true, [billing]), person(4, 'Bia', false)]
    if (name === 'queues.list') return [sales, billing]
    if (name === 'copilot.offers') return copilotOffers.parse({ features: {} })
    return [
      whatsapp.parse({ id: 1, name: 'Loja', status: 'CONNECTED' }),
      whatsapp.parse({ id: 2, name: 'Cobrança', status: 'CONNECTED' }),
    ]
  },
}))

const onTransfer = vi.fn<(transfer: Transfer) => Promise<void>>()
const ticket = aTicket(7, { status: 'open', userId: 2, whatsappId: 1 })

async function open(shown = ticket) {
  render(
    <App>
      <TransferDialog ticket={shown} onClose={() => {}} onTransfer={onTransfer} />
    </App>,
  )
  await waitFor(() => expect(usersDirectory.use.getState().items).toHaveLength(3))
  return { hands: userEvent.setup(), submit: screen.getByRole('button', { name: 'Transferir' }) }
}
const options = (): (string | null)[] =>
  [...document.querySelectorAll('.ant-select-item-option')].map(option => option.textContent)

const pick = async (hands: UserEvent, text: string): Promise<void> => {
  const found = await waitFor(() => {
    const option = [...document.querySelectorAll('.ant-select-item-option')].find(one =>
      one.textContent?.startsWith(text),
    )
    if (!option) throw new Error(`${text} is not offered`)
    return option
  })
  await hands.click(found)
}

beforeEach(() => {
  for (const directory of [usersDirectory, queuesDirectory, whatsappsDirectory]) directory.reset()
  onTransfer.mockReset()
  onTransfer.mockResolvedValue()
})

describe('the transfer dialog', () => {
  it('offers who is on a break after those who are not, and says why and since when', async () => {
    const { hands } = await open()
    const startedAt = new Date(Date.now() - 3_600_000).toISOString()
    const onBreak = { reason: 'lunch', minutes: 30, startedAt }
    act(() => {
      for (const one of [person(5, 'Abel', true), person(6, 'Dora', true)])
        usersDirectory.keep(one.id === 5 ? { ...one, break: onBreak } : one)
    })
    await hands.click(screen.getByRole('combobox', { name: /^Atendente/ }))
    await waitFor(() =>
      expect(options()).toEqual([
        'Doraonline',
        'Zecaonline',
        expect.stringMatching(/^Abelem pausa: Almoço, desde .+ · passou do previsto$/),
        'Bia',
      ]),
    )
  })

  it('offers everybody but the one who has it, who is online first, and says who does not serve the queue', async () => {
    const { hands } = await open()
    await hands.click(screen.getByRole('combobox', { name: /^Atendente/ }))
    await waitFor(() => expect(options()).toEqual(['Zecaonline', 'Bia']))
    await hands.keyboard('{Escape}')
    await hands.click(screen.getByRole('combobox', { name: /^Fila/ }))
    await pick(hands, 'Vendas')
    expect(screen.getByText('O ticket vai aguardar nesta fila, sem atendente.')).toBeTruthy()
    await hands.click(screen.getByRole('combobox', { name: /^Atendente/ }))
    await waitFor(() => expect(options()).toContain('Zecaonline, não atende esta fila'))
  })

  it('asks for a queue of the person where a server would not show the ticket without one', async () => {
    onOlderServer()
    const { hands, submit } = await open(aTicket(7, { status: 'open', userId: 2, whatsappId: 1, queueId: 1 }))
    await hands.click(screen.getByRole('combobox', { name: /^Atendente/ }))
    await pick(hands, 'Zeca')
    await hands.click(submit)
    expect(await screen.findByText(/^Escolha uma fila de Zeca/)).toBeTruthy()
    expect(onTransfer).not.toHaveBeenCalled()
    await hands.click(screen.getByRole('combobox', { name: /^Fila/ }))
    await waitFor(() => expect(options()).toContain('Financeiro'))
    expect(options()).not.toContain('Vendas')
    await pick(hands, 'Financeiro')
    await hands.click(submit)
    await waitFor(() =>
      expect(onTransfer).toHaveBeenCalledWith(expect.objectContaining({ userId: 3, queueId: 2 })),
    )
  })

  it('sends nothing before somebody or something was chosen', async () => {
    const { hands, submit } = await open()
    await hands.type(screen.getByRole('textbox', { name: /Recado/ }), 'Prometi retorno hoje')
    await hands.click(submit)
    expect(await screen.findByText('Escolha um atendente, uma fila ou uma conexão')).toBeTruthy()
    expect(onTransfer).not.toHaveBeenCalled()
  })

  it('sends agent and word, and stays open with what was typed when the server refuses', async () => {
    const { hands, submit } = await open()
    onTransfer.mockRejectedValueOnce(new ApiError('refused', 'ERR_NO_PERMISSION', '', 403))
    await hands.click(screen.getByRole('combobox', { name: /^Atendente/ }))
    await pick(hands, 'Bia')
    await hands.type(screen.getByRole('textbox', { name: /Recado/ }), 'Prometi retorno hoje')
    await hands.click(submit)
    const dialog = screen.getByRole('dialog', { name: /Cliente 7/ })
    expect(await within(dialog).findByRole('alert')).toBeTruthy()
    expect(screen.getByDisplayValue('Prometi retorno hoje')).toBeTruthy()
    await hands.click(await screen.findByRole('button', { name: 'Transferir' }))
    await waitFor(() => expect(onTransfer).toHaveBeenCalledTimes(2))
    expect(onTransfer).toHaveBeenLastCalledWith({
      userId: 4,
      queueId: null,
      whatsappId: null,
      note: 'Prometi retorno hoje',
    })
  })
})
