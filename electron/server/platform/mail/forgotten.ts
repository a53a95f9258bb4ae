/**
 * Forgotten passwords: a code by mail, and a new password for whoever has the code. Neither answers nor their timing
 * reveal who has an account: every address causes the same reads, and nothing is written before the answer; everything
 * that differs happens some time after it.
 */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { RESET_CODE } from '@contract'
import { and, eq, gt, lt } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Workspace } from '../../workspace'
import { record } from '../audit/record'
import { refuseTooMany } from '../auth/attempts'
import { giveNewPassword } from '../auth/new-password'
import { hashPassword } from '../auth/passwords'
import { keyFor } from '../auth/seal'
import type { SessionKeys } from '../auth/tokens'
import { greater } from '../db/engine/words'
import { keptSince } from '../db/kept'
import { passwordResets, users } from '../db/schema'
import type { MailLanguage } from './letters'
import { sendMail } from './send'
import { deliveryOf } from './settings'
import { CODE_MINUTES, MOST_WRONG } from './under-way'

/** Characters that are not mistaken for each other: 32 of them, so that eight make 40 bits. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const PURPOSE = 'turno password reset'

const MINUTE_MS = 60_000

const afterAnswer = ({ mailPause }: Workspace): Promise<void> =>
  delay(mailPause.least + Math.random() * mailPause.chance, undefined, { ref: false })

const accountOf = (email: string): string => email.trim().toLowerCase()

const newCode = (): string =>
  Array.from({ length: RESET_CODE.chars }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** What is stored of a code: codes can only be tried against it with the workspace's key file. */
const hashOf = (keys: SessionKeys, userId: number, code: string): string =>
  createHmac('sha256', keyFor(keys, PURPOSE)).update(`${userId} ${code}`).digest('hex')

/** The same code with spaces, hyphens or small letters. */
const normalizedCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

async function mailCode(app: Workspace, account: string, language: MailLanguage): Promise<void> {
  const [user] = await app.db.select().from(users).where(eq(users.email, account))
  if (!user) return
  const code = newCode()
  const values = {
    companyId: user.companyId,
    codeHash: hashOf(app.keys, user.id, code),
    attempts: 0,
    expiresAt: new Date(Date.now() + CODE_MINUTES * MINUTE_MS).toISOString(),
    createdAt: new Date().toISOString(),
  }
  await app.db.company(user.companyId).write(async tx => {
    const old = lt(passwordResets.expiresAt, await keptSince(tx, null, Date.now(), 0))
    await tx.delete(passwordResets).where(and(eq(passwordResets.companyId, user.companyId), old))
    await tx
      .insert(passwordResets)
      .values({ userId: user.id, ...values })
      .onConflictDoUpdate({ target: passwordResets.userId, set: values })
  })
  const { resetMail } = await import('./letters')
  await sendMail(app, resetMail({ email: user.email, name: user.name, language }, code, CODE_MINUTES))
}

/**
 * Mails a code to the account with this address; answers before anything is looked up.
 * @param address network address of the request.
 * @param language of the screen it was asked for on.
 * @throws ApiError ERR_TOO_MANY_ATTEMPTS; ERR_MAIL_NOT_SET_UP when mail is not set up, whoever asks.
 */
export async function askForCode(
  app: Workspace,
  email: string,
  address: string,
  language: MailLanguage,
): Promise<void> {
  const account = accountOf(email)
  const { mails, mailsFrom } = app.memory.resetLimits
  // The same for known and unknown accounts.
  await refuseTooMany(mails.count(account), mailsFrom.count(address))
  if ((await deliveryOf(app.db)) === 'none') throw new ApiError('ERR_MAIL_NOT_SET_UP')
  app.memory.mails.begin('mail of a forgotten password', async () => {
    await afterAnswer(app)
    await mailCode(app, account, language)
  })
}

/**
 * Counts a try at a code, at once in this process; stored after the answer, for the next start.
 * @returns whether it may be compared.
 */
function countTry(
  app: Workspace,
  userId: number,
  kept: { companyId: number; codeHash: string; attempts: number },
): boolean {
  const { tries } = app.memory.resetLimits
  const known = tries.get(userId)
  const own = known?.codeHash === kept.codeHash ? known : { codeHash: kept.codeHash, count: kept.attempts }
  own.count += 1
  tries.set(userId, own)
  if (own.count > MOST_WRONG) return false
  app.memory.mails.begin('a try at a code', async () => {
    await afterAnswer(app)
    await app.db.unordered
      .update(passwordResets)
      .set({ attempts: greater(passwordResets.attempts, own.count) })
      .where(and(eq(passwordResets.userId, userId), eq(passwordResets.codeHash, kept.codeHash)))
  })
  return true
}

/**
 * The account of a code. Counts the try before it compares, so that parallel tries are limited like sequential ones.
 */
async function ownerOf(app: Workspace, account: string, code: string) {
  const [user] = await app.db
    .select({ id: users.id, name: users.name, companyId: users.companyId })
    .from(users)
    .where(eq(users.email, account))
  const id = user?.id ?? 0
  const [kept] = await app.db
    .select({
      companyId: passwordResets.companyId,
      codeHash: passwordResets.codeHash,
      attempts: passwordResets.attempts,
    })
    .from(passwordResets)
    .where(and(eq(passwordResets.userId, id), gt(passwordResets.expiresAt, new Date().toISOString())))
  // Several processes count together, each try before its answer; also for unknown accounts, so that they take as long.
  const tried = app.cluster ? await app.memory.resetLimits.wrong.count(`${id} ${kept?.codeHash ?? ''}`) : 0
  const counts = kept && tried === 0 ? countTry(app, id, kept) : false
  const given = hashOf(app.keys, id, normalizedCode(code))
  const fits = timingSafeEqual(Buffer.from(given), Buffer.from(kept?.codeHash ?? hashOf(app.keys, -1, '')))
  if (!user || !kept || !counts || !fits) throw new ApiError('ERR_RESET_CODE')
  return { ...user, codeHash: kept.codeHash }
}

/**
 * Sets the new password of an account; all its sign-ins end, and the code is used up.
 * @param origin program and address of the request, for the audit log.
 * @throws ApiError ERR_TOO_MANY_ATTEMPTS; ERR_RESET_CODE for a code that is wrong, used, too old or tried too often,
 *   and for an unknown address.
 */
export async function resetPassword(
  app: Workspace,
  given: { email: string; token: string; newPassword: string },
  origin: { program: string; address: string },
): Promise<void> {
  const account = accountOf(given.email)
  const { codes, codesFrom, mails, tries } = app.memory.resetLimits
  await refuseTooMany(codes.count(account), codesFrom.count(origin.address))
  const owner = await ownerOf(app, account, given.token)
  const passwordHash = await hashPassword(given.newPassword)
  await app.db.company(owner.companyId).write(async tx => {
    const [used] = await tx
      .delete(passwordResets)
      .where(and(eq(passwordResets.userId, owner.id), eq(passwordResets.codeHash, owner.codeHash)))
      .returning({ userId: passwordResets.userId })
    // The same code twice at once: the first request wins.
    if (!used) throw new ApiError('ERR_RESET_CODE')
    await giveNewPassword(app, tx, owner, passwordHash)
  })
  for (const counter of [codes, mails]) await counter.clear(account)
  tries.delete(owner.id)
  await record(app, {
    companyId: owner.companyId,
    userId: owner.id,
    userName: owner.name,
    action: 'resetPassword',
    subject: 'auth',
    subjectId: String(owner.id),
    subjectName: owner.name,
    ...origin,
  })
}
