/** The contacts of incoming messages. The channel's number is trusted: answers are sent to it. */
import { addressIn, isNameless, isSamePhone, numberForms, plainName } from '@contract'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client'
import { oneOf } from '../../platform/db/engine/words'
import { wholeRows } from '../../platform/db/json-rows'
import { contacts } from '../../platform/db/schema'
import { contactSearchText } from '../../platform/db/search'
import type { StoredMedia } from '../../platform/media/store'
import {
  addressesOf,
  addressRows,
  followBack,
  learnAddresses,
  type ScopedAddress,
  scopesOf,
} from '../channel/addresses'
import type { IncomingMessage } from '../channel/channel'
import type { ChannelIdentity } from '../channel/identity'
import type { ContactRow } from '../contacts/by-phone'
import { type Merged, mergeContacts, mergeOrder } from '../contacts/merge'

export interface Arrived {
  message: IncomingMessage
  media: StoredMedia | null
  /** Its file exceeded the limit; only a text about it is stored. */
  tooLarge: boolean
}

const contactRows = wholeRows(contacts)

/** A reported person, from everything the report says. */
interface Person extends ChannelIdentity {
  name: string
  isGroup: boolean
  profilePicUrl?: string | null | undefined
  whatsappId: number
  /** When it was said, ISO-8601. */
  at: string
}

/** One person of a batch, under every number the batch has for them. */
interface Met {
  /** The phone, if a report has it. */
  number: string
  numbers: Set<string>
  people: Person[]
}

export interface People {
  /** By the channel's number. */
  byNumber: Map<string, ContactRow>
  created: ContactRow[]
  /** Contacts with a new number or name. */
  renumbered: ContactRow[]
  merged: Merged[]
}

const hasPhone = ({ number }: { number: string }): boolean => addressIn(number) === null

function reported(batch: readonly Arrived[]): Person[] {
  return batch.flatMap(({ message: { from, participant, whatsappId, at } }) => [
    { ...from, whatsappId, at },
    ...(participant ? [{ ...participant, isGroup: false, whatsappId, at }] : []),
  ])
}

/** What a person is found by; a group only by its id. */
const namesOf = (person: Person): string[] =>
  person.isGroup
    ? [person.number]
    : [...numberForms(person.number), ...addressesOf(person).map(({ value }) => value)]

/** Joins reports about one person. Two phones are never joined by a shared address. */
function peopleIn(persons: readonly Person[]): Met[] {
  const met = new Set<Met>()
  const byName = new Map<string, Met>()
  for (const person of persons) {
    const names = namesOf(person)
    const one: Met = { number: person.number, numbers: new Set([person.number]), people: [person] }
    for (const name of names) {
      const other = byName.get(name)
      if (!other || !met.has(other)) continue
      if (hasPhone(one) && hasPhone(other) && !isSamePhone(one.number, other.number)) continue
      met.delete(other)
      one.number = hasPhone(other) ? other.number : one.number
      for (const number of other.numbers) one.numbers.add(number)
      one.people = [...other.people, ...one.people]
    }
    met.add(one)
    for (const each of one.people) for (const name of namesOf(each)) byName.set(name, one)
  }
  return [...met]
}

/** Gives a contact the channel's number. @returns the contact as it is now. */
export async function renumber(tx: Tx, contact: ContactRow, number: string): Promise<ContactRow> {
  const name = isNameless(contact) ? plainName(number, contact.username) : contact.name
  const [row] = await tx
    .update(contacts)
    .set({
      ...{ name, number },
      search: contactSearchText({ ...contact, name, number }),
      updatedAt: new Date().toISOString(),
    })
    .where(eq(contacts.id, contact.id))
    .returning()
  return row ?? contact
}

/** Gives a contact the person's user name. @returns the contact as it is now. */
export async function noteUsername(tx: Tx, contact: ContactRow, username: string): Promise<ContactRow> {
  const name = isNameless(contact) ? plainName(contact.number, username) : contact.name
  const [row] = await tx
    .update(contacts)
    .set({
      ...{ name, username },
      search: contactSearchText({ ...contact, name, username }),
      updatedAt: new Date().toISOString(),
    })
    .where(eq(contacts.id, contact.id))
    .returning()
  return row ?? contact
}

/** Merges several contacts of one person. @returns each step; none when there is one already. */
export async function joined(tx: Tx, rows: readonly ContactRow[], number: string): Promise<Merged[]> {
  const [first, ...rest] = rows
  const merged: Merged[] = []
  let one = first
  for (const other of rest) {
    if (!one) break
    const { keep, gone } = mergeOrder(one, other)
    const step = await mergeContacts(tx, keep, gone, number)
    merged.push(step)
    one = step.contact
  }
  return merged
}

/**
 * Which of the contacts found by a person's phone and addresses are that person: those with the phone, and those
 * without any. A contact with another phone is somebody else, who no longer has the address.
 */
export function onesOf(rows: readonly ContactRow[], number: string): ContactRow[] {
  const phones = rows.filter(hasPhone)
  const same = phones.filter(row => isSamePhone(row.number, number))
  const kept = same.length > 0 ? same : phones.filter(row => isSamePhone(row.number, phones[0]?.number ?? ''))
  return rows.filter(row => !hasPhone(row) || kept.includes(row))
}

/**
 * The number of a person's contact: the reported phone, else the known one, else an address.
 * @param isOld the report is from before the person moved: its phone is no longer theirs.
 */
export function numberAmong(rows: readonly ContactRow[], number: string, isOld: boolean): string {
  const known = (rows.find(hasPhone) ?? rows[0])?.number
  return isOld ? (known ?? number) : addressIn(number) === null ? number : (known ?? number)
}

/**
 * Whether a report names an address that its person no longer had: then it is from before that.
 * @param at when it was made; null: nobody knows.
 */
export const isFromBefore = (
  named: readonly { value: string }[],
  known: readonly { value: string; formerAt: string | null }[],
  at: string | null,
): boolean =>
  known.some(
    ({ value, formerAt }) =>
      formerAt !== null && (at === null || at <= formerAt) && named.some(one => one.value === value),
  )

const usernameOf = ({ people }: Met): string | null =>
  people.findLast(({ username }) => username)?.username ?? null

/** The existing contacts of these people, and what is known about their addresses. */
async function knownOf(tx: Tx, companyId: number, people: readonly Met[]) {
  const wanted = [...new Set(people.flatMap(one => one.people.flatMap(namesOf)))]
  const addresses = await addressRows(
    tx,
    companyId,
    wanted.filter(name => addressIn(name) !== null),
  )
  const owners = addresses.map(({ contactId }) => contactId)
  const owned = owners.length > 0 ? sql` or ${oneOf(contacts.id, owners)}` : sql``
  const rows = await contactRows(
    tx,
    sql`${contacts.companyId} = ${companyId} and (${oneOf(contacts.number, wanted)}${owned})`,
  )
  const byId = new Map(rows.map(row => [row.id, row]))
  const found = new Map(rows.map(row => [row.number, row]))
  for (const { value, contactId } of addresses) {
    const row = byId.get(contactId)
    if (row) found.set(value, row)
  }
  return { found, addresses }
}

/** A person's addresses, with their scopes. */
async function scopedOf(tx: Tx, people: readonly Met[]): Promise<(one: Met) => ScopedAddress[]> {
  const persons = people.flatMap(one => one.people).filter(one => !one.isGroup && addressesOf(one).length > 0)
  const scopes = await scopesOf(tx, [...new Set(persons.map(({ whatsappId }) => whatsappId))])
  return one =>
    one.people.flatMap(person =>
      person.isGroup
        ? []
        : addressesOf(person).map(address => ({ ...address, scope: scopes.get(person.whatsappId) ?? '' })),
    )
}

/** The contacts of messages, by number; new ones are created, and duplicates merged. */
export async function contactsFor(tx: Tx, companyId: number, batch: readonly Arrived[]): Promise<People> {
  const people = peopleIn(reported(batch))
  const { found, addresses } = await knownOf(tx, companyId, people)
  const scoped = await scopedOf(tx, people)
  const out: People = { byNumber: new Map(), created: [], renumbered: [], merged: [] }
  const fresh: Met[] = []
  for (const one of people) {
    const rows = one.people.flatMap(namesOf).flatMap(name => found.get(name) ?? [])
    const alike = onesOf([...new Map(rows.map(row => [row.id, row])).values()], one.number)
    const [only] = alike
    if (!only) {
      fresh.push(one)
      continue
    }
    let now = only
    let isChanged = false
    const isOld = one.people.some(each => isFromBefore(addressesOf(each), addresses, each.at))
    const number = numberAmong(alike, one.number, isOld)
    if (alike.length > 1) {
      const steps = await joined(tx, alike, number)
      out.merged.push(...steps)
      now = steps.at(-1)?.contact ?? only
      // A contact found earlier in this batch that has been merged since.
      const gone = new Set(steps.map(step => step.gone.id))
      for (const known of [found, out.byNumber])
        for (const [name, row] of known) if (gone.has(row.id)) known.set(name, now)
    } else if (only.number !== number && !only.isGroup) {
      now = await renumber(tx, only, number)
      isChanged = true
    }
    const username = usernameOf(one)
    if (username && username !== now.username) {
      now = await noteUsername(tx, now, username)
      isChanged = true
    }
    await learnAddresses(tx, now, scoped(one), addresses)
    const last = one.people
      .map(({ at }) => at)
      .sort()
      .at(-1)
    if (!isOld && last && !now.isGroup) await followBack(tx, now, scoped(one), last, addresses)
    if (isChanged) out.renumbered.push(now)
    for (const name of [...one.people.flatMap(namesOf), ...alike.map(row => row.number)]) found.set(name, now)
    for (const each of one.numbers) out.byNumber.set(each, now)
  }
  if (fresh.length > 0)
    out.created = await tx
      .insert(contacts)
      .values(
        fresh.map(one => {
          const { number } = one
          const [first] = one.people
          const username = usernameOf(one)
          const name = one.people.find(each => each.name.trim() && each.name !== each.number)?.name.trim()
          const known = { name: name || plainName(number, username), number, username }
          return {
            ...{ companyId, ...known },
            isGroup: first?.isGroup ?? false,
            profilePicUrl: first?.profilePicUrl ?? null,
            whatsappId: first?.whatsappId ?? null,
            search: contactSearchText(known),
          }
        }),
      )
      .returning()
  const made = new Map(out.created.map(row => [row.number, row]))
  for (const one of fresh) {
    const row = made.get(one.number)
    if (!row) continue
    await learnAddresses(tx, row, scoped(one), addresses)
    for (const each of one.numbers) out.byNumber.set(each, row)
  }
  return out
}
