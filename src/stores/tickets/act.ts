/**
 * The one way to act on a ticket: with what the person takes it to be. Where it is something else by then, as this window
 * knows or as the server says, the person is asked once, and the act is done on what it is now.
 */
import { type ChangedTicket, changedTicket, type ExpectedTicket } from '@contract'
import { ApiError } from '@/api'
import { beliefOf, isSameHolding, knownHolding, settleBelief, unseenMessages } from './belief'
import { ticketById, useTicketsStore } from './store'

export type TicketAct =
  | 'accept'
  | 'giveBack'
  | 'resolve'
  | 'reopen'
  | 'transfer'
  | 'snooze'
  | 'wake'
  | 'hold'
  | 'priority'
  | 'tags'
  | 'remove'
  | 'macro'
  | 'send'

/** That a ticket is not what the person who acts on it took it to be. */
export interface ChangedQuestion {
  ticketId: number
  act: TicketAct
  now: ChangedTicket
}

type Ask = (question: ChangedQuestion) => Promise<boolean>
const nobodyAsks: Ask = async () => false
let ask = nobodyAsks

/** Sets who asks (one per window). @returns how to leave. */
export function whenTicketChanged(asks: Ask): () => void {
  ask = asks
  return () => {
    if (ask === asks) ask = nobodyAsks
  }
}

/** What the ticket is, where an act was refused because it is not what was expected; null for any other error. */
export function changedIn(error: unknown): ChangedTicket | null {
  if (!(error instanceof ApiError) || error.code !== 'ERR_TICKET_CHANGED') return null
  return changedTicket.safeParse(error.details).data ?? null
}

/** Acts after which a conversation is out of sight: what was written in it since counts. */
const READS = new Set<TicketAct>(['resolve', 'snooze', 'remove', 'macro'])

/** What this window knows to be different from what the person believes; null for nothing. */
function changeKnown(id: number, act: TicketAct, belief: ExpectedTicket): ChangedTicket | null {
  const ticket = ticketById(id)
  if (!ticket) return null
  const me = useTicketsStore.getState().viewer?.id
  const news = READS.has(act) ? unseenMessages(id, belief.lastMessageId, me) : []
  if (isSameHolding(ticket, belief) && news.length === 0) return null
  const { userId, status } = ticket
  const user = userId === null ? null : { id: userId, name: ticket.user?.name ?? '' }
  return { user, status, lastMessageId: news.at(-1)?.id ?? null }
}

/**
 * Asks about a change; whose the ticket has become is not asked, nor is whoever accepts what a colleague already has.
 * @returns what is expected from now on. @throws ApiError ERR_TICKET_CHANGED where the answer is no.
 */
async function consent(
  id: number,
  act: TicketAct,
  belief: ExpectedTicket,
  now: ChangedTicket,
): Promise<ExpectedTicket> {
  const { user, status } = now
  const me = useTicketsStore.getState().viewer?.id
  const isMine = status === 'open' && user?.id === me
  const isTaken = act === 'accept' && status === 'open' && user !== null && !isMine
  // That somebody else has it says more than that there are new messages.
  const isNews = isMine || isSameHolding({ userId: user?.id ?? null, status }, belief)
  const told: ChangedTicket = isNews ? now : { ...now, lastMessageId: null }
  const needsNone = isMine && now.lastMessageId === null
  if (isTaken || !(needsNone || (await ask({ ticketId: id, act, now: told }))))
    throw new ApiError('refused', 'ERR_TICKET_CHANGED', '', 409, told)
  const lastMessageId = now.lastMessageId ?? belief.lastMessageId
  const agreed = {
    userId: now.user?.id ?? null,
    status: now.status,
    ...(lastMessageId ? { lastMessageId } : {}),
  }
  settleBelief(id, agreed)
  return agreed
}

/** The last act on each ticket that is on its way: the next expects what it makes of the ticket. */
const running = new Map<number, Promise<unknown>>()

/** What an act has made of a ticket: what its answer says, else what it was. */
const madeOf = (done: unknown, expected: ExpectedTicket): ExpectedTicket => {
  const { userId, status } = (done ?? {}) as Partial<ExpectedTicket>
  return status === undefined ? expected : { ...expected, userId: userId ?? null, status }
}

async function carryOut<T>(
  id: number,
  act: TicketAct,
  belief: ExpectedTicket,
  send: (expected: ExpectedTicket) => Promise<T>,
): Promise<T> {
  const known = changeKnown(id, act, belief)
  let expected = known ? await consent(id, act, belief, known) : belief
  for (;;) {
    try {
      const { lastMessageId, ...holding } = expected
      const done = await send(READS.has(act) && lastMessageId ? { ...holding, lastMessageId } : holding)
      settleBelief(id, madeOf(done, expected))
      return done
    } catch (error) {
      const now = changedIn(error)
      if (!now) throw error
      expected = await consent(id, act, expected, now)
    }
  }
}

/**
 * Acts on a ticket.
 * @param send does it, expecting the ticket to be what it is given; undefined for a ticket this window does not know.
 * @throws ApiError what `send` throws; ERR_TICKET_CHANGED, with what the ticket is, where the person was asked and said no.
 */
export async function actOn<T>(
  id: number,
  act: TicketAct,
  send: (expected: ExpectedTicket | undefined) => Promise<T>,
): Promise<T> {
  const earlier = running.get(id)
  const begin = (): Promise<T> => {
    const belief = beliefOf(id)
    return belief ? carryOut(id, act, belief, send) : send(undefined)
  }
  // What the earlier one made of the ticket is not known before its answer.
  const mine = earlier ? earlier.then(begin, begin) : begin()
  running.set(id, mine)
  try {
    return await mine
  } finally {
    if (running.get(id) === mine) running.delete(id)
  }
}

/**
 * Asks before a macro goes on, where the ticket has changed. @throws ApiError ERR_TICKET_CHANGED where the answer is no.
 */
export const goOnWith = (id: number): Promise<void> => actOn(id, 'macro', async () => {})

/**
 * Asks before something is forwarded to a contact whom a colleague is known to attend.
 * @returns what their conversation is taken to be; null where the answer is no.
 */
export async function believedOfContact(contactId: number): Promise<ExpectedTicket | null> {
  const { byId, viewer } = useTicketsStore.getState()
  const me = viewer?.id ?? null
  for (const ticket of byId.values()) {
    const { id: ticketId, status, userId, user, isGroup } = ticket
    const isTheirs = status === 'open' && userId !== null && userId !== me && !isGroup
    if (ticket.contactId !== contactId || !isTheirs) continue
    const now: ChangedTicket = { user: { id: userId, name: user?.name ?? '' }, status, lastMessageId: null }
    return (await ask({ ticketId, act: 'send', now })) ? { userId, status } : null
  }
  return { userId: me, status: 'open' }
}

/**
 * Keeps a way back for what was just done to a ticket.
 * @returns the way back. @throws ApiError ERR_UNDO_TOO_LATE, once the ticket has changed hands since.
 */
export function undoable<T>(id: number, undo: () => Promise<T>): () => Promise<T> {
  const done = knownHolding(id)
  return async () => {
    const now = knownHolding(id)
    if (done && now && !isSameHolding(done, now)) throw new ApiError('refused', 'ERR_UNDO_TOO_LATE', '', 409)
    return undo()
  }
}
