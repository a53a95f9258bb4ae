/** What a person does to a ticket. The server's answer settles each. */
import type { ExpectedTicket, Ticket } from '@contract'
import { ApiError } from '@/api'
import { placed } from '../newer'
import { flushHeldMessages } from '../outbox'
import { capability } from '../servers'
import { releaseAccepted, watchAccepted } from './accepted'
import { actOn, changedIn, goOnWith, type TicketAct } from './act'
import { fetchTicketById, refreshCounts } from './load'
import { placeOf, type StoredTicket } from './model'
import { beginOwnChange } from './own-changes'
import { type NewTicket, type TicketChange, ticketsSource } from './source'
import { absorbTickets, dropTicket, patchTicket, ticketById, useTicketsStore } from './store'

/** A colleague was faster. `by` is the name when it could be learnt. */
export class TicketTakenError extends Error {
  override readonly name = 'TicketTakenError'
  constructor(readonly by: string | null) {
    super('ERR_TICKET_TAKEN')
  }
}

/** Who acts: the signed-in user. */
export interface Actor {
  id: number
  name: string
}

const update = (id: number, act: TicketAct, body: TicketChange): Promise<Ticket> =>
  actOn(id, act, expected => send(id, body, expected))

async function send(id: number, change: TicketChange, expected: ExpectedTicket | undefined): Promise<Ticket> {
  const body = expected ? { ...change, expected } : change
  releaseAccepted(id)
  const leaving = flushHeldMessages(id)
  const haveLeft = leaving === null || (await leaving)
  // A closed ticket would refuse them, or on some servers lose its agent and queue to them.
  if (!haveLeft && change.status === 'closed') throw new ApiError('refused', 'OUTBOX_UNDER_WAY', '', 0)
  const [ticket, position] = await placed(ticketsSource().update(id, body).finally(beginOwnChange(id)))
  absorbTickets([ticket], position)
  refreshCounts()
  return ticket
}

/**
 * Changes a ticket on screen before the server has answered, and back when it refuses, unless an event has brought
 * the truth meanwhile.
 */
async function optimistic(
  id: number,
  change: Partial<StoredTicket>,
  send: () => Promise<Ticket>,
): Promise<Ticket> {
  const before = ticketById(id)
  patchTicket(id, change)
  const guessed = ticketById(id)
  try {
    return await send()
  } catch (error) {
    if (before && ticketById(id) === guessed) patchTicket(id, before)
    throw error
  }
}

/** An instant that stands above every known ticket, whatever this computer's clock says. Epoch milliseconds. */
const aboveAll = (): number => {
  let newest = 0
  for (const { activityAt } of useTicketsStore.getState().byId.values()) newest = Math.max(newest, activityAt)
  return newest + 1
}

/**
 * Accepts a waiting ticket: it becomes the actor's and comes to the top of the tickets in work at once; the server's
 * instant of the change takes the place of the guessed one with its answer.
 * @param onLost hears later that a colleague has it after all, on servers where the last of two takers wins.
 * @throws TicketTakenError when a colleague was faster; the lists already show so. ApiError otherwise.
 */
export async function acceptTicket(
  id: number,
  actor: Actor,
  onLost: (error: TicketTakenError) => void = () => {},
): Promise<Ticket> {
  const before = ticketById(id)
  const guess = aboveAll()
  try {
    const ticket = await actOn(id, 'accept', expected =>
      optimistic(
        id,
        { status: 'open', userId: actor.id, user: { id: actor.id, name: actor.name }, activityAt: guess },
        () => send(id, { status: 'open', userId: actor.id }, expected),
      ),
    )
    if (before && ticketById(id)?.activityAt === guess)
      patchTicket(id, { activityAt: placeOf(before, ticket) })
    watchAccepted(id, actor.id, by => onLost(new TicketTakenError(by)))
    return ticket
  } catch (error) {
    const now = changedIn(error)
    const isTaken = now
      ? now.status === 'open' && now.user !== null && now.user.id !== actor.id
      : error instanceof ApiError && error.code === 'ERR_TICKET_TAKEN'
    if (!isTaken || !(error instanceof ApiError)) throw error
    throw new TicketTakenError((await learnOwner(id, actor)) ?? holderOf(error))
  }
}

/** The name inside `{ error, user: { id, name } }`. */
function holderOf(error: ApiError): string | null {
  const user = error.details.user
  return typeof user === 'object' && user !== null && 'name' in user && typeof user.name === 'string'
    ? user.name
    : null
}

/** Who holds a ticket that was taken; it leaves the actor's lists when it may not even be seen any more. */
async function learnOwner(id: number, actor: Actor): Promise<string | null> {
  try {
    const ticket = await fetchTicketById(id)
    return ticket.userId === actor.id ? null : (ticket.user?.name ?? null)
  } catch {
    const now = ticketById(id)
    dropTicket(id)
    return now && now.userId !== actor.id ? (now.user?.name ?? null) : null
  }
}

/** Gives an open ticket back to the waiting ones. @param note for whoever takes it next. @throws ApiError */
export const returnTicket = (id: number, note = ''): Promise<Ticket> =>
  update(id, 'giveBack', {
    status: 'pending',
    userId: null,
    ...(note.trim() ? { handoverNote: note.trim() } : {}),
  })

/**
 * Resolves a ticket; integration and prompt let go of it. The customer gets what the company configured for it: the
 * rating question, else the connection's completion message; where the server can wait, once no undo is offered any more.
 * @param silently the customer gets nothing; only where the server has `silentResolve`. @throws ApiError
 */
export const resolveTicket = (id: number, actor: Actor, silently = false): Promise<Ticket> =>
  update(id, 'resolve', {
    status: 'closed',
    userId: actor.id,
    justClose: silently,
    ...(capability('wordsAfterUndo') === 'native' && !silently ? { sayAfterUndo: true } : {}),
    useIntegration: false,
    promptId: null,
    integrationId: null,
  })

/**
 * Whether a resolve could be taken back truly. A server that cannot restore a ticket only opens it again for the actor:
 * that is the same where it was the actor's and read.
 * @param before the ticket as it was.
 */
export const canUndoResolve = (before: Ticket, actor: Actor): boolean =>
  capability('undoResolve') === 'native' ||
  (before.status === 'open' && before.userId === actor.id && before.unreadMessages === 0)

/** Most characters of a message that a notice repeats. */
const SAID_CHARS = 80

/**
 * What left to the customer since a ticket was as it was before, and no undo brings back: the closing message or the question
 * for a rating. Cut where it is long.
 * @returns null where nothing is known to have left that the actor did not write.
 */
export function saidSince(before: Pick<Ticket, 'id' | 'lastMessage'>, actor: Actor): string | null {
  const now = ticketById(before.id)
  if (!now?.fromMe || now.lastAuthorId === actor.id || now.lastMessage === before.lastMessage) return null
  const said = now.lastMessage.replace(/\s+/g, ' ').trim()
  return said.length > SAID_CHARS ? `${said.slice(0, SAID_CHARS - 1)}…` : said || null
}

/** Takes a resolve back: the ticket is as it was. @param before the ticket as it was. @throws ApiError */
export async function undoResolve(before: Ticket, actor: Actor): Promise<Ticket> {
  if (capability('undoResolve') !== 'native') return reopenTicket(before, actor)
  const asking = ticketsSource().undoResolve(before.id).finally(beginOwnChange(before.id))
  const [ticket, position] = await placed(asking)
  absorbTickets([ticket], position)
  refreshCounts()
  return ticket
}

/** Opens a resolved ticket again for the actor; integration and prompt stay what they were. @throws ApiError */
export function reopenTicket(
  ticket: Pick<Ticket, 'id' | 'useIntegration' | 'promptId' | 'integrationId'>,
  actor: Actor,
): Promise<Ticket> {
  const { id, useIntegration, promptId, integrationId } = ticket
  return update(id, 'reopen', { status: 'open', userId: actor.id, useIntegration, promptId, integrationId })
}

export interface Transfer {
  userId: number | null
  queueId: number | null
  whatsappId: number | null
  note: string
}

/**
 * The change a transfer asks for: an agent gets the ticket open; a queue without an agent gets it waiting; a new
 * connection alone changes nothing else.
 */
export function transferChange(transfer: Transfer): TicketChange {
  const { userId, queueId, whatsappId } = transfer
  const note = transfer.note.trim()
  return {
    ...(userId !== null
      ? { status: 'open' as const, userId }
      : queueId !== null
        ? { status: 'pending' as const, userId: null }
        : {}),
    ...(queueId !== null ? { queueId } : {}),
    ...(whatsappId !== null ? { whatsappId } : {}),
    ...(note ? { handoverNote: note } : {}),
  }
}

/**
 * Begins a macro on a ticket: asks first where it has changed, and lets one person at a time where the server can.
 * @returns what ends it. @throws ApiError ERR_TICKET_CHANGED where the answer is no, ERR_MACRO_RUNNING.
 */
export async function beginMacro(id: number): Promise<() => Promise<void>> {
  if (capability('macroRuns') !== 'native') {
    await goOnWith(id)
    return async () => {}
  }
  await actOn(id, 'macro', expected => ticketsSource().beginMacro(id, expected ? { expected } : {}))
  return () => ticketsSource().endMacro(id)
}

/** Hands a ticket on. @throws ApiError */
export const transferTicket = (id: number, transfer: Transfer): Promise<Ticket> =>
  update(id, 'transfer', transferChange(transfer))

/** Deletes a ticket with its messages. @throws ApiError */
export async function deleteTicket(id: number): Promise<void> {
  await actOn(id, 'remove', async expected => {
    await flushHeldMessages(id)
    await ticketsSource().remove(id, expected ? { expected } : {})
  })
  dropTicket(id)
  refreshCounts()
}

/** Opens a ticket for a contact. @throws ApiError (ERR_OTHER_OPEN_TICKET when one is open already) */
export async function createTicket(body: NewTicket): Promise<Ticket> {
  const [ticket, position] = await placed(ticketsSource().create({ ...body, status: 'open' }))
  absorbTickets([ticket], position)
  refreshCounts()
  return ticket
}
