/**
 * Invitations: for one person, once, for a day. The stored row does not contain the secret. An expired one is kept for
 * another day, so that coming late does not count as guessing.
 */
import { createHmac, randomBytes } from 'node:crypto'
import {
  type BodyOut,
  INVITATION_MS,
  INVITATIONS_MAX,
  type InvitationPreview,
  invitationCode,
  invitationLink,
  type NewInvitation,
  type OpenInvitation,
  SECRET_SIGNS,
  signsOf,
} from '@contract'
import { and, eq, gt, lte, type SQL } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Me, Workspace } from '../../workspace'
import { hashPassword, verifyPassword } from '../auth/passwords'
import { keyFor } from '../auth/seal'
import type { Reader, Tx } from '../db/client'
import { existingQueues, userOf } from '../db/company-rows'
import { keptSince } from '../db/kept'
import { companies, invitations, users } from '../db/schema'
import { insertUser, refuseNewUser } from '../people/users'

type Row = typeof invitations.$inferSelect

const SECRET_BYTES = (SECRET_SIGNS * 5) / 8

const hashOf = (app: Pick<Workspace, 'keys'>, secret: string): string =>
  createHmac('sha256', keyFor(app.keys, 'invitations')).update(secret).digest('base64url')

const view = ({ id, name, profile, queueIds, userId, expiresAt }: Row): OpenInvitation => ({
  ...{ id, name, profile, userId, expiresAt },
  queueIds: [...queueIds],
})

const open = () => gt(invitations.expiresAt, new Date().toISOString())

/** Ends those that are open. @returns which they were. */
const end = (tx: Tx, which: SQL | undefined) =>
  tx
    .update(invitations)
    .set({ expiresAt: new Date().toISOString() })
    .where(and(which, open()))
    .returning({ id: invitations.id })

/** A company's open invitations, newest first. */
export async function openInvitations(db: Reader, companyId: number): Promise<OpenInvitation[]> {
  const rows = await db
    .select()
    .from(invitations)
    .where(and(eq(invitations.companyId, companyId), open()))
  return rows.map(view).toReversed()
}

const changed = (app: Workspace, companyId: number): void =>
  app.realtime.toCompany(companyId, 'localNetwork', { action: 'changed' })

/** Tells a company whether colleagues on this network are let in. */
export const announceNetwork = (app: Workspace, companyId: number): Promise<void> =>
  app.db.company(companyId).write(async () => changed(app, companyId))

/**
 * Invites a new person, or somebody with a user who uses another computer now.
 * @throws ApiError ERR_NO_NETWORK while nobody is let in, or this computer is in no network, ERR_INVITATIONS_FULL,
 *   ERR_USER_CREATION_DISABLED, ERR_PLAN_LIMIT, ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND.
 */
export async function invite(
  app: Workspace,
  me: Me,
  form: BodyOut<'invitations.create'>,
): Promise<NewInvitation> {
  const { places = [], fingerprint = '' } = (await app.localNetwork?.state()) ?? {}
  const [at] = places
  const others = app.localNetwork?.places().filter(place => place !== at) ?? []
  if (!at) throw new ApiError('ERR_NO_NETWORK')
  const secret = signsOf(randomBytes(SECRET_BYTES))
  const { companyId } = me
  const row = await app.db.company(companyId).write(async tx => {
    const dayAgo = await keptSince(tx, null, Date.now(), INVITATION_MS)
    await tx.delete(invitations).where(lte(invitations.expiresAt, dayAgo))
    const ofCompany = eq(invitations.companyId, companyId)
    if ((await tx.$count(invitations, and(ofCompany, open()))) >= INVITATIONS_MAX)
      throw new ApiError('ERR_INVITATIONS_FULL')
    const known = form.userId ? await userOf(tx, companyId, form.userId) : null
    if (!known) {
      await refuseNewUser(tx, me)
      await existingQueues(tx, companyId, form.queueIds)
    }
    const [made] = await tx
      .insert(invitations)
      .values({
        companyId,
        userId: known?.id ?? null,
        name: known?.name ?? form.name,
        profile: form.profile,
        queueIds: known ? [] : form.queueIds,
        secret: hashOf(app, secret),
        expiresAt: new Date(Date.now() + INVITATION_MS).toISOString(),
      })
      .returning()
    changed(app, companyId)
    return made
  })
  if (!row) throw new ApiError('ERR_INTERNAL')
  return {
    ...view(row),
    at,
    link: invitationLink({ at, others, fingerprint, secret }),
    code: invitationCode({ fingerprint, secret }),
  }
}

/** @throws ApiError ERR_INVITATION when it is gone. */
export async function takeBack(app: Workspace, me: Me, id: number): Promise<void> {
  await app.db.company(me.companyId).write(async tx => {
    const gone = await end(tx, and(eq(invitations.companyId, me.companyId), eq(invitations.id, id)))
    if (gone.length === 0) throw new ApiError('ERR_INVITATION')
    changed(app, me.companyId)
  })
}

/** @throws ApiError ERR_INVITATION for an unknown, accepted, withdrawn or expired one, without saying which. */
async function found(app: Workspace, db: Reader, secret: string): Promise<Row> {
  const [row] = await db
    .select()
    .from(invitations)
    .where(and(eq(invitations.secret, hashOf(app, secret)), open()))
  if (!row) throw new ApiError('ERR_INVITATION')
  return row
}

/** Whether there was ever such an invitation; those that ended more than a day ago are forgotten. */
export const wasMade = async (app: Workspace, secret: string): Promise<boolean> =>
  (await app.db.$count(invitations, eq(invitations.secret, hashOf(app, secret)))) > 0

const personOf = async (db: Reader, { userId }: Row) =>
  userId === null ? null : ((await db.select().from(users).where(eq(users.id, userId)))[0] ?? null)

/** The person an invitation is for. @throws ApiError ERR_INVITATION. */
export async function lookAt(app: Workspace, secret: string): Promise<InvitationPreview> {
  const row = await found(app, app.db, secret)
  const [company] = await app.db
    .select({ name: companies.name })
    .from(companies)
    .where(eq(companies.id, row.companyId))
  const person = await personOf(app.db, row)
  return { company: company?.name ?? '', name: row.name, email: person?.email ?? null }
}

/**
 * Accepts an invitation; of two at once one succeeds.
 * @returns the person.
 * @throws ApiError ERR_INVITATION; ERR_INVALID_CREDENTIALS when the person has a user and the password is wrong;
 *   ERR_DUPLICATED_USER, ERR_USER_CREATION_DISABLED, ERR_PLAN_LIMIT, ERR_NO_QUEUE_FOUND. After any of them it is still
 *   open.
 */
export async function take(
  app: Workspace,
  form: BodyOut<'invitations.join'>,
): Promise<{ id: number; name: string; companyId: number }> {
  const row = await found(app, app.db, form.secret)
  const person = await personOf(app.db, row)
  if (person) {
    const fits = await verifyPassword(form.password, person.passwordHash)
    if (!fits || person.email !== form.email.toLowerCase()) throw new ApiError('ERR_INVALID_CREDENTIALS')
  }
  const passwordHash = person ? '' : await hashPassword(form.password)
  const { companyId } = row
  return app.db.platform.write(async tx => {
    await claim(tx, row.id)
    changed(app, companyId)
    if (person) return { id: person.id, name: person.name, companyId }
    const { name, email } = form
    const { profile } = row
    const fields = { name, email, profile, queueIds: [...row.queueIds] }
    const user = await insertUser(app, tx, { companyId, super: false }, fields, passwordHash)
    return { id: Number(user.id), name, companyId }
  })
}

async function claim(tx: Tx, id: number): Promise<void> {
  const mine = await end(tx, eq(invitations.id, id))
  if (mine.length === 0) throw new ApiError('ERR_INVITATION')
}
