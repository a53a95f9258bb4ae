// @vitest-environment jsdom

import type { User } from '@contract'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TodoScreen } from '@/features/todo'
import { moved, tasksFrom } from '@/features/todo/tasks'
import { useSession } from '@/stores/session'
import { endSession } from '@/stores/session-end'
import { toasts, useToastList } from '@/stores/toasts'
import { aUser } from '../support/fake-bridge'
import { withLayout } from '../support/jsdom'

/** Nobody on no server: who is signed in is set by the test about accounts. */
const NOBODY = ' 0 0'
const kept = (account = NOBODY): unknown => JSON.parse(localStorage.getItem('tasks') ?? '{}')[account] ?? []
const show = () =>
  render(
    <App>
      <TodoScreen />
    </App>,
  )
beforeEach(() => {
  withLayout()
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  toasts.clear()
})

/** Presses the way back of the toast, which goes with it. */
async function undo(): Promise<void> {
  await act(async () => useToastList.getState().toasts.at(-1)?.action?.run())
  toasts.clear()
}

it('adds, changes and deletes with an undo, ignores blank text, and keeps the list under the key tasks', async () => {
  show()
  const field = screen.getByRole('textbox', { name: 'Nova tarefa' })
  await userEvent.type(field, '   {Enter}')
  expect(kept()).toEqual([])
  // The keys of a list are explained where there is one.
  expect(screen.queryByText(/Alt e setas/)).toBeNull()
  await userEvent.type(field, 'Ligar para Rita{Enter}')
  await userEvent.type(field, 'Conferir boletos{Enter}')
  expect(kept()).toEqual(['Ligar para Rita', 'Conferir boletos'])
  screen.getByText(/Alt e setas/)
  await userEvent.click(screen.getByRole('button', { name: 'Editar Ligar para Rita' }))
  const edit = screen.getByRole('textbox', { name: 'Editar Ligar para Rita' })
  await userEvent.clear(edit)
  await userEvent.type(edit, '  {Enter}')
  expect(kept()).toEqual(['Ligar para Rita', 'Conferir boletos'])
  await userEvent.click(screen.getByRole('button', { name: 'Excluir Ligar para Rita' }))
  expect(kept()).toEqual(['Conferir boletos'])
  await userEvent.type(field, 'Escrito depois{Enter}')
  await undo()
  expect(kept()).toEqual(['Ligar para Rita', 'Conferir boletos', 'Escrito depois'])
  // Two in a row come back together.
  for (const name of ['Ligar para Rita', 'Conferir boletos'])
    await userEvent.click(screen.getByRole('button', { name: `Excluir ${name}` }))
  await undo()
  expect(kept()).toEqual(['Ligar para Rita', 'Conferir boletos', 'Escrito depois'])
  // Also from another screen.
  await userEvent.click(screen.getByRole('button', { name: 'Excluir Ligar para Rita' }))
  cleanup()
  await undo()
  expect(kept()).toEqual(['Ligar para Rita', 'Conferir boletos', 'Escrito depois'])
})

it('is reordered and walked by keys, and read again by the next window', async () => {
  localStorage.setItem('tasks', JSON.stringify({ [NOBODY]: ['um', 'dois', 'três', 4] }))
  show()
  const list = screen.getByRole('list', { name: 'Lista de tarefas' })
  const first = within(list).getByText('um')
  first.focus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(kept()).toEqual(['dois', 'um', 'três'])
  expect(document.activeElement?.textContent).toBe('um')
  await userEvent.keyboard('{ArrowDown}{Delete}')
  expect(kept()).toEqual(['dois', 'um'])
  cleanup()
  show()
  expect(screen.getByText('dois')).toBeDefined()
})

it('is another list for another account, and stays when either signs out', async () => {
  const be = (user: User | null) =>
    act(() => useSession.setState({ user, status: user ? 'signedIn' : 'signedOut' }))
  const note = async (task: string) => {
    show()
    await userEvent.type(screen.getByRole('textbox', { name: 'Nova tarefa' }), `${task}{Enter}`)
    cleanup()
  }
  const [ana, bruno] = [aUser({ id: 1 }), aUser({ id: 2 })]
  be(ana)
  await note('Ligar para Rita')
  localStorage.setItem('turno.panes.list', '300')
  endSession('elsewhere')
  be(bruno)
  show()
  expect(screen.queryByText('Ligar para Rita')).toBeNull()
  cleanup()
  await note('Conferir boletos')
  endSession('signedOut')
  be(ana)
  show()
  expect(screen.getByText('Ligar para Rita')).toBeDefined()
  expect(screen.queryByText('Conferir boletos')).toBeNull()
  expect(Object.keys(localStorage)).toEqual(['tasks'])
  // Deleted by the person: nothing of the account is left.
  await userEvent.click(screen.getByRole('button', { name: 'Excluir Ligar para Rita' }))
  expect(Object.keys(JSON.parse(localStorage.getItem('tasks') ?? '{}'))).toHaveLength(1)
  be(null)
})

it('reads whatever stands there without failing', () => {
  for (const stored of ['{"a":1}', '["a"]', 'null', 'no json', null])
    expect(tasksFrom(stored, 'a')).toEqual([])
  expect(moved(['a', 'b'], 0, 5)).toEqual(['a', 'b'])
})
