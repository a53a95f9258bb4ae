/** Stores notices from Meta about templates and about customers' marketing preferences. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client'
import { cloudAccounts, connectionTemplates } from '../../../platform/db/schema'
import { contactByPhone } from '../../contacts/by-phone'
import { noteOptOut, takeBackOptOut } from '../../contacts/opt-outs'
import type { TemplateNotice, WishNotice } from './account-notices'

interface At {
  companyId: number
  whatsappId: number
}

/** Earlier than any list was read: it is read anew when it is next needed. */
const NEVER = new Date(0).toISOString()
/** Notices come with whole seconds, milliseconds. */
const SECOND_MS = 1_000

/** Changes a template in the stored lists of its account, which all its numbers share. */
export async function takeTemplate(
  db: Db,
  { companyId, whatsappId }: At,
  told: TemplateNotice,
): Promise<void> {
  const { businessAccountId } = cloudAccounts
  await db.company(companyId).write(async tx => {
    const account = tx
      .select({ id: businessAccountId })
      .from(cloudAccounts)
      .where(eq(cloudAccounts.whatsappId, whatsappId))
    const lists = await tx
      .select({ list: connectionTemplates })
      .from(connectionTemplates)
      .innerJoin(cloudAccounts, eq(cloudAccounts.whatsappId, connectionTemplates.whatsappId))
      .where(and(eq(connectionTemplates.companyId, companyId), inArray(businessAccountId, account)))
    for (const { list } of lists) {
      // A list that was read after the notice knows better, and is asked again.
      const isOld = told.at !== null && Date.parse(told.at) + SECOND_MS <= Date.parse(list.askedAt)
      const isKnown = list.templates.some(one => one.name === told.name && one.language === told.language)
      const templates = list.templates.map(one =>
        one.name === told.name && one.language === told.language && !isOld
          ? {
              ...one,
              ...(told.status === null ? {} : { status: told.status, reason: told.reason || null }),
              ...(told.category === null ? {} : { category: told.category }),
            }
          : one,
      )
      await tx
        .update(connectionTemplates)
        .set({ templates, ...(told.isStale || isOld || !isKnown ? { askedAt: NEVER } : {}) })
        .where(eq(connectionTemplates.whatsappId, list.whatsappId))
    }
  })
}

/** A customer opts out of marketing or back in: campaigns follow what was said to WhatsApp. */
export async function takeWish(db: Db, { companyId }: At, { from, name, wants }: WishNotice): Promise<void> {
  const known = await contactByPhone(db, companyId, from)
  const who = { companyId, number: known?.number ?? from, name: known?.name ?? name }
  await db.company(companyId).write(tx => (wants ? takeBackOptOut(tx, who) : noteOptOut(tx, who)))
}
