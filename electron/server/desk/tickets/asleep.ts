/** What sleeping does to a ticket's row: the customer's wait and what was promised go on meanwhile. Pure. */
import type { WakeReason } from '@contract'
import type { TicketRow } from './visibility'

/** A ticket that nobody put aside, and that has not just come back. */
export const NOT_ASLEEP = { snoozedAt: null, snoozedUntil: null, wokenBy: null } as const

type Changes = Partial<TicketRow>

/** @param until ISO; null: until the customer writes. @param at the present instant, ISO. */
export const sleeping = (until: string | null, at: string): Changes => ({
  snoozedAt: at,
  snoozedUntil: until,
  wokenBy: null,
})

/**
 * What wakes a ticket. Nothing for one that is awake.
 * @param by what brings it back; null where somebody does something with it, which needs no reason.
 */
export function woken(row: TicketRow, by: WakeReason | null): Changes {
  if (row.snoozedAt === null) return by === null && row.wokenBy !== null ? NOT_ASLEEP : {}
  return {
    snoozedAt: null,
    snoozedUntil: by === null ? null : row.snoozedUntil,
    wokenBy: by,
  }
}
