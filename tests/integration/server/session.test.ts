import { desc, eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { describe, expect, it, vi } from 'vitest'
import { rotate } from '../../../electron/server/platform/auth/refresh'
import { signAccess } from '../../../electron/server/platform/auth/tokens'
import { companies, refreshTokens, signInPlaces, users } from '../../../electron/server/platform/db/schema'
import { didSomethingTheDayBefore } from './day-before'
import { harnessForFile } from './for-file'
import { cookieOf } from './harness'

const h = harnessForFile()

const refresh = (cookie: string) =>
  h.raw(null, '/api/auth/refresh_token', { method: 'POST', headers: cookie ? { cookie } : {} })

describe('signing in', () => {
  it('answers a token, the user with company, settings and queues, and an HttpOnly cookie; never a hash', async () => {
    const { status, body, headers } = await h.signIn(`  ${h.one.ana.email.toUpperCase()} `)
    expect(status).toBe(200)
    expect(body.user).toMatchObject({
      name: 'Ana',
      profile: 'user',
      queues: [{ id: h.one.suporte, name: 'Suporte' }],
      company: { id: h.one.id, plan: { useKanban: true }, settings: [] },
    })
    expect(JSON.stringify(body)).not.toMatch(/scrypt|passwordHash/)
    const cookie = headers.getSetCookie().join()
    expect(cookie).toMatch(/jrt=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict/)
  })

  it('refuses a wrong password and an unknown address alike', async () => {
    const wrong = await h.signIn(h.one.ana.email, 'nope')
    const unknown = await h.signIn('ninguem@c1.turno')
    expect([wrong.status, wrong.body]).toEqual([401, { error: 'ERR_INVALID_CREDENTIALS' }])
    expect([unknown.status, unknown.body]).toEqual([401, { error: 'ERR_INVALID_CREDENTIALS' }])
  })

  it('remembers the network somebody signed in from, and nobody reads there which it was', async () => {
    const places = () => h.db.select().from(signInPlaces).where(eq(signInPlaces.userId, h.one.bia.id))
    await h.db.platform.delete(signInPlaces)
    expect((await h.signIn(h.one.bia.email, 'nope')).status).toBe(401)
    expect(await places()).toEqual([])
    for (let i = 0; i < 2; i++) expect((await h.signIn(h.one.bia.email)).status).toBe(200)
    const [place, ...more] = await places()
    expect([place?.companyId, more]).toEqual([h.one.id, []])
    expect(JSON.stringify(place)).not.toMatch(/127\.0\.0\.1|::1/)
    // And no more of them than somebody uses.
    const old = Array.from({ length: 30 }, (_, i) => ({
      userId: h.one.bia.id,
      companyId: h.one.id,
      place: `elsewhere ${i}`,
      seenAt: new Date(Date.now() - (i + 1) * 86_400_000).toISOString(),
    }))
    await h.insert(signInPlaces, old)
    expect((await h.signIn(h.one.bia.email)).status).toBe(200)
    expect((await places()).map(row => row.place)).toHaveLength(20)
    expect((await places()).map(row => row.place)).toContain('elsewhere 0')
  })

  it('refuses the eleventh wrong attempt on one address within a minute, and never the right password', async () => {
    const email = h.two.caio.email
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) statuses.push((await h.signIn(email, 'nope')).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    const wrong = await h.signIn(email, 'nope')
    expect([wrong.status, wrong.body]).toMatchObject([429, { error: 'ERR_TOO_MANY_ATTEMPTS' }])
    expect(Number(wrong.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await h.signIn(email)).status).toBe(200)
    expect((await h.signIn(h.two.ana.email)).status).toBe(200)
  })

  it('refuses a company past its due date with the date, but not the platform super-user', async () => {
    const dueDate = '2026-01-31T12:00:00.000Z'
    const [before] = await h.db.select().from(companies).where(eq(companies.id, h.two.id))
    await h.update(companies, { dueDate }, eq(companies.id, h.two.id))
    await h.update(users, { super: true }, eq(users.id, h.two.admin.id))
    try {
      const refused = await h.signIn(h.two.bia.email)
      expect([refused.status, refused.body]).toEqual([403, { error: 'ERR_COMPANY_EXPIRED', dueDate }])
      const refreshed = await refresh(h.two.bia.cookie)
      expect([refreshed.status, await refreshed.json()]).toEqual([
        403,
        { error: 'ERR_COMPANY_EXPIRED', dueDate },
      ])
      expect((await h.signIn(h.two.admin.email)).status).toBe(200)
    } finally {
      await h.update(companies, { dueDate: before?.dueDate ?? null }, eq(companies.id, h.two.id))
      await h.update(users, { super: false }, eq(users.id, h.two.admin.id))
    }
  })

  it('tells a company whose time is over again where it could not be told, and no other with it', async () => {
    const { realtime, turns } = h.running.app
    const told: number[] = []
    const telling = vi.spyOn(realtime, 'refreshCompany').mockImplementation(id => {
      told.push(id)
      if (id === h.one.id) throw new Error('not now')
    })
    const due = { dueDate: new Date().toISOString() }
    const before = await h.db.select({ id: companies.id, dueDate: companies.dueDate }).from(companies)
    try {
      for (const { id } of [h.one, h.two]) await h.update(companies, due, eq(companies.id, id))
      for (let turn = 0; turn < 3; turn += 1) await turns.get('company.expire')?.()
      expect(told.filter(id => id === h.two.id)).toHaveLength(1)
      expect(told.filter(id => id === h.one.id).length).toBeGreaterThan(2)
    } finally {
      for (const { id, dueDate } of before) await h.update(companies, { dueDate }, eq(companies.id, id))
      telling.mockRestore()
    }
  })

  it('tells the windows already open, and only those of that user', async () => {
    const own = await h.connect(h.one.caio)
    const other = await h.connect(h.one.ana)
    await h.signIn(h.one.caio.email)
    const heard = await own.until(e => e.event === `company-${h.one.id}-auth`)
    expect(heard.payload).toEqual({ action: 'update', user: { id: h.one.caio.id } })
    await other.settled()
    expect(other.of('auth')).toEqual([])
    own.close()
    other.close()
  })
})

describe('access tokens', () => {
  const me = (token: string) => h.raw({ ...h.one.ana, token }, '/api/auth/me')

  it('401 without a token, 403 with a text that asks for a refresh when it is bad or expired', async () => {
    const none = await h.raw(null, '/api/auth/me')
    expect([none.status, await none.json()]).toEqual([401, { error: 'ERR_SESSION_EXPIRED' }])
    const [row] = await h.db.select().from(users).where(eq(users.id, h.one.ana.id))
    const [family] = await h.db.select().from(refreshTokens).where(eq(refreshTokens.userId, h.one.ana.id))
    if (!row || !family) throw new Error('fixture')
    const claims = {
      id: row.id,
      companyId: row.companyId,
      profile: row.profile,
      version: row.tokenVersion,
      session: family.family,
    }
    const expired = await signAccess(h.running.app.keys, claims, new Date(Date.now() - 16 * 60_000))
    const living = await signAccess(h.running.app.keys, claims, new Date(Date.now() - 14 * 60_000))
    const foreign = await signAccess(
      { access: new TextEncoder().encode('x'.repeat(48)), proven: new Map() },
      claims,
    )
    for (const bad of ['garbage', expired, foreign]) {
      const answer = await me(bad)
      expect(answer.status).toBe(403)
      expect(((await answer.json()) as { error: string }).error).toMatch(/^Invalid token/)
    }
    expect((await me(living)).status).toBe(200)
  })

  it('need an end of their own, and the Bearer scheme', async () => {
    const { keys } = h.running.app
    const [payload = ''] = h.one.ana.token.split('.').slice(1)
    const { exp: _exp, ...claims } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const endless = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt()
      .sign(keys.access)
    expect((await me(endless)).status).toBe(403)
    for (const scheme of ['Basic', 'Token', '']) {
      const headers = { authorization: `${scheme} ${h.one.ana.token}`.trim() }
      const answer = await h.raw(null, '/api/auth/me', { headers })
      expect([scheme, answer.status]).toEqual([scheme, 401])
    }
    const headers = { authorization: `bearer ${h.one.ana.token}` }
    expect((await h.raw(null, '/api/auth/me', { headers })).status).toBe(200)
  })
})

describe('refreshing', () => {
  it('rotates: a new cookie each time, the new one works', async () => {
    const first = cookieOf((await h.signIn(h.one.livia.email)).headers)
    const answer = await refresh(first)
    const second = cookieOf(answer.headers)
    expect(answer.status).toBe(200)
    expect(second).not.toBe(first)
    expect(await answer.json()).toMatchObject({ user: { id: h.one.livia.id, company: { name: 'Um' } } })
    expect((await refresh(second)).status).toBe(200)
  })

  it('one cookie sent two hundred times within the grace is one session, not two hundred', async () => {
    const cookie = cookieOf((await h.signIn(h.one.bia.email)).headers)
    const [first] = await h.db.select().from(refreshTokens).orderBy(desc(refreshTokens.id)).limit(1)
    const answers = await Promise.all(Array.from({ length: 200 }, () => refresh(cookie)))
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200]))
    expect(new Set(answers.map(answer => cookieOf(answer.headers))).size).toBe(1)
    const family = eq(refreshTokens.family, first?.family ?? '')
    expect(await h.db.$count(refreshTokens, family)).toBe(2)
  })

  it('a second window that asked within the grace is no thief when the database keeps it waiting for longer', async () => {
    const cookie = cookieOf((await h.signIn(h.one.livia.email)).headers)
    expect((await refresh(cookie)).status).toBe(200)
    const token = decodeURIComponent(/jrt=([^;]+)/.exec(cookie)?.[1] ?? '')
    let release = (): void => undefined
    try {
      await new Promise<void>(held => {
        const over = new Promise<void>(resolve => (release = resolve))
        void h.db.platform.write(() => {
          held()
          return over
        })
      })
      const rotation = rotate(h.running.app, token, Date.now())
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 })
      release()
      expect((await rotation).outcome).toBe('rotated')
    } finally {
      release()
      vi.useRealTimers()
    }
  })

  it('a token that comes back long after its exchange ends the whole sign-in, sockets included', async () => {
    const signed = await h.signIn(h.one.livia.email)
    const stolen = cookieOf(signed.headers)
    const next = cookieOf((await refresh(stolen)).headers)
    const window = await h.connect({ ...h.one.livia, token: signed.body.token })
    const closed = new Promise<string>(resolve => window.socket.once('disconnect', resolve))
    const past = new Date(Date.now() - 60_000).toISOString()
    await h.update(refreshTokens, { rotatedAt: past }, eq(refreshTokens.userId, h.one.livia.id))
    const reused = await refresh(stolen)
    expect([reused.status, await reused.json()]).toEqual([401, { error: 'ERR_SESSION_EXPIRED' }])
    expect((await refresh(next)).status).toBe(401)
    expect((await h.raw({ ...h.one.livia, token: signed.body.token }, '/api/auth/me')).status).toBe(403)
    expect(await closed).toBe('io server disconnect')
  })

  it('refuses nothing, garbage and an expired token, and clears the cookie', async () => {
    const signed = cookieOf((await h.signIn(h.one.livia.email)).headers)
    await h.update(
      refreshTokens,
      { expiresAt: new Date(0).toISOString() },
      eq(refreshTokens.userId, h.one.livia.id),
    )
    for (const cookie of ['', 'jrt=garbage', signed]) {
      const answer = await refresh(cookie)
      expect(answer.status).toBe(401)
      expect(answer.headers.getSetCookie().join()).toMatch(/jrt=;.*Expires=Thu, 01 Jan 1970/)
    }
  })

  it('go once they have expired, but not by a clock that nobody has shown to be right', async () => {
    const own = eq(refreshTokens.userId, h.one.livia.id)
    await h.signIn(h.one.livia.email)
    await h.update(refreshTokens, { expiresAt: new Date(Date.now() - 3_600_000).toISOString() }, own)
    await h.signIn(h.one.bia.email)
    expect(await h.db.$count(refreshTokens, own)).toBeGreaterThan(0)
    await didSomethingTheDayBefore(h, Date.now())
    await h.signIn(h.one.bia.email)
    expect(await h.db.$count(refreshTokens, own)).toBe(0)
  })

  it('signing out revokes: neither the cookie nor the access token works afterwards', async () => {
    const signed = await h.signIn(h.one.livia.email)
    const who = { ...h.one.livia, token: signed.body.token }
    const other = await h.signIn(h.one.livia.email)
    expect((await h.call(who, 'auth.logout')).status).toBe(200)
    expect((await refresh(cookieOf(signed.headers))).status).toBe(401)
    expect((await h.call(who, 'auth.me')).status).toBe(403)
    expect((await h.call({ ...who, token: other.body.token }, 'auth.me')).status).toBe(200)
  })
})

describe('sockets', () => {
  it('a bad token is connected and then closed by the server, as the family does', async () => {
    await expect(h.connect({ ...h.one.ana, token: 'garbage' })).rejects.toThrow('io server disconnect')
  })

  it('presence follows sockets and heartbeats', async () => {
    const watcher = await h.connect(h.one.admin)
    const window = await h.connect(h.one.bia)
    const says = (online: boolean) =>
      watcher.until(
        e =>
          e.event.endsWith('-user') &&
          (e.payload.user as { id: number; online: boolean }).id === h.one.bia.id &&
          (e.payload.user as { online: boolean }).online === online,
      )
    await says(true)
    window.socket.emit('userStatus', { online: true, idle: true })
    await window.settled()
    window.close()
    await says(false)
    watcher.close()
  })
})

it('answers anything unknown with JSON', async () => {
  const answer = await h.raw(null, '/api/nothing')
  expect([answer.status, await answer.json()]).toEqual([404, { error: 'ERR_NOT_FOUND' }])
  const version = await h.call<{ name: string; capabilities: string[] }>(null, 'version.get')
  expect(version.body.capabilities).toContain('clientId')
  expect(version.body.capabilities).not.toContain('localNetwork')
})
