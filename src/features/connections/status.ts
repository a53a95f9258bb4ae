/** What the status of a connection means to whoever looks after it (specification 2 section 2, "/connections"). Pure. */
import { CONNECTION_REASONS, type Whatsapp } from '@contract'
import type { PillTone } from '@/ui'

/** A button of a row; `opening` is the disabled one with a spinner. */
export type SessionAction = 'showCode' | 'retry' | 'newCode' | 'disconnect' | 'opening'

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

/** The buttons of a status, exactly as the specification's table has them. */
export const buttonsOf = (status: string): readonly SessionAction[] => BUTTONS[statusOf(status)] ?? []

/** What also helps without being a button of the table: entries of the row's menu. */
export const furtherActions = (status: string): readonly SessionAction[] =>
  statusOf(status) === 'TIMEOUT' ? ['retry', 'newCode'] : []

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

export type ConnectionReason = (typeof CONNECTION_REASONS)[number] | 'qrcode' | 'DISCONNECTED' | 'TIMEOUT'

const isReason = (reason: string): reason is (typeof CONNECTION_REASONS)[number] =>
  (CONNECTION_REASONS as readonly string[]).includes(reason)

/** Key of the sentence that says why it is down and what to do; null while there is nothing to do. */
export function reasonKey({
  status,
  statusReason,
}: Pick<Whatsapp, 'status' | 'statusReason'>): ConnectionReason | null {
  const known = statusOf(status)
  if (known === 'qrcode') return 'qrcode'
  if (known !== 'DISCONNECTED' && known !== 'TIMEOUT') return null
  return isReason(statusReason) ? statusReason : known
}
