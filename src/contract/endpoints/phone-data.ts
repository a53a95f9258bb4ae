/** Contacts and earlier conversations of the Business app on the phone of a number of the Cloud API. */
import { z } from 'zod'
import { listOf } from '../scalars'
import { endpoint } from './define'

/** What a number's phone can be asked for, and where that stands. */
export const PHONE_DATA = ['contacts', 'history'] as const
export type PhoneDataKind = (typeof PHONE_DATA)[number]
export const PHONE_SYNC_STATES = ['asked', 'receiving', 'done', 'refused'] as const
const phoneSync = z.object({
  kind: z.enum(PHONE_DATA),
  state: z.enum(PHONE_SYNC_STATES),
  /** Per cent of what was said before. */
  progress: z.number(),
  /** Names, or messages. */
  taken: z.number(),
  /** Meta's number for why it was refused; null where it did not answer. */
  code: z.number().nullable(),
  askedAt: z.string(),
  /** When something last came; null while nothing has. */
  heardAt: z.string().nullable(),
})
export type PhoneSync = z.output<typeof phoneSync>
/** How long it is waited for something to come before it may be asked for again, in milliseconds. */
const UNHEARD_MS = 5 * 60_000

/**
 * Whether a kind can be asked for: it was not yet, it was refused, or nothing came for a while, as nobody knows then
 * whether Meta was reached.
 * @param now epoch milliseconds by the server's clock.
 */
export const canAskPhone = (sync: PhoneSync | undefined, now: number): boolean =>
  !sync ||
  sync.state === 'refused' ||
  (sync.state === 'asked' && sync.heardAt === null && Math.abs(now - Date.parse(sync.askedAt)) > UNHEARD_MS)

const phoneSyncs = z.object({ syncs: listOf('whatsapps.phoneData', phoneSync) })

export const phoneDataEndpoints = {
  'whatsapps.phoneData': endpoint('GET', '/whatsapp/:id/cloud/phone', {
    summary: 'What was asked for of the Business app on the phone of a number, and how much of it came',
    access: 'connections-page:editOrDeleteConnection',
    response: phoneSyncs,
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_WAPP_FOUND'],
  }),
  'whatsapps.askPhone': endpoint('POST', '/whatsapp/:id/cloud/phone', {
    summary: 'Ask Meta for the contacts or the earlier conversations of the Business app on the phone, once',
    access: 'connections-page:editOrDeleteConnection',
    body: () => z.object({ kind: z.enum(PHONE_DATA) }),
    response: phoneSyncs,
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_WAPP_FOUND', 'ERR_WAPP_NOT_INITIALIZED'],
  }),
}
