// @vitest-environment jsdom
/** What stands below a message that the server refused. */
import '../support/jsdom'
import { outboxEntry, ticket } from '@contract'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Failure } from '@/features/thread/unsent'
import { setLanguage } from '@/i18n'
import { absorbTickets, resetTickets } from '@/stores/tickets'

const refused = outboxEntry.parse({
  id: 'c1',
  ticketId: 7,
  kind: 'text',
  body: 'Seu pedido saiu',
  quote: null,
  attachment: null,
  forward: null,
  state: 'failed',
  progress: null,
  attempts: 1,
  failureCode: 'ERR_TICKET_CHANGED',
  failureText: null,
  notBefore: null,
  messageId: null,
  createdAt: '2026-03-02T12:00:00.000Z',
})
const now = (over: object) =>
  absorbTickets([ticket.parse({ id: 7, uuid: 'u7', updatedAt: '2026-03-02T12:01:00.000Z', ...over })], 0)

beforeEach(() => setLanguage('pt'))
afterEach(resetTickets)

it('names the colleague who has taken the ticket', () => {
  now({ status: 'open', userId: 4, user: { id: 4, name: 'Bruno Reis' } })
  render(<Failure entry={refused} />)
  expect(screen.getByRole('group').textContent).toContain('Bruno Reis atende este ticket agora')
})
