/**
 * Resets an administrator's forgotten password for the person at the computer that holds the folder. Only the process
 * that started the server, or its arguments, can ask for this (index.ts): no network call leads here.
 */
import {
  type CompanyManager,
  companyManagers,
  type ManagerPassword,
  managerPassword,
  passwordSet,
} from '@contract'
import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Workspace } from '../../workspace'
import { record } from '../audit/record'
import { giveNewPassword } from '../auth/new-password'
import { hashPassword } from '../auth/passwords'
import { forgetTwoFactor } from '../auth/two-factor'
import { users } from '../db/schema'

/** What the starting process asks; `id` comes back with the answer. */
const question = z.discriminatedUnion('type', [
  z.object({ type: z.literal('managers'), id: z.number().int() }),
  z.object({ type: z.literal('newPassword'), id: z.number().int(), wanted: managerPassword }),
])

/** The administrators, oldest first. */
async function managersOf({ db }: Workspace): Promise<CompanyManager[]> {
  const { id, name, email } = users
  return await db.select({ id, name, email }).from(users).where(eq(users.profile, 'admin')).orderBy(asc(id))
}

/**
 * Sets an administrator's password, removes a second step (the phone may be lost as well), and notes it in the
 * company's log.
 * @returns false for anybody else.
 */
async function setPassword(app: Workspace, { userId, password }: ManagerPassword): Promise<boolean> {
  const [manager] = await app.db
    .select({ id: users.id, name: users.name, companyId: users.companyId })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.profile, 'admin')))
  if (!manager) return false
  const passwordHash = await hashPassword(password)
  await app.db.company(manager.companyId).write(async tx => {
    await giveNewPassword(app, tx, manager, passwordHash)
    await forgetTwoFactor(tx, manager.id)
  })
  await record(app, {
    companyId: manager.companyId,
    userId: null,
    // The person at the computer: nobody has signed in.
    userName: 'Turno',
    action: 'resetPassword',
    subject: 'auth',
    subjectId: String(manager.id),
    subjectName: manager.name,
    changes: [{ field: 'operation', from: '', to: 'auth.atComputer' }],
    program: '',
    address: '',
  })
  return true
}

/**
 * The same for whoever starts a server by hand: without mail, its administrators have no other way in.
 * @param email lower case. @returns their name; null when no administrator signs in by it.
 */
export async function setPasswordOf(app: Workspace, email: string, password: string): Promise<string | null> {
  const [one] = await app.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(eq(users.email, email))
  return one && (await setPassword(app, { userId: one.id, password })) ? one.name : null
}

/**
 * Answers a request of the starting process.
 * @returns what to send back; null for anything else.
 * @throws Error when the database cannot be read or written.
 */
export async function answerAtComputer(
  app: Workspace,
  message: unknown,
): Promise<{ type: 'answer'; id: number; value: unknown } | null> {
  const asked = question.safeParse(message)
  if (!asked.success) return null
  const { data } = asked
  const value =
    data.type === 'managers'
      ? companyManagers.parse(await managersOf(app))
      : passwordSet.parse({ done: await setPassword(app, data.wanted) })
  return { type: 'answer', id: data.id, value }
}
