/** Who may change whom, and what the user form may say. Pure. */
import { type BodyIn, holds, PROFILES, type Profile, type User, type userForm } from '@contract'
import type { z } from 'zod'

/** Profiles a server may store that Turno does not know have the rights of a plain agent. */
export const profileOf = (user: Pick<User, 'profile'>): Profile =>
  PROFILES.find(profile => profile === user.profile) ?? 'user'

/** What the form shows first. */
export const fieldsOf = (user: User) => ({
  name: user.name,
  email: user.email,
  profile: profileOf(user),
  queueIds: user.queues.map(queue => queue.id),
  whatsappId: user.whatsappId,
  allTicket: user.allTicket,
  ticketCeiling: user.ticketCeiling,
  skillIds: user.skillIds,
})

/** What the form of somebody new shows first. */
export const FRESH = {
  name: '',
  email: '',
  password: '',
  profile: 'user',
  queueIds: [],
  whatsappId: null,
  allTicket: false,
  ticketCeiling: null,
} as const satisfies Partial<Record<keyof typeof userForm.shape, unknown>>

/**
 * What is sent. Members the signed-in person may not change are left out, so that the server leaves them alone
 * (`user-modal:editProfile`, `user-modal:editQueues` of the permission table).
 */
export function bodyOf(
  {
    password,
    currentPassword,
    profile,
    queueIds,
    allTicket,
    ticketCeiling,
    skillIds,
    ...fields
  }: z.output<typeof userForm>,
  me: Pick<User, 'profile' | 'super'>,
): BodyIn<'users.update'> {
  return {
    ...fields,
    ...(password ? { password } : {}),
    ...(password && currentPassword ? { currentPassword } : {}),
    ...(holds(me, 'user-modal:editProfile') && profile ? { profile } : {}),
    ...(holds(me, 'user-modal:editQueues')
      ? {
          queueIds: queueIds ?? [],
          allTicket: allTicket ?? false,
          ...(ticketCeiling === undefined ? {} : { ticketCeiling }),
          ...(skillIds === undefined ? {} : { skillIds }),
        }
      : {}),
  }
}

/** Whether a person may be deleted by the signed-in one; the server has the last word on the last administrator. */
export const mayRemove = (me: User, user: User): boolean =>
  holds(me, 'users:manage') && user.id !== me.id && (!user.super || me.super)

/** Whether a person may be changed by the signed-in one. */
export const mayEdit = (me: User, user: User): boolean =>
  user.id === me.id || (holds(me, 'users:manage') && (!user.super || me.super))
