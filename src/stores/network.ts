/** What the network asks of the person, as main says. */
import type { NetworkAnswer, NetworkState, TurnoBridge } from '@contract'
import { create } from 'zustand'
import { followMain } from './follow-main'

type NetworkBridge = Pick<TurnoBridge, 'network'> & { on: Pick<TurnoBridge['on'], 'networkAsked'> }

export const useNetworkQuestion = create<NetworkState>()(() => ({ question: null }))

let bridge: NetworkBridge | null = null
let stop: (() => void) | null = null

/** Follows main's questions; called once per window. */
export async function startNetwork(from: NetworkBridge = window.turno): Promise<void> {
  if (stop) return
  bridge = from
  const main = followMain(from.on.networkAsked, from.network.state, useNetworkQuestion.setState)
  stop = main.stop
  await main.asked
}

/** @param answer null: not now. */
export async function answerNetwork(id: number, answer: NetworkAnswer['answer']): Promise<void> {
  await bridge?.network.answer({ id, answer })
}

/** Forgets everything; for tests. */
export function stopNetwork(): void {
  stop?.()
  stop = null
  bridge = null
  useNetworkQuestion.setState({ question: null }, true)
}
