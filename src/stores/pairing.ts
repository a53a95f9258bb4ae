/** The component that pairs numbers like WhatsApp Web, as main says; followed once somebody looks at connections. */
import type { PairingState, Result, TurnoBridge } from '@contract'
import { create } from 'zustand'
import { followMain } from './follow-main'
import { loadWorkspace } from './workspace'

type PairingBridge = Pick<TurnoBridge, 'pairing'> & { on: Pick<TurnoBridge['on'], 'pairingChanged'> }

/** `state` is null until main was asked. */
export const usePairing = create<{ state: PairingState | null }>()(() => ({ state: null }))

let bridge: PairingBridge | null = null
let stop: (() => void) | null = null

const accept = (state: PairingState): void => {
  const before = usePairing.getState().state
  usePairing.setState({ state })
  // What a new connection may be given hangs on it.
  const ended = before !== null && before.fetching !== null && state.fetching === null
  if (ended || (before !== null && Boolean(before.installed) !== Boolean(state.installed)))
    void loadWorkspace()
}

/** Follows main; called by whoever shows it. */
export async function followPairing(from: PairingBridge = window.turno): Promise<void> {
  if (stop) return
  bridge = from
  const main = followMain(from.on.pairingChanged, from.pairing.state, accept)
  stop = main.stop
  await main.asked
}

const failed: Result<never> = { ok: false, code: 'BRIDGE_FAILED', message: '' }

async function answered(asked: Promise<Result<PairingState>> | undefined): Promise<Result<PairingState>> {
  const answer = (await asked) ?? failed
  if (answer.ok) accept(answer.value)
  return answer
}

/** Begins to fetch it. @param registry address of the registry. */
export const installComponent = (registry: string): Promise<Result<PairingState>> =>
  answered(bridge?.pairing.install({ registry }))

/** Breaks the fetching off. */
export const cancelComponent = (): Promise<Result<PairingState>> => answered(bridge?.pairing.cancel())

/** Takes it away; its numbers stop. */
export const removeComponent = (): Promise<Result<PairingState>> => answered(bridge?.pairing.remove())

/** Forgets everything; for tests. */
export function stopPairing(): void {
  stop?.()
  stop = null
  bridge = null
  usePairing.setState({ state: null })
}
