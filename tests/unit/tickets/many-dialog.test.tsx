// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ManyDialog } from '@/features/tickets/many-dialog'
import { absorbTickets, patchTicket, setViewer, ticketById } from '@/stores/tickets'
import { useToastList } from '@/stores/toasts'
import { aTicket, aViewer } from '../stores/a-ticket'
import { openScreen, said } from '../support/open-screen'

it('many acts are taken back from their toast, which says how many customers keep what has left', async () => {
  setViewer(aViewer())
  absorbTickets(
    [1, 2, 3].map(id => aTicket(id, { status: 'open', userId: 2 })),
    0,
  )
  const tickets = [1, 2, 3].flatMap(id => ticketById(id) ?? [])
  // The first is greeted by the company, the last cannot be done.
  const work = async ({ id }: { id: number }): Promise<void> => {
    if (id === 1) patchTicket(1, { fromMe: true, lastAuthorId: null, lastMessage: 'Olá!' })
    if (id === 3) throw new Error('no')
  }
  const undo = vi.fn(async ({ id }: { id: number }) => patchTicket(id, { priority: 'low' }))
  await openScreen(<ManyDialog act={{ tickets, work, undo }} onEnd={() => {}} />)
  await waitFor(() => expect(said()).toEqual(['2 tickets alterados.']))
  await act(async () => useToastList.getState().toasts[0]?.action?.run())
  await waitFor(() =>
    expect(said()).toContain('Desfeito. 1 cliente já tinha recebido uma mensagem automática.'),
  )
  expect(undo.mock.calls.map(([{ id }]) => id)).toEqual([1, 2])
})
