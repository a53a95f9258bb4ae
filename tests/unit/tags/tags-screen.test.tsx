// @vitest-environment jsdom
import { type Tag, tag as tagSchema } from '@contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { TagsScreen } from '@/features/tags'
import { useServers } from '@/stores/servers'
import { LEGACY_CAPABILITIES } from '../../../electron/main/adapters/capabilities'
import { openScreen, said } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const tag = (id: number, name: string, over: object = {}): Tag =>
  tagSchema.parse({ id, name, color: '#1e88e5', ticketsCount: id * 10, ...over })
const tags = [tag(1, 'Cobrança'), tag(2, 'VIP')]

beforeEach(() => {
  call.mockReset()
  call.mockImplementation(async (name: string, options: { body?: object } = {}) => {
    if (name === 'tags.page') return { tags, count: tags.length, hasMore: false }
    if (name === 'tags.list') return tags
    return name === 'tags.create' ? tag(9, '', options.body) : null
  })
})

const sent = (name: string): unknown[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, options]) => options)

/** Opens the screen and a dialog on it. */
async function open(press: string, profile = 'admin') {
  await openScreen(<TagsScreen />, { user: { profile } })
  await userEvent.click(await screen.findByText(press))
  return within(await screen.findByRole('dialog'))
}

describe('the tags screen', () => {
  it('adds a tag by Ctrl+Enter, without the blanks around its name', async () => {
    const dialog = await open('Adicionar tag')
    await userEvent.type(dialog.getByLabelText('Nome'), 'abc {Control>}{Enter}{/Control}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent('tags.create')).toEqual([{ body: { name: 'abc', color: '#A4CCCC', kanban: 0 } }])
    expect(said()).toEqual(['Operação realizada com sucesso!'])
    expect(screen.getByText('3 tags')).toBeDefined()
  })

  it('says at the name that there is such a tag already, and at the field what the server refuses', async () => {
    const dialog = await open('Adicionar tag')
    await userEvent.type(dialog.getByLabelText('Nome'), 'cobranca{Control>}{Enter}{/Control}')
    expect(await dialog.findByText('Já existe uma tag com este nome.')).toBeDefined()
    expect(sent('tags.create')).toEqual([])
    const issues = [{ path: 'name', code: 'too_big', origin: 'string', message: 'Too Long!' }]
    call.mockRejectedValueOnce(new ApiError('refused', 'ERR_VALIDATION', '', 400, { issues }))
    await userEvent.type(dialog.getByLabelText('Nome'), ' nova{Control>}{Enter}{/Control}')
    expect(await dialog.findByText('Muito longo!')).toBeDefined()
  })

  it.each([
    ['supervisor', 1],
    ['user', 0],
  ])('shows the kanban switch to admins and supervisors only: %s', async (profile, switches) => {
    const dialog = await open('COBRANÇA', profile)
    expect(dialog.queryAllByRole('switch')).toHaveLength(switches)
  })

  it.each([
    ['admin', 2],
    ['supervisor', 0],
    ['user', 0],
  ])('offers no change where a server takes it from admins alone: %s', async (profile, changes) => {
    const facts = { version: '4.8.5', adapter: 'legacy' as const, capabilities: LEGACY_CAPABILITIES }
    useServers.setState({ state: { current: 'x', locked: false, servers: [], facts, clockOffsetMs: 0 } })
    await openScreen(<TagsScreen />, { user: { profile } })
    const row = await screen.findByText('COBRANÇA')
    expect(screen.queryAllByRole('button', { name: /^Editar / })).toHaveLength(changes)
    expect(row.closest<HTMLElement>('[role=row]')?.className.includes('opens')).toBe(changes > 0)
    await userEvent.click(row)
    expect(screen.queryAllByRole('dialog')).toHaveLength(changes > 0 ? 1 : 0)
    // Deleting and adding are everybody's there.
    expect(screen.getByRole('button', { name: 'Adicionar tag', hidden: true })).toBeDefined()
  })

  it('says before a tag is deleted how many tickets lose it', async () => {
    await openScreen(<TagsScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Excluir VIP' }))
    const question = within(await screen.findByRole('dialog', { name: 'Exclusão de Registro' }))
    expect(question.getByText(/20 tickets perdem esta tag\.$/)).toBeDefined()
    await userEvent.click(question.getByRole('button', { name: 'Excluir VIP' }))
    await waitFor(() => expect(sent('tags.remove')).toEqual([{ params: { id: 2 } }]))
    expect(await screen.findByText('1 tag')).toBeDefined()
  })
})
