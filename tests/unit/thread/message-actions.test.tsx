// @vitest-environment jsdom
import '../support/jsdom'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EditDialog } from '../../../src/features/thread/edit-dialog'
import { MessageMenu } from '../../../src/features/thread/message-menu'
import { resetMessages } from '../../../src/stores/messages'
import { msg } from '../stores-messages/samples'
import { fakeBridge, installBridge } from '../support/fake-bridge'

const call = vi.hoisted(() => vi.fn())
vi.mock('../../../src/api', async original => ({ ...(await original<object>()), call }))

beforeEach(() => {
  installBridge(fakeBridge())
  call.mockReset()
  call.mockResolvedValue({ message: null })
})
afterEach(() => {
  cleanup()
  resetMessages()
})

describe('editing', () => {
  const edit = async (body: string, to: string): Promise<unknown> => {
    render(
      <App>
        <EditDialog threadId={1} message={msg('a', 0, { fromMe: true, body })} onClose={() => {}} />
      </App>,
    )
    const area = await screen.findByRole<HTMLTextAreaElement>('textbox')
    expect(area.value).not.toContain('Ana Martins')
    fireEvent.change(area, { target: { value: to } })
    fireEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(call).toHaveBeenCalled())
    return call.mock.calls[0]
  }
  it('a signed message keeps the signature, which is not offered for change', async () => {
    expect(await edit('*Ana Martins:*\nPosso oferecer 5%', 'Posso oferecer 10%')).toEqual([
      'messages.edit',
      { params: { id: 'a' }, body: { body: '*Ana Martins:*\nPosso oferecer 10%' } },
    ])
  })
  it('a message without a signature gets none', async () => {
    expect(await edit('Posso oferecer 5%', 'Posso oferecer 10%')).toEqual([
      'messages.edit',
      { params: { id: 'a' }, body: { body: 'Posso oferecer 10%' } },
    ])
  })
})

function showMenu(props: Partial<ComponentProps<typeof MessageMenu>>): string[] {
  const chosen: string[] = []
  render(
    <MessageMenu
      message={msg('a', 0, {})}
      anchor={{ x: 0, y: 0, fromRight: false, focusFirst: true }}
      content="actions"
      readOnly={false}
      mayTranscribe={false}
      mayWhisper={false}
      beyond={new Set()}
      mine={null}
      onAction={action => void chosen.push(action)}
      onReact={() => {}}
      onClose={() => {}}
      {...props}
    />,
  )
  return chosen
}

it('offers six reactions, and behind a plus all of the fixed set', () => {
  showMenu({ content: 'reactions' })
  const emojis = (): string[] =>
    screen.getAllByRole('menuitem', { name: /^Reagir com/ }).map(one => one.textContent ?? '')
  expect(emojis()).toEqual(['👍', '❤️', '😂', '😮', '😢', '🙏'])
  fireEvent.click(screen.getByRole('menuitem', { name: 'Todas as reações' }))
  expect(new Set(emojis()).size).toBe(24)
})

it.each([true, false])('one may edit and delete own messages alone: %s', fromMe => {
  showMenu({ message: msg('a', 0, { fromMe, createdAt: new Date().toISOString() }) })
  for (const name of ['Editar', 'Apagar'])
    expect(screen.queryAllByRole('menuitem', { name })).toHaveLength(fromMe ? 1 : 0)
  expect(screen.getByRole('menuitem', { name: 'Encaminhar' })).toBeDefined()
})

it('what the number of a conversation cannot do stands in the menu with its reason and does nothing', () => {
  const chosen = showMenu({
    message: msg('a', 0, { fromMe: true }),
    beyond: new Set(['reactions', 'edit', 'delete']),
  })
  expect(screen.queryAllByRole('menuitem', { name: /^Reagir com/ })).toHaveLength(0)
  const remove = screen.getByRole('menuitem', { name: 'Apagar' })
  expect(remove.title).toBe('O número desta conversa não apaga mensagens já enviadas.')
  expect(remove.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(remove)
  expect(chosen).toEqual([])
  fireEvent.click(screen.getByRole('menuitem', { name: 'Copiar texto' }))
  expect(chosen).toEqual(['copy'])
})

describe.each([
  ['a message', false],
  ['a deleted message', true],
])('%s', (_name, isDeleted) => {
  const message = msg('a', 0, { isDeleted })
  it(`${isDeleted ? 'cannot' : 'can'} be reacted to and quoted from its menu`, () => {
    showMenu({ message })
    expect(screen.queryByRole('menuitem', { name: 'Responder' }) !== null).toBe(!isDeleted)
    expect(screen.queryAllByRole('menuitem', { name: /^Reagir com/ }).length > 0).toBe(!isDeleted)
    cleanup()
    showMenu({ message, content: 'reactions' })
    expect(screen.queryAllByRole('menuitem').length > 0).toBe(!isDeleted)
  })
})
