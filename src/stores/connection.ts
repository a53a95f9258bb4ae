/** The one connection to the server, as main says. */
import type { SocketState, TurnoBridge } from '@contract'
import { create } from 'zustand'

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
  let heard = false
  stop = from.on.socketChanged(state => {
    heard = true
    useConnection.setState(state)
  })
  const answer = await from.socket.state()
  if (answer.ok && !heard) useConnection.setState(answer.value)
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
