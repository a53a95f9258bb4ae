/** People in a Cloud API delivery: phones, Meta's ids, user names, and their changes. Pure. */
import { addressIn, META_ID } from '@contract'
import { z } from 'zod'
import { type content, words } from './content'

/** A person: digits, or Meta's id for people without a visible number (`BR.1502576394655843`). */
export const metaId = z.string().regex(META_ID)
export const phoneNumber = z
  .union([z.string(), z.number().transform(String)])
  .transform(typed => (/^\+?[\d\s().-]+$/.test(typed) ? typed.replace(/\D/g, '') : typed))
  .pipe(z.string().regex(/^\d{5,20}$/))
export const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)

/** A notice about the person themselves. */
export const systemNotice = z.object({
  type: words.catch(''),
  wa_id: optional(phoneNumber),
  new_wa_id: optional(phoneNumber),
  user_id: optional(metaId),
  parent_user_id: optional(metaId),
  previous_user_id: optional(metaId),
  previous_parent_user_id: optional(metaId),
})

/** A person as deliveries name them beside the messages. */
export const knownPerson = z.object({
  wa_id: optional(phoneNumber),
  user_id: optional(metaId),
  parent_user_id: optional(metaId),
  profile: z.object({ name: words.catch(''), username: words.catch('') }).catch({ name: '', username: '' }),
})

export type Known = z.output<typeof knownPerson>

/** The sender of a message. */
type Sent = Pick<z.output<typeof content>, 'contacts' | 'origin'> & {
  from?: string | undefined
  from_user_id?: string | undefined
  from_parent_user_id?: string | undefined
  system?: z.output<typeof systemNotice> | undefined
}

/** The sender, from everything a delivery says about them. */
export interface Author {
  from: string
  ids: string[]
  username: string | null
  name: string
}

/** Meta's ids among what a delivery names, each once. */
export const idsIn = (all: readonly (string | undefined)[]): string[] =>
  [...new Set(all.filter(id => id !== undefined && addressIn(id) !== null))] as string[]

/** The new number or id in a notice; null for other notices. */
export function moveIn(
  system: z.output<typeof systemNotice>,
  from: string,
): { from: string; number: string; ids: string[]; former: string[]; isPhoneGone: boolean } | null {
  const phone = system.wa_id ?? system.new_wa_id
  const ids = idsIn([system.user_id, system.parent_user_id])
  const former = idsIn([system.previous_user_id, system.previous_parent_user_id]).filter(
    one => !ids.includes(one),
  )
  const isPhoneGone = phone === undefined && system.type === 'user_changed_number'
  const known = addressIn(from) === null ? from : undefined
  const number = phone ?? (isPhoneGone ? ids[0] : (known ?? ids[0]))
  const before = known ?? former[0] ?? from
  if (number === undefined || (number === before && former.length === 0)) return null
  return { from: before, number, ids, former, isPhoneGone }
}

/** The phone somebody sent in answer to our request; a card of anybody else says nothing about the sender. */
function givenIn({ contacts, origin }: Sent): string | undefined {
  const [card] = contacts ?? []
  if (![origin, card?.origin].includes('contact_request')) return undefined
  const read = phoneNumber.safeParse(card?.phones[0]?.wa_id)
  return read.success ? read.data : undefined
}

/** The sender: from the message and from its delivery. */
export function authorOf(sent: Sent, people: readonly Known[]): Author | null {
  const named = [sent.from, sent.from_user_id, sent.from_parent_user_id].filter(id => id !== undefined)
  const known = people.find(one =>
    [one.wa_id, one.user_id, one.parent_user_id].some(id => id !== undefined && named.includes(id)),
  )
  const ids = idsIn([...named, known?.user_id, known?.parent_user_id])
  const phone = named.find(id => addressIn(id) === null) ?? known?.wa_id ?? givenIn(sent)
  const from = phone ?? ids[0] ?? sent.system?.previous_user_id
  if (from === undefined) return null
  const { name = '', username = '' } = known?.profile ?? {}
  return { from, ids: ids.filter(id => id !== from), username: username || null, name }
}
