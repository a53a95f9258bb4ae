/** The one connection to the server, as main says. */
import type { SocketState, TurnoBridge } from '@contract'
import { create } from 'zustand'
import { followMain } from './follow-main'

type ConnectionBridge = Pick<TurnoBridge, 'socket'> & { on: Pick<TurnoBridge['on'], 'socketChanged'> }

const UNKNOWN: SocketState = {
  status: 'idle',
  since: '',
  attempt: 0,
  server: '',
  embedded: false,
  untrusted: false,
  near: false,
  gone: null,
}

export const useConnection = create<SocketState>()(() => UNKNOWN)

let bridge: ConnectionBridge | null = null
let stop: (() => void) | null = null

/** Follows main's connection; called once per window. */
export async function startConnection(from: ConnectionBridge = window.turno): Promise<void> {
  if (stop) return
  bridge = from
  const main = followMain(from.on.socketChanged, from.socket.state, useConnection.setState)
  stop = main.stop
  await main.asked
}

/** Asks main to look now whether the server answers. */
export async function checkConnection(): Promise<void> {
  const answer = await bridge?.socket.check()
  if (answer?.ok) useConnection.setState(answer.value)
}

/** Forgets everything; for tests. */
export function stopConnection(): void {
  stop?.()
  stop = null
  bridge = null
  useConnection.setState(UNKNOWN, true)
}
