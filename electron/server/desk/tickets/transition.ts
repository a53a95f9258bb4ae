/**
 * The transition table of tickets as a pure function: what a PUT means, and how it changes the row. The caller checks
 * that named people and queues exist (update.ts).
 */
import type { ServerErrorCode, TicketStatus } from '@contract'
import { NOBODY } from '../../workspace'
import { wakeChanges } from './snoozed'
import type { TicketRow } from './visibility'
import { waitingAfter } from './waiting'

export interface TicketPatch {
  status?: TicketStatus | undefined
  userId?: number | null | undefined
  queueId?: number | null | undefined
  whatsappId?: number | null | undefined
  justClose?: boolean | undefined
  sayAfterUndo?: boolean | undefined
  useIntegration?: boolean | null | undefined
  promptId?: number | null | undefined
  integrationId?: number | null | undefined
  handoverNote?: string | undefined
}

export type TransitionKind = 'accept' | 'return' | 'resolve' | 'reopen' | 'transfer' | 'touch'
type Changes = Partial<TicketRow>

export type Decision =
  | { ok: true; kind: TransitionKind; changes: Changes }
  | { ok: false; code: Extract<ServerErrorCode, 'ERR_TICKET_TAKEN'>; holderId: number }

/** Whether the patch returns the ticket to its queue, with or without a note. */
const isReturn = (row: TicketRow, patch: TicketPatch): boolean =>
  patch.status === 'pending' &&
  row.status !== 'pending' &&
  patch.userId === null &&
  patch.queueId === undefined &&
  patch.whatsappId == null

/**
 * Whether the patch is a transfer, naming a new place or person. Accepting a pending ticket with a queue chosen is not
 * a transfer; taking an open one from a colleague by naming queue and person is.
 */
function isTransfer(row: TicketRow, patch: TicketPatch, actorId: number): boolean {
  if (patch.handoverNote !== undefined && !isReturn(row, patch)) return true
  if (patch.whatsappId != null && patch.whatsappId !== row.whatsappId) return true
  if (patch.userId != null && patch.userId !== actorId && patch.userId !== row.userId) return true
  if (patch.queueId === undefined) return false
  const forMyself = patch.status === 'open' && (patch.userId ?? actorId) === actorId
  if (forMyself) return row.status === 'open' && (row.userId !== actorId || row.queueId !== patch.queueId)
  return patch.queueId !== row.queueId
}

/** Names the transition a patch asks for. */
export function kindOf(row: TicketRow, patch: TicketPatch, actorId: number): TransitionKind {
  if (patch.status === 'closed') return row.status === 'closed' ? 'touch' : 'resolve'
  if (isTransfer(row, patch, actorId)) return 'transfer'
  if (patch.status === 'open') return row.status === 'closed' ? 'reopen' : 'accept'
  if (patch.status === 'pending' && row.status !== 'pending') return 'return'
  if (patch.userId === null && row.status === 'open') return 'return'
  return 'touch'
}

const READ_NOW = { unreadMessages: 0 } as const
/** A new holder has not answered: the customer is owed an answer. */
const OWES_AN_ANSWER = { answeredAt: null } as const
/** It is a conversation of its own again, even if it had been merged. */
const GOES_ON = { closedAt: null, mergedInto: null } as const

function accept(row: TicketRow, patch: TicketPatch, actorId: number): Decision {
  if (row.status === 'open' && row.userId !== null && row.userId !== actorId) {
    return { ok: false, code: 'ERR_TICKET_TAKEN', holderId: row.userId }
  }
  if (row.status === 'open' && row.userId === actorId) return { ok: true, kind: 'touch', changes: {} }
  return {
    ok: true,
    kind: 'accept',
    changes: {
      status: 'open',
      userId: actorId,
      queueId: patch.queueId ?? row.queueId,
      chatbot: false,
      ...OWES_AN_ANSWER,
      ...READ_NOW,
    },
  }
}

/** The note for the next holder. */
const handover = (patch: TicketPatch, actorId: number, at: string): Changes =>
  patch.handoverNote ? { handoverNote: patch.handoverNote, handoverFromId: actorId, handoverAt: at } : {}

/** An agent chosen: assigned to that agent; a queue without an agent: pending there; the connection as chosen. */
function transfer(row: TicketRow, patch: TicketPatch, actorId: number, at: string): Changes {
  const queueId = patch.queueId !== undefined ? patch.queueId : row.queueId
  const queueOnly = patch.queueId !== undefined && patch.userId == null
  const userId = queueOnly ? null : patch.userId !== undefined ? patch.userId : row.userId
  const waits = queueOnly || userId === null || patch.status === 'pending'
  return {
    status: waits ? 'pending' : 'open',
    userId: waits ? null : userId,
    queueId,
    whatsappId: patch.whatsappId ?? row.whatsappId,
    chatbot: false,
    queueOptionId: null,
    ...GOES_ON,
    ...(userId !== row.userId || queueId !== row.queueId ? OWES_AN_ANSWER : {}),
    ...handover(patch, actorId, at),
  }
}

function resolve(row: TicketRow, actorId: number, at: string): Changes {
  return {
    status: 'closed',
    userId: actorId === NOBODY ? row.userId : actorId,
    useIntegration: false,
    promptId: null,
    integrationId: null,
    chatbot: false,
    waitingSince: waitingAfter(row.waitingSince, { kind: 'closed' }),
    closedWaitingSince: row.waitingSince,
    closedUnread: row.unreadMessages,
    handoverNote: null,
    handoverFromId: null,
    handoverAt: null,
    closedAt: at,
    ...READ_NOW,
  }
}

/**
 * Reopening keeps integration, prompt and integration id, unless the client sends others. An unanswered customer waits
 * as before, with the same unread messages.
 */
function reopen(row: TicketRow, patch: TicketPatch, actorId: number): Changes {
  return {
    status: 'open',
    userId: actorId,
    chatbot: false,
    ...GOES_ON,
    ratingAskedAt: null,
    ...OWES_AN_ANSWER,
    useIntegration: patch.useIntegration ?? row.useIntegration,
    promptId: patch.promptId !== undefined ? patch.promptId : row.promptId,
    integrationId: patch.integrationId !== undefined ? patch.integrationId : row.integrationId,
    waitingSince: row.closedWaitingSince,
    unreadMessages: row.closedUnread,
    closedWaitingSince: null,
    closedUnread: 0,
  }
}

/**
 * Decides a change; each one ends a snooze.
 * @param row the ticket as it is now, read inside the writing transaction, so that of two agents who accept at once one
 *   is first.
 * @param at the present instant, ISO.
 */
export function decide(row: TicketRow, patch: TicketPatch, actorId: number, at: string): Decision {
  const awake = wakeChanges(row, null)
  const decision = decideAwake({ ...row, ...awake }, patch, actorId, at)
  return decision.ok && decision.kind !== 'touch'
    ? { ...decision, changes: { ...awake, ...decision.changes } }
    : decision
}

function decideAwake(row: TicketRow, patch: TicketPatch, actorId: number, at: string): Decision {
  const kind = kindOf(row, patch, actorId)
  switch (kind) {
    case 'accept':
      return accept(row, patch, actorId)
    case 'return':
      return {
        ok: true,
        kind,
        changes: { status: 'pending', userId: null, ...GOES_ON, ...handover(patch, actorId, at) },
      }
    case 'resolve':
      return { ok: true, kind, changes: resolve(row, patch.userId ?? actorId, at) }
    case 'reopen':
      return { ok: true, kind, changes: reopen(row, patch, patch.userId ?? actorId) }
    case 'transfer':
      return { ok: true, kind, changes: transfer(row, patch, actorId, at) }
    default:
      return { ok: true, kind, changes: {} }
  }
}
