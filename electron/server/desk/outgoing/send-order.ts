/** What this process is sending right now, and what waits before a retry. */
import { setTimeout as delay } from 'node:timers/promises'
import type { ReadMessage } from '../presenters/messages'

/** What waits: a conversation (`t` and the ticket's id) or a whole number (`n` and the connection's id). */
type HoldKey = `t${number}` | `n${number}`

type Place = { id: number; whatsappId: number | null }

export interface SendOrder {
  /** Messages being handed to the channel, by their seq, each as its report left it; null before there is one. */
  sending: Map<number, ReadMessage | null>
  /** Connections whose old outbox is being resumed. */
  resuming: Map<number, Promise<void>>
  /** The last message being handed over in each conversation; the next one follows it. */
  conversations: Map<number, Promise<unknown>>
  /** Resumes a connection's outbox (./resume.ts); null until that has run once. */
  wake: ((whatsappId: number) => void) | null
  /** Resolves when no old message is being sent through a connection. */
  resumed(whatsappId: number): Promise<void>
  /** Runs work of a conversation after its earlier work, however that ended. */
  inOrder<T>(ticketId: number, work: () => Promise<T>): Promise<T>
  /**
   * Keeps a conversation or its whole number from sending for a while; then the outbox is resumed.
   * @param ms milliseconds.
   */
  hold(scope: 'conversation' | 'number', ticket: Place, ms: number): void
  /** Whether a number has to wait. */
  numberHeld(whatsappId: number | null): boolean
  /** Whether a conversation has to wait, itself or with its number. */
  isHeld(ticket: Place): boolean
  /** Whether what is written now may leave at once: nothing is held, and no old message of the number goes first. */
  mayLeave(ticket: Place): boolean
  /** Resolves when nothing is being handed over, or after a time limit. @param ms milliseconds. */
  settled(ms: number): Promise<void>
  hasEnded(): boolean
  /** Nothing is sent from here on; the next start resumes the rows. */
  end(): void
}

/** How long messages wait after the database was lost, milliseconds. */
export const DATABASE_LOST_MS = 2_000

export function createSendOrder(): SendOrder {
  const holds = new Map<HoldKey, NodeJS.Timeout>()
  let ended = false
  const turns: SendOrder = {
    sending: new Map(),
    resuming: new Map(),
    conversations: new Map(),
    wake: null,
    async resumed(whatsappId) {
      const { resuming } = turns
      // Another wait may have begun meanwhile.
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
    mayLeave: ticket =>
      !(turns.isHeld(ticket) || (ticket.whatsappId !== null && turns.resuming.has(ticket.whatsappId))),
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
