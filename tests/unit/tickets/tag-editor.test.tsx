// @vitest-environment jsdom
import '../support/jsdom'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setLanguage } from '@/i18n'
import { tagsDirectory } from '@/stores/tags'
import { absorbTickets, setViewer, useTicket } from '@/stores/tickets'
import { aTicket, aViewer } from '../stores/a-ticket'

const calls: [string, unknown][] = []
vi.mock('@/api', async importOriginal => ({
  ...(await importOriginal<typeof import('@/api')>()),
  call: async (name: string, input: { body?: unknown }) => {
    calls.push([name, input.body])
    return name === 'tags.create' ? { id: 9, name: 'Novidade', color: '#000' } : aTicket(1)
  },
}))
const { TagEditor } = await import('@/features/tickets/tag-editor')

function Editor() {
  const ticket = useTicket(1)
  const [open, setOpen] = useState(true)
  return ticket ? <TagEditor ticket={ticket} open={open} onOpenChange={setOpen} /> : null
}
const named = (id: number, name: string) => ({ id, name, color: '#123456', kanban: 0 }) as never
const field = (): HTMLInputElement => screen.getByRole('combobox', { name: 'Tags do ticket' })
const type = async (text: string): Promise<void> => {
  await act(async () => void fireEvent.change(field(), { target: { value: text } }))
}
const enter = (): Promise<void> =>
  act(async () => {
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13 })
    fireEvent.keyUp(field(), { key: 'Enter', keyCode: 13 })
  })

beforeEach(async () => {
  calls.length = 0
  await setLanguage('pt')
  setViewer(aViewer())
  absorbTickets([aTicket(1, { status: 'open', userId: 2 })], 0)
  tagsDirectory.use.setState({ items: [named(1, 'Urgente'), named(2, 'VIP')], status: 'ready' })
  render(
    <App component={false}>
      <Editor />
    </App>,
  )
  await screen.findByRole('combobox', { name: 'Tags do ticket' })
})
afterEach(() => {
  cleanup()
  setViewer(null)
})

it.each([
  ['Urg', 1],
  ['VI', 2],
])('Enter takes the listed tag for %s and makes none', async (typed, id) => {
  await type(typed)
  await enter()
  const expected = { status: 'open', userId: 2 }
  const body = { ticketId: 1, tags: [{ id }], added: [id], expected }
  await waitFor(() => expect(calls).toEqual([['tags.sync', body]]))
})

it('makes a new tag of the company only where that is chosen as such', async () => {
  await type('Novidade')
  const create = await screen.findByText('Criar a tag “Novidade” para a empresa')
  await enter()
  expect(calls).toEqual([])
  await act(async () => void fireEvent.click(create))
  await waitFor(() => expect(calls[0]).toEqual(['tags.create', { name: 'Novidade' }]))
})
