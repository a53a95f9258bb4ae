// @vitest-environment jsdom
import { type Tag, tag as tagSchema } from '@contract'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { Providers } from '@/app/providers'
import { TagsScreen } from '@/features/tags'
import { startPreferences, stopPreferences } from '@/stores/preferences'
import { startSession, stopSession } from '@/stores/session'
import { tagsDirectory, tagsList } from '@/stores/tags'
import { toasts, useToastList } from '@/stores/toasts'
import { aUser, fakeBridge, installBridge } from '../support/fake-bridge'
import { withLayout } from '../support/jsdom'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const tag = (id: number, name: string, over: object = {}): Tag =>
  tagSchema.parse({ id, name, color: '#1e88e5', ticketsCount: id * 10, ...over })
let tags: Tag[] = []

async function open(count = '1 tag', profile = 'admin') {
  const fake = fakeBridge({ user: aUser({ profile }) })
  installBridge(fake)
  await Promise.all([startSession(fake.bridge), startPreferences(fake.bridge)])
  render(
    <Providers>
      <MemoryRouter>
        <TagsScreen />
      </MemoryRouter>
    </Providers>,
  )
  await screen.findByText(count)
}

beforeEach(() => {
  withLayout()
  call.mockReset()
  tags = [tag(1, 'Cobrança')]
  call.mockImplementation(async (name: string, options: { body?: object; params?: { id: number } } = {}) => {
    if (name === 'tags.page') return { tags, count: tags.length, hasMore: false }
    if (name === 'tags.list') return tags
    if (name === 'tags.create') return tag(9, '', options.body)
    if (name === 'tags.update') return tag(options.params?.id ?? 0, '', options.body)
    return null
  })
})
afterEach(() => {
  stopSession()
  stopPreferences()
  tagsList.reset()
  tagsDirectory.reset()
  toasts.clear()
})

const sent = (name: string): unknown[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, options]) => options)
const said = (): string[] => useToastList.getState().toasts.map(toast => toast.text)

describe('the tags screen', () => {
  it('adds a tag with the words of the specification for what is missing', async () => {
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Adicionar tag' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Adicionar' }))
    expect(await within(dialog).findByText('Obrigatório')).toBeDefined()
    await userEvent.type(within(dialog).getByLabelText('Nome'), 'ab')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(await within(dialog).findByText('Mensagem muito curta')).toBeDefined()
    expect(sent('tags.create')).toEqual([])
    await userEvent.type(within(dialog).getByLabelText('Nome'), 'c ')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent('tags.create')).toEqual([{ body: { name: 'abc', color: '#A4CCCC', kanban: 0 } }])
    expect(said()).toEqual(['Operação realizada com sucesso!'])
    expect(screen.getByText('2 tags')).toBeDefined()
  })

  it('says at the name that there is such a tag already, and at the field what the server refuses', async () => {
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Adicionar tag' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByLabelText('Nome'), 'cobranca{Control>}{Enter}{/Control}')
    expect(await within(dialog).findByText('Já existe uma tag com este nome.')).toBeDefined()
    expect(sent('tags.create')).toEqual([])
    const issues = [{ path: 'name', code: 'too_big', origin: 'string', message: 'Too Long!' }]
    call.mockRejectedValueOnce(new ApiError('refused', 'ERR_VALIDATION', '', 400, { issues }))
    await userEvent.type(within(dialog).getByLabelText('Nome'), ' nova{Control>}{Enter}{/Control}')
    expect(await within(dialog).findByText('Muito longo!')).toBeDefined()
  })

  it('shows the kanban switch to admins and supervisors only', async () => {
    await open('1 tag', 'user')
    await userEvent.click(screen.getByText('COBRANÇA'))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).queryByRole('switch')).toBeNull()
  })

  it('asks before unsaved text is lost', async () => {
    await open('1 tag', 'supervisor')
    await userEvent.click(screen.getByText('COBRANÇA'))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByRole('switch')).toBeDefined()
    await userEvent.type(within(dialog).getByLabelText('Nome'), ' 2')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Continuar editando' }))
    expect((within(dialog).getByLabelText('Nome') as HTMLInputElement).value).toBe('Cobrança 2')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Descartar' }))
    await waitFor(() => expect(screen.queryByLabelText('Nome')).toBeNull())
  })

  it('shows what a colleague changed while one types, and loses nothing typed', async () => {
    await open()
    await userEvent.click(screen.getByText('COBRANÇA'))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByLabelText('Nome'), ' nova')
    act(() => tagsList.keep(tag(1, 'Faturas', { color: '#43a047' })))
    expect(await within(dialog).findByText(/Outra pessoa alterou este registro/)).toBeDefined()
    expect(within(dialog).getByText('Faturas')).toBeDefined()
    const name = (): string => (within(dialog).getByLabelText('Nome') as HTMLInputElement).value
    expect(name()).toBe('Cobrança nova')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Manter o meu' }))
    expect(within(dialog).queryByText(/Outra pessoa/)).toBeNull()
    expect(name()).toBe('Cobrança nova')
    act(() => tagsList.keep(tag(1, 'Boletos')))
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Usar o dela' }))
    expect(name()).toBe('Boletos')
  })

  it('deletes after the question of the specification, by the row menu and many at once', async () => {
    tags = [tag(1, 'Cobrança'), tag(2, 'VIP')]
    await open('2 tags')
    const row = screen.getByText('VIP').closest<HTMLElement>('[role=row]')
    row?.focus()
    await userEvent.keyboard('{Shift>}{F10}{/Shift}')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Excluir VIP' }))
    expect(await screen.findByRole('dialog', { name: 'Exclusão de Registro' })).toBeDefined()
    expect(screen.getByText('20 tickets perdem esta tag.')).toBeDefined()
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Excluir VIP' }))
    await waitFor(() => expect(sent('tags.remove')).toEqual([{ params: { id: 2 } }]))
    expect(await screen.findByText('1 tag')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Selecionar Cobrança' }))
    expect(screen.getByText('1 selecionado')).toBeDefined()
    expect(screen.queryByRole('textbox', { name: 'Buscar tag' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Excluir 1 tag' }))
    const dialog = await screen.findByRole('dialog', { name: 'Exclusão de Registro' })
    call.mockRejectedValue(new ApiError('refused', null, '', 400))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Excluir 1 tag' }))
    await waitFor(() => expect(said()).toContain('Não foi possível realizar a operação'))
    expect(screen.getByText('COBRANÇA')).toBeDefined()
  })
})
