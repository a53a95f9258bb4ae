/**
 * Meta's notices about templates of a business account and about customers' marketing preferences: separate fields
 * beside the messages. Pure.
 */
import { createHash } from 'node:crypto'
import { MESSAGING_TIERS } from '@contract'
import { z } from 'zod'
import { members, words } from './content'
import { instantOf, orderedKey, timeOf } from './order'

const word = words.pipe(z.string().max(512)).catch('')
const figure = z.union([words, z.number().transform(String)])

export const templateNotice = z.object({
  kind: z.literal('template'),
  name: z.string(),
  language: z.string(),
  /** Its new state; null if not mentioned. */
  status: z.string().nullable(),
  /** Why, in Meta's words; "" for none. */
  reason: z.string(),
  /** Its new category; null if not mentioned. */
  category: z.string().nullable(),
  /** It has to be read anew: its parts or its quality changed. */
  isStale: z.boolean(),
  /** When, by Meta; null where it does not say. */
  at: z.string().nullable().default(null),
})
export const wishNotice = z.object({
  kind: z.literal('wish'),
  from: z.string(),
  name: z.string(),
  /** Whether the customer wants marketing again, or no longer. */
  wants: z.boolean(),
})
export const limitNotice = z.object({
  kind: z.literal('limit'),
  /** How many customers may be written to first in 24 hours; -1 for any number. */
  most: z.number().int(),
  at: z.string(),
})
export type LimitNotice = z.output<typeof limitNotice>
export type TemplateNotice = z.output<typeof templateNotice>
export type WishNotice = z.output<typeof wishNotice>

const about = {
  message_template_name: words.pipe(z.string().min(1).max(512)),
  message_template_language: words.pipe(z.string().min(1).max(20)),
}
const statusValue = z.object({
  ...about,
  event: words.pipe(z.string().min(1).max(60)),
  reason: word,
  rejection_info: z.object({ reason: word, recommendation: word }).optional().catch(undefined),
})
const categoryValue = z.object({ ...about, new_category: words.pipe(z.string().min(1).max(60)).optional() })
const plainValue = z.object(about)
const wishesValue = z.object({
  metadata: z.object({ phone_number_id: figure }),
  contacts: members(
    z.object({
      wa_id: figure.optional(),
      user_id: word,
      profile: z.object({ name: word }).catch({ name: '' }),
    }),
  ),
  user_preferences: z
    .array(
      z.object({
        wa_id: figure.optional(),
        user_id: words.optional(),
        category: word,
        value: z.enum(['stop', 'resume']),
        timestamp: figure.optional(),
      }),
    )
    .min(1),
})

/** Meta's names of states in notices, translated to those in its lists; null: it may be sent. */
const STATES: Readonly<Record<string, string | null>> = { REINSTATED: 'APPROVED', FLAGGED: null }

interface Noticed {
  /** The number, or the account as `accountKey` names it. */
  phoneNumberId: string
  key: string
  chat: string
  event: TemplateNotice | WishNotice | LimitNotice
}

/** Takes the place of a number for what concerns a whole account. */
export const accountKey = (businessAccountId: string): string => `account:${businessAccountId}`

const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)

function templateOf(field: string, raw: unknown, at: string | null): TemplateNotice | null {
  const plain = plainValue.safeParse(raw)
  if (!plain.success) return null
  const { message_template_name: name, message_template_language: language } = plain.data
  const nothing = { status: null, reason: '', category: null, isStale: false }
  const notice: TemplateNotice = { kind: 'template', name, language, ...nothing, at }
  if (field === 'message_template_status_update') {
    const read = statusValue.safeParse(raw)
    if (!read.success) return null
    const { event, reason, rejection_info: info } = read.data
    const said = [info?.reason ?? '', info?.recommendation ?? ''].filter(Boolean).join(' ')
    return {
      ...notice,
      status: Object.hasOwn(STATES, event) ? (STATES[event] ?? null) : event,
      reason: said || (reason === 'NONE' ? '' : reason),
    }
  }
  if (field === 'template_category_update') {
    const read = categoryValue.safeParse(raw)
    // What is only announced (`correct_category`) takes effect later, if at all.
    return read.success ? { ...notice, category: read.data.new_category ?? null } : null
  }
  return { ...notice, isStale: true }
}

/** Meta's number for no limit. */
const UNLIMITED = -1

/** How many customers a portfolio may write to first in 24 hours, as Meta says it; null for what says no number. */
export function limitIn(told: unknown): number | null {
  if (told === 'TIER_UNLIMITED') return UNLIMITED
  if (typeof told === 'string' && Object.hasOwn(MESSAGING_TIERS, told)) return MESSAGING_TIERS[told] ?? null
  const most = typeof told === 'string' && told !== '' ? Number(told) : told
  return typeof most === 'number' && Number.isSafeInteger(most) && (most === UNLIMITED || most > 0)
    ? most
    : null
}

const LIMIT_FIELDS = new Set(['business_capability_update', 'phone_number_quality_update'])
const limitValue = z.object({ max_daily_conversations_per_business: z.unknown() })

function limitOf(raw: unknown, time: unknown, now: number): LimitNotice | null {
  const read = limitValue.safeParse(raw)
  const most = read.success ? limitIn(read.data.max_daily_conversations_per_business) : null
  if (most === null) return null
  const [at = ''] = [instantOf(time, now), new Date(now).toISOString()].sort()
  return { kind: 'limit', most, at }
}

const TEMPLATE_FIELDS = new Set([
  'message_template_status_update',
  'template_category_update',
  'message_template_quality_update',
  'message_template_components_update',
])

function wishesOf(raw: unknown, now: number): Noticed[] | null {
  const read = wishesValue.safeParse(raw)
  if (!read.success) return null
  const { metadata, contacts, user_preferences: all } = read.data
  return all.flatMap((one): Noticed[] => {
    const from = one.wa_id?.replace(/\D/g, '') || one.user_id
    if (!from || one.category !== 'marketing_messages') return []
    const who = contacts.find(known => known.wa_id === one.wa_id || known.user_id === one.user_id)
    const event = {
      kind: 'wish' as const,
      from,
      name: who?.profile.name ?? '',
      wants: one.value === 'resume',
    }
    const id = `wish:${hashOf([from, one.value, one.timestamp ?? ''])}`
    const key = orderedKey(['wish', from], timeOf(one.timestamp, now), id)
    return [{ phoneNumberId: metadata.phone_number_id, key, chat: from, event }]
  })
}

/**
 * The events of a field about an account.
 * @param entry id of the account and when it was sent.
 * @param now milliseconds since the epoch, for events without a time.
 * @returns null for other fields and unreadable ones.
 */
export function noticesOf(
  field: string,
  raw: unknown,
  entry: { id: string; time: unknown },
  now: number,
): Noticed[] | null {
  if (field === 'user_preferences') return wishesOf(raw, now)
  const at = timeOf(entry.time, now)
  const event = TEMPLATE_FIELDS.has(field)
    ? templateOf(field, raw, at)
    : LIMIT_FIELDS.has(field)
      ? limitOf(raw, entry.time, now)
      : null
  if (!event) return null
  const id = `${event.kind}:${hashOf([field, entry.id, entry.time ?? '', event])}`
  const of = { phoneNumberId: accountKey(entry.id), event }
  if (event.kind === 'limit') return [{ ...of, key: id, chat: 'limit' }]
  const { name, language } = event
  return [{ ...of, key: orderedKey([field, entry.id, name, language], at, id), chat: `template:${name}` }]
}
