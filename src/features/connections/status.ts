/** What the status of a connection means to whoever looks after it. Pure. */
import { CONNECTION_REASONS, isSamePhone, type Whatsapp } from '@contract'
import type { PillTone } from '@/ui'

/** A button of a row; `opening` is the disabled one with a spinner. */
export type SessionAction = 'setUp' | 'showCode' | 'retry' | 'newCode' | 'disconnect' | 'opening'

const BUTTONS: Readonly<Record<string, readonly SessionAction[]>> = {
  qrcode: ['showCode'],
  DISCONNECTED: ['retry', 'newCode'],
  CONNECTED: ['disconnect'],
  PAIRING: ['disconnect'],
  TIMEOUT: ['disconnect'],
  OPENING: ['opening'],
}

/** Statuses with words of their own; any other a server may store is a connection that is down. */
export type KnownStatus = 'CONNECTED' | 'qrcode' | 'PAIRING' | 'DISCONNECTED' | 'TIMEOUT' | 'OPENING'
export const statusOf = (status: string): KnownStatus =>
  Object.hasOwn(BUTTONS, status) ? (status as KnownStatus) : 'DISCONNECTED'

/** Whether a number is set up by identifiers and secrets: there is no code to read with a phone. */
export const isSetUp = ({ capabilities }: Pick<Whatsapp, 'capabilities'>): boolean =>
  capabilities?.includes('credentials') ?? false

/**
 * The buttons of a status, exactly as the specification's table has them; where there is no code to read, the set-up
 * takes the place of the code.
 */
export function buttonsOf(connection: Pick<Whatsapp, 'status' | 'capabilities'>): readonly SessionAction[] {
  if (isSetUp(connection) && statusOf(connection.status) === 'DISCONNECTED') return ['setUp', 'retry']
  return BUTTONS[statusOf(connection.status)] ?? []
}

/** What also helps without being a button of the table: entries of the row's menu. */
export function furtherActions(
  connection: Pick<Whatsapp, 'status' | 'capabilities'> & Partial<Pick<Whatsapp, 'qrcode'>>,
): readonly SessionAction[] {
  // A code that is typed into the phone is looked at again.
  if (statusOf(connection.status) === 'PAIRING' && connection.qrcode) return ['showCode']
  const down = statusOf(connection.status) === 'TIMEOUT'
  if (isSetUp(connection))
    return [
      ...(buttonsOf(connection).includes('setUp') ? [] : (['setUp'] as const)),
      ...(down ? (['retry'] as const) : []),
    ]
  return down ? ['retry', 'newCode'] : []
}

/** Another connection in use with the number of this one: each of its messages comes to both. Undefined for none. */
export const twinOf = (
  connection: Pick<Whatsapp, 'id' | 'number' | 'status'>,
  all: readonly Whatsapp[],
): Whatsapp | undefined =>
  all.find(
    ({ id, number, status }) =>
      id !== connection.id &&
      [status, connection.status].every(one => statusOf(one) === 'CONNECTED') &&
      Boolean(number && connection.number && isSamePhone(number, connection.number)),
  )

const RANK: Readonly<Record<KnownStatus, number>> = {
  DISCONNECTED: 0,
  TIMEOUT: 0,
  qrcode: 1,
  PAIRING: 2,
  OPENING: 2,
  CONNECTED: 3,
}

/** Broken ones first, then those on their way, then those that work; the default before the others, then by name. */
export const inOrder = (rows: readonly Whatsapp[]): Whatsapp[] =>
  [...rows].sort(
    (a, b) =>
      RANK[statusOf(a.status)] - RANK[statusOf(b.status)] ||
      Number(b.isDefault) - Number(a.isDefault) ||
      a.name.localeCompare(b.name) ||
      a.id - b.id,
  )

const TONES: Readonly<Record<KnownStatus, PillTone>> = {
  CONNECTED: 'success',
  qrcode: 'warning',
  PAIRING: 'info',
  OPENING: 'info',
  DISCONNECTED: 'error',
  TIMEOUT: 'error',
}
export const toneOf = (status: string): PillTone => TONES[statusOf(status)]

export type ConnectionReason =
  | (typeof CONNECTION_REASONS)[number]
  | 'qrcode'
  | 'DISCONNECTED'
  | 'TIMEOUT'
  | 'signedOutHere'
  | 'noDirectSend'

const isReason = (reason: string): reason is (typeof CONNECTION_REASONS)[number] =>
  (CONNECTION_REASONS as readonly string[]).includes(reason)

/** Key of the sentence that says why it is down, or what it no longer does, and what to do; null while there is nothing to do. */
export function reasonKey({
  status,
  statusReason,
  capabilities,
  directSendRefusedAt = null,
}: Pick<Whatsapp, 'status' | 'statusReason' | 'capabilities'> &
  Partial<Pick<Whatsapp, 'directSendRefusedAt'>>): ConnectionReason | null {
  const known = statusOf(status)
  if (known === 'qrcode') return 'qrcode'
  if (known === 'CONNECTED' && statusReason === 'unpaid') return 'unpaid'
  if (known === 'CONNECTED' && directSendRefusedAt !== null) return 'noDirectSend'
  if (known !== 'DISCONNECTED' && known !== 'TIMEOUT') return null
  const reason = isReason(statusReason) ? statusReason : known
  // Their words speak of a code and a phone.
  const ofPhone = reason === 'signedOut' || reason === 'DISCONNECTED' || reason === 'TIMEOUT'
  return ofPhone && isSetUp({ capabilities }) ? 'signedOutHere' : reason
}
