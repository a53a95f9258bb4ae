/**
 * Finds contacts a company has twice: one phone in both notations (src/contract/phone-numbers.ts). Incoming messages
 * treat them as one (inbound/people.ts); older ones are merged at the start.
 */
import { numberForms } from '@contract'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { every, type Job } from '../../every'
import type { Reader, Tx } from '../../platform/db/client'
import { eachRow } from '../../platform/db/each-row'
import { contacts, messages } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { type ContactRow, otherForm } from './by-phone'
import { type Merged, mergeContacts, mergeOrder, publishMerged, recordMerged } from './merge'

/** Pairs per slice: others write in between. */
const SLICE = 50
/** Searched once a day, for what an import of another program's rows may have brought, milliseconds. */
const AGAIN_MS = 24 * 60 * 60_000

/** The notation WhatsApp uses: that of the contact who wrote last; otherwise that of the contact that stays. */
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
 * Merges every two contacts with one phone, in all companies.
 * @param stopped asked between two of them.
 * @returns how many were merged.
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
          app.work.ownedCompanies(contacts.companyId),
          sql`length(${contacts.number}) = 13`,
          sql`exists (select 1 from ${contacts} o where o.company_id = ${contacts.companyId}
            and o.number = ${otherForm(contacts.number)} and o.id <> ${contacts.id})`,
        ),
      )
      .orderBy(contacts.id)
      .limit(SLICE)
    await eachRow(app.log, 'contacts were not merged', rows, async ({ id, companyId }) => {
      if (stopped()) return
      after = id
      const one = await app.db.company(companyId).write(async tx => {
        const found = await mergeOne(tx, id)
        await publishMerged(app, tx, found)
        return found
      })
      await recordMerged(app, one)
      merged += one.length
    })
    if (stopped()) return merged
    if (rows.length < SLICE) return merged
  }
}

/** Searches while the workspace runs. */
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
