/** Whom a campaign reaches: the items of a list, or the people who have a tag. */
import { CAMPAIGN_SAMPLES, fold, numberForms } from '@contract'
import { and, asc, eq, inArray, ne, not, type SQL, sql } from 'drizzle-orm'
import { isNoPhone } from '../../desk/channel/addresses'
import { hasWindow, WINDOW_MS } from '../../desk/channel/window'
import { listOf } from '../../desk/contact-lists/views'
import { otherForm } from '../../desk/contacts/by-phone'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import {
  campaignOptOuts,
  contactListItems,
  contactLists,
  contacts,
  replyWindows,
  tags,
  tickets,
  ticketTags,
  whatsapps,
} from '../../platform/db/schema'

/** @throws ApiError ERR_NO_TAG_FOUND */
async function tagOf(db: Reader, companyId: number, id: number): Promise<{ id: number; name: string }> {
  const [row] = await db
    .select({ id: tags.id, name: tags.name })
    .from(tags)
    .where(and(eq(tags.id, id), eq(tags.companyId, companyId)))
  if (!row) throw new ApiError('ERR_NO_TAG_FOUND')
  return row
}

/** The contacts of a tag's tickets, without groups. */
const peopleOfTag = (companyId: number, tagId: number): SQL =>
  sql`${contacts.companyId} = ${companyId} and ${contacts.isGroup} = 0 and ${contacts.id} in (
    select ${tickets.contactId} from ${ticketTags} join ${tickets} on ${tickets.id} = ${ticketTags.ticketId}
    where ${ticketTags.tagId} = ${tagId})`

/** Items that can become recipients, each phone once. */
export const writable = (contactListId: number) =>
  and(eq(contactListItems.contactListId, contactListId), ne(contactListItems.numberState, 'repeated'))

/** Whether a number is in an open conversation with the company. */
export const inConversation = (companyId: number, number: SQL): SQL<number> =>
  sql<number>`exists (select 1 from ${contacts} c join ${tickets} t on t.contact_id = c.id
    where c.company_id = ${companyId} and c.number in (${number}, ${otherForm(number)}) and t.status in ('open', 'pending'))`

const hasOptedOut = (companyId: number, number: SQL): SQL<number> =>
  sql<number>`exists (select 1 from ${campaignOptOuts} o where o.company_id = ${companyId} and o.number in (${number}, ${otherForm(number)}))`

/** Whether the owner of a number has written to a connection recently enough for a free text. */
export const inWindow = (companyId: number, whatsappId: number, number: SQL): SQL =>
  sql`exists (select 1 from ${contacts} c join ${replyWindows} w on w.contact_id = c.id
    where c.company_id = ${companyId} and c.number in (${number}, ${otherForm(number)})
      and w.whatsapp_id = ${whatsappId} and w.wrote_at > ${Date.now() - WINDOW_MS})`

/** How many of the recipients may get a free text; null when the connection has no such limit. */
const windowCount = (
  companyId: number,
  whatsappId: number | null,
  number: SQL,
  gets: SQL,
): SQL<number | null> =>
  whatsappId === null
    ? sql<null>`null`
    : sql<number>`count(*) filter (where ${gets} and ${inWindow(companyId, whatsappId, number)})`

/** Each excluded person is counted for one reason only; the rest are the recipients. */
interface Counts {
  total: number
  /** Contacts without a phone number: campaigns write to phones only. */
  withoutPhone: number
  invalid: number
  unchecked: number
  optedOut: number
  openTickets: number
  /** How many recipients may get a free text; null when everybody may. */
  inWindow: number | null
}

async function ofList(db: Reader, companyId: number, id: number, whatsappId: number | null) {
  await listOf(db, companyId, id)
  const number = sql`${contactListItems.number}`
  const hidden = isNoPhone(number)
  const onWhatsapp = sql`${contactListItems.numberState} <> 'invalid' and not ${hidden}`
  const out = hasOptedOut(companyId, number)
  const [counts] = await db
    .select({
      total: sql<number>`count(*)`,
      withoutPhone: sql<number>`count(*) filter (where ${hidden})`,
      invalid: sql<number>`count(*) filter (where ${contactListItems.numberState} = 'invalid' and not ${hidden})`,
      unchecked: sql<number>`count(*) filter (where ${contactListItems.numberState} = 'waiting' and not ${hidden})`,
      optedOut: sql<number>`count(*) filter (where ${onWhatsapp} and ${out})`,
      openTickets: sql<number>`count(*) filter (where ${onWhatsapp} and not ${out} and ${inConversation(companyId, number)})`,
      inWindow: windowCount(companyId, whatsappId, number, sql`${onWhatsapp} and not ${out}`),
    })
    .from(contactListItems)
    .where(writable(id))
  const samples = await db
    .select({
      name: contactListItems.name,
      number: contactListItems.number,
      email: contactListItems.email,
      inConversation: inConversation(companyId, number).mapWith(Boolean),
    })
    .from(contactListItems)
    .where(and(writable(id), onWhatsapp, not(out)))
    .orderBy(inConversation(companyId, number), asc(contactListItems.id))
    .limit(CAMPAIGN_SAMPLES)
  return { counts, samples }
}

async function ofTag(db: Reader, companyId: number, id: number, whatsappId: number | null) {
  await tagOf(db, companyId, id)
  const number = sql`${contacts.number}`
  const hidden = isNoPhone(number)
  const out = hasOptedOut(companyId, number)
  const gets = sql`not ${hidden} and not ${out}`
  const [counts] = await db
    .select({
      total: sql<number>`count(*)`,
      withoutPhone: sql<number>`count(*) filter (where ${hidden})`,
      invalid: sql<number>`0`,
      unchecked: sql<number>`0`,
      optedOut: sql<number>`count(*) filter (where ${out} and not ${hidden})`,
      openTickets: sql<number>`count(*) filter (where ${gets} and ${inConversation(companyId, number)})`,
      inWindow: windowCount(companyId, whatsappId, number, gets),
    })
    .from(contacts)
    .where(peopleOfTag(companyId, id))
  const samples = await db
    .select({
      name: contacts.name,
      number: contacts.number,
      email: contacts.email,
      inConversation: inConversation(companyId, number).mapWith(Boolean),
    })
    .from(contacts)
    .where(and(peopleOfTag(companyId, id), gets))
    .orderBy(inConversation(companyId, number), asc(contacts.id))
    .limit(CAMPAIGN_SAMPLES)
  return { counts, samples }
}

const NOBODY: Counts = {
  total: 0,
  withoutPhone: 0,
  invalid: 0,
  unchecked: 0,
  optedOut: 0,
  openTickets: 0,
  inWindow: null,
}

/** A connection of the company whose customers may be answered for a limited time only; null for any other. */
async function windowedConnection(db: Reader, companyId: number, id?: number): Promise<number | null> {
  if (id === undefined) return null
  const [row] = await db
    .select({ provider: whatsapps.provider })
    .from(whatsapps)
    .where(and(eq(whatsapps.id, id), eq(whatsapps.companyId, companyId)))
  return row && hasWindow(row.provider) ? id : null
}

/**
 * Counts whom a list or a tag reaches, with a sample of the recipients; people in a conversation may be left out and
 * come last.
 * @throws ApiError ERR_NO_CONTACTLIST_FOUND, ERR_NO_TAG_FOUND
 */
export async function audienceOf(
  db: Reader,
  companyId: number,
  of: {
    contactListId?: number | undefined
    tagListId?: number | undefined
    whatsappId?: number | undefined
  },
): Promise<Counts & { samples: { name: string; number: string; email: string; inConversation: boolean }[] }> {
  const whatsappId = await windowedConnection(db, companyId, of.whatsappId)
  const found =
    of.tagListId !== undefined
      ? await ofTag(db, companyId, of.tagListId, whatsappId)
      : of.contactListId !== undefined
        ? await ofList(db, companyId, of.contactListId, whatsappId)
        : { counts: NOBODY, samples: [] }
  return { ...NOBODY, ...found.counts, samples: found.samples }
}

/** Longest name of a list made from a tag. */
const LIST_NAME_CHARS = 50

/**
 * Makes a contact list from the people of a tag, as legacy servers do.
 * @returns its id.
 * @throws ApiError ERR_NO_TAG_FOUND
 */
export async function listOfTag(
  tx: Tx,
  companyId: number,
  tagId: number,
  campaignName: string,
  at: Date,
): Promise<number> {
  const tag = await tagOf(tx, companyId, tagId)
  const suffix = ` | TAG: ${tag.name} - ${at.toISOString().slice(0, 10)}`
  const name = `${campaignName.slice(0, Math.max(2, LIST_NAME_CHARS - suffix.length))}${suffix}`.slice(
    0,
    LIST_NAME_CHARS,
  )
  const [list] = await tx
    .insert(contactLists)
    .values({ companyId, name, search: fold(name) })
    .returning({ id: contactLists.id })
  if (!list) throw new ApiError('ERR_INTERNAL')
  const now = Date.now()
  // One statement for any number of them. Their numbers need no check: they are in conversations already.
  await tx.run(sql`
    insert into ${contactListItems}
      (company_id, contact_list_id, name, number, email, number_state, search, created_at, updated_at)
    select ${companyId}, ${list.id}, ${contacts.name}, ${contacts.number}, ${contacts.email},
      case when ${isNoPhone(contacts.number)} then 'invalid' else 'valid' end,
      ${contacts.search}, ${now}, ${now}
    from ${contacts} where ${peopleOfTag(companyId, tagId)} order by ${contacts.id}`)
  return list.id
}

/** Of the given numbers, those that opted out of campaigns. */
export async function optedOutAmong(
  db: Reader,
  companyId: number,
  numbers: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ number: campaignOptOuts.number })
    .from(campaignOptOuts)
    .where(
      and(
        eq(campaignOptOuts.companyId, companyId),
        inArray(campaignOptOuts.number, numbers.flatMap(numberForms)),
      ),
    )
  const out = new Set(rows.flatMap(({ number }) => numberForms(number)))
  return new Set(numbers.filter(number => out.has(number)))
}
