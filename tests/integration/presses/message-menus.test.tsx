// @vitest-environment jsdom
import './pressing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { startOutbox } from '@/stores/outbox'
import { setPreferences } from '@/stores/preferences'
import { harnessForFile } from '../server/for-file'
import { atTicket, composerField } from './desk'
import { handOn } from './pressing'

const h = harnessForFile()

const write = (box: HTMLElement, name: string, value: string): void =>
  void fireEvent.change(within(box).getByRole('textbox', { name }), { target: { value } })
const atAna = async () => {
  h.channel.capabilities = ['text', 'menus']
  const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id, queueId: h.one.suporte })
  const fake = await atTicket(h, h.one.ana, ticket)
  startOutbox()
  setPreferences({ undoSendSeconds: 10, signMessages: false })
  const sent = () => fake.calls.filter(({ name }) => name === 'outbox.enqueue').map(({ input }) => input)
  return { ticket, sent, field: await composerField() }
}

it('an agent’s buttons are written, refused where two are alike, sent, and taken back as they were', async () => {
  const { ticket, sent } = await atAna()
  await userEvent.click(await screen.findByRole('button', { name: 'Botões ou lista' }))
  const dialog = await screen.findByRole('dialog', { name: /^Botões ou lista/ })
  const form = handOn(dialog)
  form.type('Mensagem', 'Podemos entregar hoje?')
  write(dialog, 'Botão 1', 'Sim')
  await form.press('Adicionar botão')
  write(dialog, 'Botão 2', 'SIM')
  within(dialog).getByText('Dois botões ou itens têm o mesmo título.')
  await form.press('Enviar')
  await waitFor(() => expect(dialog.querySelector('.ant-form-item-explain-error')).not.toBeNull())
  expect(sent()).toEqual([])
  write(dialog, 'Botão 2', 'Amanhã')
  expect(within(dialog).getByTestId('menu-preview').textContent).toContain('Amanhã')
  await form.press('Enviar')
  const entries = [{ title: 'Sim' }, { title: 'Amanhã' }]
  await waitFor(() =>
    expect(sent()).toMatchObject([
      {
        ticketId: ticket.id,
        body: 'Podemos entregar hoje?',
        menu: { kind: 'button', entries },
        holdMs: 10_000,
      },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const waiting = await screen.findByText('Podemos entregar hoje?', { selector: '[role=feed] *' })
  expect(waiting.closest('[class*=bubble]')?.textContent).toContain('Amanhã')

  // Where it waits to leave it is edited like any text: in the dialog it came from.
  const { useOutbox } = await import('@/stores/outbox')
  const [entry] = [...useOutbox.getState().entries.values()]
  if (!entry) throw new Error('nothing waits')
  const notBefore = new Date(Date.now() + 60_000).toISOString()
  act(() => useOutbox.setState({ entries: new Map([[entry.id, { ...entry, notBefore }]]) }))
  await userEvent.click(await screen.findByRole('button', { name: 'Desfazer' }))
  const again = await screen.findByRole('dialog', { name: /^Botões ou lista/ })
  await waitFor(() =>
    expect(within(again).getByRole<HTMLInputElement>('textbox', { name: 'Botão 2' }).value).toBe('Amanhã'),
  )
  // It is nowhere else: closing asks first.
  await userEvent.click(within(again).getByRole('button', { name: 'Cancelar' }))
  expect(await screen.findByRole('button', { name: 'Descartar' })).toBeTruthy()
})
