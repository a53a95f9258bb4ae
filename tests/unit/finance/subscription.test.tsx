// @vitest-environment jsdom
/** /subscription, and how the platform is paid. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SubscriptionScreen } from '@/features/finance'
import { PaymentSettingsDialog } from '@/features/finance/payment-settings-dialog'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const DAY_MS = 86_400_000
let answers: Record<string, unknown>

beforeEach(() => {
  answers = {}
  call.mockImplementation(async (name: string) => {
    if (!(name in answers)) throw new Error(`down: ${name}`)
    return answers[name]
  })
})
afterEach(() => {
  call.mockReset()
})

it('says how many days of the trial are left, rounded up, where it is billed to, and whom to ask', async () => {
  answers['subscription.get'] = {
    email: 'contas@loja.example',
    trialExpiration: new Date(Date.now() + 1.2 * DAY_MS).toISOString(),
    dueDate: null,
    contact: { name: 'Plataforma', email: 'vendas@turno.example', phone: null },
  }
  await openScreen(<SubscriptionScreen />)
  expect(await screen.findByText('Seu período de teste termina em 2 dias!')).toBeDefined()
  expect(screen.getByText('contas@loja.example')).toBeDefined()
  expect(screen.getByText('Ver e pagar faturas').getAttribute('href')).toBe('/financeiro')
  fireEvent.click(screen.getByText('Assine Agora!'))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('vendas@turno.example')).toBeDefined()
})

it('says that the subscription could not be read, and reads it when somebody says so', async () => {
  await openScreen(<SubscriptionScreen />)
  const again = await screen.findByRole('button', { name: 'Tentar de novo' })
  answers['subscription.get'] = {
    email: null,
    trialExpiration: null,
    dueDate: null,
    contact: { name: '', email: null, phone: null },
  }
  fireEvent.click(again)
  expect(await screen.findByText('Sua assinatura não tem data de término')).toBeDefined()
  // Nobody who has subscribed is asked to.
  expect(screen.queryByText('Assine Agora!')).toBeNull()
  expect(screen.getByRole('button', { name: 'Fale conosco' })).toBeDefined()
})

it('keeps secrets that are not given, shows none, and asks for what the chosen provider needs', async () => {
  answers['payments.settings'] = {
    provider: 'apiPix',
    pixKey: 'pix@turno.example',
    merchantName: 'Turno',
    merchantCity: 'Recife',
    baseUrl: 'https://bank.example/v2',
    tokenUrl: 'https://bank.example/token',
    clientId: 'turno',
    hasClientSecret: true,
    hasCertificate: false,
    webhookPath: '/subscription/webhook/k',
    hasSimulated: false,
  }
  answers['payments.saveSettings'] = answers['payments.settings']
  const closed = vi.fn()
  await openScreen(<PaymentSettingsDialog onClose={closed} />)
  const secret = await screen.findByLabelText<HTMLInputElement>(/^Client secret/)
  expect([secret.value, secret.type]).toEqual(['', 'password'])
  expect(screen.getByText('Guardado. Deixe vazio para manter.')).toBeDefined()
  expect(screen.getByText('Ainda não informado.')).toBeDefined()
  fireEvent.change(screen.getByLabelText(/^Cidade de quem recebe/), { target: { value: 'Olinda' } })
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(closed).toHaveBeenCalled())
  const sent = call.mock.calls.find(([name]) => name === 'payments.saveSettings')?.[1].body
  expect(sent).toMatchObject({
    provider: 'apiPix',
    merchantCity: 'Olinda',
    clientSecret: '',
    certificate: '',
  })
})
