/** The life of a paired number of WhatsApp Web: pairing, keys at rest, losses, kills. */
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { handlers } from '../../../electron/server/doors/routes'
import { silentLog } from '../../../electron/server/log'
import { messages, webKeys, whatsapps } from '../../../electron/server/platform/db/schema'
import { type RunningWorkspace, startWorkspace } from '../../../electron/server/start'
import { hostHere } from '../../support/web-host'
import { FakeChannel } from './fake-channel'
import { startWebNumber, until, type WebNumber, webHub } from './web-number'

let n: WebNumber
const lives: RunningWorkspace[] = []
beforeAll(async () => {
  n = await startWebNumber({ graceMs: 300 }, { ackMs: 60, unsureMs: 30, longestReconnectMs: 60 }, false)
})
afterEach(async () => {
  for (const life of lives.splice(0)) await life.close()
})
afterAll(() => n.close())

const idOf = (answer: { body: unknown }) => (answer.body as { message: { id: string } }).message.id
const params = () => ({ params: { id: n.whatsappId } })
const is = async (status: string, reason = '') => {
  await until(async () => (await n.connection()).status === status)
  expect((await n.connection()).statusReason).toBe(reason)
}
const keyCount = () => n.h.db.$count(webKeys, eq(webKeys.whatsappId, n.whatsappId))
const connect = async () => {
  await n.h.call(n.h.one.admin, 'whatsapps.connect', params())
  await until(() => n.phone.sockets.at(-1)?.over === false)
}
const paired = async () => {
  await connect()
  await is('qrcode')
  n.phone.pair()
  await is('CONNECTED')
}

describe('pairing', () => {
  it('shows one code after the other with its end, pairs, and is up with the phone’s number', async () => {
    const first = await n.connection()
    expect([first.status, first.qrcode]).toEqual(['qrcode', '2@code-1'])
    const left = Date.parse(first.qrcodeUntil ?? '') - Date.now()
    expect(left).toBeGreaterThan(50_000)
    expect(left).toBeLessThanOrEqual(60_000)
    n.phone.socket.showCode()
    await expect.poll(async () => (await n.connection()).qrcode).toBe('2@code-2')
    expect(Date.parse((await n.connection()).qrcodeUntil ?? '') - Date.now()).toBeLessThanOrEqual(20_000)
    n.phone.pair()
    await is('CONNECTED')
    expect(await n.connection()).toMatchObject({ number: '551140028922', qrcode: '' })
  })

  it('keeps its keys sealed, each in its own place', async () => {
    const rows = await n.h.rows(webKeys)
    expect(rows.map(row => row.type)).toContain('creds')
    for (const row of rows) {
      expect(row.value).toMatch(/^v1\.[^.]+\.[^.]+\.[^.]+$/)
      expect(row.value).not.toContain('551140028922')
    }
  })

  it('has written the keys of a message before it leaves', async () => {
    const ticket = await n.conversation('5511900001001')
    let kept = 0
    n.phone.onSend = async () => {
      kept = await n.h.db.$count(webKeys, eq(webKeys.keyId, '5511900001001@s.whatsapp.net.0'))
    }
    await n.send(ticket.id, 'com chave')
    n.phone.onSend = null
    expect(kept).toBe(1)
  })

  it('signed out, the phone’s list and the keys are empty, and it says why', async () => {
    await n.h.call(n.h.one.admin, 'whatsapps.disconnect', params())
    await is('DISCONNECTED', 'signedOut')
    expect([n.phone.devices.size, await keyCount()]).toEqual([0, 0])
  })

  it('by a code that is typed into the phone: it stands there as long as it holds', async () => {
    const answer = await n.h.call(n.h.one.admin, 'whatsapps.pairByCode', {
      ...params(),
      body: { phone: '+55 11 4002-8922' },
    })
    expect(answer.status).toBe(200)
    await until(async () => (await n.connection()).qrcode === 'TURN2026')
    expect((await n.connection()).status).toBe('PAIRING')
    expect(n.phone.asksForCode).toEqual(['551140028922'])
    // Codes to be read with a camera go on underneath; nobody sees them.
    n.phone.socket.showCode()
    n.phone.socket.fail(408)
    await is('DISCONNECTED', 'codeExpired')
    expect(await keyCount()).toBe(0)
    await n.h.call(n.h.one.admin, 'whatsapps.pairByCode', { ...params(), body: { phone: '551140028922' } })
    await until(async () => (await n.connection()).status === 'PAIRING')
    n.phone.pair()
    await is('CONNECTED')
  })

  it('says after a second code that just ends what the phone may have asked for', async () => {
    const lapse = async (reason: string) => {
      await n.h.call(n.h.one.admin, 'whatsapps.newCode', params())
      await is('qrcode')
      n.phone.socket.fail(408)
      await is('DISCONNECTED', reason)
    }
    await lapse('codeExpired')
    await lapse('passkey')
    await lapse('passkey')
    // Whoever pairs begins anew.
    await paired()
    await lapse('codeExpired')
    await paired()
  })

  it('takes no number that is none, and no code for a line that knows none', async () => {
    const wrong = await n.h.call(n.h.one.admin, 'whatsapps.pairByCode', {
      ...params(),
      body: { phone: '123' },
    })
    expect(wrong.status).toBe(400)
    const other = await n.h.call(n.h.one.admin, 'whatsapps.pairByCode', {
      params: { id: n.h.one.whatsappId },
      body: { phone: '551140028922' },
    })
    expect([other.status, other.body.error]).toEqual([400, 'ERR_WAPP_UNSUPPORTED'])
  })
})

describe('a connection that ends', () => {
  it('comes back by itself', async () => {
    n.phone.socket.fail(503)
    await until(() => !n.phone.isConnected)
    await until(() => n.phone.isConnected)
    await is('CONNECTED')
  })

  it('says after the second loss that WhatsApp does not answer', async () => {
    const { devices } = n.phone
    const welcome = n.phone.welcome
    let losses = 0
    n.phone.welcome = socket => {
      losses += 1
      if (losses < 4) socket.fail(428)
      else welcome.call(n.phone, socket)
    }
    const seen: string[] = []
    n.phone.socket.fail(428)
    await until(async () => {
      const { status, statusReason, retries } = await n.connection()
      seen.push(`${status} ${statusReason} ${retries}`)
      return status === 'CONNECTED' && losses === 4
    })
    n.phone.welcome = welcome
    expect(seen.some(one => one.startsWith('TIMEOUT unreachable'))).toBe(true)
    expect((await n.connection()).retries).toBe(0)
    expect(devices.size).toBe(1)
  })

  it.each([
    [402, 'banned', true],
    [405, 'outdated', true],
    [411, 'refused', false],
  ])('stays down after %i and says why: %s', async (code, reason, keeps) => {
    const sockets = n.phone.sockets.length
    n.phone.socket.fail(code)
    await is('DISCONNECTED', reason)
    expect((await keyCount()) > 0).toBe(keeps)
    await new Promise(done => setTimeout(done, 80))
    expect(n.phone.sockets.length).toBe(sockets)
    if (keeps) {
      await connect()
      await is('CONNECTED')
    } else await paired()
  })

  it('whose session crashed is begun again with the same phone', async () => {
    const sockets = n.phone.sockets.length
    await n.host.crash(n.whatsappId)
    await until(() => n.phone.sockets.length > sockets)
    await is('CONNECTED')
  })
})

describe('a kill', () => {
  /** Another life of the server over the same data. */
  const nextLife = async (): Promise<RunningWorkspace> => {
    const host = hostHere(n.phone.library, { ackMs: 60 })
    const life = await startWorkspace({
      folder: n.h.folder,
      lock: false,
      log: silentLog,
      handlers,
      createChannel: deps => webHub(host, { graceMs: 300 })(new FakeChannel(deps.sink), deps),
    })
    lives.push(life)
    return life
  }

  it('leaves the phone paired: the next life comes up without a code, and takes what was written meanwhile', async () => {
    n.phone.socket.fail(440)
    await is('DISCONNECTED', 'replaced')
    await n.h.update(whatsapps, { status: 'CONNECTED' }, eq(whatsapps.id, n.whatsappId))
    const said = n.phone.write('enquanto vocês reiniciavam', { remoteJid: '5511955550001@s.whatsapp.net' })
    const codes = n.phone.codes
    const life = await nextLife()
    await until(() => life.app.channel.isConnected(n.whatsappId))
    await until(async () => (await n.h.db.$count(messages, eq(messages.id, said.key.id ?? ''))) === 1)
    expect(n.phone.codes).toBe(codes)
  })

  it('of the database’s line is no end of a number: it is begun again when that answers', async () => {
    await connect()
    await is('CONNECTED')
    const { db } = n.h
    const { channel } = n.h.running.app
    const select = db.select.bind(db)
    let left = 2
    const lost = vi.spyOn(db, 'select').mockImplementation(((columns?: object) => {
      if (Object.keys(columns ?? {}).join() === 'companyId' && left-- > 0)
        throw new Error('the database cannot be reached')
      return select(columns as never)
    }) as never)
    await channel.restart(n.whatsappId)
    await expect.poll(() => left).toBeLessThan(0)
    await expect.poll(() => channel.isConnected(n.whatsappId)).toBe(true)
    lost.mockRestore()
  })

  it('between the sending and the answer: it is asked about, not sent again, and a receipt puts it right', async () => {
    await connect()
    await is('CONNECTED')
    const ticket = await n.conversation('5511955550002')
    n.phone.answers = 'none'
    const id = idOf(await n.send(ticket.id, 'chegou ou não?'))
    n.phone.answers = 'taken'
    const before: unknown[] = []
    n.phone.onSend = async () => void before.push((await n.row(id))?.failure)
    const next = idOf(await n.send(ticket.id, 'a seguinte'))
    await expect.poll(() => n.phone.taken.filter(one => one.id === next)).toHaveLength(1)
    expect(before).toEqual(['ERR_WAPP_UNSURE'])
    n.phone.onSend = null
    n.phone.receipt(id, 3, '5511955550002@s.whatsapp.net')
    await expect.poll(async () => (await n.row(id))?.failure).toBeNull()
    expect((await n.row(id))?.ack).toBe(3)
    expect(n.phone.taken.filter(one => one.id === id)).toHaveLength(1)
    const { app } = await nextLife()
    const to = { number: '5511955550002', isGroup: false }
    const ref = { companyId: n.h.one.id, whatsappId: n.whatsappId, messageId: id, to }
    expect(await app.channel.askAbout(ref)).toEqual({ ack: 3 })
    expect(await app.channel.askAbout({ ...ref, messageId: '3EB0NEVER' })).toBeNull()
  })
})

describe('a server without the package', () => {
  it('offers the way, says that it lacks the package, and why a number stays down', async () => {
    const life = await startWorkspace({
      folder: n.h.folder,
      lock: false,
      log: silentLog,
      handlers,
      createChannel: deps => webHub(null)(new FakeChannel(deps.sink), deps),
    })
    lives.push(life)
    const { providers, missing } = life.app.channel
    expect({ providers, missing }).toEqual({ providers: ['web'], missing: ['web'] })
    await life.app.channel.connect(n.whatsappId)
    await is('DISCONNECTED', 'noPackage')
  })
})
