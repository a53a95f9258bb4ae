/** What is on its way right now, in this process, and what waits until it may be tried again. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Workspace } from '../workspace'

/** What waits: a conversation (`t` and the ticket's id) or everything of a number (`n` and the connection's id). */
type HoldKey = `t${number}` | `n${number}`

interface Turns {
  /** Messages the channel is being asked to send. */
  sending: Set<number>
  /** Connections whose outbox of an earlier life is being taken up. */
  resuming: Map<number, Promise<void>>
  /** The last message of each conversation that is being handed over: the next one goes after it. */
  conversations: Map<number, Promise<unknown>>
  holds: Map<HoldKey, NodeJS.Timeout>
  /** Takes up what a connection has in the outbox (./resume.ts); null until that has run once. */
  wake: ((whatsappId: number) => void) | null
  ended: boolean
}

const known = new WeakMap<Workspace, Turns>()

export function turnsOf(app: Workspace): Turns {
  const turns = known.get(app) ?? {
    sending: new Set(),
    resuming: new Map(),
    conversations: new Map(),
    holds: new Map(),
    wake: null,
    ended: false,
  }
  known.set(app, turns)
  return turns
}

/** Resolves when nothing of an earlier life is on its way through a connection. */
export async function resumed(app: Workspace, whatsappId: number): Promise<void> {
  const { resuming } = turnsOf(app)
  // Another turn may have begun meanwhile.
  for (let turn = resuming.get(whatsappId); turn; turn = resuming.get(whatsappId)) await turn
}

/** Runs work of one conversation after what was begun before in it, however that ended. */
export async function inOrder<T>(app: Workspace, ticketId: number, work: () => Promise<T>): Promise<T> {
  const { conversations } = turnsOf(app)
  const turn = (conversations.get(ticketId) ?? Promise.resolve()).then(work, work)
  const settled = turn.catch(() => undefined)
  conversations.set(ticketId, settled)
  try {
    return await turn
  } finally {
    if (conversations.get(ticketId) === settled) conversations.delete(ticketId)
  }
}

/** How long what was to leave waits when the database was lost, in milliseconds. */
export const DATABASE_LOST_MS = 2_000

/** Keeps a conversation or everything of its number from sending for a while; then the outbox is taken up again. */
export function hold(
  app: Workspace,
  scope: 'conversation' | 'number',
  ticket: { id: number; whatsappId: number | null },
  ms: number,
): void {
  const turns = turnsOf(app)
  const { whatsappId } = ticket
  if (whatsappId === null) return
  const key: HoldKey = scope === 'number' ? `n${whatsappId}` : `t${ticket.id}`
  if (turns.ended || turns.holds.has(key)) return
  const timer = setTimeout(() => {
    turns.holds.delete(key)
    turns.wake?.(whatsappId)
  }, ms)
  timer.unref()
  turns.holds.set(key, timer)
}

/** Whether a number has to wait. */
export const numberHeld = (app: Workspace, whatsappId: number | null): boolean =>
  whatsappId !== null && turnsOf(app).holds.has(`n${whatsappId}`)

/** Whether a conversation has to wait, by itself or with its number. */
export const isHeld = (app: Workspace, ticket: { id: number; whatsappId: number | null }): boolean =>
  turnsOf(app).holds.has(`t${ticket.id}`) || numberHeld(app, ticket.whatsappId)

/** Resolves when nothing is being handed over, or when it has taken too long. @param ms milliseconds. */
export async function turnsSettled(app: Workspace, ms: number): Promise<void> {
  const { sending } = turnsOf(app)
  for (const until = performance.now() + ms; sending.size > 0 && performance.now() < until; ) await delay(10)
}

/** Nothing is tried again from here on; the rows are taken up by the next start. */
export function endTurns(app: Workspace): void {
  const turns = turnsOf(app)
  turns.ended = true
  for (const timer of turns.holds.values()) clearTimeout(timer)
  turns.holds.clear()
}
