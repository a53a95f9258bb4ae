/** Which of the demo's conversations came by its number of the Cloud API, and one in which a menu was pressed. */
import { ACK, menuWords, type PressedMenu } from '@contract'
import { CLOUD_QUEUES } from './company'
import type { SeededCompany } from './seed-company'
import type { WrittenTicket } from './seed-words'

const MENU: PressedMenu = {
  kind: 'button',
  opening: 'Como você prefere pagar?',
  entries: [{ title: 'Pix' }, { title: 'Boleto' }, { title: 'Cartão' }],
  footer: 'Loja Horizonte',
}
const ANSWER = 'Pix'
/** Before what the ticket is about. */
const BEFORE_MS = 10 * 60_000
const ANSWERED_AFTER_MS = 40_000

/** A menu with buttons and what the customer pressed, above everything else. */
function addMenu(ticket: WrittenTicket, agentId: number): void {
  const first = ticket.drafts[0]
  if (!first) return
  const at = first.draft.at - BEFORE_MS
  const plain = { attachment: null, isDeleted: false, isEdited: false, isForwarded: false, reaction: null }
  const asked = {
    id: 'DEMO-MENU-1',
    at,
    fromMe: true,
    body: menuWords(MENU),
    quotedMsgId: null,
    ack: ACK.read,
  }
  const pressed = {
    ...{ id: 'DEMO-MENU-2', at: at + ANSWERED_AFTER_MS, fromMe: false, body: ANSWER },
    ...{ quotedMsgId: asked.id, ack: ACK.pending },
  }
  ticket.servedBy ??= agentId
  ticket.drafts.unshift(
    {
      draft: { ...asked, ...plain },
      facts: { mediaType: 'extendedTextMessage' },
      contactId: null,
      menu: MENU,
    },
    {
      draft: { ...pressed, ...plain },
      facts: { mediaType: 'conversation' },
      contactId: ticket.plan.contact + 1,
    },
  )
}

/**
 * Marks them. Of those under way it is one of Bruno's alone: outside of 24 hours nothing is written there, which would leave a
 * demo of some days little to try.
 */
export function placeOnCloud(company: SeededCompany, tickets: readonly WrittenTicket[]): void {
  const bruno = company.users.find(({ email }) => email === 'bruno@demo.turno')
  const suits = ({ plan: { queue } }: WrittenTicket): boolean =>
    queue !== null && CLOUD_QUEUES.includes(queue)
  for (const ticket of tickets)
    if (ticket.plan.status === 'closed' && suits(ticket)) ticket.byCloud = ticket.id % 2 === 0
  const open = tickets.findLast(
    ticket =>
      ticket.plan.status === 'open' &&
      ticket.plan.queue === 'Financeiro' &&
      ticket.userId === bruno?.id &&
      ticket.drafts.length <= 36,
  )
  if (!open || !bruno) return
  open.byCloud = true
  addMenu(open, bruno.id)
}
