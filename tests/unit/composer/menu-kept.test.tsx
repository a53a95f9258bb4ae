// @vitest-environment jsdom
import '../support/jsdom'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { App } from 'antd'
import { afterEach, expect, it } from 'vitest'
import type { Ticket } from '../../../src/contract'
import { Composer } from '../../../src/features/composer'
import { resetDrafts } from '../../../src/stores/drafts'
import { closeMenu, openMenu } from '../../../src/stores/menu-drafts'
import { resetOutbox } from '../../../src/stores/outbox'
import { tick } from '../stores-messages/samples'
import { fakeBridge, installBridge } from '../support/fake-bridge'

afterEach(() => {
  cleanup()
  closeMenu(1)
  resetDrafts()
  resetOutbox()
})

const page = (id: number, over: Partial<Ticket> = {}) => (
  <App>
    <Composer ticketId={id} ticket={tick(id, over)} />
  </App>
)
const field = async (name: string) =>
  within(await screen.findByRole('dialog')).findByRole<HTMLInputElement>('textbox', { name })

it('what is typed in the dialog of buttons stays where its ticket is closed, and where another one is shown meanwhile', async () => {
  installBridge(fakeBridge())
  const { rerender } = render(page(1))
  act(() => openMenu(1, { text: 'Hoje?', menu: null }))
  fireEvent.change(await field('Mensagem'), { target: { value: 'Amanhã?' } })
  fireEvent.change(await field('Botão 1'), { target: { value: 'Sim' } })
  rerender(page(1, { status: 'closed' }))
  expect((await field('Mensagem')).value).toBe('Amanhã?')
  rerender(page(2))
  expect(screen.queryByRole('textbox', { name: 'Botão 1' })).toBeNull()
  rerender(page(1))
  expect((await field('Botão 1')).value).toBe('Sim')
  expect((await field('Mensagem')).value).toBe('Amanhã?')
  // It is nowhere else: closing asks first.
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  expect(await screen.findByRole('button', { name: 'Descartar' })).toBeTruthy()
})
