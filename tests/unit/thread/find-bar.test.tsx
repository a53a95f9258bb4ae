// @vitest-environment jsdom
/** Search inside a conversation where the server cannot: what this computer keeps is searched, and that is said. */
import '../support/jsdom'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { FindBar } from '@/features/thread/find/find-bar'
import { useThreadUi } from '@/features/thread/requests'
import { at, msg } from '../stores-messages/samples'
import { onOlderServer } from '../support/older-server'
import { openScreen } from '../support/open-screen'

it('finds without the server on an older one, steps by Enter, and says that it searched what was seen here', async () => {
  const fake = await openScreen(<FindBar ticketId={1} asked={1} onSearched={vi.fn()} onClose={vi.fn()} />)
  onOlderServer()
  const messages = [
    msg('a', 0, { body: 'A chave PIX é o telefone', createdAt: at(0) }),
    msg('b', 10, { body: 'Obrigada', createdAt: at(10) }),
    msg('c', 20, { body: 'Paguei por píx agora', createdAt: at(20) }),
  ]
  fake.answer('cache.thread', () => ({ ok: true, value: { messages, hasMore: false } }))
  const field = screen.getByRole('textbox', { name: 'Buscar nesta conversa' })
  fireEvent.change(field, { target: { value: 'pix' } })
  await act(async () => void fireEvent.keyDown(field, { key: 'Enter' }))
  expect(await screen.findByText('1 de 2')).toBeTruthy()
  expect(screen.getByText('Só no que este computador já viu desta conversa.')).toBeTruthy()
  expect(useThreadUi.getState().target).toMatchObject({ messageId: 'c' })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(screen.getByText('2 de 2')).toBeTruthy()
  expect(useThreadUi.getState().target).toMatchObject({ messageId: 'a' })
  fireEvent.change(field, { target: { value: 'boleto' } })
  await act(async () => void fireEvent.keyDown(field, { key: 'Enter' }))
  expect(await screen.findByText('nada encontrado')).toBeTruthy()
  messages.push(msg('d', 30, { body: 'Segue o boleto', createdAt: at(30) }))
  await act(async () => void fireEvent.keyDown(field, { key: 'Enter' }))
  expect(await screen.findByText('1 de 1')).toBeTruthy()
})

it('is narrowed by who wrote, kind and day, finds names of files, and lists all that is left without a word', async () => {
  const fake = await openScreen(<FindBar ticketId={1} asked={1} onSearched={vi.fn()} onClose={vi.fn()} />)
  onOlderServer()
  const file = { mediaType: 'application', mediaUrl: '/media/x', mediaName: 'Orçamento maio.pdf', body: '' }
  const messages = [
    msg('a', 0, { body: 'Segue o orcamento', createdAt: at(0), fromMe: true }),
    msg('b', 10, { ...file, createdAt: at(10), fromMe: true }),
    msg('c', 20, { ...file, createdAt: at(20), fromMe: false }),
  ]
  fake.answer('cache.thread', () => ({ ok: true, value: { messages, hasMore: false } }))
  const field = screen.getByRole('textbox', { name: 'Buscar nesta conversa' })
  fireEvent.change(field, { target: { value: 'ORÇAMENTO' } })
  await act(async () => void fireEvent.keyDown(field, { key: 'Enter' }))
  expect(await screen.findByText('1 de 3')).toBeTruthy()
  const filter = screen.getByRole('button', { name: 'Filtrar a busca' })
  fireEvent.click(filter)
  const choose = async (name: string, value: string) => {
    fireEvent.mouseDown(await screen.findByRole('combobox', { name }))
    const option = await screen.findByTitle(value)
    await act(async () => void fireEvent.click(option))
  }
  await choose('Tipo', 'Documento')
  expect(await screen.findByText('1 de 2')).toBeTruthy()
  await choose('Autor', 'Cliente')
  expect(await screen.findByText('1 de 1')).toBeTruthy()
  expect(useThreadUi.getState().target).toMatchObject({ messageId: 'c' })
  fireEvent.change(field, { target: { value: '' } })
  expect(await screen.findByText('1 de 1')).toBeTruthy()
  fireEvent.click(filter)
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''))
})
