/** Which server is in use, which others are known, and what the one in use can do. Main keeps all of it. */
import type {
  BridgeInvitation,
  Capability,
  CapabilityLevel,
  DemoRole,
  InvitationLook,
  Result,
  ServerCheck,
  ServersState,
  SessionState,
  TurnoBridge,
} from '@contract'
import { create } from 'zustand'
import { setClockOffset } from './clock'
import { followMain } from './follow-main'

type ServersBridge = Pick<TurnoBridge, 'servers'> & { on: Pick<TurnoBridge['on'], 'serversChanged'> }

/** `state` is null until main was asked; `changing` while this window goes over to another server. */
export const useServers = create<{ state: ServersState | null; changing: boolean }>()(() => ({
  state: null,
  changing: false,
}))

let bridge: ServersBridge | null = null
let stop: (() => void) | null = null

const accept = (state: ServersState): void => {
  useServers.setState({ state })
  setClockOffset(state.clockOffsetMs)
}

/** Takes over what main knows and follows it; called once per window. */
export async function startServers(from: ServersBridge = window.turno): Promise<void> {
  if (stop) return
  bridge = from
  const main = followMain(from.on.serversChanged, from.servers.state, accept)
  stop = main.stop
  await main.asked
}

/** Forgets everything; for tests. */
export function stopServers(): void {
  stop?.()
  stop = null
  bridge = null
  useServers.setState({ state: null, changing: false })
  setClockOffset(0)
}

/**
 * What the server in use does about something. A server that was not heard yet is trusted with everything: its error
 * is a sentence, while an action that comes and goes is a riddle.
 */
export const capability = (name: Capability): CapabilityLevel =>
  useServers.getState().state?.facts?.capabilities[name] ?? 'native'

/** The same for components. */
export const useCapability = (name: Capability): CapabilityLevel =>
  useServers(({ state }) => state?.facts?.capabilities[name] ?? 'native')

/** Whether an action can be offered at all. */
export const useOffered = (name: Capability): boolean => useCapability(name) !== 'missing'

/** The same about any of them, for what asks about several. */
export function useLacks(): (name: Capability) => boolean {
  const facts = useServers(({ state }) => state?.facts ?? null)
  return name => facts?.capabilities[name] === 'missing'
}

const UNSTARTED = { ok: false, code: 'BRIDGE_FAILED', message: '' } as const

async function changing<T>(work: (to: ServersBridge) => Promise<Result<T>>): Promise<Result<T>> {
  if (!bridge) return UNSTARTED
  useServers.setState({ changing: true })
  try {
    return await work(bridge)
  } finally {
    useServers.setState({ changing: false })
  }
}

/** Asks an address what it is. */
export async function checkServer(address: string): Promise<Result<ServerCheck>> {
  return bridge ? bridge.servers.check({ address }) : UNSTARTED
}

/** Goes over to another server; the session of the present one is kept on this computer. */
export async function chooseServer(
  wanted: { key: string } | { address: string },
): Promise<Result<ServersState>> {
  const answer = await changing(to => to.servers.use(wanted))
  if (answer.ok) accept(answer.value)
  return answer
}

/** Whom an invitation to a colleague's computer is for. */
export const lookAtInvitation = async (invitation: BridgeInvitation): Promise<Result<InvitationLook>> =>
  bridge ? bridge.servers.look(invitation) : UNSTARTED

/** Takes an invitation, goes over to the company and signs in. The session says so itself (stores/session). */
export const joinComputer = (
  wanted: { invitation: BridgeInvitation } & Record<'name' | 'email' | 'password', string>,
): Promise<Result<SessionState>> => changing(to => to.servers.join(wanted))

/** Goes over to the demo and signs in as one of its people. The session says so itself (stores/session). */
export const tryDemo = (role: DemoRole): Promise<Result<SessionState>> =>
  changing(to => to.servers.tryDemo({ role }))

/** Forgets a server that is not in use, and the session kept for it. */
export async function forgetServer(key: string): Promise<Result<ServersState>> {
  if (!bridge) return UNSTARTED
  const answer = await bridge.servers.forget({ key })
  if (answer.ok) accept(answer.value)
  return answer
}
