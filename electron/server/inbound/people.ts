/** The contacts behind what comes in. What the channel calls a number is believed: it is what answers are written to. */
import { numberForms } from '@contract'
import { eq, sql } from 'drizzle-orm'
import type { IncomingMessage } from '../channel/channel'
import { type ContactRow, scopedIdWith } from '../contacts/by-phone'
import { type Merged, mergeContacts, mergeOrder } from '../contacts/merge'
import type { Tx } from '../db/client'
import { oneOf } from '../db/engine/words'
import { wholeRows } from '../db/json-rows'
import { contacts } from '../db/schema'
import { contactSearchText } from '../db/search'
import type { StoredMedia } from '../media/store'

export interface Arrived {
  message: IncomingMessage
  media: StoredMedia | null
  /** Its file was heavier than the platform takes; only the words about it are kept. */
  tooLarge: boolean
}

const contactRows = wholeRows(contacts)

interface Person {
  number: string
  name: string
  isGroup: boolean
  profilePicUrl?: string | null | undefined
  formerly?: string | null | undefined
  whatsappId: number
}

export interface People {
  /** By the number the channel knows them by. */
  byNumber: Map<string, ContactRow>
  created: ContactRow[]
  /** Those that were known by another number, as they are now. */
  renumbered: ContactRow[]
  merged: Merged[]
}

function peopleOf(batch: readonly Arrived[]): Map<string, Person> {
  const people = new Map<string, Person>()
  for (const { message } of batch) {
    const { from, participant, whatsappId } = message
    if (!people.has(from.number)) people.set(from.number, { ...from, whatsappId })
    if (participant && !people.has(participant.number)) {
      people.set(participant.number, { ...participant, isGroup: false, whatsappId })
    }
  }
  return people
}

const namesOf = ({ number, formerly, isGroup }: Person): readonly string[] =>
  isGroup ? [number] : [...numberForms(number), ...(formerly ? [formerly] : [])]

/** A contact gets the number the channel knows it by. @returns the contact as it is now. */
export async function renumber(tx: Tx, contact: ContactRow, number: string): Promise<ContactRow> {
  const name = contact.name === contact.number ? number : contact.name
  const [row] = await tx
    .update(contacts)
    .set({
      name,
      number,
      scopedId: scopedIdWith(contact, number),
      search: contactSearchText({ ...contact, name, number }),
      updatedAt: new Date().toISOString(),
    })
    .where(eq(contacts.id, contact.id))
    .returning()
  return row ?? contact
}

/** One contact of several that are one person. */
async function joined(tx: Tx, rows: readonly ContactRow[], number: string): Promise<Merged[]> {
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

/** The contacts behind messages, by number; those that are new are created, two of one person become one. */
export async function contactsFor(tx: Tx, companyId: number, batch: readonly Arrived[]): Promise<People> {
  const people = peopleOf(batch)
  const wanted = [...new Set([...people.values()].flatMap(namesOf))]
  const known = await contactRows(
    tx,
    sql`${contacts.companyId} = ${companyId}
      and (${oneOf(contacts.number, wanted)} or ${oneOf(contacts.scopedId, wanted)})`,
  )
  const found = new Map(
    known.flatMap(row => [row.scopedId ?? row.number, row.number].map(name => [name, row] as const)),
  )
  const out: People = { byNumber: new Map(), created: [], renumbered: [], merged: [] }
  const missing: Person[] = []
  for (const person of people.values()) {
    const rows = namesOf(person).flatMap(name => found.get(name) ?? [])
    const alike = [...new Map(rows.map(row => [row.id, row])).values()]
    const [only] = alike
    if (!only) {
      missing.push(person)
      continue
    }
    let now = only
    if (alike.length > 1) {
      const steps = await joined(tx, alike, person.number)
      out.merged.push(...steps)
      now = steps.at(-1)?.contact ?? only
    } else if (![only.number, only.scopedId].includes(person.number) && !person.isGroup) {
      now = await renumber(tx, only, person.number)
      out.renumbered.push(now)
    }
    for (const name of [...namesOf(person), ...rows.map(row => row.number)]) found.set(name, now)
    out.byNumber.set(person.number, now)
  }
  // The same phone may be written in two ways in one batch.
  const fresh = missing.filter(
    (person, at) => !missing.slice(0, at).some(other => namesOf(person).includes(other.number)),
  )
  if (fresh.length > 0)
    out.created = await tx
      .insert(contacts)
      .values(
        fresh.map(person => ({
          companyId,
          name: person.name.trim() || person.number,
          number: person.number,
          isGroup: person.isGroup,
          profilePicUrl: person.profilePicUrl ?? null,
          whatsappId: person.whatsappId,
          search: contactSearchText(person),
        })),
      )
      .returning()
  const made = new Map(out.created.map(row => [row.number, row]))
  for (const person of missing) {
    const row = namesOf(person).flatMap(name => made.get(name) ?? [])[0]
    if (row) out.byNumber.set(person.number, row)
  }
  return out
}
