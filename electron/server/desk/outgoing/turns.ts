/** What is on its way right now, in this process, and what waits until it may be tried again. */
import { setTimeout as delay } from 'node:timers/promises'

/** What waits: a conversation (`t` and the ticket's id) or everything of a number (`n` and the connection's id). */
type HoldKey = `t${number}` | `n${number}`

type Place = { id: number; whatsappId: number | null }

export interface OutgoingTurns {
  /** Messages the channel is being asked to send. */
  sending: Set<number>
  /** Connections whose outbox of an earlier life is being taken up. */
  resuming: Map<number, Promise<void>>
  /** The last message of each conversation that is being handed over: the next one goes after it. */
  conversations: Map<number, Promise<unknown>>
  /** Takes up what a connection has in the outbox (./resume.ts); null until that has run once. */
  wake: ((whatsappId: number) => void) | null
  /** Resolves when nothing of an earlier life is on its way through a connection. */
  resumed(whatsappId: number): Promise<void>
  /** Runs work of one conversation after what was begun before in it, however that ended. */
  inOrder<T>(ticketId: number, work: () => Promise<T>): Promise<T>
  /** Keeps a conversation or everything of its number from sending for a while; then the outbox is taken up again. @param ms milliseconds. */
  hold(scope: 'conversation' | 'number', ticket: Place, ms: number): void
  /** Whether a number has to wait. */
  numberHeld(whatsappId: number | null): boolean
  /** Whether a conversation has to wait, by itself or with its number. */
  isHeld(ticket: Place): boolean
  /** Resolves when nothing is being handed over, or when it has taken too long. @param ms milliseconds. */
  settled(ms: number): Promise<void>
  hasEnded(): boolean
  /** Nothing is tried again from here on; the rows are taken up by the next start. */
  end(): void
}

/** How long what was to leave waits when the database was lost, in milliseconds. */
export const DATABASE_LOST_MS = 2_000

export function outgoingTurns(): OutgoingTurns {
  const holds = new Map<HoldKey, NodeJS.Timeout>()
  let ended = false
  const turns: OutgoingTurns = {
    sending: new Set(),
    resuming: new Map(),
    conversations: new Map(),
    wake: null,
    async resumed(whatsappId) {
      const { resuming } = turns
      // Another turn may have begun meanwhile.
      for (let turn = resuming.get(whatsappId); turn; turn = resuming.get(whatsappId)) await turn
    },
    async inOrder(ticketId, work) {
      const { conversations } = turns
      const turn = (conversations.get(ticketId) ?? Promise.resolve()).then(work, work)
      const settled = turn.catch(() => undefined)
      conversations.set(ticketId, settled)
      try {
        return await turn
      } finally {
        if (conversations.get(ticketId) === settled) conversations.delete(ticketId)
      }
    },
    hold(scope, { id, whatsappId }, ms) {
      if (whatsappId === null) return
      const key: HoldKey = scope === 'number' ? `n${whatsappId}` : `t${id}`
      if (ended || holds.has(key)) return
      const timer = setTimeout(() => {
        holds.delete(key)
        turns.wake?.(whatsappId)
      }, ms)
      timer.unref()
      holds.set(key, timer)
    },
    numberHeld: whatsappId => whatsappId !== null && holds.has(`n${whatsappId}`),
    isHeld: ({ id, whatsappId }) => holds.has(`t${id}`) || turns.numberHeld(whatsappId),
    async settled(ms) {
      for (const until = performance.now() + ms; turns.sending.size > 0 && performance.now() < until; )
        await delay(10)
    },
    hasEnded: () => ended,
    end() {
      ended = true
      for (const timer of holds.values()) clearTimeout(timer)
      holds.clear()
    },
  }
  return turns
}
