// @vitest-environment jsdom
import type { User } from '@contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { UsersScreen } from '@/features/users'
import { aUser } from '../support/fake-bridge'
import { onOlderServer } from '../support/older-server'
import { openScreen, said } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const person = (id: number, name: string): User => aUser({ id, name, email: `${id}@demo.turno` })
let people: User[] = []
let held = 0
let creation = 'enabled'
let refusal: unknown = null

async function open() {
  await openScreen(<UsersScreen />, { user: { id: 1 } })
  await screen.findByText('3 usuários')
}

beforeEach(() => {
  call.mockReset()
  people = [person(1, 'Admin'), person(2, 'Bia'), person(3, 'Caio')]
  held = 0
  creation = 'enabled'
  refusal = null
  call.mockImplementation(async (name: string) => {
    if (name === 'users.list') return { users: people, count: people.length, hasMore: false }
    if (name === 'users.all') return people
    if (name === 'users.openTickets') return { count: held }
    if (name === 'settings.list') return [{ key: 'userCreation', value: creation, companyId: 1 }]
    if (name === 'users.create' && refusal) throw refusal
    return name.endsWith('list') ? [] : null
  })
})

const sent = (name: string): unknown[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, options]) => options)
const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }))

describe('the users screen', () => {
  it('shows number, name, e-mail and profile', async () => {
    await open()
    const row = screen.getByText('2@demo.turno').closest('[role=row]') as HTMLElement
    expect(within(row).getByText('2')).toBeDefined()
    expect(within(row).getByText('Bia')).toBeDefined()
    expect(within(row).getByText('Atendente')).toBeDefined()
  })

  it('asks what becomes of open tickets, and gives them to the colleague who is chosen', async () => {
    held = 4
    await open()
    await press('Excluir Bia')
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Bia tem 4 tickets abertos. Nenhum se perde:')).toBeDefined()
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Passam para um colega' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Excluir' }))
    expect(await within(dialog).findByText('Obrigatório')).toBeDefined()
    expect(sent('users.remove')).toEqual([])
    await userEvent.click(within(dialog).getByRole('combobox', { name: 'Colega' }))
    const choice = { selector: '.ant-select-item-option-content' }
    await userEvent.click(await screen.findByText('Caio', choice))
    expect(screen.queryByText('Bia', choice)).toBeNull()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Excluir' }))
    await waitFor(() =>
      expect(sent('users.remove')).toEqual([{ params: { id: 2 }, query: { colleagueId: 3 } }]),
    )
    expect(said()).toEqual(['Usuário excluído com sucesso.'])
    expect(screen.queryByText('2@demo.turno')).toBeNull()
  })

  it('asks plainly where nothing is held, or where the server can only let tickets wait', async () => {
    await open()
    await press('Excluir Bia')
    expect(
      await screen.findByText(
        /^Deseja realmente excluir esse registro\?\s+Bia\s+Esta pessoa não tem tickets abertos/,
      ),
    ).toBeDefined()
    expect(screen.getByRole('dialog', { name: 'Exclusão de Registro' })).toBeDefined()
    await press('Cancelar')
    act(onOlderServer)
    await press('Excluir Bia')
    // Nobody gets them there.
    expect(await screen.findByText(/As mensagens que agendou continuam, sem responsável/)).toBeDefined()
    await press('Cancelar')
    held = 1
    await press('Excluir Bia')
    expect(await screen.findByText(/1 ticket aberto dessa pessoa volta para a espera/)).toBeDefined()
    expect(screen.queryByRole('radio')).toBeNull()
  })

  it('offers nobody to be added while the platform has switched it off', async () => {
    creation = 'disabled'
    await open()
    expect(await screen.findByText(/A plataforma não permite novos usuários/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Adicionar usuário' })).toBeNull()
    // An older server does not go by it.
    act(onOlderServer)
    expect(await screen.findByRole('button', { name: 'Adicionar usuário' })).toBeDefined()
  })

  it('names the limit of the plan in the dialog, which stays', async () => {
    refusal = new ApiError('refused', 'ERR_PLAN_LIMIT', '', 400, { what: 'users', limit: 3 })
    await open()
    await press('Adicionar usuário')
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByLabelText('Nome'), 'Davi')
    await userEvent.type(within(dialog).getByLabelText('E-mail'), 'davi@demo.turno')
    await userEvent.type(within(dialog).getByLabelText('Senha'), 'segredo1')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Adicionar' }))
    expect(await within(dialog).findByText(/O plano da empresa permite 3 usuários/)).toBeDefined()
    expect(screen.getByRole('dialog')).toBeDefined()
  })

  it('says that nobody without queues sees a ticket, and at the e-mail that it is taken', async () => {
    refusal = new ApiError('refused', 'ERR_DUPLICATED_USER', '', 409)
    await open()
    await press('Adicionar usuário')
    const dialog = await screen.findByRole('dialog')
    const write = (label: string, value: string): void =>
      void fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })
    // Whoever is saved like this would see an empty list and not know why.
    expect(within(dialog).getByText(/Sem filas, esta pessoa não vê nenhum ticket/)).toBeDefined()
    write('Nome', 'Davi')
    write('E-mail', '2@demo.turno')
    write('Senha', 'segredo1')
    fireEvent.click(within(dialog).getByText('Adicionar', { selector: 'button span' }))
    await waitFor(() =>
      expect(within(dialog).getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true'),
    )
    expect(screen.getByRole('dialog')).toBeDefined()
  })
})
