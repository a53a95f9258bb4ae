import { afterEach, beforeEach, expect, it } from 'vitest'
import '../../../src/stores/held-texts'
import { draftOf, resetDrafts, saveDraft } from '../../../src/stores/drafts'
import { applyOutboxChange, resetOutbox, startOutbox, useOutbox } from '../../../src/stores/outbox'
import { absorbTickets, dropTicket, setViewer } from '../../../src/stores/tickets'
import { soon } from '../../support/soon'
import { entry, tick } from './samples'

const held = { notBefore: new Date(0).toISOString() }
const mine = (id: number, at: number, over = {}) =>
  tick(id, { userId: 2, updatedAt: new Date(at).toISOString(), ...over })

beforeEach(() => {
  setViewer({ id: 2, profile: 'user', super: false, queueIds: [], seesUnqueued: true })
  startOutbox({
    on: { outboxChanged: () => () => {} },
    outbox: {
      list: async () => ({ ok: true, value: [] }),
      remove: async () => ({ ok: true, value: { removed: true } }),
    },
  } as unknown as Parameters<typeof startOutbox>[0])
  absorbTickets([mine(1, 1), mine(2, 1), mine(3, 1)], 0)
})
afterEach(() => {
  setViewer(null)
  resetDrafts()
  resetOutbox()
})

it('a text in its pause is a draft again where its ticket has become a colleague’s, and only there', async () => {
  saveDraft(1, { text: 'Mais uma coisa' })
  applyOutboxChange(
    [
      entry('a', held),
      entry('left', { state: 'sending' }),
      entry('b', { ...held, ticketId: 2 }),
      entry('c', { ...held, ticketId: 3 }),
    ],
    [],
  )
  absorbTickets([mine(1, 2, { userId: 3 }), mine(2, 2, { lastMessage: 'oi' })], 0)
  await soon(() => expect(draftOf(1)?.text).toBe('Mais uma coisa\ntext a'))
  expect([...useOutbox.getState().entries.keys()]).toEqual(['left', 'b', 'c'])
  // Where the person may not see it any more, as well.
  dropTicket(3)
  await soon(() => expect(draftOf(3)?.text).toBe('text c'))
})
