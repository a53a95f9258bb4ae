/**
 * Who reads which field. One table for answers and events: a server sends nobody a field that is not theirs, whichever
 * call or event carries it. What people may do is in ./permissions.
 */
import type { Channel, EventPayload } from './realtime'
import { READERS, type Readership, settingRule } from './settings'

/** Fields of other entities that not every member reads. What is not named here, every member reads. */
export const FIELD_READERS = {
  /** Whoever holds the pairing code or the token of the external API writes in the company's name. */
  whatsapp: { qrcode: 'admin', token: 'admin' },
  /** What a company owes and where it is billed to is between it and the platform. */
  company: {
    dueDay: 'super',
    billingName: 'admin',
    addressZipCode: 'admin',
    addressStreet: 'admin',
    addressState: 'admin',
    addressCity: 'admin',
    addressDistrict: 'admin',
  },
} as const satisfies Record<string, Readonly<Record<string, Readership>>>

/** The circle of a signed-in person. */
export function readerOf(who: { profile: string; super: boolean }): Readership {
  if (who.super) return 'super'
  return who.profile === 'admin' ? 'admin' : 'member'
}

const includes = (reader: Readership, wanted: Readership): boolean =>
  READERS.indexOf(reader) >= READERS.indexOf(wanted)

/**
 * Whether a circle reads the value of a setting (./settings). A key that is not in the table is read by admins only: it
 * may hold anything.
 */
export const readsSetting = (reader: Readership, key: string): boolean =>
  includes(reader, settingRule(key)?.read ?? 'admin')

/** A copy of a row without the members the circle does not read. */
export function readable<E extends keyof typeof FIELD_READERS, T extends object>(
  reader: Readership,
  entity: E,
  row: T,
): Omit<T, keyof (typeof FIELD_READERS)[E]> & Partial<T> {
  const kept = { ...row } as Record<string, unknown>
  for (const [field, wanted] of Object.entries(FIELD_READERS[entity]))
    if (!includes(reader, wanted)) delete kept[field]
  return kept as Omit<T, keyof (typeof FIELD_READERS)[E]> & Partial<T>
}

/** Channels whose events differ from circle to circle. */
const SCOPED: ReadonlySet<Channel> = new Set([
  'settings',
  'whatsapp',
  'whatsappSession',
  'company',
  'payment',
  'webhook',
  'prompt',
  'queueIntegration',
])
export const isScoped = (channel: Channel): boolean => SCOPED.has(channel)

/**
 * An event as a circle may hear it.
 * @returns null when nothing of it is for this circle.
 */
export function eventFor<C extends Channel>(
  reader: Readership,
  channel: C,
  payload: EventPayload<C>,
): EventPayload<C> | null {
  if (!isScoped(channel)) return payload
  const sent: object = payload
  if ('setting' in sent)
    return readsSetting(reader, (sent as { setting: { key: string } }).setting.key) ? payload : null
  // Invoices are the administrators'; that the company is paid, everybody hears.
  if ('invoice' in sent) return includes(reader, 'admin') ? payload : null
  // Where a company's words are sent to is its administrators' business.
  if (channel === 'webhook') return includes(reader, 'admin') ? payload : null
  // What answers customers is set up by administrators (./endpoints/automation.ts).
  if (channel === 'prompt' || channel === 'queueIntegration')
    return includes(reader, 'admin') ? payload : null
  if ('whatsapp' in sent)
    return { ...payload, whatsapp: readable(reader, 'whatsapp', sent.whatsapp as object) }
  if ('company' in sent) return { ...payload, company: readable(reader, 'company', sent.company as object) }
  if ('session' in sent) return { ...payload, session: readable(reader, 'whatsapp', sent.session as object) }
  return payload
}
