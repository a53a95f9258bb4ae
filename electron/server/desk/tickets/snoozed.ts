/** How snoozing changes a ticket's row. The customer's wait and the deadlines continue. Pure. */
import type { WakeReason } from '@contract'
import type { TicketRow } from './visibility'

/** A ticket that is not snoozed and has not just come back. */
export const NOT_SNOOZED = { snoozedAt: null, snoozedUntil: null, wokenBy: null } as const

type Changes = Partial<TicketRow>

/** @param until ISO; null: until the customer writes. @param at the present instant, ISO. */
export const snoozeChanges = (until: string | null, at: string): Changes => ({
  snoozedAt: at,
  snoozedUntil: until,
  wokenBy: null,
})

/**
 * The changes that wake a ticket; none if it is not snoozed.
 * @param by what wakes it; null when a person acts on the ticket, which needs no reason.
 */
export function wakeChanges(row: TicketRow, by: WakeReason | null): Changes {
  if (row.snoozedAt === null) return by === null && row.wokenBy !== null ? NOT_SNOOZED : {}
  return {
    snoozedAt: null,
    snoozedUntil: by === null ? null : row.snoozedUntil,
    wokenBy: by,
  }
}
