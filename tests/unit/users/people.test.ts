import { newUserForm, type User, userForm } from '@contract'
import { describe, expect, it } from 'vitest'
import { bodyOf, FRESH, fieldsOf, mayEdit, mayRemove, profileOf } from '@/features/users/people'
import { aUser } from '../support/fake-bridge'
import { saidBy } from '../support/said-by'

const person = (id: number, name: string, over: Partial<User> = {}): User =>
  aUser({ id, name, email: `${id}@demo.turno`, ...over })

describe('user form', () => {
  it('follows the rules of docs/specification.md 1.5, which the contract holds', async () => {
    const said = (name: 'name' | 'email' | 'password', adds = true) =>
      saidBy(adds ? newUserForm : userForm, name)
    expect(await said('name')(['', '  ', 'A', ' A ', 'Al', 'x'.repeat(50), 'x'.repeat(51)])).toEqual([
      'required',
      'required',
      'tooShort',
      'tooShort',
      null,
      null,
      'tooLong',
    ])
    expect(await said('email')(['', 'nada', 'a@b', ' ana@demo.com '])).toEqual([
      'required',
      'badEmail',
      'badEmail',
      null,
    ])
    expect(await said('password', false)(['', undefined, '1234', '12345', 'x'.repeat(51)])).toEqual([
      null,
      null,
      'tooShort',
      null,
      'tooLong',
    ])
    expect(await said('password')(['', '12345'])).toEqual(['required', null])
  })

  it('sends what the contract accepts, and only what the sender may change (section 6)', () => {
    const typed = { ...fieldsOf(person(5, 'Davi')), name: ' Davi ', email: ' d@demo.turno ', password: '' }
    const fields = userForm.parse(typed)
    const admin = bodyOf(fields, { profile: 'admin', super: false })
    expect(admin).toEqual({
      name: 'Davi',
      email: 'd@demo.turno',
      whatsappId: null,
      profile: 'user',
      queueIds: [1],
      allTicket: false,
      ticketCeiling: null,
      skillIds: [],
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
    expect(
      bodyOf(newUserForm.parse({ ...FRESH, name: 'Eva', email: 'e@x.io', password: '12345', queueIds: [] }), {
        profile: 'user',
        super: true,
      }),
    ).toMatchObject({
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
