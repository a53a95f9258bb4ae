// @vitest-environment jsdom
/** /forgetpsw: both steps, their rules, toasts and redirects (docs/specification.md 3.2, 3.4, 3.5 and 3.8). */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { stopSession } from '@/stores/session'
import { fakeBridge } from '../support/fake-bridge'
import { withLayout } from '../support/jsdom'
import { onOlderServer } from '../support/older-server'
import { openWayIn } from './open-way-in'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

let server: Record<string, (params: Record<string, string>) => unknown>

beforeEach(() => {
  withLayout()
  server = {
    'mail.state': () => ({ delivery: 'smtp', folder: null }),
    'passwords.forgotten': () => null,
    'passwords.reset': () => null,
    'settings.public': () => ({ key: '', value: 'enabled' }),
  }
  call.mockReset()
  call.mockImplementation(async (name: string, input: { params?: Record<string, string> } = {}) =>
    server[name] ? server[name](input.params ?? {}) : null,
  )
})

const open = (path = '/forgetpsw') => openWayIn(path)
const sent = (name: string): unknown[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, input]) => input?.params)
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' })
const fill = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
async function toSecondStep(): Promise<void> {
  await fill('E-mail', ' ana@c1.turno ')
  await press('Enviar Email')
  await field('Código de verificação')
}

it('wants an e-mail, sends it, says so and asks for the code', async () => {
  await open()
  await press('Enviar Email')
  expect(await screen.findByText('Obrigatório')).toBeDefined()
  await fill('E-mail', 'ana@')
  expect(await screen.findByText('E-mail inválido')).toBeDefined()
  expect(sent('passwords.forgotten')).toEqual([])
  await toSecondStep()
  expect(sent('passwords.forgotten')).toEqual([{ email: 'ana@c1.turno' }])
  expect(await screen.findByText('Email enviado com sucesso!')).toBeDefined()
})

it('says how long the code is valid, where the server says so, and takes one of 36 characters', async () => {
  await open()
  await toSecondStep()
  expect(screen.getByText(/Ele vale por 15 minutos/)).toBeDefined()
  act(onOlderServer)
  expect(screen.queryByText(/15 minutos/)).toBeNull()
  const code = '0b7c0a51-3f3e-4d6c-9a53-6a1f1f0c1c1e'
  await userEvent.type(await field('Código de verificação'), code)
  await fill('Nova senha', 'Segredo2026')
  await fill('Confirme a nova senha', 'Segredo2026')
  await press('Redefinir Senha')
  await waitFor(() => expect(sent('passwords.reset')).toMatchObject([{ token: code }]))
})

it('says of a server that names unknown addresses that there is none, and of any other failure what it is', async () => {
  server['passwords.forgotten'] = () => {
    throw new ApiError('refused', 'ERR_NO_USER_FOUND', '', 404)
  }
  await open()
  await fill('E-mail', 'ninguem@c1.turno')
  await press('Enviar Email')
  expect(await screen.findByText('Email não encontrado')).toBeDefined()
  server['passwords.forgotten'] = () => {
    throw new ApiError('unreachable', 'SERVER_UNREACHABLE', '', 0)
  }
  await press('Enviar Email')
  expect(await screen.findByText(/servidor não responde/i)).toBeDefined()
  expect(screen.queryByLabelText('Código de verificação')).toBeNull()
})

it('wants code, a strong password and the same one twice; shows and hides each', async () => {
  await open()
  await toSecondStep()
  await press('Redefinir Senha')
  expect(await screen.findAllByText('Campo obrigatório')).toHaveLength(3)
  await fill('Código de verificação', 'abcd efgh')
  await fill('Nova senha', 'fraca')
  await fill('Confirme a nova senha', 'outra')
  expect(
    await screen.findByText(
      'Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.',
    ),
  ).toBeDefined()
  expect(screen.getByText('As senhas não correspondem')).toBeDefined()
  // A password that is pasted is never cut: nobody would know it.
  await fill('Nova senha', `Aa1${'x'.repeat(48)}`)
  expect((await field('Nova senha')).value).toHaveLength(51)
  expect(screen.getByText('Muito longo!')).toBeDefined()
  await fill('Nova senha', 'fraca')
  const rules = within(screen.getByRole('list', { name: 'A nova senha precisa ter' }))
  expect(rules.getByText('uma minúscula: sim')).toBeDefined()
  expect(rules.getByText('um número: falta')).toBeDefined()
  expect(sent('passwords.reset')).toEqual([])
  for (const label of ['Nova senha', 'Confirme a nova senha']) {
    expect((await field(label)).type).toBe('password')
    await press(`Mostrar: ${label}`)
    expect((await field(label)).type).toBe('text')
    await press(`Ocultar: ${label}`)
    expect((await field(label)).type).toBe('password')
  }
})

it('moves nothing from under the pointer while its button is pressed', async () => {
  await open()
  await toSecondStep()
  await fill('Nova senha', 'fraca')
  const weak = () => screen.queryByText(/Sua senha precisa ter no mínimo 8/)
  const button = await screen.findByRole('button', { name: 'Redefinir Senha' })
  fireEvent.blur(await field('Nova senha'), { relatedTarget: button })
  expect(weak()).toBeNull()
  fireEvent.blur(await field('Nova senha'), { relatedTarget: await field('Confirme a nova senha') })
  expect(weak()).not.toBeNull()
})

it('resets, says so and goes to the sign-in with the address; a wrong code stays and is said', async () => {
  server['passwords.reset'] = () => {
    throw new ApiError('refused', 'ERR_RESET_CODE', '', 400)
  }
  const path = await open()
  await toSecondStep()
  await fill('Código de verificação', 'ABCD EFGH')
  await fill('Nova senha', 'NovaSenha1')
  await fill('Confirme a nova senha', 'NovaSenha1')
  await press('Redefinir Senha')
  expect(await screen.findByText(/O código não confere/)).toBeDefined()
  expect(path()).toBe('/forgetpsw')
  server['passwords.reset'] = () => null
  await press('Redefinir Senha')
  await waitFor(() => expect(path()).toBe('/login'))
  expect(await screen.findByText('Senha redefinida com sucesso.')).toBeDefined()
  expect(sent('passwords.reset').at(-1)).toEqual({
    email: 'ana@c1.turno',
    token: 'ABCD EFGH',
    newPassword: 'NovaSenha1',
  })
  expect((await field('E-mail')).value).toBe('ana@c1.turno')
})

it('says where a demo keeps the code, and that a server without mail sends none', async () => {
  server['mail.state'] = () => ({ delivery: 'folder', folder: '/dados/workspace/mails' })
  await open()
  expect(
    await screen.findByText(/Demonstração: nenhum e-mail sai daqui.*\/dados\/workspace\/mails/),
  ).toBeDefined()
  stopSession()
  document.body.innerHTML = ''
  server['mail.state'] = () => ({ delivery: 'none', folder: null })
  await open()
  expect(await screen.findByText(/ainda não envia e-mails/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Enviar Email' })).toBeNull()
})

it('says a failure where it stays until the next try, and never in a server’s own words for programmers', async () => {
  server['passwords.forgotten'] = () => {
    throw new ApiError('refused', null, 'TypeError: Cannot read properties of undefined', 500)
  }
  await open()
  await fill('E-mail', 'ana@c1.turno')
  await press('Enviar Email')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('O servidor falhou ao atender este pedido. Tente de novo.')
  expect(alert.closest('form')).not.toBeNull()
  server['passwords.forgotten'] = () => null
  await toSecondStep()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('stays with another address when the code that was asked for again comes late', async () => {
  await open()
  await toSecondStep()
  let answer = (): void => {}
  server['passwords.forgotten'] = () =>
    new Promise<void>(resolve => {
      answer = resolve
    })
  await press('Enviar outro código')
  await press('Usar outro e-mail')
  answer()
  const email = await field('E-mail')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Enviar Email' })).toBeDefined())
  expect(email.isConnected).toBe(true)
  expect(screen.queryByLabelText('Código de verificação')).toBeNull()
})

it('is set without mail or code at the computer that holds the company, and there alone', async () => {
  server['mail.state'] = () => ({ delivery: 'none', folder: null })
  const fake = fakeBridge({ user: null })
  const answers: { managers: unknown; setPassword: unknown } = fake.bridge.recovery
  const set = vi.fn(async () => ({ ok: true, value: { done: true } }))
  answers.managers = async () => ({
    ok: true,
    value: [{ id: 1, name: 'Aurora', email: 'aurora@padaria.test' }],
  })
  answers.setPassword = set
  const path = await openWayIn('/forgetpsw', fake)
  expect(await screen.findByText(/ela fica neste computador/)).toBeDefined()
  await press('Estou no computador da empresa')
  await fill('Nova senha', 'Segredo2026')
  await fill('Confirme a nova senha', 'Segredo2026')
  await press('Redefinir Senha')
  await waitFor(() => expect(path()).toBe('/login'))
  expect(set).toHaveBeenCalledWith({ userId: 1, password: 'Segredo2026' })
  expect(sent('passwords.reset')).toEqual([])

  cleanup()
  await open()
  expect(await screen.findByText(/Peça uma nova senha à administração/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Estou no computador da empresa' })).toBeNull()
})
