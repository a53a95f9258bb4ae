// @vitest-environment jsdom
/** The first window, the founding form, the mark of a demo and the first steps, as a person meets them. */
import '../support/jsdom'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '@/api'
import { ApiError } from '@/api/api-error'
import { Providers } from '../../../src/app/providers'
import { CompanyScreen } from '../../../src/features/first-run/company-screen'
import { DemoMark } from '../../../src/features/first-run/demo-mark'
import { FirstRunScreen } from '../../../src/features/first-run/first-run-screen'
import { FirstSteps } from '../../../src/features/first-run/first-steps'
import { JoinScreen } from '../../../src/features/first-run/join-screen'
import { StartLinks } from '../../../src/features/first-run/start-links'
import { setLanguage } from '../../../src/i18n'
import { useFirstSteps } from '../../../src/stores/first-steps'
import { startServers, stopServers } from '../../../src/stores/servers'
import { startSession, stopSession } from '../../../src/stores/session'
import { followWorkspace, loadWorkspace } from '../../../src/stores/workspace'
import { aUser, type FakeBridge, fakeBridge, installBridge } from '../support/fake-bridge'

vi.mock('@/api', async original => ({ ...(await original<object>()), call: vi.fn() }))

const server = {
  key: 'embedded',
  address: null,
  label: '',
  configured: false,
  insecure: false,
  signedIn: false,
  version: null,
}
const stateOf = (over: object) => ({
  ok: true as const,
  value: { current: 'none', locked: false, servers: [server], facts: null, clockOffsetMs: 0, ...over },
})

let stopWorkspace: () => void = () => undefined

async function open(path: string, fake: FakeBridge, servers: object = {}) {
  fake.answer('servers.state', () => stateOf(servers))
  installBridge(fake)
  await startServers(fake.bridge)
  await startSession(fake.bridge)
  stopWorkspace = followWorkspace()
  await loadWorkspace()
  const router = createMemoryRouter(
    [
      { path: '/welcome', element: <FirstRunScreen /> },
      { path: '/welcome/company', element: <CompanyScreen /> },
      { path: '/welcome/join', element: <JoinScreen /> },
      { path: '/bar', element: <DemoMark /> },
      { path: '/entrance', element: <StartLinks entrance /> },
      { path: '/steps', element: <FirstSteps /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [path] },
  )
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  return () => router.state.location.pathname
}

const nobody = () => fakeBridge({ user: null })
const called = (fake: FakeBridge, name: string) =>
  fake.calls.filter(one => one.name === name).map(({ input }) => input)

beforeEach(() => {
  vi.mocked(call).mockReset()
  vi.mocked(call).mockResolvedValue({ kind: 'company', channel: 'real', codeNeeded: false } as never)
})
afterEach(async () => {
  cleanup()
  stopWorkspace()
  stopServers()
  stopSession()
  useFirstSteps.setState({ steps: null })
  await setLanguage('pt')
})

describe('the first window', () => {
  it('offers the demo by one press per role, each with what it can do', async () => {
    const fake = nobody()
    const at = await open('/welcome', fake)
    for (const role of ['Atendente', 'Supervisora', 'Administradora', 'Superadministradora'])
      expect(
        screen.getByRole('button', { name: new RegExp(`^(..)?\\s*${role}`) }).textContent?.length,
      ).toBeGreaterThan(50)
    await userEvent.click(screen.getByRole('button', { name: /Supervisora.*Carla Nogueira/ }))
    await waitFor(() => expect(at()).toBe('/login'))
    expect(called(fake, 'servers.tryDemo')).toEqual([{ role: 'supervisor' }])
    // No password was typed, and none is on the screen.
    expect(document.querySelector('input')).toBeNull()
  })

  it('says why a person of the demo cannot be tried, and stays', async () => {
    const fake = nobody()
    fake.answer('servers.tryDemo', () => ({ ok: false, code: 'ERR_INVALID_CREDENTIALS', message: '' }))
    const at = await open('/welcome', fake)
    await userEvent.click(screen.getByRole('button', { name: /Atendente.*Ana Martins/ }))
    expect(await screen.findByText(/A senha desta pessoa foi trocada/)).toBeDefined()
    expect(at()).toBe('/welcome')
  })

  it('opens the company that is here already instead of beginning another', async () => {
    const fake = nobody()
    const at = await open('/welcome', fake, { servers: [server, { ...server, key: 'own' }] })
    await userEvent.click(screen.getByRole('button', { name: 'Abrir a minha empresa' }))
    await waitFor(() => expect(at()).toBe('/login'))
    expect(called(fake, 'servers.use')).toEqual([{ key: 'own' }])
  })

  it('leads a Mac that lets nothing into its network to where that is allowed', async () => {
    const fake = nobody()
    fake.answer('servers.look', () => ({ ok: false, code: 'LOCAL_NETWORK_UNREACHABLE', message: '' }))
    await open('/welcome/join', fake)
    const toSettings = () => screen.queryByRole('button', { name: 'Abrir configurações do sistema' })
    await userEvent.type(await screen.findByLabelText('Endereço'), '192.168.0.10')
    await userEvent.type(screen.getByLabelText('Código'), 'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA')
    expect(toSettings()).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Continuar' }))
    await waitFor(() => expect(toSettings()).not.toBeNull())
    await userEvent.click(toSettings() as HTMLElement)
    expect(called(fake, 'network.openSystemSettings')).toHaveLength(1)
  })

  it('says on the card of a company here what it cannot do, and leads to a server, which a locked computer lacks', async () => {
    const at = await open('/welcome', nobody())
    const card = screen.getByRole('region', { name: 'Começar a minha empresa aqui' })
    expect(
      within(card).getByText(/Um número da Cloud API conectado aqui envia, mas não recebe/),
    ).toBeDefined()
    await userEvent.click(within(card).getByRole('link', { name: 'Conectar a um servidor' }))
    expect(at()).toBe('/welcome/server')
    cleanup()
    stopServers()
    stopSession()
    await open('/welcome', nobody(), { locked: true })
    expect(screen.getByText(/envia, mas não recebe/)).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Conectar a um servidor' })).toBeNull()
  })
})

describe('a company of one’s own', () => {
  const fill = async () => {
    await userEvent.type(screen.getByRole('textbox', { name: 'Nome da empresa' }), 'Padaria Aurora{Enter}')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Seu nome' }), 'Dona Aurora')
    await userEvent.type(screen.getByRole('textbox', { name: 'E-mail' }), 'aurora@padaria.example')
    await userEvent.type(screen.getByLabelText('Senha'), 'segredo9')
  }

  it('is made with the last press, in a workspace of its own, and signs its person in', async () => {
    const fake = nobody()
    const at = await open('/welcome/company', fake)
    await fill()
    expect(called(fake, 'servers.use')).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Criar a empresa' }))
    await waitFor(() => expect(at()).toBe('/login'))
    expect(called(fake, 'servers.use')).toEqual([{ key: 'own' }])
    const [, options] = vi.mocked(call).mock.calls.find(([name]) => name === 'workspace.found') ?? []
    expect(options).toMatchObject({
      body: {
        company: 'Padaria Aurora',
        name: 'Dona Aurora',
        email: 'aurora@padaria.example',
        password: 'segredo9',
      },
    })
    expect(called(fake, 'session.signIn')).toEqual([
      { email: 'aurora@padaria.example', password: 'segredo9' },
    ])
  })

  it('says what is missing of a password while it is typed, and of the rest when it is sent', async () => {
    await open('/welcome/company', nobody())
    await userEvent.click(screen.getByRole('button', { name: 'Continuar' }))
    expect(screen.getByText('Use ao menos 2 letras')).toBeDefined()
    await userEvent.type(screen.getByRole('textbox', { name: 'Nome da empresa' }), 'Padaria{Enter}')
    const password = await screen.findByLabelText('Senha')
    await userEvent.type(password, 'abcd')
    expect(screen.getByText('Falta 1 caractere')).toBeDefined()
    await userEvent.type(password, 'e')
    expect(screen.getByText('Senha com tamanho suficiente')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Criar a empresa' }))
    expect(screen.getByText('Informe seu e-mail')).toBeDefined()
    expect(vi.mocked(call).mock.calls.some(([name]) => name === 'workspace.found')).toBe(false)
  })

  it('loses nothing typed when it is refused or one goes back', async () => {
    const fake = nobody()
    vi.mocked(call).mockImplementation((async (name: string) => {
      if (name === 'workspace.found') throw new ApiError('refused' as never, 'ERR_WORKSPACE_FOUNDED', '', 400)
      return { kind: 'empty', channel: 'none', codeNeeded: false }
    }) as never)
    await open('/welcome/company', fake)
    await fill()
    await userEvent.click(screen.getByRole('button', { name: 'Criar a empresa' }))
    expect(await screen.findByRole('alert')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Voltar' }))
    expect((screen.getByRole('textbox', { name: 'Nome da empresa' }) as HTMLInputElement).value).toBe(
      'Padaria Aurora',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Continuar' }))
    expect(((await screen.findByLabelText('Senha')) as HTMLInputElement).value).toBe('segredo9')
  })

  it('asks for the code of a server that waits for its first company, and founds it there', async () => {
    const fake = nobody()
    vi.mocked(call).mockResolvedValue({ kind: 'empty', channel: 'none', codeNeeded: true } as never)
    const address = 'https://empty.example/api/'
    await open('/welcome/company', fake, {
      current: address,
      servers: [{ ...server, key: address, address }],
    })
    await fill()
    await userEvent.click(screen.getByRole('button', { name: 'Criar a empresa' }))
    expect(screen.getByText('Informe o código')).toBeDefined()
    await userEvent.type(screen.getByRole('textbox', { name: 'Código de instalação' }), 'ABCD234567')
    await userEvent.click(screen.getByRole('button', { name: 'Criar a empresa' }))
    await waitFor(() => expect(called(fake, 'session.signIn')).toHaveLength(1))
    expect(called(fake, 'servers.use')).toEqual([])
    const [, options] = vi.mocked(call).mock.calls.find(([name]) => name === 'workspace.found') ?? []
    expect(options).toMatchObject({ body: { code: 'ABCD234567' } })
  })
})

describe('the mark of a demo', () => {
  it('stands on the demo of this computer, says what it is, and leads out', async () => {
    const at = await open('/bar', fakeBridge(), { current: 'embedded' })
    await userEvent.click(screen.getByRole('button', { name: 'Demonstração: o que isto significa' }))
    expect(await screen.findByText(/Nenhuma mensagem sai para o WhatsApp/)).toBeDefined()
    await userEvent.click(screen.getByRole('link', { name: 'Começar de verdade' }))
    expect(at()).toBe('/welcome')
  })

  it('stands on a server that says it is one, and on no company’s', async () => {
    const address = 'https://demo.example/api/'
    vi.mocked(call).mockResolvedValue({ kind: 'demo', channel: 'simulated', codeNeeded: false } as never)
    await open('/bar', fakeBridge(), { current: address, servers: [{ ...server, key: address, address }] })
    expect(await screen.findByRole('button', { name: /Demonstração/ })).toBeDefined()
    cleanup()
    stopWorkspace()
    stopServers()
    stopSession()
    vi.mocked(call).mockResolvedValue({ kind: 'company', channel: 'none', codeNeeded: false } as never)
    await open('/bar', fakeBridge(), { current: 'own', servers: [{ ...server, key: 'own' }] })
    expect(screen.queryByRole('button', { name: /Demonstração/ })).toBeNull()
  })

  it('is on the sign-in screen too, with the way back to the first question', async () => {
    await open('/entrance', nobody(), { current: 'embedded' })
    expect(screen.getByText('Demonstração')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Entrar com um toque' }).getAttribute('href')).toBe('/welcome')
    cleanup()
    stopServers()
    stopSession()
    await open('/entrance', nobody(), { current: 'own', servers: [{ ...server, key: 'own' }] })
    expect(screen.queryByText('Demonstração')).toBeNull()
    expect(screen.getByRole('link', { name: 'Começar de outro jeito' })).toBeDefined()
  })
})

describe('the first steps', () => {
  const steps = (over: object = {}) => ({
    shown: true,
    number: false,
    queue: true,
    colleagues: false,
    message: false,
    ...over,
  })
  const answering = (over: object, channel = 'simulated') =>
    vi
      .mocked(call)
      .mockImplementation((async (name: string, options?: { body?: object }) =>
        name === 'workspace.state'
          ? { kind: 'company', channel, codeNeeded: false }
          : { ...steps(over), ...options?.body }) as never)
  const admin = () => fakeBridge({ user: aUser({ id: 1, profile: 'admin' }) })
  const remote = { current: 'https://turno.loja.br', servers: [{ ...server, key: 'https://turno.loja.br' }] }
  const own = { current: 'own', servers: [{ ...server, key: 'own' }] }

  it('show what is done and what is to do, and where; without a way to WhatsApp two of them wait, and lead nowhere', async () => {
    answering({}, 'none')
    await open('/steps', admin(), remote)
    const list = await screen.findByRole('region', { name: 'Primeiros passos' })
    expect(within(list).getByText('1 de 2')).toBeDefined()
    expect(
      within(list)
        .getByRole('link', { name: /Crie uma fila.*feito/ })
        .getAttribute('href'),
    ).toBe('/queues')
    expect(within(list).getByRole('link', { name: /Convide os colegas.*a fazer/ })).toBeDefined()
    expect(within(list).getByText(/este Turno não traz a ligação com o WhatsApp/)).toBeDefined()
    expect(within(list).getByText('Só com um número conectado uma mensagem sai.')).toBeDefined()
    expect(
      within(list).queryByRole('link', { name: /Conecte um número|Envie a primeira mensagem/ }),
    ).toBeNull()
    expect(within(list).getAllByText('ainda não é possível')).toHaveLength(2)
    cleanup()
    stopServers()
    stopSession()
    answering({ colleagues: true }, 'none')
    await open('/steps', admin(), remote)
    expect(await screen.findByText(/^Tudo o que já é possível está pronto/)).toBeDefined()
    cleanup()
    stopServers()
    stopSession()
    answering({ colleagues: true })
    await open('/steps', admin(), remote)
    expect(await screen.findByRole('link', { name: /Conecte um número/ })).toBeDefined()
    expect(screen.getByText('2 de 4')).toBeDefined()
  })

  it('lead to the network of this computer where the company lies on it, and say that the company serves only once a customer wrote', async () => {
    const done = { number: true, message: true }
    const told = async (over: object, servers: object): Promise<HTMLElement> => {
      cleanup()
      stopServers()
      stopSession()
      answering(over, 'real')
      await open('/steps', admin(), servers)
      return screen.findByRole('region', { name: 'Primeiros passos' })
    }
    const here = await told(done, own)
    expect(within(here).getByText('3 de 4')).toBeDefined()
    const colleagues = within(here).getByRole('link', { name: /Convide os colegas/ })
    expect(colleagues.getAttribute('href')).toBe('/settings/colleagues')
    const alone = await told({ ...done, colleagues: true }, own)
    expect(within(alone).getByText(/daqui um número da Cloud API envia, mas não recebe/)).toBeDefined()
    expect(within(alone).queryByText(/já atende/)).toBeNull()
    const quiet = await told({ ...done, colleagues: true }, remote)
    expect(within(quiet).getByText(/Falta a primeira mensagem de um cliente/)).toBeDefined()
  })

  it('say once that all is done to whoever saw the last tick come, and are gone from then on', async () => {
    const done = { number: true, colleagues: true, message: true }
    answering(done, 'real')
    await open('/steps', admin(), remote)
    await screen.findByText(/Falta a primeira mensagem de um cliente/)
    act(() => useFirstSteps.setState({ steps: { ...steps(done), received: true } }))
    const list = screen.getByRole('region', { name: 'Primeiros passos' })
    expect(within(list).getByText('Tudo pronto: a empresa já atende.')).toBeDefined()
    cleanup()
    stopServers()
    stopSession()
    useFirstSteps.setState({ steps: null })
    answering({ ...done, received: true }, 'real')
    await open('/steps', admin(), remote)
    await waitFor(() => expect(useFirstSteps.getState().steps).not.toBeNull())
    expect(screen.queryByRole('region', { name: 'Primeiros passos' })).toBeNull()
  })

  it('are put away, with a way back', async () => {
    answering({})
    await open('/steps', admin(), own)
    await userEvent.click(await screen.findByRole('button', { name: 'Guardar a lista' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Primeiros passos' })).toBeNull())
    expect(vi.mocked(call).mock.calls).toContainEqual(['firstSteps.update', { body: { shown: false } }])
  })

  it('are not asked for by an agent, nor shown to a company that never had them', async () => {
    answering({})
    await open('/steps', fakeBridge(), own)
    expect(vi.mocked(call).mock.calls.some(([name]) => name === 'firstSteps.get')).toBe(false)
    cleanup()
    stopServers()
    stopSession()
    answering({ shown: null })
    await open('/steps', admin(), own)
    await waitFor(() => expect(useFirstSteps.getState().steps).not.toBeNull())
    expect(screen.queryByRole('region', { name: 'Primeiros passos' })).toBeNull()
  })
})
