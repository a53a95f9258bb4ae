/** One answer of an IXC integration: a step of its dialogue, and the requests that step needs. */
import { dayIn, type HandoverReason } from '@contract'
import { and, eq, gt, ne } from 'drizzle-orm'
import { z } from 'zod'
import type { TicketRow } from '../../desk/tickets/visibility'
import { reasonOf } from '../../log'
import { unsealText } from '../../platform/auth/seal'
import type { Db, Reader } from '../../platform/db/client'
import { autoReplies, contacts, messages, queueIntegrations } from '../../platform/db/schema'
import { keepIncoming } from '../../platform/media/store'
import { type Ixc, IxcError, type IxcFault, ixcClient } from '../../platform/providers/ixc'
import { localProviders, timeZoneOf } from '../../settings'
import type { Workspace } from '../../workspace'
import { SEALED_FOR } from '../integrations/secrets'
import { type AutoReplyRow, conclude, type Outcome, type Reply } from './hand-over'
import { IXC_START, type IxcAction, type IxcEvent, type IxcState, ixcStep } from './ixc-dialogue'
import { factsOf, isKnownPhone, proves } from './ixc-proof'
import { Final } from './reasons'

/** Most steps in one answer, enough to send several bills; more would be an endless loop. */
const MOST_STEPS = 20

/** Tries to prove an identity, for one phone and one record, before a person takes over. */
const PROOFS = { attempts: 5, windowMs: 86_400_000 }

const bill = z.object({ id: z.string(), cents: z.number(), dueDate: z.string() })
const kept = z.object({
  step: z.enum(['begin', 'document', 'proof', 'bills']),
  misses: z.number(),
  customer: z.object({ id: z.string(), name: z.string() }).nullable(),
  bills: z.array(bill),
  chosen: z.array(bill).default([]),
  blocked: z.string().nullable(),
  unlocking: z.string().nullable().default(null),
})

function stateOf(text: string): IxcState {
  if (text === '') return IXC_START
  try {
    return kept.parse(JSON.parse(text))
  } catch {
    // Written by another version: the dialogue begins anew.
    return IXC_START
  }
}

/** What a customer wrote since the last answer, as one text. */
async function wordsSince(db: Reader, row: AutoReplyRow): Promise<{ text: string; seq: number }> {
  const rows = await db
    .select({ seq: messages.seq, body: messages.body })
    .from(messages)
    .where(
      and(
        eq(messages.ticketId, row.ticketId),
        eq(messages.fromMe, false),
        ne(messages.mediaType, 'call_log'),
        gt(messages.seq, row.answeredSeq),
      ),
    )
  // The first answer looks only at the latest words, not at the whole conversation.
  const counted = row.answeredSeq === 0 ? rows.slice(-1) : rows
  return {
    text: counted.map(({ body }) => body).join('\n'),
    seq: Math.max(row.askedSeq, ...rows.map(({ seq }) => seq)),
  }
}

/** The outcome of an unlocking whose answer was lost, read from the contract. @throws IxcError */
async function unlockedSince(ixc: Ixc, { customer, unlocking }: IxcState): Promise<boolean> {
  const contracts = await ixc.contracts(customer?.id ?? '')
  return contracts.some(({ id, blocked }) => id === unlocking && !blocked)
}

/** Asks once; if the answer is lost, reads the contract instead of asking again. @throws IxcError */
async function unlock(ixc: Ixc, state: IxcState, contractId: string): Promise<boolean> {
  try {
    return await ixc.unlock(contractId)
  } catch (error) {
    const lost = error instanceof IxcError && (error.fault === 'silent' || error.fault === 'failed')
    if (!lost) throw error
    return unlockedSince(ixc, state)
  }
}

/** The Pix code of a bill. A provider without one still gives the bill itself. */
async function pixOf(app: Workspace, ixc: Ixc, billId: string): Promise<string | null> {
  try {
    return await ixc.billPix(billId)
  } catch (error) {
    if (!(error instanceof IxcError) || error.fault !== 'failed') throw error
    app.log.warn('IXC gave no Pix code', { billId, reason: error.message })
    return null
  }
}

/** The phone a ticket's customer writes from. */
async function numberOf(db: Reader, ticket: TicketRow): Promise<string> {
  const [contact] = await db
    .select({ number: contacts.number })
    .from(contacts)
    .where(eq(contacts.id, ticket.contactId))
  return contact?.number ?? ''
}

/** Counts a try to prove an identity. @returns whether there were too many. */
async function isSpent(app: Workspace, ticket: TicketRow, customerId: string): Promise<boolean> {
  const tries = app.memory.attempts('ixc-proof', PROOFS)
  const counted = await Promise.all([
    tries.count(`${ticket.companyId} phone ${ticket.contactId}`),
    tries.count(`${ticket.companyId} record ${customerId}`),
  ])
  return counted.some(wait => wait > 0)
}

/** Carries out what a step asks for. @returns its result, and a file for the customer. @throws IxcError */
async function act(
  app: Workspace,
  ticket: TicketRow,
  ixc: Ixc,
  state: IxcState,
  action: Exclude<IxcAction, { kind: 'person' }>,
): Promise<{ event: IxcEvent; file?: Reply }> {
  switch (action.kind) {
    case 'findCustomer': {
      const record = await ixc.customerBy(action.document)
      if (!record) return { event: { kind: 'customer', customer: null, known: false, facts: [] } }
      const { id, name } = record
      const known = isKnownPhone(record, await numberOf(app.db, ticket))
      return { event: { kind: 'customer', customer: { id, name }, known, facts: factsOf(record) } }
    }
    case 'prove': {
      if (await isSpent(app, ticket, action.customerId))
        return { event: { kind: 'proved', outcome: 'spent' } }
      const record = await ixc.customerOf(action.customerId)
      const right = record !== null && proves(record, action.said)
      return { event: { kind: 'proved', outcome: right ? 'right' : 'wrong' } }
    }
    case 'readAccount': {
      const bills = await ixc.openBills(action.customerId)
      const blocked = (await ixc.contracts(action.customerId)).find(contract => contract.blocked)
      return { event: { kind: 'account', bills, blocked: blocked?.id ?? null } }
    }
    case 'sendBill': {
      const { bill } = action
      const bytes = await ixc.billPdf(bill.id)
      const pix = await pixOf(app, ixc, bill.id)
      const name = `fatura-${bill.dueDate || bill.id}.pdf`
      const media = await keepIncoming(app.media, ticket.companyId, { bytes, mime: 'application/pdf', name })
      return { event: { kind: 'bill', bill, pix }, file: { body: '', media } }
    }
    case 'unlock':
      return { event: { kind: 'unlocked', done: await unlock(ixc, state, action.contractId) } }
  }
}

const REASON_OF: Record<IxcFault, HandoverReason> = {
  key: 'ixcKey',
  address: 'address',
  silent: 'ixcSilent',
  failed: 'ixcFailed',
}

/** Stores the state of the dialogue before something is done that must not be done twice. */
async function keepState(db: Db, row: AutoReplyRow, state: IxcState): Promise<void> {
  await db
    .company(row.companyId)
    .update(autoReplies)
    .set({ state: JSON.stringify(state), updatedAt: new Date().toISOString() })
    .where(eq(autoReplies.ticketId, row.ticketId))
}

/**
 * Answers what the customer wrote. The client has already retried as often as the integration says, so a failure goes
 * to the fallback queue.
 * @throws Final
 */
export async function integrationTurn(app: Workspace, row: AutoReplyRow, ticket: TicketRow): Promise<void> {
  const [integration] = await app.db
    .select()
    .from(queueIntegrations)
    .where(eq(queueIntegrations.id, row.automationId))
  const token = integration ? unsealText(app.keys, SEALED_FOR.ixc, integration.ixcApiKeySecret) : null
  if (!integration || token === null) throw new Final('ixcKey', 'no integration, or no key that can be read')
  const ixc = ixcClient({
    baseUrl: integration.ixcBaseUrl,
    token,
    timeoutMs: integration.ixcTimeout,
    attempts: integration.ixcRetryAttempts,
    local: await localProviders(app.db),
  })
  const today = dayIn(await timeZoneOf(app.db, ticket.companyId), new Date())
  const { text, seq } = await wordsSince(app.db, row)
  const replies: Reply[] = []
  let state = stateOf(row.state)
  let event: IxcEvent = { kind: 'said', text }
  if (state.unlocking !== null) {
    // An earlier process asked the provider and may not have seen the answer.
    const done = await unlockedSince(ixc, state).catch((error: unknown) => {
      app.log.warn('IXC did not say whether it unlocked', { ticketId: ticket.id, reason: reasonOf(error) })
      return false
    })
    event = { kind: 'unlocked', done }
  }
  const settled = (over?: { reason: HandoverReason; detail?: string }): Outcome => ({
    replies,
    ...(over ? { over: { queueId: integration.ixcFallbackQueueId, ...over } } : {}),
    state: JSON.stringify(state),
    seq,
  })
  /** Who the dialogue is about, for the person who takes over. */
  const about = (): { detail: string } | undefined =>
    state.customer ? { detail: `IXC ${state.customer.id}: ${state.customer.name}` } : undefined
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const step = ixcStep(state, event, today)
    state = step.state
    replies.push(...step.replies.map(body => ({ body })))
    const { action } = step
    if (action === null) return conclude(app, row, settled())
    if (action.kind === 'person') return conclude(app, row, settled({ reason: action.reason, ...about() }))
    if (action.kind === 'unlock') await keepState(app.db, row, state)
    try {
      const done = await act(app, ticket, ixc, state, action)
      event = done.event
      if (done.file) replies.push(done.file)
    } catch (error) {
      if (!(error instanceof IxcError)) throw error
      app.log.warn('IXC did not answer', { ticketId: ticket.id, action: action.kind, reason: error.message })
      return conclude(app, row, settled({ reason: REASON_OF[error.fault], ...about() }))
    }
  }
  throw new Final('failed', 'the dialogue went in a circle')
}
