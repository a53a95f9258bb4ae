// @vitest-environment jsdom
import '../support/jsdom'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Providers } from '../../../src/app/providers'
import { routes } from '../../../src/app/routing/router'
import { setLanguage } from '../../../src/i18n'
import { startConnection, stopConnection } from '../../../src/stores/connection'
import { startPreferences, stopPreferences } from '../../../src/stores/preferences'
import { startSession, stopSession } from '../../../src/stores/session'
import { aUser, type FakeBridge, fakeBridge, installBridge } from '../support/fake-bridge'

async function open(path: string, fake: FakeBridge) {
  installBridge(fake)
  await Promise.all([startSession(fake.bridge), startPreferences(fake.bridge), startConnection(fake.bridge)])
  const router = createMemoryRouter(routes(), { initialEntries: [path] })
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  return { router, at: () => router.state.location.pathname }
}

const asAgent = (): FakeBridge => fakeBridge()
const asAdmin = (): FakeBridge => fakeBridge({ user: aUser({ id: 1, profile: 'admin' }) })
const asNobody = (): FakeBridge => fakeBridge({ user: null })

/** Presses an entry of the account menu. */
async function fromAccount(entry: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: /^Conta: / }))
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }))
}

beforeEach(() => localStorage.clear())
afterEach(async () => {
  stopSession()
  stopPreferences()
  stopConnection()
  await setLanguage('pt')
})

describe('guards', () => {
  it.each(['/tickets/abc', '/nowhere'])('sends nobody from %s to /login', async path => {
    const { at } = await open(path, asNobody())
    await waitFor(() => expect(at()).toBe('/login'))
    expect(await screen.findByRole('heading', { name: 'Entrar' })).toBeDefined()
  })

  it.each([
    ['/login', asAdmin, '/'],
    ['/forgetpsw', asAgent, '/tickets'],
    ['/', asAgent, '/tickets'],
    ['/tickets/undefined', asAgent, '/tickets'],
    ['/kanban', asAgent, '/kanban'],
  ] as const)('%s leads %o to %s', async (path, who, wanted) => {
    const { at } = await open(path, who())
    await waitFor(() => expect(at()).toBe(wanted))
  })

  it('takes whoever lacks the rule or the feature of the plan away after a second, with the words of the specification', async () => {
    const { at } = await open('/users', asAgent())
    expect(
      await screen.findByText(/Esta empresa não possui permissão para acessar essa página/),
    ).toBeDefined()
    expect(at()).toBe('/users')
    await waitFor(() => expect(at()).toBe('/tickets'))
    cleanup()
    stopSession()
    const plan = { ...aUser().company?.plan, useOpenAi: false }
    const admin = aUser({ profile: 'admin', company: { ...aUser().company, plan } })
    const { at: then } = await open('/prompts', fakeBridge({ user: admin }))
    expect((await screen.findAllByText(/Esta empresa não possui permissão/)).length).toBeGreaterThan(0)
    await waitFor(() => expect(then()).toBe('/'))
  })

  it('says that an unknown address leads nowhere, inside the frame', async () => {
    await open('/nowhere', asAgent())
    expect(await screen.findByText('Esta página não existe')).toBeDefined()
    expect(screen.getByRole('navigation', { name: 'Navegação principal' })).toBeDefined()
  })

  it('knows the campaign routes only with the cshow flag', async () => {
    await open('/campaigns', asAgent())
    expect(await screen.findByText('Esta página não existe')).toBeDefined()
  })

  it('shows the campaign routes with the flag', async () => {
    localStorage.setItem('cshow', 'true')
    await open('/campaigns', asAdmin())
    expect((await screen.findAllByText('Nova campanha')).length).toBeGreaterThan(0)
  })
})

describe('an admin of a company whose time is over', () => {
  const company = (dueDate: string) => ({ ...aUser().company, dueDate })
  const admin = (dueDate: string) => aUser({ id: 1, profile: 'admin', company: company(dueDate) })
  const links = () =>
    within(screen.getByRole('navigation', { name: 'Navegação principal' }))
      .getAllByRole('link')
      .map(link => link.getAttribute('href'))

  it('finds the invoices wherever he goes, and everything once it is paid', async () => {
    const fake = fakeBridge({ user: admin('2020-01-31T12:00:00.000Z') })
    const { router, at } = await open('/login', fake)
    await waitFor(() => expect(at()).toBe('/financeiro'))
    expect(await screen.findByText(/venceu em 31\/01\/2020/)).toBeDefined()
    expect(links()).toEqual(['/financeiro'])
    for (const path of ['/', '/tickets', '/settings', '/nowhere']) {
      await act(() => router.navigate(path))
      expect(at()).toBe('/financeiro')
    }
    act(() =>
      fake.emit('sessionChanged', {
        status: 'signedIn',
        user: admin('2099-01-31T12:00:00.000Z'),
        reason: 'none',
        storage: 'none',
      }),
    )
    await waitFor(() => expect(links()).toContain('/tickets'))
    // What is shown stays: the payment is still being told.
    expect(at()).toBe('/financeiro')
    await act(() => router.navigate('/kanban'))
    expect(at()).toBe('/kanban')
  })

  it('is not what a super-administrator is kept from', async () => {
    const user = aUser({ profile: 'admin', super: true, company: company('2020-01-31T12:00:00.000Z') })
    const { at } = await open('/kanban', fakeBridge({ user }))
    await screen.findByRole('navigation', { name: 'Navegação principal' })
    expect(at()).toBe('/kanban')
  })
})

describe('session events', () => {
  it('take a question along that was open: it would stand over the sign-in', async () => {
    const fake = asAgent()
    const { at } = await open('/kanban', fake)
    await screen.findByRole('navigation', { name: 'Navegação principal' })
    await fromAccount('Sair')
    await screen.findByRole('dialog')
    const state = { status: 'signedOut', user: null, reason: 'expired', storage: 'none' } as const
    act(() => fake.emit('sessionChanged', state))
    await waitFor(() => expect(at()).toBe('/login'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each([
    ['the company’s time is over', 'companyExpired', /A assinatura da empresa está vencida/],
    ['the account was opened elsewhere', 'elsewhere', /^Sua conta foi acessada em outro computador\.$/],
  ] as const)('lead to the sign-in, which says that %s', async (_why, reason, words) => {
    const fake = asAgent()
    const { at } = await open('/kanban', fake)
    await screen.findByRole('navigation', { name: 'Navegação principal' })
    act(() => fake.emit('sessionChanged', { status: 'signedOut', user: null, reason, storage: 'none' }))
    await waitFor(() => expect(at()).toBe('/login'))
    expect(await screen.findByText(words)).toBeDefined()
  })

  it('asks once before a session rests unencrypted, and Esc means no', async () => {
    const fake = asAgent()
    fake.state.session = { ...fake.state.session, storage: 'refused' }
    await open('/kanban', fake)
    expect(await screen.findByText('Guardar sua sessão sem cofre?')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Não guardar' }))
    expect(fake.calls.filter(call => call.name === 'session.allowPlainStorage')).toEqual([
      { name: 'session.allowPlainStorage', input: { allow: false } },
    ])
  })
})

describe('sign-in', () => {
  const fill = async (email: string, password: string): Promise<void> => {
    if (email) await userEvent.type(await screen.findByLabelText('E-mail'), email)
    if (password) await userEvent.type(screen.getByLabelText('Senha'), password)
    await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  }

  it('says what is missing under the field and sends nothing', async () => {
    const fake = asNobody()
    await open('/login', fake)
    await screen.findByLabelText('E-mail')
    await fill('', '')
    expect(screen.getByText('Informe seu e-mail')).toBeDefined()
    expect(screen.getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
    expect(fake.calls.some(call => call.name === 'session.signIn')).toBe(false)
  })

  it.each([
    ['ERR_INVALID_CREDENTIALS', 'E-mail ou senha incorretos.'],
    ['SERVER_UNREADABLE', 'O servidor deu uma resposta ilegível.'],
    ['SERVER_UNREACHABLE', 'O servidor não responde. Verifique a conexão.'],
  ])('says in place why it is refused and keeps what was typed: %s', async (code, words) => {
    const fake = asNobody()
    fake.answer('session.signIn', () => ({ ok: false, code, message: '' }))
    await open('/login', fake)
    await fill('ana@demo.turno', 'wrong')
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect((screen.getByLabelText('E-mail') as HTMLInputElement).value).toBe('ana@demo.turno')
  })

  it('names the date of an expired subscription', async () => {
    const fake = asNobody()
    fake.answer('session.signIn', () => ({
      ok: false,
      code: 'ERR_COMPANY_EXPIRED',
      message: '2026-11-01T12:00:00.000Z',
    }))
    await open('/login', fake)
    await fill('ana@demo.turno', 'demo')
    expect((await screen.findByRole('alert')).textContent).toContain('venceu em 01/11/2026')
  })
})

describe('frame', () => {
  it('changes language and theme at once and tells main', async () => {
    const fake = asAgent()
    await open('/kanban', fake)
    await fromAccount('Mudar para o tema escuro')
    expect(document.documentElement.dataset.theme).toBe('dark')
    act(() => fake.emit('preferencesChanged', { ...fake.state.preferences, language: 'en' }))
    expect(await screen.findByRole('navigation', { name: 'Main navigation' })).toBeDefined()
    expect(document.documentElement.lang).toBe('en-GB')
  })

  it('opens the palette with Ctrl+K, and Enter follows the best match', async () => {
    const { at } = await open('/kanban', asAgent())
    await screen.findByRole('navigation', { name: 'Navegação principal' })
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.type(
      await screen.findByRole('combobox', { name: 'Buscar ou ir para' }),
      'contatos{Enter}',
    )
    await waitFor(() => expect(at()).toBe('/contacts'))
  })

  it('asks before signing out', async () => {
    const fake = asAgent()
    const { at } = await open('/kanban', fake)
    await fromAccount('Sair')
    expect(fake.calls.some(call => call.name === 'session.signOut')).toBe(false)
    const dialog = await screen.findByRole('dialog')
    const yes = [...dialog.querySelectorAll('button')].find(button => button.textContent === 'Sair')
    await userEvent.click(yes as HTMLElement)
    await waitFor(() => expect(at()).toBe('/login'))
  })

  it('says in a line that the server is away', async () => {
    const fake = asAgent()
    await open('/kanban', fake)
    await screen.findByRole('navigation', { name: 'Navegação principal' })
    act(() =>
      fake.emit('socketChanged', {
        ...fake.state.socket,
        status: 'reconnecting',
        since: new Date().toISOString(),
      }),
    )
    expect(await screen.findByText(/Reconectando ao servidor/)).toBeDefined()
  })

  it('shows and hides the password without losing it', async () => {
    await open('/login', asNobody())
    await userEvent.type(await screen.findByLabelText('Senha'), 'segredo')
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar a senha' }))
    const field = screen.getByLabelText('Senha') as HTMLInputElement
    expect([field.type, field.value]).toEqual(['text', 'segredo'])
  })
})
