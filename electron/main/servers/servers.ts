/**
 * Choosing a server: the demo or the own company of this computer, the server that was configured, or an address
 * somebody typed. Each has its own kept session; going over to another one keeps the present session and takes up
 * the other's.
 */
import { existsSync, rmSync } from 'node:fs'
import {
  type BridgeInvitation,
  DEMO_KEY,
  DEMO_PASSWORD,
  DEMO_PEOPLE,
  type DemoRole,
  type InvitationLook,
  OWN_KEY,
  type ServerCheck,
  type ServerEntry,
  type ServersState,
  type SessionState,
} from '../../../src/contract'
import { keyOf, type ServerConfig, workspaceAt } from '../config/config'
import { MainError } from '../errors'
import type { Log } from '../log/log'
import type { Near } from '../network/near'
import type { AdaptedClient } from '../session/adapted-client'
import type { ServerAddress } from '../session/address'
import type { FetchLike } from '../session/http'
import type { Session } from '../session/session'
import type { ServerClock } from './clock'
import { mayChoose } from './first-server'
import { createJoining } from './joining'
import { configOf, type KnownServers } from './known'
import type { Switchboard } from './switchboard'
import { findServer } from './typed-address'

const CODE_OF = {
  invalid: 'SERVER_UNREACHABLE',
  unreachable: 'SERVER_UNREACHABLE',
  certificate: 'SERVER_CERTIFICATE',
  notAServer: 'SERVER_UNREADABLE',
} as const

export interface Servers {
  state(): ServersState
  onChange(listener: (state: ServersState) => void): void
  check(address: string): Promise<ServerCheck>
  /** @throws MainError BRIDGE_INVALID_INPUT when locked, unknown, or when no server is at the address. */
  use(wanted: { key: string } | { address: string }): Promise<ServersState>
  /**
   * Goes over to the demo and signs in as one of its people; their password is known (src/contract/demo.ts).
   * @throws MainError as `use` and as a sign-in, when somebody changed that person's password.
   */
  tryDemo(role: DemoRole): Promise<SessionState>
  /** Asks whom an invitation of a colleague's computer is for. @throws MainError as joining.ts says; BRIDGE_INVALID_INPUT when locked. */
  look(invitation: BridgeInvitation): Promise<InvitationLook>
  /** Takes it: the company is gone over to, and the person signed in. @throws MainError as `look`, and as a sign-in. */
  join(o: {
    invitation: BridgeInvitation
    name: string
    email: string
    password: string
  }): Promise<SessionState>
  /** @throws MainError BRIDGE_INVALID_INPUT for the server in use. */
  forget(key: string): ServersState
}

/** Plain http to another computer can be read on the way. */
export const isInsecure = (address: URL): boolean =>
  address.protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\]|.+\.localhost)$/i.test(address.hostname)

/** Where the API of the server in use was found; the name that a colleague's computer has is known in here alone. */
const apiFound = (config: ServerConfig, known: KnownServers, address: ServerAddress): string | null =>
  (config.kind === 'remote' && !known.nearAt(config.api.hostname) && address.found?.()?.href) || null

export function createServers(deps: {
  configured: ServerConfig
  known: KnownServers
  switchboard: Switchboard
  client: AdaptedClient
  session: Session
  clock: ServerClock
  fetch: FetchLike
  near: Near
  /** File a server's session is kept in. */
  vaultPath: (key: string) => string
  /** Whether a company of one's own was begun on this computer. */
  ownKept: () => boolean
  log: Log
}): Servers {
  const { configured, known, switchboard, client, session, clock, log } = deps
  const joining = createJoining(deps.near, known)
  const listeners = new Set<(state: ServersState) => void>()
  let going: Promise<void> | null = null

  /** Where people find a server. */
  const addressOf = ({ api, origin, pathAssumed }: Extract<ServerConfig, { kind: 'remote' }>): string =>
    known.nearAt(api.hostname)?.places[0] ?? (pathAssumed ? origin : api).href

  const entry = (config: ServerConfig, version: string | null): ServerEntry => {
    const key = keyOf(config)
    const current = key === switchboard.address.key
    return {
      key,
      address: config.kind === 'remote' ? addressOf(config) : null,
      api: current ? apiFound(config, known, switchboard.address) : null,
      label: config.kind === 'remote' ? config.label : '',
      configured: key === keyOf(configured),
      insecure: config.kind === 'remote' && isInsecure(config.api),
      signedIn: current ? session.state().status === 'signedIn' : existsSync(deps.vaultPath(key)),
      version: (current ? client.facts()?.version : null) || version,
    }
  }

  const all = (): Map<string, { config: ServerConfig; version: string | null }> => {
    const configs = new Map<string, { config: ServerConfig; version: string | null }>()
    const add = (config: ServerConfig, version: string | null) => {
      if (!configs.has(keyOf(config))) configs.set(keyOf(config), { config, version })
    }
    for (const key of [DEMO_KEY, ...(deps.ownKept() ? [OWN_KEY] : [])]) {
      const own = workspaceAt(key)
      if (own && mayChoose(configured, own)) add(own, null)
    }
    if (configured.kind !== 'none')
      add(configured, known.list().find(({ address }) => address === keyOf(configured))?.version ?? null)
    if (mayChoose(configured, switchboard.config()) && switchboard.config().kind !== 'none')
      add(switchboard.config(), null)
    if (configured.locked) return configs
    for (const server of known.list()) add(configOf(server), server.version)
    return configs
  }

  const state = (): ServersState => ({
    current: switchboard.address.key,
    locked: configured.locked === true,
    servers: [...all().values()].map(({ config, version }) => entry(config, version)),
    facts: client.facts(),
    clockOffsetMs: clock.offsetMs(),
  })
  const notifyListeners = () => {
    const now = state()
    for (const listener of listeners) listener(now)
  }
  client.onFacts(notifyListeners)
  clock.onChange(notifyListeners)
  session.onChange(notifyListeners)

  const check: Servers['check'] = async text => {
    const found = await findServer(deps.fetch, (await joining.movedTo(text)) ?? text)
    if (!found.ok) return { ok: false, reason: found.reason }
    const api = found.api.href
    const label = known.nearAt(found.api.hostname)?.company ?? found.api.host
    return { ok: true, key: api, address: api, label, insecure: isInsecure(found.api), facts: found.facts }
  }

  const find = async (
    wanted: { key: string } | { address: string },
  ): Promise<{ config: ServerConfig; version: string | null }> => {
    const locked = new MainError('BRIDGE_INVALID_INPUT', 'The server is set by the company')
    if ('key' in wanted) {
      const own = workspaceAt(wanted.key)
      if (configured.locked && !(own && mayChoose(configured, own))) throw locked
      // The own company may be chosen before there is one: that is how it begins.
      const found = own ? { config: own, version: null } : all().get(wanted.key)
      if (!found) throw new MainError('BRIDGE_INVALID_INPUT', 'This server is not known')
      return found
    }
    if (configured.locked) throw locked
    const checked = await check(wanted.address)
    if (!checked.ok) {
      throw new MainError(CODE_OF[checked.reason], 'No server of this kind is at the address')
    }
    const api = new URL(checked.address)
    // Where only an origin was configured, the same server must not be in the list twice.
    const same =
      configured.kind === 'remote' && configured.pathAssumed && configured.origin.origin === api.origin
    const near = known.nearAt(api.hostname) ?? undefined
    const config = same ? configured : configOf({ address: api.href, near })
    return { config, version: checked.facts.version }
  }

  const go = async (
    config: ServerConfig,
    version: string | null,
    begin: () => Promise<unknown> = () => session.start(),
  ): Promise<void> => {
    await session.suspend()
    await switchboard.connect(config)
    client.forget()
    clock.forget()
    const key = keyOf(config)
    if (config.kind === 'remote') known.remember(config.api.href, version)
    known.choose(key === keyOf(configured) ? null : { key, configured: keyOf(configured) })
    log.info('another server was chosen', { server: config.kind === 'remote' ? config.label : key })
    notifyListeners()
    try {
      await begin()
    } finally {
      void client.settled()
    }
  }

  const refuseLocked = (): void => {
    if (configured.locked) throw new MainError('BRIDGE_INVALID_INPUT', 'The server is set by the company')
  }
  /** Where a sign-in fails the window is not left waiting: what is kept for the server is taken up, or nobody is signed in. */
  const orStart = (signIn: () => Promise<unknown>) => async (): Promise<void> => {
    try {
      await signIn()
    } catch (error) {
      await session.start()
      throw error
    }
  }

  /** One change at a time. */
  const inTurn = async (work: () => Promise<void>): Promise<void> => {
    while (going) await going.catch(() => undefined)
    going = work().finally(() => {
      going = null
    })
    await going
  }

  return {
    state,
    onChange: listener => void listeners.add(listener),
    check,
    async use(wanted) {
      const { config, version } = await find(wanted)
      if (keyOf(config) === switchboard.address.key) return state()
      await inTurn(() => go(config, version))
      return state()
    },
    async tryDemo(role) {
      const { config } = await find({ key: DEMO_KEY })
      const email = DEMO_PEOPLE.find(person => person.role === role)?.email ?? ''
      await inTurn(async () => {
        const signIn = () => session.signIn(email, DEMO_PASSWORD)
        if (switchboard.address.key === DEMO_KEY) return void (await signIn())
        await go(config, null, orStart(signIn))
      })
      return session.state()
    },
    async look(invitation) {
      refuseLocked()
      return await joining.look(invitation)
    },
    async join({ invitation, ...person }) {
      refuseLocked()
      const config = await joining.take(invitation, person)
      const signIn = () => session.signIn(person.email, person.password)
      await inTurn(() => go(config, null, orStart(signIn)))
      return session.state()
    },
    forget(key) {
      if (key === switchboard.address.key)
        throw new MainError('BRIDGE_INVALID_INPUT', 'The server in use is not forgotten')
      known.forget(key)
      rmSync(deps.vaultPath(key), { force: true })
      notifyListeners()
      return state()
    },
  }
}
