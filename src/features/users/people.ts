/** Who may change whom, and what the user form may say. Pure. */
import {
  type BodyIn,
  holds,
  PROFILES,
  type Profile,
  USER_NAME,
  USER_PASSWORD,
  type User,
  userForm,
} from '@contract'

/** Profiles a server may store that Turno does not know have the rights of a plain agent. */
export const profileOf = (user: Pick<User, 'profile'>): Profile =>
  PROFILES.find(profile => profile === user.profile) ?? 'user'

/** What the form holds. */
export interface UserFields {
  name: string
  email: string
  password?: string
  /** The own password so far, where the server asks for it. */
  currentPassword?: string
  profile?: Profile
  queueIds?: number[]
  whatsappId?: number | null
  allTicket?: boolean
}

/** What the form shows first. */
export const fieldsOf = (user: User | null): UserFields =>
  user
    ? {
        name: user.name,
        email: user.email,
        password: '',
        profile: profileOf(user),
        queueIds: user.queues.map(queue => queue.id),
        whatsappId: user.whatsappId,
        allTicket: user.allTicket,
      }
    : { name: '', email: '', password: '', profile: 'user', queueIds: [], whatsappId: null, allTicket: false }

/**
 * What is sent. Members the signed-in person may not change are left out, so that the server leaves them alone
 * (specification 1 section 6: user-modal:editProfile, user-modal:editQueues).
 */
export function bodyOf(fields: UserFields, me: Pick<User, 'profile' | 'super'>): BodyIn<'users.update'> {
  return {
    name: fields.name.trim(),
    email: fields.email.trim(),
    ...(fields.password ? { password: fields.password } : {}),
    ...(fields.password && fields.currentPassword ? { currentPassword: fields.currentPassword } : {}),
    whatsappId: fields.whatsappId ?? null,
    ...(holds(me, 'user-modal:editProfile') && fields.profile ? { profile: fields.profile } : {}),
    ...(holds(me, 'user-modal:editQueues')
      ? { queueIds: fields.queueIds ?? [], allTicket: fields.allTicket ?? false }
      : {}),
  }
}

export type FieldFault = 'required' | 'tooShort' | 'tooLong' | 'badEmail'

const lengthFault = (signs: number, { min, max }: { min: number; max: number }): FieldFault | null =>
  signs < min ? 'tooShort' : signs > max ? 'tooLong' : null

/** Rules of the user form (specification 1 section 5); null is fine. Sizes in characters. */
export const faultOf = {
  name: (value: string): FieldFault | null =>
    value.trim() === '' ? 'required' : lengthFault(value.trim().length, USER_NAME),
  email: (value: string): FieldFault | null => {
    if (value.trim() === '') return 'required'
    return userForm.shape.email.safeParse(value.trim()).success ? null : 'badEmail'
  },
  /** @param needed a new user has no password to keep. */
  password: (value: string, needed: boolean): FieldFault | null => {
    if (value === '') return needed ? 'required' : null
    return lengthFault(value.length, USER_PASSWORD)
  },
}

/** Whether a person may be deleted by the signed-in one; the server has the last word on the last administrator. */
export const mayRemove = (me: User, user: User): boolean =>
  holds(me, 'users:manage') && user.id !== me.id && (!user.super || me.super)

/** Whether a person may be changed by the signed-in one. */
export const mayEdit = (me: User, user: User): boolean =>
  user.id === me.id || (holds(me, 'users:manage') && (!user.super || me.super))
