/** Opt-outs from campaigns made through WhatsApp's own button. */
import { numberForms } from '@contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client'
import { campaignOptOuts } from '../../platform/db/schema'

/** Stored instead of a word the person wrote. */
const BY_WHATSAPP = 'WhatsApp'

interface Who {
  companyId: number
  number: string
  name: string
}

/** Adds an opt-out; an existing one in the person's own words stays. */
export async function noteOptOut(tx: Tx, { companyId, number, name }: Who): Promise<void> {
  const known = await tx.$count(
    campaignOptOuts,
    and(eq(campaignOptOuts.companyId, companyId), inArray(campaignOptOuts.number, numberForms(number))),
  )
  if (known === 0) await tx.insert(campaignOptOuts).values({ companyId, number, name, word: BY_WHATSAPP })
}

/** Removes an opt-out made through WhatsApp; one in the person's own words stays. */
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
