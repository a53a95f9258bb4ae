/** What channels keep of a person besides the workspace's own rows; it goes when the person is erased. */
import { and, eq, inArray, or } from 'drizzle-orm'
import type { Tx } from '../db/client'
import { cloudInbox, webInbox, webMessages, webPeople } from '../db/schema'
import { jidOf } from './web/jids'

/** Forgets a person or group of a company, by the number it is known by. */
export async function forgetPerson(
  tx: Tx,
  companyId: number,
  { number, isGroup }: { number: string; isGroup: boolean },
): Promise<void> {
  const person = and(eq(webPeople.companyId, companyId), eq(webPeople.number, number))
  const known = await tx.select({ jid: webPeople.jid }).from(webPeople).where(person)
  const addresses = [...new Set([jidOf(number, isGroup), ...known.map(({ jid }) => jid)])]
  await tx.delete(webPeople).where(person)
  await tx
    .delete(webMessages)
    .where(
      and(
        eq(webMessages.companyId, companyId),
        or(inArray(webMessages.chat, addresses), inArray(webMessages.participant, addresses)),
      ),
    )
  await tx.delete(webInbox).where(and(eq(webInbox.companyId, companyId), inArray(webInbox.chat, addresses)))
  await tx.delete(cloudInbox).where(and(eq(cloudInbox.companyId, companyId), eq(cloudInbox.chat, number)))
}
