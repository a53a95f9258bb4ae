// @vitest-environment jsdom
/** Choosing a server, as it looks: checked before it is taken, warned of, remembered, forgotten, locked. */
import '../support/jsdom'
import { capabilitiesOf, type Result, type ServerCheck, type ServerEntry, type ServersState } from '@contract'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Providers } from '@/app/providers'
import { ServerLine, ServerSection } from '@/features/servers'
import { setLanguage } from '@/i18n'
import { startPreferences, stopPreferences } from '@/stores/preferences'
import { startServers, stopServers } from '@/stores/servers'
import { startSession, stopSession } from '@/stores/session'
import { fakeBridge, installBridge } from '../support/fake-bridge'

const OWN: ServerEntry = {
  key: 'embedded',
  address: null,
  label: '',
  configured: true,
  insecure: false,
  signedIn: false,
  version: null,
}
const remote = (host: string, over: Partial<ServerEntry> = {}): ServerEntry => ({
  ...OWN,
  key: `https://${host}/api/`,
  address: `https://${host}/api/`,
  label: host,
  configured: false,
  ...over,
})
const LEGACY = {
  version: '4.8.5',
  adapter: 'legacy' as const,
  capabilities: capabilitiesOf('missing', { forward: 'equivalent' }),
}
const NATIVE = { version: '1.2.0', adapter: 'turno' as const, capabilities: capabilitiesOf('native') }
const state = (over: Partial<ServersState> = {}): ServersState => ({
  current: 'embedded',
  locked: false,
  servers: [OWN],
  facts: NATIVE,
  clockOffsetMs: 0,
  ...over,
})

async function open(now: ServersState, what = <ServerSection />) {
  const fake = fakeBridge()
  const asked: { name: string; input: unknown }[] = []
  const checks = new Map<string, ServerCheck>()
  const bridge = {
    servers: {
      state: async () => ({ ok: true as const, value: now }),
      check: async (input: { address: string }): Promise<Result<ServerCheck>> => {
        asked.push({ name: 'check', input })
        return { ok: true, value: checks.get(input.address) ?? { ok: false, reason: 'unreachable' } }
      },
      use: async (input: unknown): Promise<Result<ServersState>> => {
        asked.push({ name: 'use', input })
        return { ok: true, value: now }
      },
      forget: async (input: { key: string }): Promise<Result<ServersState>> => {
        asked.push({ name: 'forget', input })
        return { ok: true, value: { ...now, servers: now.servers.filter(one => one.key !== input.key) } }
      },
    },
    on: { serversChanged: () => () => {} },
  }
  installBridge(fake)
  await Promise.all([startSession(fake.bridge), startPreferences(fake.bridge)])
  await startServers(bridge as unknown as Parameters<typeof startServers>[0])
  render(<Providers>{what}</Providers>)
  return { asked, checks, user: userEvent.setup() }
}

const found = (address: string, over: Partial<Extract<ServerCheck, { ok: true }>> = {}): ServerCheck => ({
  ok: true,
  key: address,
  address,
  label: new URL(address).host,
  insecure: false,
  facts: LEGACY,
  ...over,
})

beforeEach(() => localStorage.clear())
afterEach(async () => {
  stopServers()
  stopSession()
  stopPreferences()
  await act(() => setLanguage('pt'))
})

describe('an address', () => {
  it.each([
    ['invalid', 'Este endereço está incompleto ou tem algo que não cabe nele.'],
    ['unreachable', 'Ninguém responde neste endereço.'],
    ['notAServer', 'Há algo neste endereço, mas não é um servidor de atendimento.'],
  ] as const)('that is %s is refused in words, and nothing is used', async (reason, words) => {
    const { asked, checks, user } = await open(state())
    checks.set('algum.lugar', { ok: false, reason })
    const field = screen.getByLabelText('Endereço do servidor')
    await user.type(field, 'algum.lugar{Enter}')
    expect(await screen.findByText(words)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Usar este servidor' })).toBeNull()
    expect(asked.map(one => one.name)).toEqual(['check'])
    // The next key takes the complaint back.
    await user.type(field, '.br')
    expect(screen.queryByText(words)).toBeNull()
  })

  it('is used only after what it can do was shown', async () => {
    const { asked, checks, user } = await open(state())
    checks.set('atende.example', found('https://atende.example/'))
    await user.type(screen.getByLabelText('Endereço do servidor'), 'atende.example')
    await user.click(screen.getByRole('button', { name: 'Verificar' }))
    const region = await screen.findByRole('region', { name: 'Encontrado: atende.example' })
    expect(within(region).getByText('versão 4.8.5')).toBeDefined()
    expect(within(region).getByText('Encaminhar: a mensagem é enviada de novo ao contato.')).toBeDefined()
    expect(within(region).getByText('Reações a mensagens.')).toBeDefined()
    expect(within(region).queryByText(/Sem criptografia/)).toBeNull()
    await user.click(within(region).getByRole('button', { name: 'Usar este servidor' }))
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({ name: 'use', input: { address: 'https://atende.example/' } }),
    )
  })

  it('without encryption is warned of before it can be used', async () => {
    const { checks, user } = await open(state())
    checks.set('http://10.0.0.7:8080', found('http://10.0.0.7:8080/', { insecure: true, facts: NATIVE }))
    await user.type(screen.getByLabelText('Endereço do servidor'), 'http://10.0.0.7:8080{Enter}')
    const region = await screen.findByRole('region', { name: 'Encontrado: 10.0.0.7:8080' })
    const warning = within(region).getByText(/Sem criptografia: mensagens e senhas podem ser lidas/)
    const button = within(region).getByRole('button', { name: 'Usar este servidor' })
    expect(warning.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(within(region).getByText('Tudo o que o Turno oferece.')).toBeDefined()
  })
})

describe('remembered servers', () => {
  const SEVERAL = state({
    current: 'https://a.example/api/',
    servers: [
      OWN,
      remote('a.example', { signedIn: true, version: '4.8.5' }),
      remote('b.example', { signedIn: true }),
      remote('c.example', { insecure: true }),
    ],
    facts: LEGACY,
  })

  it('stand in a list that says which is in use and whose session is kept', async () => {
    await open(SEVERAL)
    const items = within(screen.getByRole('list', { name: 'Servidores conhecidos' })).getAllByRole('listitem')
    expect(items.map(item => item.textContent)).toEqual([
      expect.stringContaining('Demonstração'),
      expect.stringMatching(/a\.example.*em uso.*versão 4\.8\.5/),
      expect.stringMatching(/b\.example.*sessão guardada/),
      expect.stringMatching(/c\.example.*Sem criptografia/),
    ])
    expect(screen.queryByRole('button', { name: 'Usar a.example' })).toBeNull()
  })

  it('are taken up and forgotten by name; the one in use is not forgotten', async () => {
    const { asked, user } = await open(SEVERAL)
    expect(screen.queryByRole('button', { name: 'Esquecer a.example' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Esquecer Demonstração' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Esquecer c.example' }))
    await waitFor(() => expect(screen.queryByText('c.example')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Usar b.example' }))
    await waitFor(() =>
      expect(asked).toEqual([
        { name: 'forget', input: { key: 'https://c.example/api/' } },
        { name: 'use', input: { key: 'https://b.example/api/' } },
      ]),
    )
  })

  it('cannot be changed where the company locks them, which is said', async () => {
    const locked = state({
      current: 'https://a.example/api/',
      locked: true,
      servers: [remote('a.example', { configured: true })],
      facts: LEGACY,
    })
    await open(locked)
    expect(screen.getByText(/definido pela sua empresa e não pode ser trocado/)).toBeDefined()
    expect(screen.queryByLabelText('Endereço do servidor')).toBeNull()
  })
})

describe('the line of the sign-in screen', () => {
  it('names the server and the way to another; without encryption it warns', async () => {
    const plain = state({
      current: 'http://x/',
      servers: [OWN, remote('x', { key: 'http://x/', insecure: true })],
    })
    const { user } = await open(plain, <ServerLine />)
    expect(screen.getByText('Servidor: x')).toBeDefined()
    expect(screen.getByText(/Sem criptografia/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Trocar de servidor' }))
    expect(await screen.findByRole('dialog', { name: 'Servidor' })).toBeDefined()
  })

  it('offers no way where the company locks it', async () => {
    await open(state({ locked: true }), <ServerLine />)
    expect(screen.getByText('Servidor: Demonstração')).toBeDefined()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

it('a clock that is wrong by much is said', async () => {
  await open(state({ facts: LEGACY, clockOffsetMs: -3_600_000 }))
  expect(screen.getByText(/O relógio do servidor está 60 min atrasado/)).toBeDefined()
})
