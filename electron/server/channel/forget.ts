/** What channels keep of a person besides the workspace's own rows; it goes when the person is erased. */
import { numberForms } from '@contract'
import { and, eq, inArray, like, or } from 'drizzle-orm'
import type { Tx } from '../db/client'
import { cloudUnknown, inbox, webMessages, webPeople } from '../db/schema'
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
  const forms = numberForms(number)
  await tx
    .delete(inbox)
    .where(and(eq(inbox.companyId, companyId), inArray(inbox.chat, [...addresses, ...forms])))
  await tx
    .delete(cloudUnknown)
    .where(
      and(
        eq(cloudUnknown.companyId, companyId),
        or(...forms.map(one => like(cloudUnknown.payload, `%${one}%`))),
      ),
    )
}
