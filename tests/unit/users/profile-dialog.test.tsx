// @vitest-environment jsdom
import { capabilitiesOf, type ServerFacts } from '@contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { ProfileDialog } from '@/features/users'
import { useServers } from '@/stores/servers'
import { aUser } from '../support/fake-bridge'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const me = aUser({ id: 7, name: 'Ana', email: 'ana@demo.turno' })
const onClose = vi.fn()
let refusal: unknown = null

/** @param lacking what the server does not know. */
async function open(...lacking: (keyof ServerFacts['capabilities'])[]): Promise<void> {
  const capabilities = capabilitiesOf(
    'native',
    Object.fromEntries(lacking.map(name => [name, 'missing' as const])),
  )
  const facts = { version: '1', adapter: 'turno', capabilities } as const
  useServers.setState({ state: { current: 'x', locked: false, servers: [], facts, clockOffsetMs: 0 } })
  await openScreen(<ProfileDialog user={me} onClose={onClose} />, { user: me })
}

beforeEach(() => {
  call.mockReset()
  onClose.mockReset()
  refusal = null
  call.mockImplementation(async (name: string) => {
    if (name !== 'users.update') return []
    if (refusal) throw refusal
    return me
  })
})

const saved = (): unknown[] =>
  call.mock.calls.filter(([name]) => name === 'users.update').map(([, { body }]) => body)
const fill = (field: HTMLElement, value: string): boolean => fireEvent.change(field, { target: { value } })
const save = (): boolean => fireEvent.click(screen.getByText('Salvar'))

describe('who changes the own password', () => {
  it('is asked for the one so far as soon as there is a new one, and sends both', async () => {
    await open()
    expect(screen.queryByLabelText('Senha atual')).toBeNull()
    fill(screen.getByLabelText(/^Senha(?! atual)/), 'outra-senha')
    const current = await screen.findByLabelText('Senha atual')
    save()
    expect(await screen.findByText('Obrigatório')).toBeDefined()
    expect(saved()).toEqual([])
    fill(current, 'turno-demo')
    save()
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(saved()).toMatchObject([{ password: 'outra-senha', currentPassword: 'turno-demo' }])
  })

  it('reads that the one so far was wrong, in the dialog, which stays with what was typed', async () => {
    refusal = new ApiError('refused', 'ERR_WRONG_PASSWORD', '', 400, {})
    await open()
    fill(screen.getByLabelText(/^Senha(?! atual)/), 'outra-senha')
    fill(await screen.findByLabelText('Senha atual'), 'errada')
    save()
    expect(await screen.findByText('A senha atual não confere.')).toBeDefined()
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.getByLabelText<HTMLInputElement>(/^Senha(?! atual)/).value).toBe('outra-senha')
  })

  it('is not asked on a server that does not look at it', async () => {
    await open('passwordProof')
    fill(screen.getByLabelText(/^Senha(?! atual)/), 'outra-senha')
    save()
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(screen.queryByLabelText('Senha atual')).toBeNull()
    expect(saved()[0]).toMatchObject({ password: 'outra-senha' })
    expect(saved()[0]).not.toHaveProperty('currentPassword')
  })
})
