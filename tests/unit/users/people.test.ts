import { type User, userForm } from '@contract'
import { describe, expect, it } from 'vitest'
import { bodyOf, faultOf, fieldsOf, mayEdit, mayRemove, profileOf } from '@/features/users/people'
import { aUser } from '../support/fake-bridge'

const person = (id: number, name: string, over: Partial<User> = {}): User =>
  aUser({ id, name, email: `${id}@demo.turno`, ...over })

describe('user form', () => {
  it('follows the rules of specification 1 section 5', () => {
    expect(['', '  ', 'A', ' A ', 'Al', 'x'.repeat(50), 'x'.repeat(51)].map(faultOf.name)).toEqual([
      'required',
      'required',
      'tooShort',
      'tooShort',
      null,
      null,
      'tooLong',
    ])
    expect(['', 'nada', 'a@b', ' ana@demo.com '].map(faultOf.email)).toEqual([
      'required',
      'badEmail',
      'badEmail',
      null,
    ])
    expect(['', '1234', '12345', 'x'.repeat(51)].map(text => faultOf.password(text, false))).toEqual([
      null,
      'tooShort',
      null,
      'tooLong',
    ])
    expect(faultOf.password('', true)).toBe('required')
  })

  it('sends what the contract accepts, and only what the sender may change (section 6)', () => {
    const fields = { ...fieldsOf(person(5, 'Davi')), name: ' Davi ', email: ' d@demo.turno ', password: '' }
    const admin = bodyOf(fields, { profile: 'admin', super: false })
    expect(admin).toEqual({
      name: 'Davi',
      email: 'd@demo.turno',
      whatsappId: null,
      profile: 'user',
      queueIds: [1],
      allTicket: false,
    })
    expect(userForm.safeParse(admin).success).toBe(true)
    for (const profile of ['user', 'supervisor']) {
      expect(bodyOf({ ...fields, password: 'segredo' }, { profile, super: false })).toEqual({
        name: 'Davi',
        email: 'd@demo.turno',
        password: 'segredo',
        whatsappId: null,
      })
    }
    expect(bodyOf(fieldsOf(null), { profile: 'user', super: true })).toMatchObject({
      profile: 'user',
      queueIds: [],
    })
  })

  it('reads profiles it does not know as agents', () => {
    expect(['admin', 'supervisor', 'user', 'owner', ''].map(profile => profileOf({ profile }))).toEqual([
      'admin',
      'supervisor',
      'user',
      'user',
      'user',
    ])
  })
})

describe('who may change whom', () => {
  const admin = person(1, 'Admin', { profile: 'admin' })
  const agent = person(2, 'Agente')
  const platform = person(3, 'Plataforma', { profile: 'admin', super: true })

  it('lets admins change colleagues but not the super-user, and nobody delete oneself', () => {
    expect([mayEdit(admin, agent), mayEdit(admin, admin), mayEdit(admin, platform)]).toEqual([
      true,
      true,
      false,
    ])
    expect([mayRemove(admin, agent), mayRemove(admin, admin), mayRemove(admin, platform)]).toEqual([
      true,
      false,
      false,
    ])
    expect([mayEdit(platform, admin), mayRemove(platform, admin), mayRemove(platform, platform)]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('lets agents and supervisors change only themselves', () => {
    for (const me of [agent, person(2, 'S', { profile: 'supervisor' })]) {
      expect([mayEdit(me, me), mayEdit(me, admin), mayRemove(me, admin)]).toEqual([true, false, false])
    }
  })
})
