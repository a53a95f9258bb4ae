/**
 * The second step of signing in: codes of an authenticator app (TOTP, RFC 6238, by the library otpauth) and recovery
 * codes. A setup counts once one of its codes was typed, so that an unfinished one locks nobody out.
 */
import { createHash, randomBytes } from 'node:crypto'
import { RECOVERY_CODES, type TwoFactorSetup } from '@contract'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { ApiError } from '../../errors'
import { isEnabled, settingsOf } from '../../settings'
import type { Me, Workspace } from '../../workspace'
import type { Reader, Tx } from '../db/client'
import { userOf } from '../db/company-rows'
import { twoFactor, type users } from '../db/schema'
import { userViews } from '../people/views'
import { type AttemptLimit, refuseTooMany } from './attempts'
import { sealText, unsealText } from './seal'

type Person = Pick<typeof users.$inferSelect, 'id' | 'companyId' | 'email'>
type Row = typeof twoFactor.$inferSelect

const PURPOSE = 'two-factor secret'
const ISSUER = 'Turno'
/** 160 bits: what RFC 4226 recommends. */
const SECRET_BYTES = 20
const RECOVERY_BYTES = 5
/** Steps of 30 seconds a phone's clock may be off, each way. */
const WINDOW = 1
/** Wrong codes of one person: whoever types them knows the password already, and a code is short. */
const WRONG_CODES: AttemptLimit = { attempts: 10, windowMs: 15 * 60_000 }

const totpOf = (email: string, secret: Secret): TOTP => new TOTP({ issuer: ISSUER, label: email, secret })

/** A code without the spaces and hyphens people type. */
const plain = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase()
const hashed = (code: string): string => createHash('sha256').update(plain(code)).digest('base64')

const rowOf = async (db: Reader, userId: number): Promise<Row | null> =>
  (await db.select().from(twoFactor).where(eq(twoFactor.userId, userId)))[0] ?? null

const recoveryOf = (row: Row): string[] => JSON.parse(row.recovery) as string[]

/** Whether a company requires a second step. */
const isDemanded = async (db: Reader, companyId: number): Promise<boolean> =>
  isEnabled((await settingsOf(db, companyId, ['twoFactorForAll'])).twoFactorForAll)

/** Whether a person has a second step, and how many recovery codes are left. */
export async function twoFactorOf(
  db: Reader,
  userId: number,
): Promise<{ on: boolean; recoveryCodesLeft: number }> {
  const row = await rowOf(db, userId)
  return row?.confirmedAt
    ? { on: true, recoveryCodesLeft: recoveryOf(row).length }
    : { on: false, recoveryCodesLeft: 0 }
}

/**
 * Makes a new secret and recovery codes. They count once `confirmTwoFactor` or a sign-in accepted a code of the app.
 * @throws ApiError ERR_TWO_FACTOR_ON while a second step is on: it has to be switched off first.
 */
export async function beginTwoFactor(app: Workspace, person: Person): Promise<TwoFactorSetup> {
  const secret = new Secret({ size: SECRET_BYTES })
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const hex = randomBytes(RECOVERY_BYTES).toString('hex').toUpperCase()
    return `${hex.slice(0, 5)}-${hex.slice(5)}`
  })
  const kept = {
    secret: sealText(app.keys, PURPOSE, secret.base32),
    recovery: JSON.stringify(codes.map(hashed)),
    confirmedAt: null,
    lastStep: 0,
  }
  await app.db.company(person.companyId).write(async tx => {
    if ((await rowOf(tx, person.id))?.confirmedAt) throw new ApiError('ERR_TWO_FACTOR_ON')
    await tx
      .insert(twoFactor)
      .values({ userId: person.id, companyId: person.companyId, ...kept })
      .onConflictDoUpdate({ target: twoFactor.userId, set: kept })
  })
  return {
    uri: totpOf(person.email, secret).toString(),
    secret: secret.base32,
    recoveryCodes: codes,
  }
}

/** The change a code makes to a row; null for a wrong or used code. */
function taken(app: Workspace, person: Person, row: Row, code: string): Partial<Row> | null {
  const secret = unsealText(app.keys, PURPOSE, row.secret)
  const totp = secret === null ? null : totpOf(person.email, Secret.fromBase32(secret))
  const delta = totp?.validate({ token: plain(code), window: WINDOW }) ?? null
  if (totp && delta !== null) {
    const step = totp.counter() + delta
    return step > row.lastStep ? { lastStep: step } : null
  }
  const left = recoveryOf(row)
  const rest = left.filter(one => one !== hashed(code))
  return row.confirmedAt && rest.length < left.length ? { recovery: JSON.stringify(rest) } : null
}

/**
 * Accepts a code once: it is stored before the answer, so that two requests at once cannot both pass.
 * @throws ApiError ERR_TWO_FACTOR_WRONG, ERR_TOO_MANY_ATTEMPTS.
 */
async function takeCode(app: Workspace, person: Person, code: string): Promise<void> {
  const tries = app.memory.attempts('two-factor codes', WRONG_CODES)
  await refuseTooMany(tries.count(String(person.id)))
  await app.db.company(person.companyId).write(async tx => {
    const row = await rowOf(tx, person.id)
    const change = row && taken(app, person, row, code)
    if (!row || !change) throw new ApiError('ERR_TWO_FACTOR_WRONG', { field: 'code' })
    const confirmedAt = row.confirmedAt ?? new Date().toISOString()
    await tx
      .update(twoFactor)
      .set({ ...change, confirmedAt })
      .where(eq(twoFactor.userId, person.id))
    if (!row.confirmedAt) await announce(app, tx, person.companyId, person.id)
  })
  await tries.clear(String(person.id))
}

/** Colleagues who manage people see who has a second step. */
async function announce(app: Workspace, tx: Tx, companyId: number, userId: number): Promise<void> {
  const [user] = await userViews(tx, [userId])
  if (user) app.realtime.toCompany(companyId, 'user', { action: 'update', user })
}

/**
 * The second step of a sign-in with the right password.
 * @throws ApiError ERR_TWO_FACTOR_CODE when a code is needed; ERR_TWO_FACTOR_SETUP with the setup for an app, when the
 *   company requires a second step and there is none; ERR_TWO_FACTOR_WRONG, ERR_TOO_MANY_ATTEMPTS.
 */
export async function takeSecondStep(app: Workspace, person: Person, code?: string): Promise<void> {
  const { on } = await twoFactorOf(app.db, person.id)
  if (!on && !(await isDemanded(app.db, person.companyId))) return
  if (code !== undefined) return takeCode(app, person, code)
  if (on) throw new ApiError('ERR_TWO_FACTOR_CODE')
  throw new ApiError('ERR_TWO_FACTOR_SETUP', { setup: await beginTwoFactor(app, person) })
}

/** Whether a session may continue: not when the company requires a second step the person has not set up. */
export async function mayGoOn(db: Reader, person: Pick<Person, 'id' | 'companyId'>): Promise<boolean> {
  return !(await isDemanded(db, person.companyId)) || (await twoFactorOf(db, person.id)).on
}

/** Switches the second step on with a code of the app. @throws ApiError ERR_TWO_FACTOR_WRONG, ERR_TOO_MANY_ATTEMPTS. */
export const confirmTwoFactor = (app: Workspace, person: Person, code: string): Promise<void> =>
  takeCode(app, person, code)

/** Deletes a person's app and recovery codes, within a write. */
export const forgetTwoFactor = (tx: Tx, userId: number): Promise<unknown> =>
  tx.delete(twoFactor).where(eq(twoFactor.userId, userId))

/** Switches the caller's own second step off. @throws ApiError ERR_NO_PERMISSION when the company requires one. */
export async function endOwnTwoFactor(app: Workspace, me: Me): Promise<void> {
  if (await isDemanded(app.db, me.companyId)) throw new ApiError('ERR_NO_PERMISSION')
  await remove(app, me, me.id)
}

/**
 * Switches off the second step of a colleague who lost phone and recovery codes.
 * @throws ApiError ERR_NO_USER_FOUND; ERR_NO_PERMISSION for oneself, whose password is asked for, and for the super-user.
 */
export async function endTwoFactorOf(app: Workspace, me: Me, userId: number): Promise<void> {
  const row = await userOf(app.db, me.companyId, userId)
  if (userId === me.id || (row.super && !me.super)) throw new ApiError('ERR_NO_PERMISSION')
  await remove(app, me, userId)
}

const remove = (app: Workspace, { companyId }: Me, userId: number): Promise<void> =>
  app.db.company(companyId).write(async tx => {
    await forgetTwoFactor(tx, userId)
    await announce(app, tx, companyId, userId)
  })
