/** Starts campaigns whose time has come, and makes recipients of the items of their list. */
import { and, asc, eq, gt, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { otherForm } from '../../desk/contacts/by-phone'
import type { Tx } from '../../platform/db/client'
import { campaignRecipients, campaigns, contactListItems } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { writable } from './audience'
import { changed } from './live'

/** Items that become recipients in one transaction: others write in between. */
const SLICE = 1_000

/** Starts scheduled campaigns whose time has come. */
export async function beginDue(app: Workspace, at: Date): Promise<void> {
  const due = and(
    eq(campaigns.status, 'PROGRAMADA'),
    lte(campaigns.scheduledAt, at.toISOString()),
    app.work.ownedCompanies(campaigns.companyId),
  )
  // Read first: a write has to queue, and usually nothing is due.
  const companies = await app.db.selectDistinct({ id: campaigns.companyId }).from(campaigns).where(due)
  for (const { id } of companies) await beginIn(app, id, due, at)
}

async function beginIn(app: Workspace, company: number, due: SQL | undefined, at: Date): Promise<void> {
  const begun = await app.db
    .company(company)
    .update(campaigns)
    .set({
      status: 'EM_ANDAMENTO',
      startedAt: at.toISOString(),
      nextAt: null,
      stretchAt: null,
      preparedTo: 0,
      updatedAt: at.toISOString(),
    })
    .where(and(eq(campaigns.companyId, company), due))
    .returning({ id: campaigns.id, companyId: campaigns.companyId })
  for (const { id, companyId } of begun) changed(app, companyId, id)
}

/** Makes recipients of one slice of a list. @returns null when the campaign is prepared, or another process has it. */
async function slice(tx: Tx, id: number, at: Date): Promise<number | null> {
  const [row] = await tx
    .select({ companyId: campaigns.companyId, list: campaigns.contactListId, to: campaigns.preparedTo })
    .from(campaigns)
    .where(and(eq(campaigns.id, id), eq(campaigns.status, 'EM_ANDAMENTO'), isNotNull(campaigns.preparedTo)))
  if (!row || row.to === null) return null
  const items =
    row.list === null
      ? []
      : await tx
          .select({ id: contactListItems.id })
          .from(contactListItems)
          .where(and(writable(row.list), gt(contactListItems.id, row.to)))
          .orderBy(asc(contactListItems.id))
          .limit(SLICE)
  const last = items.at(-1)?.id ?? null
  if (row.list !== null && last !== null) {
    const now = at.getTime()
    // A number that is already a recipient, in any notation, stays as it is: nobody is written to twice.
    await tx.run(sql`
      insert into ${campaignRecipients}
        (company_id, campaign_id, item_id, name, number, email, search, created_at, updated_at)
      select company_id, ${id}, id, name, number, email, search, ${now}, ${now} from ${contactListItems}
      where contact_list_id = ${row.list} and number_state <> 'repeated' and id > ${row.to} and id <= ${last}
        and not exists (select 1 from ${campaignRecipients} r where r.campaign_id = ${id}
          and r.number = ${otherForm(contactListItems.number)})
        and not exists (select 1 from ${contactListItems} e where e.contact_list_id = ${row.list}
          and e.number = ${otherForm(contactListItems.number)} and e.id < ${contactListItems.id})
      order by id on conflict (campaign_id, number) do nothing`)
  }
  await tx.update(campaigns).set({ preparedTo: last }).where(eq(campaigns.id, id))
  return last
}

/** Makes recipients of the rest of the list; a restart continues where it stopped. */
export async function prepare(app: Workspace, id: number, companyId: number, at: Date): Promise<void> {
  while ((await app.db.company(companyId).write(tx => slice(tx, id, at))) !== null) {
    changed(app, companyId, id)
    await new Promise(resolve => setImmediate(resolve))
  }
}
