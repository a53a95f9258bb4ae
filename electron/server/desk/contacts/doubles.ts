/**
 * Contacts a company has twice: one phone, kept in both ways it is written (src/contract/phone-numbers.ts). Messages that come in meet them as one
 * from now on (inbound/people.ts); those that were made before are made one when the work begins.
 */
import { numberForms } from '@contract'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { every, type Job } from '../../every'
import type { Reader, Tx } from '../../platform/db/client'
import { contacts, messages } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { type ContactRow, otherForm } from './by-phone'
import { type Merged, mergeContacts, mergeOrder, publishMerged, recordMerged } from './merge'

/** Pairs looked for at once: others write in between. */
const SLICE = 50
/** What an import of another program's rows may have brought is looked for once a day, in milliseconds. */
const AGAIN_MS = 24 * 60 * 60_000

/** The number WhatsApp writes from: that of the contact who wrote last; of two who never did, the one that stays. */
export async function lastWritingNumber(
  db: Reader,
  a: ContactRow,
  b: ContactRow,
  keep: ContactRow,
): Promise<string> {
  const [last] = await db
    .select({ contactId: messages.contactId })
    .from(messages)
    .where(and(inArray(messages.contactId, [a.id, b.id]), eq(messages.fromMe, false)))
    .orderBy(sql`${messages.seq} desc`)
    .limit(1)
  return [a, b].find(one => one.id === last?.contactId)?.number ?? keep.number
}

async function mergeOne(tx: Tx, id: number): Promise<Merged[]> {
  const [one] = await tx.select().from(contacts).where(eq(contacts.id, id))
  const [, number] = one ? numberForms(one.number) : []
  if (!one || number === undefined) return []
  const [other] = await tx
    .select()
    .from(contacts)
    .where(and(eq(contacts.companyId, one.companyId), eq(contacts.number, number)))
  if (!other || other.isGroup || one.isGroup) return []
  const { keep, gone } = mergeOrder(one, other)
  return [await mergeContacts(tx, keep, gone, await lastWritingNumber(tx, one, other, keep))]
}

/**
 * Makes one contact of every two of one phone, in all companies.
 * @param stopped asked between two of them.
 * @returns how many were made one.
 */
export async function mergeDoubles(app: Workspace, stopped: () => boolean = () => false): Promise<number> {
  let after = 0
  let merged = 0
  for (;;) {
    const rows = await app.db
      .select({ id: contacts.id, companyId: contacts.companyId })
      .from(contacts)
      .where(
        and(
          gt(contacts.id, after),
          app.work.mine(contacts.companyId),
          sql`length(${contacts.number}) = 13`,
          sql`exists (select 1 from ${contacts} o where o.company_id = ${contacts.companyId}
            and o.number = ${otherForm(contacts.number)} and o.id <> ${contacts.id})`,
        ),
      )
      .orderBy(contacts.id)
      .limit(SLICE)
    for (const { id, companyId } of rows) {
      if (stopped()) return merged
      const one = await app.db.company(companyId).write(async tx => {
        const found = await mergeOne(tx, id)
        await publishMerged(app, tx, found)
        return found
      })
      await recordMerged(app, one)
      merged += one.length
      after = id
    }
    if (rows.length < SLICE) return merged
  }
}

/** Looks for them while the workspace runs. */
export function startMerging(app: Workspace): Job {
  let stopped = false
  const job = every(app, 'contact.merge', AGAIN_MS, () => mergeDoubles(app, () => stopped))
  return {
    async stop() {
      stopped = true
      await job.stop()
    },
  }
}
