/**
 * A macro is done by the window of who presses it: each step is the call, or the message, that a press of its own would be,
 * with that person's rights and undo (docs/decisions.md).
 */
import {
  errorCodeOf,
  owesAnswer,
  putsAway,
  type QuickMessage,
  type Step,
  type StepState,
  type Ticket,
} from '@contract'
import { ApiError, call } from '@/api'
import { serverNow } from '@/stores/clock'
import { addNote, deleteNote } from '@/stores/contact-panel'
import { flushHeldMessages, isHeld, takeBack, useOutbox } from '@/stores/outbox'
import { tagsDirectory } from '@/stores/tags'
import {
  type Actor,
  beginMacro,
  canUndoResolve,
  changedIn,
  goOnWith,
  prioritise,
  resolveTicket,
  saidSince,
  setTag,
  snoozeTicket,
  ticketById,
  transferTicket,
  undoable,
  undoResolve,
  wakeTicket,
} from '@/stores/tickets'
import { joinedAnswer } from './join-answers'

/** What takes a step back, and what of it the customer has received all the same; null where nothing can. */
type Undo = (() => Promise<unknown>) | null

/** Words that have left and stay with the customer. */
class Left {
  constructor(readonly texts: readonly string[]) {}
}

export interface MacroTools {
  actor: Actor
  /** Sends a quick answer. @returns the ids of its entries in the outbox. */
  send: (ticket: Ticket, answer: QuickMessage) => Promise<string[]>
  /** Asks before a ticket is put aside whose customer waits for an answer. */
  mayPutAside: () => Promise<boolean>
  /** Of a person or queue; for the words of a note. */
  nameOf: (subject: 'user' | 'queue', id: number) => string
}

export interface StepResult {
  state: StepState
  error: unknown
  undo: Undo
}

const MINUTE_MS = 60_000
const inMinutes = (minutes: number): string => new Date(serverNow() + minutes * MINUTE_MS).toISOString()
const refused = (code: ConstructorParameters<typeof ApiError>[1]): ApiError =>
  new ApiError('refused', code, '', 0)

/**
 * Brings a ticket back to where it was: another transfer, of which the company's automatic text tells the customer as it told
 * of the first.
 */
const back = (ticket: Ticket, actor: Actor) =>
  undoable(ticket.id, async () => {
    const { id, userId, queueId, status } = ticket
    const said = saidSince(ticket, actor)
    const to = { userId: status === 'open' ? userId : null, queueId, whatsappId: null, note: '' }
    await transferTicket(id, to)
    return new Left([...new Set([said, saidSince(ticket, actor)])].filter(text => text !== null))
  })

async function addNamed(
  ticket: Ticket,
  note: string,
  mentions: { users: number[]; queues: number[] },
): Promise<Undo> {
  if (ticket.contactId === null) throw refused('ERR_NO_CONTACT_FOUND')
  const { id } = await addNote(ticket.id, ticket.contactId, note, mentions)
  return () => deleteNote(id)
}

/** @param answer what a message step sends; null where that is gone. */
async function perform(
  step: Step,
  ticket: Ticket,
  { actor, send, nameOf }: MacroTools,
  answer: QuickMessage | null,
): Promise<Undo> {
  const { id } = ticket
  switch (step.kind) {
    case 'message': {
      if (!answer) throw refused('ERR_NO_QUICKMESSAGE_FOUND')
      if (ticket.status !== 'open') throw refused('ERR_TICKET_NOT_OPEN')
      const entries = await send(ticket, answer)
      return async () => {
        let hasLeft = false
        for (const entryId of entries) {
          const entry = useOutbox.getState().entries.get(entryId)
          const back = entry && isHeld(entry) ? await takeBack(entryId) : null
          hasLeft ||= !(back?.ok && back.value.removed)
        }
        return new Left(hasLeft ? [answer.message] : [])
      }
    }
    case 'schedule': {
      if (ticket.contactId === null) throw refused('ERR_NO_CONTACT_FOUND')
      const { body, minutes } = step
      const made = await call('schedules.create', {
        body: {
          body,
          contactId: ticket.contactId,
          sendAt: inMinutes(minutes),
          userId: actor.id,
          ticketId: id,
        },
      })
      return () => call('schedules.remove', { params: { id: made.id } })
    }
    case 'note':
      return addNamed(ticket, step.note, { users: [], queues: [] })
    case 'notify': {
      const names = [
        ...step.users.map(one => nameOf('user', one)),
        ...step.queues.map(one => nameOf('queue', one)),
      ]
      return addNamed(ticket, `${names.map(name => `@${name}`).join(' ')} ${step.note}`, step)
    }
    case 'addTag':
    case 'removeTag': {
      const had = ticket.tags.some(tag => tag.id === step.tagId)
      const isKnown = tagsDirectory.use.getState().items.some(tag => tag.id === step.tagId)
      if (!had && !isKnown) throw refused('ERR_NO_TAG_FOUND')
      await setTag(id, step.tagId, step.kind === 'addTag')
      return undoable(id, () => setTag(id, step.tagId, had))
    }
    case 'priority':
      await prioritise(id, step.priority)
      return undoable(id, () => prioritise(id, ticket.priority))
    case 'queue':
      if (ticket.queueId === step.queueId && ticket.status === 'pending') return null
      await transferTicket(id, { userId: null, queueId: step.queueId, whatsappId: null, note: '' })
      return back(ticket, actor)
    case 'assign':
      if (ticket.userId === step.userId && ticket.status === 'open') return null
      await transferTicket(id, { userId: step.userId, queueId: null, whatsappId: null, note: '' })
      return back(ticket, actor)
    case 'snooze':
      await snoozeTicket(id, step.minutes === null ? null : inMinutes(step.minutes))
      return undoable(id, () => wakeTicket(id))
    case 'resolve':
      await resolveTicket(id, actor, step.silently)
      if (!canUndoResolve(ticket, actor)) return null
      return undoable(id, async () => {
        const said = saidSince(ticket, actor)
        await undoResolve(ticket, actor)
        return new Left(said === null ? [] : [said])
      })
  }
}

/** Messages of steps that were tried and refused: what only the outbox knows. */
function refusedMessages(sent: readonly string[]): ApiError | null {
  const { entries } = useOutbox.getState()
  const failed = sent.map(id => entries.get(id)).find(entry => entry?.state === 'failed')
  return failed
    ? new ApiError('refused', errorCodeOf(failed.failureCode ?? ''), failed.failureText ?? '', 0)
    : null
}

/**
 * Does the steps of a macro, one after the other. One that cannot be done keeps only those from being done that would take
 * the ticket out of sight, and what is still to be sent leaves before these. It stops where the ticket is no longer what it
 * was begun on and the person does not want to go on; where a colleague does a macro there, nothing is done.
 * @param onProgress told after each step of all that have been come to.
 * @param signal stops it between two steps.
 */
export async function runMacro(
  steps: readonly Step[],
  ticketId: number,
  tools: MacroTools,
  onProgress: (results: readonly StepResult[]) => void,
  signal: AbortSignal,
): Promise<StepResult[]> {
  let end: () => Promise<void>
  try {
    end = await beginMacro(ticketId)
  } catch (error) {
    const none = steps.map(
      (_, at): StepResult =>
        at === 0 ? { state: 'failed', error, undo: null } : { state: 'left', error: null, undo: null },
    )
    onProgress(none)
    return none
  }
  try {
    return await runSteps(steps, ticketId, tools, onProgress, signal)
  } finally {
    // Where this does not reach the server, it ends by itself.
    await end().catch(() => {})
  }
}

async function runSteps(
  steps: readonly Step[],
  ticketId: number,
  tools: MacroTools,
  onProgress: (results: readonly StepResult[]) => void,
  signal: AbortSignal,
): Promise<StepResult[]> {
  const results: StepResult[] = []
  const sent = new Map<number, string[]>()
  const keep = (at: number, result: StepResult): void => {
    results[at] = result
    onProgress([...results])
  }
  const failAt = (at: number, error: unknown): void => keep(at, { state: 'failed', error, undo: null })
  for (const [at, step] of steps.entries()) {
    // It left with a message before it.
    if (results[at]) continue
    const isOver = signal.aborted || results.some(({ error }) => changedIn(error) !== null)
    try {
      // A colleague has it now, or has answered since: asked as Enter asks, before anything leaves.
      if (!isOver) await goOnWith(ticketId)
    } catch (error) {
      failAt(at, error)
      continue
    }
    if (!isOver && putsAway(step) && sent.size > 0) {
      await flushHeldMessages(ticketId)
      for (const [place, ids] of sent) {
        const error = refusedMessages(ids)
        if (error) failAt(place, error)
      }
    }
    if (isOver || (putsAway(step) && results.some(({ state }) => state !== 'done'))) {
      keep(at, { state: 'left', error: null, undo: null })
      continue
    }
    try {
      const ticket = ticketById(ticketId)
      if (!ticket) throw refused('ERR_NO_TICKET_FOUND')
      // What is sent by a step before it is an answer.
      const hides = step.kind === 'snooze' && step.minutes !== null && sent.size === 0 && owesAnswer(ticket)
      if (hides && !(await tools.mayPutAside())) {
        keep(at, { state: 'left', error: null, undo: null })
        continue
      }
      const joined = joinedAnswer(ticket, steps, at)
      const places = Array.from({ length: 1 + (joined?.more ?? 0) }, (_, further) => at + further)
      const sending: MacroTools = {
        ...tools,
        send: async (one, answer) => {
          const ids = await tools.send(one, answer)
          for (const place of places) sent.set(place, ids)
          return ids
        },
      }
      const undo = await perform(step, ticket, sending, joined?.answer ?? null)
      for (const place of places)
        keep(place, { state: 'done', error: null, undo: place === at ? undo : null })
    } catch (error) {
      failAt(at, error)
    }
  }
  return results
}

/**
 * Takes back what can be, the last step first.
 * @returns what could not be: errors of those that were tried; and the words the customer keeps, in their order.
 */
export async function undoMacro(
  results: readonly StepResult[],
): Promise<{ failures: unknown[]; left: string[] }> {
  const failures: unknown[] = []
  const left: string[] = []
  for (const { undo } of results.toReversed()) {
    const back = await undo?.().catch((error: unknown) => failures.push(error))
    if (back instanceof Left) left.unshift(...back.texts)
  }
  return { failures, left }
}
