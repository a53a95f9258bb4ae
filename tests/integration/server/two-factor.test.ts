/** Signing in with a second step: codes of an authenticator app, recovery codes, and a company that demands them. */
import type { TwoFactorSetup } from '@contract'
import { TOTP, URI } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { harnessForFile } from './for-file'
import { cookieOf, PASSWORD, type Person } from './harness'

const h = harnessForFile()

const STEP_MS = 30_000

/** What the app shows a step from now: each call another code that is still taken. */
const codeOf = ({ uri }: TwoFactorSetup, steps = 0): string => {
  const totp = URI.parse(uri)
  if (!(totp instanceof TOTP)) throw new Error('no TOTP')
  return totp.generate({ timestamp: Date.now() + steps * STEP_MS })
}

let people = 0
/** Somebody new in the first company, signed in. */
async function newcomer(): Promise<Person> {
  people += 1
  const [name, email] = [`Pessoa ${people}`, `segundo${people}@um.test`]
  const { body } = await h.call<{ id: number }>(h.one.admin, 'users.create', {
    body: { name, email, password: PASSWORD },
  })
  const signed = await h.signIn(email)
  const { token } = signed.body
  return { id: body.id, email, name, companyId: h.one.id, token, cookie: cookieOf(signed.headers) }
}

const login = (who: Person, code?: string, password = PASSWORD) =>
  h.call<{ error?: string; token?: string; setup?: TwoFactorSetup }>(null, 'auth.login', {
    body: { email: who.email, password, ...(code === undefined ? {} : { code }) },
  })

const begin = async (who: Person): Promise<TwoFactorSetup> =>
  (await h.call<TwoFactorSetup>(who, 'auth.beginTwoFactor', { body: { password: PASSWORD } })).body

/** Somebody new whose second step is on. */
const secured = async () => {
  const who = await newcomer()
  const setup = await begin(who)
  const confirmed = await h.call(who, 'auth.confirmTwoFactor', { body: { code: codeOf(setup, -1) } })
  expect(confirmed.status).toBe(200)
  return { who, setup }
}

const demand = (value: 'enabled' | 'disabled') =>
  h.call(h.one.admin, 'settings.update', { params: { key: 'twoFactorForAll' }, body: { value } })

describe('a second step', () => {
  it('that was only begun asks nobody for a code; it takes the own password to begin', async () => {
    const who = await newcomer()
    const wrong = await h.call<{ error: string }>(who, 'auth.beginTwoFactor', { body: { password: 'outra' } })
    expect(wrong.body.error).toBe('ERR_WRONG_PASSWORD')
    await begin(who)
    expect((await login(who)).status).toBe(200)
  })

  it('asks for a code after the right password, and takes each code once', async () => {
    const { who, setup } = await secured()
    expect((await login(who, codeOf(setup), 'errada')).body.error).toBe('ERR_INVALID_CREDENTIALS')
    expect((await login(who)).body).toEqual({ error: 'ERR_TWO_FACTOR_CODE' })
    expect((await login(who, '000000')).body.error).toBe('ERR_TWO_FACTOR_WRONG')
    const code = codeOf(setup, 1)
    expect((await login(who, code)).body.token).toEqual(expect.any(String))
    expect((await login(who, code)).body.error).toBe('ERR_TWO_FACTOR_WRONG')
  })

  it('takes each recovery code once, however it is typed', async () => {
    const { who, setup } = await secured()
    const [first = '', second = ''] = setup.recoveryCodes
    expect(setup.recoveryCodes).toHaveLength(10)
    expect((await login(who, first.toLowerCase().replace('-', ' '))).status).toBe(200)
    expect((await login(who, first)).body.error).toBe('ERR_TWO_FACTOR_WRONG')
    const { body } = await h.call(who, 'auth.twoFactor')
    expect(body).toEqual({ on: true, recoveryCodesLeft: 9 })
    const both = await Promise.all([login(who, second), login(who, second)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  it('is not begun anew over one that is on, and ends with the password', async () => {
    const { who } = await secured()
    const again = await h.call<{ error: string }>(who, 'auth.beginTwoFactor', {
      body: { password: PASSWORD },
    })
    expect(again.body.error).toBe('ERR_TWO_FACTOR_ON')
    const end = (password: string) =>
      h.call<{ error?: string }>(who, 'auth.endTwoFactor', { body: { password } })
    expect((await end('outra')).body.error).toBe('ERR_WRONG_PASSWORD')
    expect((await end(PASSWORD)).status).toBe(200)
    expect((await login(who)).status).toBe(200)
  })

  it('stops whoever knows the password and tries codes, the right one included', async () => {
    const { who, setup } = await secured()
    for (let tried = 0; tried < 10; tried += 1) await login(who, '111111')
    expect((await login(who, codeOf(setup, 1))).body.error).toBe('ERR_TOO_MANY_ATTEMPTS')
  })

  it('is switched off for a colleague who lost the phone, by who manages people of that company', async () => {
    const { who } = await secured()
    const end = (by: Person) =>
      h
        .call<{ error?: string }>(by, 'users.endTwoFactor', { params: { id: who.id } })
        .then(({ status }) => status)
    expect(await end(h.one.ana)).toBe(403)
    expect(await end(h.two.admin)).toBe(404)
    const list = await h.call<{ users: { id: number; twoFactor: boolean }[] }>(h.one.admin, 'users.list', {
      query: { searchParam: who.email },
    })
    expect(list.body.users).toMatchObject([{ id: who.id, twoFactor: true }])
    expect(await end(h.one.admin)).toBe(200)
    expect((await login(who)).status).toBe(200)
  })
})

describe('a company that demands a second step', () => {
  it('lets nobody in without one, gives what sets it up with the right password, and ends older sessions', async () => {
    const who = await newcomer()
    expect((await demand('enabled')).status).toBe(200)
    const renewed = await h.raw(null, '/api/auth/refresh_token', {
      method: 'POST',
      headers: { cookie: who.cookie },
    })
    expect(renewed.status).toBe(401)
    const asked = await login(who)
    expect(asked.body.error).toBe('ERR_TWO_FACTOR_SETUP')
    const setup = asked.body.setup as TwoFactorSetup
    // A recovery code of a set-up that nobody confirmed is worth nothing.
    expect((await login(who, setup.recoveryCodes[0])).body.error).toBe('ERR_TWO_FACTOR_WRONG')
    const signed = await login(who, codeOf(setup))
    expect(signed.status).toBe(200)
    const lia = { ...who, token: String(signed.body.token) }
    const end = await h.call<{ error: string }>(lia, 'auth.endTwoFactor', { body: { password: PASSWORD } })
    expect(end.body.error).toBe('ERR_NO_PERMISSION')
    await demand('disabled')
  })
})
