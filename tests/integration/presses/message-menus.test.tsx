// @vitest-environment jsdom
import './pressing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { QuickMessagesScreen } from '@/features/quick-messages'
import { startOutbox } from '@/stores/outbox'
import { setPreferences } from '@/stores/preferences'
import { quickMessages } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from '../server/for-file'
import { atTicket, composerField } from './desk'
import { answered, choose, handOn, onScreen } from './pressing'

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

it('a quick reply is given a list in its form, and opens with it behind its slash', async () => {
  await onScreen(h, h.one.ana, <QuickMessagesScreen />)
  await userEvent.click(
    (await screen.findAllByRole('button', { name: 'Adicionar resposta rápida' }))[0] as Element,
  )
  const dialog = await screen.findByRole('dialog')
  const form = handOn(dialog)
  form.type('Atalho', 'pagar')
  form.type('Mensagem', 'Como paga, {{firstName}}?')
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Tipo' }))
  await choose('Lista')
  write(dialog, 'Item 1', 'Pix')
  write(dialog, 'Descrição do item 1', 'na hora')
  await form.press('Adicionar')
  await answered()
  const row = await screen.findByRole('row', { name: /pagar/ })
  expect(within(row).getByRole('img', { name: 'Com botões ou lista' })).toBeTruthy()
  const [kept] = await h.db.select().from(quickMessages).where(eq(quickMessages.shortcode, 'pagar'))
  const menu = { kind: 'list', entries: [{ title: 'Pix', description: 'na hora' }] }
  expect(kept?.menu).toEqual(menu)

  const { sent, field } = await atAna()
  fireEvent.change(field, { target: { value: '/pagar' } })
  fireEvent.keyDown((await waitFor(() => screen.getByRole('option', { name: /pagar/ }))) && field, {
    key: 'Enter',
  })
  const opened = await screen.findByRole('dialog', { name: /^Botões ou lista/ })
  await handOn(opened).press('Enviar')
  await waitFor(() =>
    expect(sent()).toMatchObject([{ body: expect.stringMatching(/^Como paga, .+\?$/), menu }]),
  )
  expect(field.value).toBe('')
})
