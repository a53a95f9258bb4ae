import { setTicketsSource, type TicketsSource } from '@/stores/tickets'

/** A call that a test does not await. @throws always. */
export const unexpected = async (): Promise<never> => {
  throw new Error('not expected in this test')
}

/** Tickets come from what is given; whatever else is asked fails. */
export const ticketsFrom = (given: Partial<TicketsSource>): void =>
  setTicketsSource({
    page: unexpected,
    byUuid: unexpected,
    byId: unexpected,
    update: unexpected,
    undoResolve: unexpected,
    beginMacro: unexpected,
    endMacro: unexpected,
    create: unexpected,
    remove: unexpected,
    closeAll: unexpected,
    counts: async () => ({ open: 0, pending: 0, closed: 0, groups: 0, unread: 0, snoozed: 0 }),
    ...given,
  })
