import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../electron/main/log/log'
import { ENDING_STEPS } from '../../../electron/main/session/leaving'
import { followOwnUser } from '../../../electron/main/session/own-user'
import { createVault, type Keyring } from '../../../electron/main/session/vault'
import { mustPay } from '../../../src/contract'
import { PRIVATE_FILE } from '../../support/private-file'
import { ana, mainSide, memoryVault, nodeFetch, startServer, type TestServer, until } from './helpers'

const quiet = createLog(() => undefined)

/** A keyring that reverses text; switches stand for what desktops do. */
function fakeKeyring(has = { available: true, backend: 'gnome_libsecret', readable: true, rotated: false }): {
  keyring: Keyring
  has: typeof has
} {
  const turn = (text: string) => [...text].reverse().join('')
  return {
    has,
    keyring: {
      isAsyncEncryptionAvailable: async () => has.available,
      encryptStringAsync: async text => Buffer.from(`sealed:${turn(text)}`),
      decryptStringAsync: async bytes => {
        if (!has.readable) throw new Error('wrong key')
        return { result: turn(bytes.toString().slice('sealed:'.length)), shouldReEncrypt: has.rotated }
      },
      getSelectedStorageBackend: () => has.backend,
    },
  }
}
const place = () => join(mkdtempSync(join(tmpdir(), 'turno-vault-')), 'session.json')
const secret = { refreshToken: 'refresh-me', user: ana as never, server: 'here' }

describe('vault', () => {
  it('keeps a secret encrypted, 0600, with its backend, and gives it back', async () => {
    const path = place()
    const { keyring } = fakeKeyring()
    const vault = createVault({ path, keyring, platform: 'linux', log: quiet })
    expect(await vault.load()).toEqual({ kind: 'none' })
    expect(await vault.save(secret)).toBe('encrypted')
    const raw = readFileSync(path, 'utf8')
    expect(raw).not.toContain('refresh-me')
    expect(JSON.parse(raw)).toMatchObject({ storage: 'encrypted', backend: 'gnome_libsecret' })
    expect(statSync(path).mode & 0o777).toBe(PRIVATE_FILE)
    const again = createVault({ path, keyring, platform: 'linux', log: quiet })
    expect(await again.load()).toMatchObject({
      kind: 'found',
      storage: 'encrypted',
      secret: { refreshToken: 'refresh-me' },
    })
    await again.erase()
    expect(await again.load()).toEqual({ kind: 'none' })
  })

  it.each([
    ['no keyring', { available: false, backend: 'unknown', readable: true, rotated: false }],
    ['only basic_text', { available: true, backend: 'basic_text', readable: true, rotated: false }],
  ])('writes nothing without consent when there is %s', async (_, has) => {
    const path = place()
    const vault = createVault({ path, keyring: fakeKeyring(has).keyring, platform: 'linux', log: quiet })
    expect(await vault.save(secret)).toBe('refused')
    expect(() => readFileSync(path)).toThrow()
    vault.allowPlain(true)
    expect(await vault.save(secret)).toBe('plain')
    expect(statSync(path).mode & 0o777).toBe(PRIVATE_FILE)
    vault.allowPlain(false)
    expect(await vault.save(secret)).toBe('refused')
    expect(() => readFileSync(path)).toThrow()
  })

  it('moves plain text into a keyring that has appeared', async () => {
    const path = place()
    const { keyring, has } = fakeKeyring({
      available: false,
      backend: 'unknown',
      readable: true,
      rotated: false,
    })
    const vault = createVault({ path, keyring, platform: 'linux', log: quiet })
    vault.allowPlain(true)
    await vault.save(secret)
    Object.assign(has, { available: true, backend: 'kwallet6' })
    const next = createVault({ path, keyring, platform: 'linux', log: quiet })
    expect(await next.load()).toMatchObject({ kind: 'found', storage: 'plain' })
    expect(await next.save(secret)).toBe('encrypted')
    expect(readFileSync(path, 'utf8')).not.toContain('refresh-me')
  })

  it('asks for a sign-in when the keyring cannot open it or the file is damaged', async () => {
    const path = place()
    const { keyring, has } = fakeKeyring()
    const vault = createVault({ path, keyring, platform: 'linux', log: quiet })
    await vault.save(secret)
    has.readable = false
    expect(await vault.load()).toEqual({ kind: 'lost' })
    writeFileSync(path, '{"version":1,"sto')
    expect(await vault.load()).toEqual({ kind: 'lost' })
    has.readable = true
    expect(await vault.save(secret)).toBe('encrypted')
    expect(await vault.load()).toMatchObject({ kind: 'found' })
  })

  it('encrypts again when the system asks for it', async () => {
    const path = place()
    const { keyring, has } = fakeKeyring()
    const vault = createVault({ path, keyring, platform: 'linux', log: quiet })
    await vault.save(secret)
    has.rotated = true
    has.backend = 'kwallet6'
    await vault.load()
    expect(JSON.parse(readFileSync(path, 'utf8')).backend).toBe('kwallet6')
  })

  it('does not let a save overtake an erase', async () => {
    const path = place()
    const vault = createVault({ path, keyring: fakeKeyring().keyring, platform: 'linux', log: quiet })
    await Promise.all([vault.save(secret), vault.erase()])
    expect(await vault.load()).toEqual({ kind: 'none' })
  })
})

describe('session', () => {
  let server: TestServer
  let vault: ReturnType<typeof memoryVault>
  let side: ReturnType<typeof mainSide>
  beforeEach(async () => {
    server = await startServer()
    vault = memoryVault()
    side = mainSide(server.origin, vault)
  })
  afterEach(async () => {
    side.session.stop()
    await server.stop()
  })
  const kept = (over: Partial<typeof secret> = {}) =>
    memoryVault({
      kind: 'found',
      storage: 'encrypted',
      secret: { ...secret, server: server.origin, ...over },
    })

  it('starts signed out, signs in, keeps the refresh token but not the access token', async () => {
    await side.session.start()
    expect(side.session.state()).toMatchObject({ status: 'signedOut', reason: 'none' })
    const state = await side.session.signIn('ana@demo.turno', 'right')
    expect(state).toMatchObject({ status: 'signedIn', storage: 'encrypted', user: { name: 'Ana' } })
    expect(vault.kept?.refreshToken).toBe([...server.refreshTokens][0])
    expect(JSON.stringify(vault.kept)).not.toContain(side.session.token())
  })

  it('says why a sign-in fails', async () => {
    await side.session.start()
    await expect(side.session.signIn('ana@demo.turno', 'wrong')).rejects.toMatchObject({
      code: 'ERR_INVALID_CREDENTIALS',
    })
    server.routes.set('POST /api/auth/login', (_, response) => server.json(response, 200, { nonsense: true }))
    await expect(side.session.signIn('a', 'b')).rejects.toMatchObject({ code: 'SERVER_UNREADABLE' })
    server.routes.set('POST /api/auth/login', (_, response) => response.writeHead(502).end('<html>'))
    await expect(side.session.signIn('a', 'b')).rejects.toMatchObject({ code: 'SERVER_UNREADABLE' })
    await server.stop()
    await expect(side.session.signIn('a', 'b')).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
    await server.start()
    expect(side.session.state().status).toBe('signedOut')
  })

  it('never sends the password after a redirect', async () => {
    const other = await startServer()
    server.routes.set('POST /api/auth/login', (_, response) =>
      response.writeHead(307, { location: `${other.origin}/api/auth/login` }).end(),
    )
    await side.session.start()
    await expect(side.session.signIn('ana@demo.turno', 'right')).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
    })
    expect(other.calls).toEqual([])
    await other.stop()
  })

  it('lets an admin of a company past its due date in, to pay', async () => {
    server.user = { ...ana, company: { ...ana.company, dueDate: '2020-01-01T00:00:00.000Z' } }
    await side.session.start()
    const { user } = await side.session.signIn('ana@demo.turno', 'right')
    expect(user && mustPay(user, Date.now())).toBe(true)
  })

  it('refuses others of a company past its due date and takes the sign-in back', async () => {
    server.user = {
      ...ana,
      profile: 'user',
      company: { ...ana.company, dueDate: '2020-01-01T00:00:00.000Z' },
    }
    await side.session.start()
    await expect(side.session.signIn('ana@demo.turno', 'right')).rejects.toMatchObject({
      code: 'ERR_COMPANY_EXPIRED',
    })
    expect(side.session.state().status).toBe('signedOut')
    expect(server.count('DELETE /api/auth/logout')).toBe(1)
    expect(vault.kept).toBeNull()
  })

  it('survives a restart: who was signed in is told at once, and the kept cookie gives a new token', async () => {
    server.refreshTokens.add('refresh-me')
    side = mainSide(server.origin, kept())
    const told: [string, boolean][] = []
    side.session.onChange(({ status }) => told.push([status, side.session.token() !== null]))
    await side.session.start()
    expect(side.session.state()).toMatchObject({ status: 'signedIn', user: { id: 1 } })
    expect(side.session.token()).not.toBeNull()
    expect(told[0]).toEqual(['signedIn', false])
    expect(told.at(-1)).toEqual(['signedIn', true])
  })

  it('stays signed in with the kept user when the server is down, and renews when it is back', async () => {
    server.refreshTokens.add('refresh-me')
    await server.stop()
    side = mainSide(server.origin, kept())
    await side.session.start()
    expect(side.session.state()).toMatchObject({ status: 'signedIn', user: { name: 'Ana' } })
    expect(side.session.token()).toBeNull()
    await expect(side.client.fetch('/tickets')).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
    await server.start()
    server.routes.set('GET /api/tickets', (_, response) => server.json(response, 200, { tickets: [] }))
    expect((await side.client.fetch('/tickets')).status).toBe(200)
  })

  it('is over when the kept cookie is refused', async () => {
    side = mainSide(server.origin, kept())
    await side.session.start()
    expect(side.session.state()).toMatchObject({ status: 'signedOut', reason: 'expired' })
  })

  it.each([500, 502, 429])('is not over because of a %i on refresh', async status => {
    server.routes.set('POST /api/auth/refresh_token', (_, response) =>
      server.json(response, status, { error: 'x' }),
    )
    side = mainSide(server.origin, kept())
    await side.session.start()
    expect(side.session.state().status).toBe('signedIn')
  })

  it('does not use a session kept for another server, and reports an unreadable one', async () => {
    side = mainSide(server.origin, kept({ server: 'https://elsewhere' }))
    await side.session.start()
    expect(side.session.state()).toMatchObject({ status: 'signedOut', reason: 'expired' })
    side = mainSide(server.origin, memoryVault({ kind: 'lost' }))
    await side.session.start()
    expect(side.session.state()).toMatchObject({ status: 'signedOut', reason: 'expired' })
  })

  it('signs out in the order that leaves nothing behind', async () => {
    const order: string[] = []
    const fetchNoting: typeof nodeFetch = (url, init) => {
      if (url.endsWith('/auth/logout')) order.push('revoke')
      return nodeFetch(url, init)
    }
    side = mainSide(server.origin, { ...vault, erase: async () => void order.push('erase') }, fetchNoting)
    await side.session.start()
    await side.session.signIn('ana@demo.turno', 'right')
    const token = side.session.token()
    for (const step of [...ENDING_STEPS].reverse()) {
      side.session.onEnding(step, () => {
        order.push(step)
        expect(side.session.token()).toBeNull()
      })
    }
    side.session.onChange(state => order.push(state.status))
    await side.session.signOut()
    expect(order).toEqual([
      'socket',
      'revoke',
      'server',
      'windows',
      'notifications',
      'badge',
      'data',
      'storage',
      'secret',
      'erase',
      'signedOut',
    ])
    expect(server.valid.has(token as string)).toBe(false)
  })

  it('ends although a step fails and the server is gone', async () => {
    await side.session.start()
    await side.session.signIn('ana@demo.turno', 'right')
    side.session.onEnding('windows', () => {
      throw new Error('window is gone')
    })
    await server.stop()
    await side.session.signOut()
    expect(side.session.state()).toMatchObject({ status: 'signedOut', reason: 'signedOut', user: null })
    expect(vault.kept).toBeNull()
    await server.start()
  })

  it('reads its own user again on news of it, and asks for new rights when they changed', async () => {
    await side.session.start()
    await side.session.signIn('ana@demo.turno', 'right')
    let rights = 0
    const own = followOwnUser({
      client: side.client,
      session: side.session,
      onRights: () => rights++,
      log: side.log,
    })
    let me: object = { ...ana, name: 'Ana Maria', company: undefined }
    server.routes.set('GET /api/auth/me', (_, response) => server.json(response, 200, me))
    own.changed(2)
    own.changed(1)
    await until('name', () => side.session.state().user?.name === 'Ana Maria')
    expect(side.session.state().user?.company?.name).toBe('Demo')
    expect(server.count('GET /api/auth/me')).toBe(1)
    me = { ...ana, profile: 'user', queues: [{ id: 4, name: 'Vendas', color: '#000' }] }
    server.user = me
    own.changed(1)
    own.changed(1)
    await until('rights', () => rights === 1)
    expect(side.session.state().user?.queues).toMatchObject([{ id: 4 }])
    expect(server.count('POST /api/auth/refresh_token')).toBe(1)
  })

  it('lets a window that asks during the start wait for the session', async () => {
    server.refreshTokens.add('refresh-me')
    side = mainSide(server.origin, kept())
    server.routes.set('GET /api/tickets', (_, response) => server.json(response, 200, { tickets: [] }))
    const starting = side.session.start()
    await new Promise(resolve => setImmediate(resolve))
    expect((await side.client.fetch('/tickets')).status).toBe(200)
    await starting
  })

  it('writes no secret into the log', async () => {
    await side.session.start()
    await side.session.signIn('ana@demo.turno', 'right')
    const token = side.session.token() as string
    await expect(side.session.signIn('ana@demo.turno', 'wrong')).rejects.toThrow()
    const text = side.lines.join('\n')
    expect(text).not.toContain(token)
    expect(text).not.toContain('ana@demo.turno')
  })
})
