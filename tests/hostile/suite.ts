/** The attack: what is sent, by whom, and what must hold afterwards. */
import { type ChildProcess, fork } from 'node:child_process'
import { createConnection } from 'node:net'
import { type EndpointName, endpoints } from '@contract'
import { neighbours, type Outcome } from './outside'
import { type ProgramShot, programShots, type Shot, shotsAt } from './requests'
import { type Ids, type Lap, MARKS, type Ready } from './server-process'

/** Longest time one call may hold the event loop, milliseconds. */
const HELD_MS = 200
/** Requests under way at once. */
const AT_ONCE = 6
/** Growth of the heap over a repeated attack that counts as flat, bytes. */
const FLAT_BYTES = 24 * 1024 * 1024
const SLOW_HEADS = 300
/** The limit of a head here (server-process.ts), a tenth of it, and what a busy machine needs; milliseconds. */
const HEADS_END_MS = 2_200 + 2_000

/** Longest time the server takes to end, milliseconds. */
const END_MS = 10_000

interface Target extends Ready {
  child: ChildProcess
  ask<T>(what: 'lap' | 'heap' | 'one' | 'two' | 'end'): Promise<T>
}

async function start(module: string): Promise<Target> {
  const child = fork(module, [], { execArgv: ['--expose-gc'] })
  let fail: (error: Error) => void = () => {}
  child.once('exit', code => fail(new Error(`the server ended with ${code}`)))
  const said = (): Promise<Record<string, unknown>> =>
    new Promise((resolve, reject) => {
      fail = reject
      child.once('message', message => resolve(message as Record<string, unknown>))
    })
  const { ready } = await said()
  return {
    ...(ready as Ready),
    child,
    async ask<T>(ask: string) {
      const answer = said()
      child.send({ ask })
      return (await answer).answer as T
    },
  }
}

type Role = keyof Ready['people'] | 'nobody'

async function fire(target: Target, shot: Shot, role: Role): Promise<string | null> {
  const { method, raw } = endpoints[shot.name]
  const headers = new Headers()
  if (role !== 'nobody') headers.set('authorization', `Bearer ${target.people[role].token}`)
  if (typeof shot.body === 'string') headers.set('content-type', 'application/json')
  const where = `${shot.name} as ${role}, ${shot.how}`
  let answer: Response
  try {
    answer = await fetch(`${target.url}${shot.path}`, { method, headers, body: shot.body })
  } catch (error) {
    return `${where}: no answer (${String(error)})`
  }
  const text = await answer.text()
  if (answer.status >= 500) return `${where}: ${answer.status} ${text.slice(0, 200)}`
  const { one, two, hidden } = MARKS
  // The platform's super-administrator reads every company's invoices: by right.
  const secrets =
    role === 'other' ? [one] : role === 'nobody' ? [one, two, hidden] : role === 'super' ? [] : [two]
  if (role === 'agent') secrets.push(hidden)
  const leak = secrets.find(secret => text.includes(secret))
  if (leak) return `${where}: shows ${leak}`
  if (role === 'nobody' && !['public', 'cookie'].includes(endpoints[shot.name].access) && answer.status < 400)
    return `${where}: open to strangers (${answer.status})`
  if (answer.status >= 400 && !raw && !text.includes('"error":"'))
    return `${where}: ${answer.status} without a code`
  return null
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
    }),
  )
}

/** Who held the loop: each request alone, three times, its best try counts (the machine itself may stall). */
async function holders(target: Target, shots: readonly Shot[], role: Role): Promise<string[]> {
  const found: string[] = []
  for (const shot of shots) {
    let best = Number.POSITIVE_INFINITY
    for (let i = 0; i < 3 && best > HELD_MS; i++) {
      await target.ask<Lap>('lap')
      await fire(target, shot, role)
      best = Math.min(best, (await target.ask<Lap>('lap')).heldMs)
    }
    if (best > HELD_MS)
      found.push(`${shot.name} as ${role}, ${shot.how}: held the loop ${Math.round(best)} ms`)
  }
  return found
}

/** Ends sessions: attacked by somebody else's. */
const ENDS_SESSIONS = new Set<EndpointName>(['auth.logout'])
const names = (Object.keys(endpoints) as EndpointName[]).filter(name => !ENDS_SESSIONS.has(name))

/** Rows of the caller's own company that an agent of another queue may not see. */
const hiddenOf = (ids: Ids): Ids => ({ ...ids, ticketId: ids.hiddenTicketId, messageId: ids.hiddenMessageId })

async function endpointsAs(target: Target, role: Role, outcome: Outcome): Promise<void> {
  const others = role === 'other' ? [target.one] : [target.two, hiddenOf(target.one)]
  const own = role === 'other' ? target.two : target.one
  const kept = role === 'other' ? 'one' : 'two'
  const before = await target.ask<string>(kept)
  for (const name of names) {
    const isOpen = ['public', 'cookie'].includes(endpoints[name].access)
    // Who is signed in changes nothing at an open door, and at a closed one a stranger is stopped before he is read.
    if (isOpen && role !== 'nobody') continue
    const all = shotsAt(name, own, others)
    const shots = isOpen || role !== 'nobody' ? all : all.filter((_, i) => i % 10 === 0)
    await target.ask<Lap>('lap')
    await inTurns(shots, async shot => {
      outcome.requests += 1
      const fault = await fire(target, shot, role)
      if (fault) outcome.faults.push(fault)
    })
    const { heldMs } = await target.ask<Lap>('lap')
    if (heldMs > HELD_MS) outcome.faults.push(...(await holders(target, shots, role)))
  }
  // A super-administrator changes companies, plans and helps by right.
  if (role !== 'super' && (await target.ask<string>(kept)) !== before)
    outcome.faults.push(`as ${role}: rows of the other company changed`)
}

/** Calls a token may make in a minute (EXTERNAL_API.calls) and has left when the next one takes its turn. */
const CALLS_OF_ONE = 50

/** Another program with the token of a connection: what it sends is judged as any other call, by its own words. */
async function programs(target: Target, outcome: Outcome): Promise<void> {
  const before = await target.ask<string>('two')
  const shots = programShots(target.one)
  let calls = 0
  const send = async ({ how, headers, body }: ProgramShot): Promise<string | null> => {
    const token = target.tokens[Math.floor(calls++ / CALLS_OF_ONE) % target.tokens.length]
    outcome.requests += 1
    const where = `externalApi.send as a program, ${how}`
    const bytes = new TextEncoder().encode(body)
    const answer = await fetch(`${target.url}/api/messages/send`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: bytes,
    }).catch((error: unknown) => String(error))
    if (typeof answer === 'string') return `${where}: no answer (${answer})`
    const text = await answer.text()
    if (answer.status >= 500) return `${where}: ${answer.status} ${text.slice(0, 200)}`
    if (answer.status === 429) return `${where}: was not tried, too many calls`
    const leak = Object.values(MARKS).find(mark => text.includes(mark))
    if (leak) return `${where}: shows ${leak}`
    if (answer.status >= 400 && !/"error":"\w+"/.test(text))
      return `${where}: ${answer.status} without a code`
    if (/as it should be|as long as it may be/.test(how) && answer.status !== 200)
      return `${where}: ${answer.status} ${text.slice(0, 200)}`
    return null
  }
  const faultsOf = async (shot: ProgramShot): Promise<void> => {
    const fault = await send(shot)
    if (fault) outcome.faults.push(fault)
  }
  await target.ask<Lap>('lap')
  await inTurns(shots, faultsOf)
  if ((await target.ask<Lap>('lap')).heldMs > HELD_MS)
    for (const shot of shots) {
      let best = Number.POSITIVE_INFINITY
      for (let i = 0; i < 3 && best > HELD_MS; i++) {
        await target.ask<Lap>('lap')
        await send(shot)
        best = Math.min(best, (await target.ask<Lap>('lap')).heldMs)
      }
      if (best > HELD_MS) outcome.faults.push(`a program, ${shot.how}: held the loop ${Math.round(best)} ms`)
    }
  if ((await target.ask<string>('two')) !== before)
    outcome.faults.push('as a program: rows of the other company changed')
}

/** Heads that trickle, all at once: each is ended in time. */
async function slowHeads(target: Target, outcome: Outcome): Promise<void> {
  const { port, hostname } = new URL(target.url)
  const began = performance.now()
  const ends = Array.from({ length: SLOW_HEADS }, () => {
    const socket = createConnection({ host: hostname, port: Number(port) })
    socket.on('error', () => {})
    socket.resume()
    socket.write('GET /api/version HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ')
    const drip = setInterval(() => socket.write('-'), 100)
    return new Promise<void>(resolve =>
      socket.once('close', () => {
        clearInterval(drip)
        resolve()
      }),
    )
  })
  await Promise.all(ends)
  const took = performance.now() - began
  if (took > HEADS_END_MS) outcome.faults.push(`slow heads were held for ${Math.round(took)} ms`)
  outcome.requests += SLOW_HEADS
}

/** The same attack again and again: what one round leaves behind, the next must not add to. */
async function memory(target: Target, outcome: Outcome): Promise<void> {
  const round = async (): Promise<number> => {
    const shots = names
      .flatMap(name => shotsAt(name, target.one, [target.two]))
      .filter((shot, i) => i % 8 === 0 && shot.name !== 'auth.login')
    await inTurns(shots, async shot => {
      outcome.requests += 1
      await fire(target, shot, 'nobody')
      if (endpoints[shot.name].method === 'GET') await fire(target, shot, 'admin')
    })
    return (await target.ask<Lap>('heap')).heapBytes
  }
  await round()
  const first = await round()
  const second = await round()
  const grown = second - first
  if (grown > FLAT_BYTES) outcome.faults.push(`the heap grew by ${Math.round(grown / 1024)} KiB in one round`)
}

/**
 * Attacks a workspace with everything; `say` hears how each part went.
 * @param only parts whose title holds this word; '' is all.
 */
export async function attack(module: string, say: (line: string) => void, only = ''): Promise<Outcome> {
  const target = await start(module)
  const outcome: Outcome = { requests: 0, faults: [] }
  const part = async (title: string, work: () => Promise<void>): Promise<void> => {
    if (!title.includes(only)) return
    const [began, before, faults] = [performance.now(), outcome.requests, outcome.faults.length]
    // One that breaks off is a fault: the others are still to be tried, and what was begun is to be ended.
    await work().catch((error: unknown) => void outcome.faults.push(`${title} broke off: ${String(error)}`))
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    say(
      `  ${title}: ${outcome.requests - before} requests in ${seconds} s, ${outcome.faults.length - faults} faults`,
    )
  }
  try {
    for (const role of ['nobody', 'agent', 'supervisor', 'admin', 'other'] as const)
      await part(`endpoints as ${role}`, () => endpointsAs(target, role, outcome))
    await part('another program', () => programs(target, outcome))
    await part('slow heads', () => slowHeads(target, outcome))
    await part('memory', () => memory(target, outcome))
    await part('neighbours', () => neighbours(outcome, say))
    // Last: who may do everything leaves nothing as it was.
    await part('endpoints as super', () => endpointsAs(target, 'super', outcome))
    const late = new Promise(resolve => setTimeout(() => resolve('late'), END_MS))
    if ((await Promise.race([target.ask('end'), late])) === 'late')
      outcome.faults.push(`the server did not end within ${END_MS} ms`)
  } finally {
    target.child.kill('SIGKILL')
  }
  return outcome
}
