/**
 * What identifies contacts besides their phone: Meta's ids, WhatsApp's anonymous numbers (src/contract/addresses.ts).
 * An address identifies the same person in every scope, but can be written to only within its own.
 */
import { type Address, addressIn } from '@contract'
import { type AnyColumn, and, desc, eq, inArray, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/client'
import { storable } from '../../platform/db/engine/texts'
import { amongIds, oneOf } from '../../platform/db/engine/words'
import { prepared } from '../../platform/db/prepared'
import { cloudAccounts, contactAddresses, contacts, whatsapps } from '../../platform/db/schema'
import type { Recipient } from './channel'
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

const accounts = prepared(db =>
  db
    .select({ whatsappId: cloudAccounts.whatsappId, businessAccountId: cloudAccounts.businessAccountId })
    .from(cloudAccounts)
    .where(amongIds(cloudAccounts.whatsappId))
    .prepare(),
)

/** Where addresses that connections learn can be written to: Meta's account the number belongs to, else the connection alone. */
export async function scopesOf(db: Reader, whatsappIds: readonly number[]): Promise<Map<number, string>> {
  if (whatsappIds.length === 0) return new Map()
  const rows = await accounts(db).all({ ids: JSON.stringify(whatsappIds) })
  const known = new Map(rows.map(row => [row.whatsappId, row.businessAccountId]))
  return new Map(whatsappIds.map(id => [id, accountScope(id, known.get(id))]))
}

export type AddressRow = typeof contactAddresses.$inferSelect

const addressesKnown = prepared(db =>
  db
    .select()
    .from(contactAddresses)
    .where(
      and(eq(contactAddresses.companyId, sql.placeholder('companyId')), amongIds(contactAddresses.value)),
    )
    .prepare(),
)

/** What is known of these addresses, in every scope. */
export async function addressRows(
  db: Reader,
  companyId: number,
  values: readonly string[],
): Promise<AddressRow[]> {
  if (values.length === 0) return []
  return addressesKnown(db).all({ companyId, ids: JSON.stringify(values.map(storable)) })
}

/**
 * Stores addresses of a contact; one that belonged to another contact moves to this one, in every scope. One that is former
 * in a scope is so in each.
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
  const formerAt = ({ value }: ScopedAddress): string | null =>
    rows.find(row => row.value === value && row.formerAt !== null)?.formerAt ?? null
  if (fresh.size > 0)
    await tx
      .insert(contactAddresses)
      .values([...fresh.values()].map(one => ({ ...one, companyId, contactId, formerAt: formerAt(one) })))
      .onConflictDoNothing()
}

/**
 * A person has other addresses now: the old ones still find the contact but are not written to.
 * @param formerAt since when; null: they have these again.
 */
export async function endAddresses(
  tx: Tx,
  companyId: number,
  ended: readonly Address[],
  formerAt: string | null,
): Promise<void> {
  const values = ended.map(({ value }) => value)
  if (values.length === 0) return
  await tx
    .update(contactAddresses)
    .set({ formerAt })
    .where(and(eq(contactAddresses.companyId, companyId), oneOf(contactAddresses.value, values)))
}

/** Which of a contact's addresses an older move led away from: those with another of their kind, in their scope, by now. */
export async function replacedAmong(tx: Tx, contactId: number, left: readonly Address[]): Promise<Address[]> {
  const isCurrent = and(eq(contactAddresses.contactId, contactId), isNull(contactAddresses.formerAt))
  const current = await tx.select().from(contactAddresses).where(isCurrent)
  const isLeft = ({ value }: Address): boolean => left.some(one => one.value === value)
  return current.filter(
    row =>
      isLeft(row) &&
      current.some(other => !isLeft(other) && other.kind === row.kind && other.scope === row.scope),
  )
}

/**
 * A person is met by former addresses after these had ended: they have them again, and no longer those of the same kind that
 * they were written to by in the same scopes.
 * @param met the addresses of one report. @param at when it was made. @param known what was already read about them.
 */
export async function followBack(
  tx: Tx,
  { id: contactId, companyId }: { id: number; companyId: number },
  met: readonly ScopedAddress[],
  at: string,
  known: readonly AddressRow[],
): Promise<void> {
  const values = met.map(({ value }) => value)
  const back = known.filter(row => row.formerAt !== null && row.formerAt < at && values.includes(row.value))
  if (back.length === 0) return
  await tx
    .update(contactAddresses)
    .set({ formerAt: at })
    .where(
      and(
        eq(contactAddresses.contactId, contactId),
        isNull(contactAddresses.formerAt),
        inArray(contactAddresses.kind, [...new Set(back.map(({ kind }) => kind))]),
        inArray(contactAddresses.scope, [...new Set([...back, ...met].map(({ scope }) => scope))]),
        notInArray(contactAddresses.value, values),
      ),
    )
  await endAddresses(tx, companyId, back, null)
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
  const { businessAccountId, portfolioId } = cloudAccounts
  const [connection] = await db
    .select({ provider: whatsapps.provider, companyId: whatsapps.companyId, businessAccountId, portfolioId })
    .from(whatsapps)
    .leftJoin(cloudAccounts, eq(cloudAccounts.whatsappId, whatsapps.id))
    .where(eq(whatsapps.id, whatsappId))
  const kind = WITHOUT_PHONE[connection?.provider ?? '']
  // Numbers of other providers identify their customers by whatever they reported.
  if (!kind) return { number, isGroup }
  // Meta's ids are those of a portfolio: all its accounts write to them.
  const shared = connection?.portfolioId
    ? await db
        .select({ businessAccountId })
        .from(cloudAccounts)
        .where(
          and(eq(cloudAccounts.companyId, connection.companyId), eq(portfolioId, connection.portfolioId)),
        )
    : []
  const scopes = [
    connectionScope(whatsappId),
    ...[connection, ...shared].map(one => accountScope(whatsappId, one?.businessAccountId)),
  ]
  const [row] = await db
    .select({ value: contactAddresses.value })
    .from(contactAddresses)
    .where(
      and(
        eq(contactAddresses.contactId, id),
        eq(contactAddresses.kind, kind),
        isNull(contactAddresses.formerAt),
        inArray(contactAddresses.scope, scopes),
      ),
    )
    .orderBy(desc(contactAddresses.id))
    .limit(1)
  return row ? { number: row.value, isGroup } : null
}

/** The condition "this number is no phone but what stands in its place". */
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
