/** Changing and deleting companies. */
import { type companyForm, meantDay, type ScheduleDay } from '@contract'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import { reasonOf } from '../../log'
import { platformCompany, timeZoneOf } from '../../settings'
import type { Workspace } from '../../workspace'
import type { Reader, Tx } from '../db/client'
import { forgetEvents } from '../db/engine/inside'
import {
  auditEntries,
  companies,
  contacts,
  messages,
  queues,
  settings,
  tickets,
  users,
  whatsapps,
} from '../db/schema'
import { noteErased, overwriteErased } from '../keeping/erased'
import { announceCompany } from './announce'
import { freeName, refuseUnknownPlan } from './create'
import type { CompanyView } from './views'

type Form = Partial<Omit<z.output<typeof companyForm>, 'password'>>

/** @throws ApiError ERR_NO_COMPANY_FOUND */
export async function refuseUnknown(db: Reader, id: number): Promise<void> {
  if ((await db.$count(companies, eq(companies.id, id))) === 0) throw new ApiError('ERR_NO_COMPANY_FOUND')
}

/**
 * The day of the month a new due date is meant for: the 31st stays the 31st although a shorter month ends on the 30th.
 */
async function dueDayOf(tx: Tx, id: number, dueDate: string | null): Promise<number | null> {
  if (dueDate === null) return null
  const [company] = await tx.select().from(companies).where(eq(companies.id, id))
  const zone = await timeZoneOf(tx, id)
  const before = company?.dueDate ? meantDay(new Date(company.dueDate), company.dueDay, zone) : null
  return meantDay(new Date(dueDate), before, zone)
}

/**
 * Changes a company; what is left out stays as it is.
 * @throws ApiError ERR_NO_COMPANY_FOUND, ERR_COMPANY_NAME_ALREADY_EXISTS, ERR_NO_PLAN_FOUND
 */
export function updateCompany(app: Workspace, id: number, form: Form): Promise<CompanyView> {
  const { campaignsEnabled, ...columns } = form
  const changes = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
  return app.db.platform.write(async tx => {
    await refuseUnknown(tx, id)
    if (form.name !== undefined) await freeName(tx, form.name, id)
    if (form.planId !== undefined) await refuseUnknownPlan(tx, form.planId)
    await tx
      .update(companies)
      .set({
        ...changes,
        ...(form.dueDate === undefined ? {} : { dueDay: await dueDayOf(tx, id, form.dueDate) }),
        updatedAt: new Date().toISOString(),
      })
      .where(eq(companies.id, id))
    if (campaignsEnabled !== undefined) {
      const value = String(campaignsEnabled)
      await tx
        .insert(settings)
        .values({ companyId: id, key: 'campaignsEnabled', value })
        .onConflictDoUpdate({
          target: [settings.companyId, settings.key],
          set: { value, updatedAt: new Date().toISOString() },
        })
    }
    return announceCompany(app, tx, id, 'update')
  })
}

/**
 * Sets the business hours of a company.
 * @throws ApiError ERR_NO_COMPANY_FOUND
 */
export const setCompanyHours = (app: Workspace, id: number, schedules: ScheduleDay[]): Promise<CompanyView> =>
  app.db.platform.write(async tx => {
    await tx
      .update(companies)
      .set({ schedules, updatedAt: new Date().toISOString() })
      .where(eq(companies.id, id))
    return announceCompany(app, tx, id, 'update')
  })

/** Counts what would be lost with a company. */
export async function contentsOf(db: Reader, id: number) {
  const of = (table: typeof users | typeof whatsapps | typeof queues | typeof contacts | typeof tickets) =>
    db.$count(table, eq(table.companyId, id))
  const [people, connections, ownQueues, customers, conversations, words] = await Promise.all([
    of(users),
    of(whatsapps),
    of(queues),
    of(contacts),
    of(tickets),
    db.$count(messages, eq(messages.companyId, id)),
  ])
  return {
    users: people,
    connections,
    queues: ownQueues,
    contacts: customers,
    tickets: conversations,
    messages: words,
  }
}

/**
 * Deletes a company with all its rows, sessions, phones and files. Files that cannot be deleted are logged; the rows
 * are gone all the same.
 * @throws ApiError ERR_NO_COMPANY_FOUND; ERR_COMPANY_OF_PLATFORM for the company of a super-administrator and the one
 *   that holds the platform's settings.
 */
export async function removeCompany(app: Workspace, id: number): Promise<void> {
  const refuseKept = async (db: Reader): Promise<void> => {
    await refuseUnknown(db, id)
    const first = await platformCompany(db)
    const keepers = await db.$count(users, and(eq(users.companyId, id), eq(users.super, true)))
    if (keepers > 0 || first === id) throw new ApiError('ERR_COMPANY_OF_PLATFORM')
  }
  await refuseKept(app.db)
  const phones = await app.db.select({ id: whatsapps.id }).from(whatsapps).where(eq(whatsapps.companyId, id))
  // Signed out first: a phone must not write into a company that is gone.
  for (const phone of phones) await app.channel.disconnect(phone.id)
  await app.db.platform.write(async tx => {
    await refuseKept(tx)
    // The platform's log keeps that something was done; the company's data in it goes.
    await tx.update(auditEntries).set({ changes: [] }).where(eq(auditEntries.aboutCompanyId, id))
    await tx.delete(companies).where(eq(companies.id, id))
    await noteErased(tx)
    forgetEvents(id)
    app.realtime.dropCompany(id)
    app.realtime.toPlatform('company', { action: 'delete', companyId: id })
  }, true)
  await app.media
    .removeCompany(id)
    .catch(error =>
      app.log.warn('media of a deleted company not deleted', { companyId: id, reason: reasonOf(error) }),
    )
  await overwriteErased(app)
}
