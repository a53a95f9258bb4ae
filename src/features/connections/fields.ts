/** What the connection editor holds of a connection, and what it sends back. Pure. */
import type { connectionForm, Whatsapp } from '@contract'
import { DEFAULT_BOT_MENU_TIMES, DEFAULT_PROVIDER } from '@contract'
import type { z } from 'zod'

export type ConnectionFields = z.input<typeof connectionForm>
type Sent = z.output<typeof connectionForm>

/** Fields with a text for customers, in the order of a conversation. */
export const MESSAGE_FIELDS = [
  'greetingMessage',
  'outOfHoursMessage',
  'transferMessage',
  'ratingMessage',
  'complationMessage',
] as const

export const NEW_CONNECTION: ConnectionFields = {
  name: '',
  isDefault: false,
  provider: DEFAULT_PROVIDER,
  token: '',
  greetingMessage: '',
  outOfHoursMessage: '',
  transferMessage: '',
  ratingMessage: '',
  complationMessage: '',
  expiresInactiveMessage: '',
  directSend: false,
  joinsTexts: false,
  expiresTicket: 0,
  timeUseBotQueues: 0,
  maxUseBotQueues: DEFAULT_BOT_MENU_TIMES,
  timeToTransfer: 0,
  transferQueueId: null,
  queueIds: [],
  promptId: null,
}

/** The form of a connection as it stands. A connection without a number of menus has the default. */
export function fieldsOf(row: Whatsapp): ConnectionFields {
  return {
    name: row.name,
    isDefault: row.isDefault,
    provider: row.provider || DEFAULT_PROVIDER,
    token: row.token,
    greetingMessage: row.greetingMessage,
    outOfHoursMessage: row.outOfHoursMessage,
    transferMessage: row.transferMessage,
    ratingMessage: row.ratingMessage,
    complationMessage: row.complationMessage,
    expiresInactiveMessage: row.expiresInactiveMessage,
    directSend: row.directSend,
    joinsTexts: row.joinsTexts,
    expiresTicket: row.expiresTicket ?? 0,
    timeUseBotQueues: row.timeUseBotQueues ?? 0,
    maxUseBotQueues: row.maxUseBotQueues ?? DEFAULT_BOT_MENU_TIMES,
    timeToTransfer: row.timeToTransfer ?? 0,
    transferQueueId: row.transferQueueId,
    queueIds: row.queues.map(queue => queue.id),
    promptId: row.promptId,
  }
}

/**
 * The form as live events have it. Some servers keep tokens out of their events: an absent one is unknown, not empty.
 */
export function liveFieldsOf(row: Whatsapp): Partial<ConnectionFields> {
  const { token, ...rest } = fieldsOf(row)
  return token === '' ? rest : { ...rest, token }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/**
 * What a save changes: members that stand otherwise on the server. Anything else is left out, so that a colleague's
 * change of another field, or a token renewed meanwhile, is not put back.
 */
export function changesOf(fields: Sent, onServer: Partial<ConnectionFields>): Partial<Sent> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !same(value, onServer[name as keyof ConnectionFields])),
  )
}

/** What adds a connection: an empty token is left out, so that the server makes one. */
export function additionOf({ token, ...fields }: Sent): Sent {
  return token ? { ...fields, token } : fields
}

/** A secret nobody guesses, in letters that survive a header or a shell: 24 random bytes. */
export function makeToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
