// @vitest-environment jsdom
/** /subscription, and how the platform is paid. */
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SubscriptionScreen } from '@/features/finance'
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
