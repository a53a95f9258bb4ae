/** Adds and changes users: permissions and side effects. */
import { holds, type userForm } from '@contract'
import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import { isEnabled, platformSetting } from '../../settings'
import type { Me, Workspace } from '../../workspace'
import { proveOwnPassword } from '../auth/own-password'
import { hashPassword } from '../auth/passwords'
import type { Reader, Tx } from '../db/client'
import { existingQueues, userOf, whatsappOf } from '../db/company-rows'
import { queues, refreshTokens, tags, userQueues, userSkills, users } from '../db/schema'
import { refuseOverPlan } from '../plans/limits'
import { type UserView, userViews } from './views'

type UserForm = z.output<typeof userForm>
type UserRow = typeof users.$inferSelect

/**
 * @throws ApiError ERR_DUPLICATED_USER: an e-mail belongs to one user of the whole platform, because people sign in
 *   with it.
 */
export async function freeEmail(db: Reader, email: string, exceptId: number | null): Promise<string> {
  const address = email.trim().toLowerCase()
  const [taken] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, address), exceptId === null ? undefined : ne(users.id, exceptId)))
  if (taken) throw new ApiError('ERR_DUPLICATED_USER')
  return address
}

async function setQueues(tx: Tx, companyId: number, userId: number, ids: readonly number[]): Promise<void> {
  const wanted = await existingQueues(tx, companyId, ids)
  await tx.delete(userQueues).where(eq(userQueues.userId, userId))
  if (wanted.length > 0)
    await tx.insert(userQueues).values(wanted.map(queueId => ({ companyId, userId, queueId })))
}

/** @throws ApiError ERR_NO_TAG_FOUND */
async function setSkills(tx: Tx, companyId: number, userId: number, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)]
  const own = and(eq(tags.companyId, companyId), inArray(tags.id, wanted))
  if (wanted.length > 0 && (await tx.$count(tags, own)) !== wanted.length)
    throw new ApiError('ERR_NO_TAG_FOUND', { field: 'skillIds' })
  await tx.delete(userSkills).where(eq(userSkills.userId, userId))
  if (wanted.length > 0)
    await tx.insert(userSkills).values(wanted.map(tagId => ({ companyId, userId, tagId })))
}

/** @throws ApiError ERR_NO_USER_FOUND */
export async function userView(db: Reader, me: Pick<Me, 'companyId'>, id: number): Promise<UserView> {
  const [view] = await userViews(db, [id])
  if (!view || view.companyId !== me.companyId) throw new ApiError('ERR_NO_USER_FOUND')
  return view
}

/**
 * Adds a user to the caller's company.
 * @throws ApiError ERR_USER_CREATION_DISABLED while the platform allows no new users (setting userCreation; except its
 *   super-administrator), ERR_VALIDATION without a password, ERR_PLAN_LIMIT, ERR_DUPLICATED_USER, ERR_NO_QUEUE_FOUND,
 *   ERR_NO_TAG_FOUND, ERR_NO_WAPP_FOUND.
 */
export async function createUser(app: Workspace, me: Me, form: UserForm): Promise<UserView> {
  if (!form.password) throw new ApiError('ERR_VALIDATION', { field: 'password' })
  const passwordHash = await hashPassword(form.password)
  return app.db.platform.write(tx => insertUser(app, tx, me, form, passwordHash))
}

/** The company of a new user, and whether the platform's limits do not apply to the caller. */
type Adding = Pick<Me, 'companyId' | 'super'>

/** @throws ApiError ERR_USER_CREATION_DISABLED, ERR_PLAN_LIMIT */
export async function refuseNewUser(db: Reader, by: Adding): Promise<void> {
  if (!by.super && !isEnabled(await platformSetting(db, 'userCreation')))
    throw new ApiError('ERR_USER_CREATION_DISABLED')
  await refuseOverPlan(db, by.companyId, 'users')
}

/** Adds a user inside a transaction. @throws ApiError as `createUser`. */
export async function insertUser(
  app: Workspace,
  tx: Tx,
  by: Adding,
  form: Omit<UserForm, 'password'>,
  passwordHash: string,
): Promise<UserView> {
  const { companyId } = by
  await refuseNewUser(tx, by)
  const email = await freeEmail(tx, form.email, null)
  if (form.whatsappId != null) await whatsappOf(tx, companyId, form.whatsappId)
  const [row] = await tx
    .insert(users)
    .values({
      companyId,
      name: form.name,
      email,
      passwordHash,
      profile: form.profile ?? 'user',
      // Without queues every ticket is without one: a new user would otherwise see no customer.
      allTicket: form.allTicket ?? (await tx.$count(queues, eq(queues.companyId, companyId))) === 0,
      whatsappId: form.whatsappId ?? null,
      ticketCeiling: form.ticketCeiling ?? null,
    })
    .returning({ id: users.id })
  if (!row) throw new ApiError('ERR_INTERNAL')
  await setQueues(tx, companyId, row.id, form.queueIds ?? [])
  await setSkills(tx, companyId, row.id, form.skillIds ?? [])
  const user = await userView(tx, by, row.id)
  app.realtime.toCompany(companyId, 'user', { action: 'create', user })
  return user
}

/** Whether the form changes something that needs the permission. */
async function overreaches(db: Reader, me: Me, row: UserRow, form: UserForm): Promise<boolean> {
  if (form.profile !== undefined && form.profile !== row.profile && !holds(me, 'user-modal:editProfile'))
    return true
  if (holds(me, 'user-modal:editQueues')) return false
  if (form.allTicket !== undefined && form.allTicket !== row.allTicket) return true
  if (form.ticketCeiling !== undefined && form.ticketCeiling !== row.ticketCeiling) return true
  const [own] = await userViews(db, [row.id])
  return (
    differ(
      form.queueIds,
      own?.queues?.map(queue => Number(queue.id)),
    ) || differ(form.skillIds, own?.skillIds)
  )
}

/** Whether the requested ids differ from the present ones. */
function differ(asked: readonly number[] | undefined, own: readonly unknown[] | null | undefined): boolean {
  const [now, wanted] = [new Set(own), new Set(asked)]
  return asked !== undefined && (now.size !== wanted.size || [...wanted].some(id => !now.has(id)))
}

/** Whether somebody is the only admin of their company. */
export async function lastAdmin(tx: Tx, row: UserRow): Promise<boolean> {
  if (row.profile !== 'admin') return false
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.companyId, row.companyId), eq(users.profile, 'admin'), ne(users.id, row.id)))
  return admins.length === 0
}

/**
 * Changes a user: holders of users:manage change anybody of their company, others only their own name, e-mail, password
 * (with the current one) and connection. Omitted members stay, and so does an empty password. A changed password ends
 * the user's other sign-ins.
 * @throws ApiError ERR_NO_USER_FOUND, ERR_NO_PERMISSION, ERR_DUPLICATED_USER, ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND,
 *   ERR_NO_TAG_FOUND, ERR_WRONG_PASSWORD, ERR_TOO_MANY_ATTEMPTS.
 */
export async function updateUser(app: Workspace, me: Me, id: number, form: UserForm): Promise<UserView> {
  // Permissions are checked before anything else is computed.
  await userOf(app.db, me.companyId, id)
  if (id !== me.id && !holds(me, 'users:manage')) throw new ApiError('ERR_NO_PERMISSION')
  if (form.password && id === me.id) await proveOwnPassword(app, me, form.currentPassword)
  const passwordHash = form.password ? await hashPassword(form.password) : null
  return app.db.platform.write(async tx => {
    const row = await userOf(tx, me.companyId, id)
    if (id !== me.id && !holds(me, 'users:manage')) throw new ApiError('ERR_NO_PERMISSION')
    if (row.super && !me.super) throw new ApiError('ERR_NO_PERMISSION')
    if (await overreaches(tx, me, row, form)) throw new ApiError('ERR_NO_PERMISSION')
    if (form.profile !== undefined && form.profile !== 'admin' && (await lastAdmin(tx, row))) {
      throw new ApiError('ERR_NO_PERMISSION')
    }
    const email = await freeEmail(tx, form.email, id)
    if (form.whatsappId != null) await whatsappOf(tx, me.companyId, form.whatsappId)
    await tx
      .update(users)
      .set({
        name: form.name,
        email,
        ...(passwordHash ? { passwordHash } : {}),
        ...(form.profile === undefined ? {} : { profile: form.profile }),
        ...(form.allTicket === undefined ? {} : { allTicket: form.allTicket }),
        ...(form.whatsappId === undefined ? {} : { whatsappId: form.whatsappId }),
        ...(form.ticketCeiling === undefined ? {} : { ticketCeiling: form.ticketCeiling }),
        updatedAt: new Date().toISOString(),
      })
      .where(eq(users.id, id))
    if (form.queueIds !== undefined && holds(me, 'user-modal:editQueues')) {
      await setQueues(tx, me.companyId, id, form.queueIds)
    }
    if (form.skillIds !== undefined) await setSkills(tx, me.companyId, id, form.skillIds)
    if (passwordHash) {
      const ended = await tx
        .update(refreshTokens)
        .set({ revokedAt: new Date().toISOString() })
        .where(
          and(
            eq(refreshTokens.userId, id),
            isNull(refreshTokens.revokedAt),
            id === me.id ? ne(refreshTokens.family, me.session) : undefined,
          ),
        )
        .returning({ family: refreshTokens.family })
      for (const family of new Set(ended.map(token => token.family)))
        app.realtime.dropUser(me.companyId, id, family)
    }
    app.realtime.refreshUser(me.companyId, id)
    const user = await userView(tx, me, id)
    app.realtime.toCompany(me.companyId, 'user', { action: 'update', user })
    return user
  })
}
