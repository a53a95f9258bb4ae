// @vitest-environment jsdom
import './pressing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { QuickMessagesScreen } from '@/features/quick-messages'
import { quickMessages } from '../../../electron/server/db/schema'
import { harnessForFile } from '../server/for-file'
import { atTicket, composerField } from './desk'
import { fill, pick, press } from './fields'
import { onScreen } from './pressing'

// Whole forms are filled: a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000 })

const h = harnessForFile()
const page = document.body

it('a quick message is found by its author alone, and by everybody once it is the company’s', async () => {
  const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
  /** What an agent finds behind the slash, and what it writes. */
  const found = async (): Promise<string | null> => {
    await atTicket(h, h.one.ana, ticket)
    const field = await composerField()
    field.focus()
    fireEvent.change(field, { target: { value: '/hor' } })
    const option = await waitFor(() => {
      const mine = screen.queryByRole('option', { name: /horario/ })
      if (!mine) screen.getByText(/^(Ainda não há respostas rápidas|Nada encontrado com esse atalho)/)
      return mine
    })
    if (!option) return null
    await userEvent.click(option)
    return field.value
  }
  await onScreen(h, h.one.admin, <QuickMessagesScreen />)
  await userEvent.click(
    (await screen.findAllByRole('button', { name: 'Adicionar resposta rápida' }))[0] as Element,
  )
  const dialog = await screen.findByRole('dialog')
  fill(dialog, /^Atalho/, 'horario')
  fill(dialog, /^Mensagem/, 'Abrimos às oito.')
  await press(dialog, 'Adicionar')
  await waitFor(async () => expect(await h.db.$count(quickMessages)).toBe(1))
  expect(await found()).toBeNull()
  await onScreen(h, h.one.admin, <QuickMessagesScreen />)
  await press(page, /^Editar .*horario/)
  await pick(await screen.findByRole('dialog'), /^Geral/, 'Ativo')
  await press(await screen.findByRole('dialog'), 'Salvar')
  await waitFor(async () => expect(await h.db.select().from(quickMessages)).toMatchObject([{ geral: true }]))
  expect(await found()).toBe('Abrimos às oito.')
})
