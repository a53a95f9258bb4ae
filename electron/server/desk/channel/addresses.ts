/**
 * What identifies contacts besides their phone: Meta's ids, WhatsApp's anonymous numbers (src/contract/addresses.ts).
 * An address identifies the same person in every scope, but can be written to only within its own.
 */
import { type Address, addressIn } from '@contract'
import { type AnyColumn, and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/client'
import { oneOf } from '../../platform/db/engine/words'
import { cloudAccounts, contactAddresses, contacts, whatsapps } from '../../platform/db/schema'
import { ChannelError, type Recipient } from './channel'
import type { ChannelIdentity } from './identity'

/** An address and the scope in which it can be written to. */
export interface ScopedAddress extends Address {
  scope: string
}

/** All addresses of a person, including one in the place of the number. */
export function addressesOf({
  number,
  addresses = [],
}: Pick<ChannelIdentity, 'number' | 'addresses'>): Address[] {
  const own = addressIn(number)
  return [...new Map([...(own ? [own] : []), ...addresses].map(one => [one.value, one])).values()]
}

const connectionScope = (whatsappId: number): string => `whatsapp:${whatsappId}`
const accountScope = (whatsappId: number, businessAccountId: string | null | undefined): string =>
  businessAccountId ? `waba:${businessAccountId}` : connectionScope(whatsappId)

/** The scope of addresses a connection learns: Meta's account of the number, else the connection alone. */
export async function scopesOf(db: Reader, whatsappIds: readonly number[]): Promise<Map<number, string>> {
  if (whatsappIds.length === 0) return new Map()
  const rows = await db
    .select({ whatsappId: cloudAccounts.whatsappId, businessAccountId: cloudAccounts.businessAccountId })
    .from(cloudAccounts)
    .where(inArray(cloudAccounts.whatsappId, [...whatsappIds]))
  const accounts = new Map(rows.map(row => [row.whatsappId, row.businessAccountId]))
  return new Map(whatsappIds.map(id => [id, accountScope(id, accounts.get(id))]))
}

export type AddressRow = typeof contactAddresses.$inferSelect

/** What is known about these addresses, in every scope. */
export async function addressRows(
  db: Reader,
  companyId: number,
  values: readonly string[],
): Promise<AddressRow[]> {
  if (values.length === 0) return []
  return db
    .select()
    .from(contactAddresses)
    .where(and(eq(contactAddresses.companyId, companyId), oneOf(contactAddresses.value, values)))
}

/**
 * Stores addresses of a contact; one that belonged to another contact moves to this one, in every scope.
 * @param known what was already read about them.
 */
export async function learnAddresses(
  tx: Tx,
  { id: contactId, companyId }: { id: number; companyId: number },
  addresses: readonly ScopedAddress[],
  known?: readonly AddressRow[],
): Promise<void> {
  const values = addresses.map(({ value }) => value)
  const rows = (known ?? (await addressRows(tx, companyId, values))).filter(row => values.includes(row.value))
  if (rows.some(row => row.contactId !== contactId))
    await tx
      .update(contactAddresses)
      .set({ contactId })
      .where(and(eq(contactAddresses.companyId, companyId), oneOf(contactAddresses.value, values)))
  const isKnown = ({ value, scope }: ScopedAddress): boolean =>
    rows.some(row => row.value === value && row.scope === scope)
  const fresh = new Map(addresses.filter(one => !isKnown(one)).map(one => [`${one.value} ${one.scope}`, one]))
  if (fresh.size > 0)
    await tx
      .insert(contactAddresses)
      .values([...fresh.values()].map(one => ({ ...one, companyId, contactId })))
      .onConflictDoNothing()
}

/** A person has other addresses now: the old ones still find the contact but are not written to. */
export async function endAddresses(tx: Tx, companyId: number, ended: readonly Address[]): Promise<void> {
  const values = ended.map(({ value }) => value)
  if (values.length === 0) return
  await tx
    .update(contactAddresses)
    .set({ former: true })
    .where(and(eq(contactAddresses.companyId, companyId), oneOf(contactAddresses.value, values)))
}

/** What a provider's numbers can write to when the phone is unknown. */
const WITHOUT_PHONE: Readonly<Record<string, Address['kind']>> = { cloud: 'user', web: 'lid' }

/**
 * The recipient of a contact on a connection: the phone if known, else the latest address valid for this connection.
 * @returns null when the connection cannot reach the person.
 */
export async function recipientOf(
  db: Reader,
  contact: { id: number; number: string; isGroup: boolean },
  whatsappId: number,
): Promise<Recipient | null> {
  const { id, number, isGroup } = contact
  if (isGroup || addressIn(number) === null) return { number, isGroup }
  const [connection] = await db
    .select({ provider: whatsapps.provider, businessAccountId: cloudAccounts.businessAccountId })
    .from(whatsapps)
    .leftJoin(cloudAccounts, eq(cloudAccounts.whatsappId, whatsapps.id))
    .where(eq(whatsapps.id, whatsappId))
  const kind = WITHOUT_PHONE[connection?.provider ?? '']
  // Numbers of other providers identify their customers by whatever they reported.
  if (!kind) return { number, isGroup }
  const scopes = [connectionScope(whatsappId), accountScope(whatsappId, connection?.businessAccountId)]
  const [row] = await db
    .select({ value: contactAddresses.value })
    .from(contactAddresses)
    .where(
      and(
        eq(contactAddresses.contactId, id),
        eq(contactAddresses.kind, kind),
        eq(contactAddresses.former, false),
        inArray(contactAddresses.scope, scopes),
      ),
    )
    .orderBy(desc(contactAddresses.id))
    .limit(1)
  return row ? { number: row.value, isGroup } : null
}

/**
 * The same for a contact's id.
 * @throws ChannelError ERR_WAPP_NO_ADDRESS when the connection cannot reach the person.
 */
export async function recipientFor(db: Reader, contactId: number, whatsappId: number): Promise<Recipient> {
  const [contact] = await db
    .select({ id: contacts.id, number: contacts.number, isGroup: contacts.isGroup })
    .from(contacts)
    .where(eq(contacts.id, contactId))
  const recipient = contact ? await recipientOf(db, contact, whatsappId) : null
  if (!recipient) throw new ChannelError('ERR_WAPP_NO_ADDRESS')
  return recipient
}

/** The condition "this number is an address, not a phone". */
export const isNoPhone = (number: SQL | AnyColumn): SQL<number> =>
  sql<number>`(${number} like '__.%' or ${number} like '%@lid')`

/** All names of a contact: its number and its present and former addresses. */
export async function namesOf(tx: Reader, { id, number }: { id: number; number: string }): Promise<string[]> {
  const others = await tx
    .select({ value: contactAddresses.value })
    .from(contactAddresses)
    .where(eq(contactAddresses.contactId, id))
  return [...new Set([number, ...others.map(({ value }) => value)])]
}

/** The condition "this contact has this address". */
export const hasAddress = (companyId: number, value: string) =>
  sql`${contacts.id} in (select ${contactAddresses.contactId} from ${contactAddresses}
    where ${contactAddresses.companyId} = ${companyId} and ${contactAddresses.value} = ${value})`
