/** What is on its way right now, in this process. */
import type { Workspace } from '../workspace'

interface Turns {
  /** Messages the channel is being asked to send. */
  sending: Set<number>
  /** Connections whose outbox of an earlier life is being taken up. */
  resuming: Map<number, Promise<void>>
}

const known = new WeakMap<Workspace, Turns>()

export function turnsOf(app: Workspace): Turns {
  const turns = known.get(app) ?? { sending: new Set(), resuming: new Map() }
  known.set(app, turns)
  return turns
}

/** Resolves when nothing of an earlier life is on its way through a connection. */
export async function resumed(app: Workspace, whatsappId: number): Promise<void> {
  await turnsOf(app).resuming.get(whatsappId)
}
