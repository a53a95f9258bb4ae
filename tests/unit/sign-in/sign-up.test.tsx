// @vitest-environment jsdom
/** A company signs up by itself (docs/specification.md 2.2, 2.4 and 2.5). */
import { endpoints } from '@contract'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { stopSession } from '@/stores/session'
import { toasts } from '@/stores/toasts'
import { clockAt } from '../../support/clock'
import { withLayout } from '../support/jsdom'
import { openWayIn } from './open-way-in'

clockAt('2031-03-02T12:00:00.000Z')

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const PLANS = endpoints['plans.register'].response.parse([
  { id: 3, name: 'Básico', value: 97.9, users: 5, connections: 2, queues: 0 },
  { id: 4, name: 'Completo', value: 197.9, users: 10, connections: 10, queues: 10 },
])

let register: () => Promise<unknown>
let settings: Record<string, string>
let plans: () => Promise<unknown>

beforeEach(() => {
  withLayout()
  register = async () => ({})
  plans = async () => PLANS
  settings = { allowregister: 'enabled', viewregister: 'enabled', trial: '7' }
  call.mockImplementation(async (name: string, input?: { params?: { key: string } }) => {
    if (name === 'settings.public')
      return { key: input?.params?.key, value: settings[input?.params?.key ?? ''] }
    if (name === 'plans.register') return plans()
    if (name === 'companies.register') return register()
    return null
  })
})
afterEach(() => call.mockReset())

const open = (path = '/signup') => openWayIn(path)
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' })
const fill = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } })
const send = async () => fireEvent.click(await screen.findByRole('button', { name: 'Cadastrar' }))
const choose = async (words: RegExp) => {
  fireEvent.mouseDown(await field('Plano'))
  fireEvent.click(await screen.findByText(words, { selector: '.ant-select-item-option-content' }))
}
async function fillAll(): Promise<void> {
  await fill('Nome da empresa', 'Padaria Central')
  await fill('E-mail', 'dona@padaria.example')
  await fill('Telefone', '11987654321')
  await fill('Senha', 'segredo1')
  await choose(/Completo · R\$\s197,90 por mês/)
}
const registered = () => call.mock.calls.filter(([name]) => name === 'companies.register')

it('asks for what is missing in the words of the specification, and sends nothing', async () => {
  await open()
  expect(await screen.findByText('Cadastre sua empresa e experimente por 7 dias.')).toBeDefined()
  await send()
  expect(await screen.findAllByText('Obrigatório')).toHaveLength(4)
  expect(document.activeElement).toBe(await field('Nome da empresa'))
  await fill('Nome da empresa', 'A')
  await fill('E-mail', 'dona')
  await fill('Senha', '1234')
  await fill('Telefone', '119')
  expect(screen.getAllByText('Muito curto!')).toHaveLength(2)
  expect(screen.getByText('E-mail inválido')).toBeDefined()
  expect(screen.getByText('Informe DDD e número')).toBeDefined()
  await fill('Nome da empresa', 'A'.repeat(51))
  await fill('Senha', '1'.repeat(51))
  expect(screen.getAllByText('Muito longo!')).toHaveLength(2)
  await send()
  expect(registered()).toEqual([])
})

it('asks for the plans again when somebody says so', async () => {
  plans = async () => Promise.reject(new Error('down'))
  await open()
  expect(await screen.findByText('Não foi possível carregar os planos.')).toBeDefined()
  plans = async () => PLANS
  fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
  await waitFor(async () => expect((await field('Plano')).disabled).toBe(false))
})

it('masks the phone, signs up with a trial, and leads to the sign-in with the e-mail', async () => {
  const said = vi.spyOn(toasts, 'success')
  const at = await open('/signup?companyId=3')
  await fillAll()
  expect((await field('Telefone')).value).toBe('(11) 98765-4321')
  const before = Date.now()
  await send()
  await waitFor(() => expect(at()).toBe('/login'))
  const [[, { body }]] = registered() as [[string, { body: Record<string, unknown> }]]
  expect(endpoints['companies.register'].body.safeParse(body).success).toBe(true)
  const { dueDate, ...rest } = body
  expect(rest).toEqual({
    name: 'Padaria Central',
    email: 'dona@padaria.example',
    phone: '11987654321',
    password: 'segredo1',
    planId: 4,
    recurrence: 'MENSAL',
    status: true,
    campaignsEnabled: true,
  })
  expect(Math.round((Date.parse(String(dueDate)) - before) / 86_400_000)).toBe(7)
  expect(await screen.findByRole('heading', { name: 'Entrar' })).toBeDefined()
  expect((await field('E-mail')).value).toBe('dona@padaria.example')
  expect(document.activeElement).toBe(await field('Senha'))
  // A toast may be gone by now.
  expect(said.mock.calls.map(([text]) => text)).toEqual([
    'Empresa cadastrada. Entre com o e-mail e a senha escolhidos.',
  ])
})

it('says at the field what the server refuses, and in one line what is about none', async () => {
  register = async () => Promise.reject(new ApiError('refused', 'ERR_DUPLICATED_USER', '', 400))
  const at = await open()
  await fillAll()
  await send()
  expect(await screen.findByText('Já existe um usuário com este e-mail.')).toBeDefined()
  expect(document.activeElement).toBe(await field('E-mail'))
  register = async () => Promise.reject(new ApiError('refused', 'ERR_USER_CREATION_DISABLED', '', 400))
  await fill('E-mail', 'outra@padaria.example')
  await send()
  expect((await screen.findByRole('alert')).textContent).toBe('O cadastro de novos usuários está desativado.')
  expect(at()).toBe('/signup')
})

it('leads to the sign-in where companies may not sign up, which shows no way here', async () => {
  settings.allowregister = 'disabled'
  const at = await open()
  await waitFor(() => expect(at()).toBe('/login'))
  expect(screen.queryByText('Criar uma conta')).toBeNull()
})

it('leaves nobody before an empty window while a slow server has not said whether companies may sign up', async () => {
  let answer: (value: unknown) => void = () => {}
  call.mockImplementation((name: string, input?: { params?: { key: string } }) =>
    input?.params?.key === 'allowregister'
      ? new Promise(done => (answer = done))
      : Promise.resolve(name === 'plans.register' ? PLANS : { key: input?.params?.key, value: '7' }),
  )
  const at = await open()
  expect(await screen.findByRole('heading', { name: 'Criar uma conta' })).toBeDefined()
  expect(screen.getByRole('status', { name: /^Carregando/ })).toBeDefined()
  expect(screen.queryByLabelText('Senha', { selector: 'input' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Já tem uma conta? Entre' }).getAttribute('href')).toBe('/login')
  await act(async () => answer({ key: 'allowregister', value: 'enabled' }))
  expect(await field('Senha')).toBeDefined()
  expect(at()).toBe('/signup')
})

it('is offered at the sign-in only while the platform shows it, though it is open', async () => {
  await open('/login')
  expect(await screen.findByText('Criar uma conta')).toBeDefined()
  cleanup()
  stopSession()
  settings.viewregister = 'disabled'
  const at = await open('/login')
  await field('E-mail')
  await waitFor(() => expect(call.mock.calls.filter(([name]) => name === 'settings.public').length).toBe(4))
  await act(async () => undefined)
  expect(screen.queryByText('Criar uma conta')).toBeNull()
  expect(at()).toBe('/login')
})

it('leads on from a sign-in of e-mail and password, and says version and year below', async () => {
  await open('/login')
  expect((await field('E-mail')).type).toBe('email')
  expect((await field('Senha')).type).toBe('password')
  const to = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await to('Criar uma conta')).toBe('/signup')
  expect(await to('Esqueci minha senha')).toBe('/forgetpsw')
  await waitFor(() => expect(screen.getByRole('contentinfo').textContent).toMatch(/\d+\.\d+\.\d+ · 2031$/))
})
