/** Who wants no campaigns any more because they said so to WhatsApp itself, and not in words of their own. */
import { numberForms } from '@contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client'
import { campaignOptOuts } from '../../platform/db/schema'

/** Stands in the place of the word they wrote. */
const BY_WHATSAPP = 'WhatsApp'

interface Who {
  companyId: number
  number: string
  name: string
}

/** Puts somebody on the list; who is on it by a word of their own stays as they are. */
export async function noteOptOut(tx: Tx, { companyId, number, name }: Who): Promise<void> {
  const known = await tx.$count(
    campaignOptOuts,
    and(eq(campaignOptOuts.companyId, companyId), inArray(campaignOptOuts.number, numberForms(number))),
  )
  if (known === 0) await tx.insert(campaignOptOuts).values({ companyId, number, name, word: BY_WHATSAPP })
}

/** Takes somebody off the list who came onto it through WhatsApp: a word of their own holds on. */
export async function takeBackOptOut(tx: Tx, { companyId, number }: Who): Promise<void> {
  await tx
    .delete(campaignOptOuts)
    .where(
      and(
        eq(campaignOptOuts.companyId, companyId),
        inArray(campaignOptOuts.number, numberForms(number)),
        eq(campaignOptOuts.word, BY_WHATSAPP),
      ),
    )
}
