/** Names whose servers do not answer hold up no others: the system has two places to look names up in. */
import { createSocket, type Socket } from 'node:dgram'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLookup } from '../../../electron/outward/names'

/** A name server: silent about what is called so, and knowing nothing of all else. */
let server: Socket
let at: string
let asked = 0
beforeAll(async () => {
  server = createSocket('udp4', (query, from) => {
    asked += 1
    if (query.includes('stuck')) return
    const answer = Buffer.from(query)
    answer.writeUInt16BE(0x8183, 2)
    server.send(answer, from.port, from.address)
  })
  await new Promise<void>(resolve => server.bind(0, '127.0.0.1', resolve))
  at = `127.0.0.1:${server.address().port}`
})
afterAll(() => new Promise<void>(resolve => server.close(() => resolve())))

const FOUND = [{ address: '192.0.2.7', family: 4 }]

it('keep one of the system’s places at the most, and leave the other to everybody', async () => {
  const looked: string[] = []
  let release = (): void => undefined
  const stuck = new Promise<typeof FOUND>(resolve => {
    release = () => resolve(FOUND)
  })
  const lookup = createLookup({
    servers: [at],
    answerMs: 20,
    system: async hostname => {
      looked.push(hostname)
      return hostname.includes('stuck') ? stuck : FOUND
    },
  })
  const first = lookup('stuck-1.example', {})
  await expect.poll(() => looked).toEqual(['stuck-1.example'])
  const others = await Promise.allSettled(
    ['stuck-2.example', 'stuck-3.example'].map(name => lookup(name, {})),
  )
  expect(others).toMatchObject(others.map(() => ({ status: 'rejected', reason: { code: 'ETIMEOUT' } })))
  expect(await lookup('good.example', {})).toEqual(FOUND)
  expect(await lookup('here', {})).toEqual(FOUND)
  const again = lookup('stuck-1.example', {})
  expect(looked).toEqual(['stuck-1.example', 'good.example', 'here'])
  // The system's file of hosts knows it after all.
  release()
  expect(await Promise.all([first, again])).toEqual([FOUND, FOUND])
  expect(await lookup('stuck-2.example', {})).toEqual(FOUND)
})

it('are not asked about each time once they were answered for', async () => {
  const lookup = createLookup({ servers: [at], answerMs: 1_000, system: async () => FOUND })
  await lookup('good.example', {})
  const before = asked
  expect(await lookup('good.example', {})).toEqual(FOUND)
  expect(asked).toBe(before)
})
