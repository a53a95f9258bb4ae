/** What is wrong with a number, as far as whoever keeps connections is notified. Pure. */
import type { Whatsapp } from '../../../src/contract'

/** Of a number that is up, and whose messages nobody pays for. */
export const UNPAID = 'unpaid'
/** States in which a number does not come back by itself. */
const DOWN = new Set(['DISCONNECTED', 'TIMEOUT', 'qrcode'])

export type Line = Pick<Whatsapp, 'id' | 'name' | 'statusReason'> & { status: string }

export const stateOf = ({ status, statusReason }: Line): string =>
  status === 'CONNECTED' && statusReason === UNPAID ? UNPAID : status

/** Whether it was not notified before: down is down, in whichever way. */
export function isNewTrouble(before: string | undefined, now: string): boolean {
  if (now === UNPAID) return before !== UNPAID
  return DOWN.has(now) && !(before !== undefined && DOWN.has(before))
}
