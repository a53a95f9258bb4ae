/** What one request may ask for, and how a broken one is refused: never with a 500, never without an end. */
import { createConnection, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { contacts } from '../../../electron/server/platform/db/schema'
import { ANONYMOUS_LIMITS } from '../../../electron/server/platform/http/anonymous-connections'
import { callersBehind } from '../../../electron/server/platform/http/callers'
import { harnessForFile } from './for-file'
import { startHarness } from './harness'

const h = harnessForFile()

const refused = (answer: { status: number; body: Record<string, unknown> }) => [
  answer.status,
  answer.body.error,
]

describe('text', () => {
  it('is kept behind U+0000, and names lose what turns text around', async () => {
    const tag = await h.call(h.one.ana, 'tags.create', { body: { name: 'nul\u0000tail\u202egnp' } })
    expect(tag.body.name).toBe('nultailgnp')
    const body = { name: 'Ana\u202e oir\u0000\ud800', number: '5511955550001', email: '', extraInfo: [] }
    const made = await h.call<{ id: number; name: string }>(h.one.ana, 'contacts.create', { body })
    expect(made.body.name).toBe('Ana oir\ufffd')
    await h.customer(h.one, '5511955550002', 'a\u0000b', {
      from: { number: '5511955550002', name: 'Zé\u202egnp.exe', isGroup: false },
    })
    const [row] = await h.db.select().from(contacts).where(eq(contacts.number, '5511955550002'))
    expect(row?.name).toBe('Zégnp.exe')
  })
})

describe('a body that is none', () => {
  const send = (type: string, body: string) =>
    h.raw(h.one.ana, '/api/contacts/importCsv', { method: 'POST', headers: { 'content-type': type }, body })

  it.each([
    ['without a boundary', 'multipart/form-data', '--x\r\n'],
    [
      'with an early end',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="contacts"; filename="a.csv"\r\n\r\nname,',
    ],
    ['without a part', 'multipart/form-data; boundary=x', 'nothing at all'],
    [
      'with too many fields',
      'multipart/form-data; boundary=x',
      `${Array.from({ length: 60 }, (_, i) => `--x\r\ncontent-disposition: form-data; name="f${i}"\r\n\r\n1\r\n`).join('')}--x--\r\n`,
    ],
  ])('%s is refused', async (_, type, body) => {
    const answer = await send(type, body)
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: expect.stringMatching(/^ERR_(VALIDATION|INVALID_CSV)$/) },
    ])
  })

  /**
   * Sends a head, then a byte of its body every 20 ms until the server ends the connection.
   * @returns what the server answered.
   */
  async function trickle(head: readonly string[], byte: string): Promise<string> {
    // By a server of its own: on a busy machine a sound body stands still for longer than this, too.
    const strict = await startHarness({ timeouts: { paceMs: 150 } })
    const socket = createConnection({ host: '127.0.0.1', port: Number(new URL(strict.running.url).port) })
    let answer = ''
    let closed = false
    socket.on('data', data => {
      answer += String(data)
    })
    socket.on('error', () => {})
    socket.once('close', () => {
      closed = true
    })
    socket.write(`${[...head, '', ''].join('\r\n')}${byte}`)
    const drip = setInterval(() => socket.write(byte), 20)
    try {
      await expect.poll(() => closed).toBe(true)
    } finally {
      clearInterval(drip)
      socket.destroy()
      await strict.close()
    }
    return answer
  }

  it('that trickles is ended', async () => {
    const head = ['POST /api/auth/login HTTP/1.1', 'host: 127.0.0.1', 'content-type: application/json']
    expect(await trickle([...head, 'content-length: 5000'], ' ')).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('that trickles on after its answer is ended, too: a stranger holds no connection with one', async () => {
    const head = ['POST /api/contacts/importCsv HTTP/1.1', 'host: 127.0.0.1', 'authorization: Bearer nobody']
    const form = ['content-type: multipart/form-data; boundary=x', 'content-length: 90000']
    expect(await trickle([...head, ...form], '-')).toMatch(/^HTTP\/1\.1 40[13] /)
  })

  it('that is too long is read to its end: who still writes hears the refusal, and may ask again', async () => {
    const { port } = new URL(h.running.url)
    const socket = createConnection({ host: '127.0.0.1', port: Number(port) })
    let answer = ''
    const ended = new Promise<string>(resolve => {
      socket.once('close', () => resolve('closed'))
      socket.on('error', error => resolve(String(error)))
      socket.on('data', data => {
        answer += String(data)
        if (answer.split('HTTP/1.1 ').length > 2) resolve('answered twice')
      })
    })
    const length = 3 * 1024 * 1024
    const half = Buffer.alloc(length / 2, ' ')
    socket.write(
      `POST /api/auth/login HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
    )
    socket.write(half)
    await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 413 /)
    socket.write(half)
    socket.write('GET /api/nowhere HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
    expect(await ended).toBe('answered twice')
    expect(answer).toContain('ERR_FILE_TOO_LARGE')
    socket.destroy()
  })
})

describe('a contact file', () => {
  const importAs = (text: string) => {
    const form = new FormData()
    form.append('contacts', new File([text], 'a.csv', { type: 'text/csv' }))
    return h.call<{ error?: string; rejected?: number; created?: number }>(h.one.ana, 'contacts.importCsv', {
      body: form,
    })
  }

  it('with a cell that does not end is refused at once', async () => {
    const answer = await importAs(`name,number,email\n"${'a,b\n'.repeat(2_500_000)}`)
    expect(refused(answer)).toEqual([400, 'ERR_INVALID_CSV'])
  })

  it('larger than any list of contacts is refused', async () => {
    expect(refused(await importAs('x'.repeat(21 * 1024 * 1024)))).toEqual([413, 'ERR_FILE_TOO_LARGE'])
  })

  it('of bad lines alone gives everybody else their turn', async () => {
    const importing = importAs(`name,number,email\n${'x,1,\n'.repeat(300_000)}`)
    let done = false
    void importing.finally(() => {
      done = true
    })
    let turns = 0
    while (!done) {
      await h.call(h.one.bia, 'auth.me')
      turns++
      // Asked without a pause, the questions alone made the import last ten times as long.
      await delay(10)
    }
    expect((await importing).body).toMatchObject({ created: 0, rejected: 300_000 })
    expect(turns).toBeGreaterThan(5)
  })
})

describe('connections of strangers', () => {
  it('find so many places of one network, and have them back when they end or say who they are', async () => {
    const before = { ...ANONYMOUS_LIMITS }
    Object.assign(ANONYMOUS_LIMITS, { perNetwork: 4, inAll: 6 })
    const own = await startHarness({ proxies: ['127.0.0.2'] }).finally(() =>
      Object.assign(ANONYMOUS_LIMITS, before),
    )
    const opened: Socket[] = []
    try {
      const port = Number(new URL(own.running.url).port)
      const open = (localAddress: string): Promise<{ socket: Socket; isOpen: () => boolean }> =>
        new Promise(resolve => {
          const socket = createConnection({ host: '127.0.0.1', port, localAddress })
          let isOpen = true
          opened.push(socket)
          socket.on('error', () => {})
          socket.resume()
          socket.once('close', () => {
            isOpen = false
          })
          socket.once('connect', () => resolve({ socket, isOpen: () => isOpen }))
        })
      const first = await open('127.0.0.3')
      for (let i = 0; i < 3; i++) await open('127.0.0.3')
      const fifth = await open('127.0.0.3')
      await expect.poll(fifth.isOpen).toBe(false)
      // A request says what somebody wants.
      first.socket.write('GET /api/version HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
      await new Promise(resolve => first.socket.once('data', resolve))
      const again = await open('127.0.0.3')
      // A proxy's connections are many people's: they count in all alone, of which there are six.
      const others = [await open('127.0.0.2'), await open('127.0.0.2'), await open('127.0.0.4')]
      await expect.poll(() => others.map(one => one.isOpen())).toEqual([true, true, false])
      expect([first.isOpen(), again.isOpen()]).toEqual([true, true])
      for (const socket of opened) socket.destroy()

      const handshake = async (from: string) =>
        (await own.raw(null, '/socket.io/?EIO=4&transport=polling', { headers: { 'x-forwarded-for': from } }))
          .status
      // The server learns of the end of a connection a moment later.
      await expect.poll(() => handshake('192.0.2.1').catch(() => 0)).toBe(200)
    } finally {
      for (const socket of opened) socket.destroy()
      await own.close()
    }
  })

  it('of sockets: so many that have not signed in; whoever has counts no more', async () => {
    const before = { ...ANONYMOUS_LIMITS }
    Object.assign(ANONYMOUS_LIMITS, { perNetwork: 3, inAll: 5 })
    const own = await startHarness({ proxies: ['127.0.0.1'] }).finally(() =>
      Object.assign(ANONYMOUS_LIMITS, before),
    )
    try {
      const listeners = [own.one.ana, own.one.bia, own.one.caio, own.one.sup, own.one.livia]
      for (const who of listeners) await own.connect(who)
      const handshake = async (from: string): Promise<number> => {
        const headers = { 'x-forwarded-for': from }
        return (await own.raw(null, '/socket.io/?EIO=4&transport=polling', { headers })).status
      }
      const statuses: number[] = []
      for (const from of [
        '2001:db8::1',
        '2001:db8::2',
        '2001:db8::3',
        '2001:db8::4',
        '192.0.2.1',
        '192.0.2.2',
        '192.0.2.3',
      ])
        statuses.push(await handshake(from))
      expect(statuses).toEqual([200, 200, 200, 403, 200, 200, 403])
    } finally {
      await own.close()
    }
  })
})

it.each([
  [[], '192.0.2.1', '198.51.100.1', '192.0.2.1'],
  [['192.0.2.1'], '::ffff:192.0.2.1', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
  [['192.0.2.0/24', 'loopback'], '127.0.0.1', '203.0.113.9, 192.0.2.7', '203.0.113.9'],
  [['2001:db8::/32'], '2001:db8::5', '2001:db9::1', '2001:db9::1'],
  [['127.0.0.1'], '127.0.0.1', '', '127.0.0.1'],
])(
  'behind proxies %j, from %s with the word %j, the caller is %s',
  (proxies, remoteAddress, said, caller) => {
    const headers = said ? { 'x-forwarded-for': said } : {}
    expect(callersBehind(proxies).of({ socket: { remoteAddress } as Socket, headers })).toBe(caller)
  },
)
