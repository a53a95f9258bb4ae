/** Deletes what channels store about a person when the person is erased. */
import { numberForms } from '@contract'
import { and, eq, inArray, like, or } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client'
import { cloudUnknown, inbox, webMessages, webPeople } from '../../platform/db/schema'
import { jidOf } from './web/jids'

/** Forgets a person or group of a company. @param names all its numbers and addresses. */
export async function forgetPerson(
  tx: Tx,
  companyId: number,
  names: readonly string[],
  isGroup: boolean,
): Promise<void> {
  const person = and(eq(webPeople.companyId, companyId), inArray(webPeople.number, names))
  const known = await tx.select({ jid: webPeople.jid }).from(webPeople).where(person)
  const addresses = [...new Set([...names.map(name => jidOf(name, isGroup)), ...known.map(({ jid }) => jid)])]
  await tx.delete(webPeople).where(person)
  await tx
    .delete(webMessages)
    .where(
      and(
        eq(webMessages.companyId, companyId),
        or(inArray(webMessages.chat, addresses), inArray(webMessages.participant, addresses)),
      ),
    )
  const forms = names.flatMap(numberForms)
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
