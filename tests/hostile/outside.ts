/** What is outside and does not answer: partners of one company, and the process that works. */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { EndpointName } from '@contract'
import { webhooks } from '../../electron/server/platform/db/schema'
import { startFrozenPair } from '../chaos/frozen-pair'
import { bundle } from '../faults/lib/bundle.mjs'
import { type Harness, type Person, startHarness } from '../integration/server/harness'
import { OUTSIDE_CALLS, readyForOutside } from '../support/outside-calls'
import { postgresMissing } from '../support/postgres/programs'
import type { Outcome } from './crowds'
import type { PartnerState } from './partners-process'

/** Longest a call of a neighbour takes, and until its program hears of what happened, milliseconds. */
const NEIGHBOUR_MS = 2_000
const TOLD_MS = 5_000
/** Longest call to a partner: the limit of a model's answer, and what a busy machine needs. */
const CALL_MS = 150_000
/** After its last call nobody holds a line to a partner for longer than this. */
const LINES_MS = 15_000
/** Within this somebody else works (database-lock.ts), and sends. */
const TAKEN_OVER_MS = 15_000 + 5_000
const TRUTH_MS = 2_000

/** Of each call this many are under way at once, and so many messages of a neighbour are sent meanwhile. */
const CALLS_AT_ONCE = 20
const MESSAGES = 80
/** How much longer the neighbour's may take (95th percentile), and how often one looks: the machine itself may stall. */
const SLOWER = 1.5
const LOOKS = 3

/** A program of the neighbour's, which answers. @returns how many it was told of. */
async function program(): Promise<{ url: string; told(): number; stop(): void }> {
  let told = 0
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      told += 1
      response.end('ok')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return {
    url,
    told: () => told,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const until = async (isSo: () => boolean | Promise<boolean>, ms: number): Promise<boolean> => {
  for (const end = performance.now() + ms; !(await isSo()); await delay(50))
    if (performance.now() > end) return false
  return true
}

/** One company's partners are bad in every way at once; the other one's people and program notice nothing. */
export async function hangingPartners(outcome: Outcome): Promise<void> {
  const child = fork(await bundle('tests/hostile/partners-process.ts', 'hostile-partners'))
  const said = (): Promise<PartnerState[]> =>
    new Promise(resolve => child.once('message', state => resolve(state as PartnerState[])))
  const states = (): Promise<PartnerState[]> => {
    const answer = said()
    child.send('?')
    return answer
  }
  const partners = await said()
  const theirs = await program()
  const h = await startHarness()
  try {
    await provoke(h, partners, theirs, outcome)
    for (const { manner, calls, inside } of await states()) {
      if (calls === 0) outcome.faults.push(`a partner that ${manner} was never called`)
      if (inside > 0) outcome.faults.push(`a partner that ${manner} led to the inside`)
    }
    const open = async () => (await states()).filter(one => one.open > 0)
    if (!(await until(async () => (await open()).length === 0, LINES_MS)))
      for (const one of await open())
        outcome.faults.push(`${one.open} lines to one that ${one.manner} stay open`)
  } finally {
    await h.close()
    theirs.stop()
    child.kill('SIGKILL')
  }
}

/** Kind by kind of the calls outside, with a partner of every manner: a neighbour's messages are as quick as without. */
export async function neighbours(outcome: Outcome, say: (line: string) => void): Promise<void> {
  const child = fork(await bundle('tests/hostile/partners-process.ts', 'hostile-partners'), ['turns'])
  const [partner] = await new Promise<PartnerState[]>(resolve =>
    child.once('message', state => resolve(state as PartnerState[])),
  )
  if (!partner) throw new Error('there is no partner')
  const folder = mkdtempSync(join(tmpdir(), 'turno-outside-'))
  const h = await startHarness({ graphUrl: partner.url })
  const under = new Set<Promise<unknown>>()
  try {
    const outside = { h, partner, folder, silentMs: 60_000 }
    await readyForOutside(outside)
    const ticket = await h.newTicket(h.two, { status: 'open', userId: h.two.ana.id })
    const sends = async (): Promise<number> => {
      const times: number[] = []
      for (let i = 0; i < MESSAGES; i++) {
        const began = performance.now()
        const params = { ticketId: ticket.id }
        const { status } = await h.call(h.two.ana, 'messages.send', { params, body: { body: `n ${i}` } })
        outcome.requests += 1
        if (status !== 200) outcome.faults.push(`a neighbour's message was answered ${status}`)
        times.push(performance.now() - began)
      }
      return times.toSorted((a, b) => a - b)[Math.floor(MESSAGES * 0.95)] ?? 0
    }
    await sends()
    let worst = { name: '', slower: 0 }
    for (const [name, { call, isEverybodys }] of Object.entries(OUTSIDE_CALLS)) {
      if (isEverybodys) continue
      let slower = Number.POSITIVE_INFINITY
      for (let look = 0; look < LOOKS && slower > SLOWER; look++) {
        const alone = await sends()
        for (let i = 0; i < CALLS_AT_ONCE; i++) {
          const ending = call(outside).catch(() => undefined)
          under.add(ending)
          void ending.finally(() => under.delete(ending))
        }
        slower = Math.min(slower, (await sends()) / alone)
      }
      if (slower > worst.slower) worst = { name, slower }
      if (slower > SLOWER)
        outcome.faults.push(`${name}: a neighbour's messages take ${slower.toFixed(2)} times as long`)
    }
    say(`  neighbours: at most ${worst.slower.toFixed(2)} times as long (${worst.name})`)
    if (!(await until(() => under.size === 0, CALL_MS)))
      outcome.faults.push(`${under.size} calls outside do not end within ${CALL_MS} ms`)
  } finally {
    await h.close()
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function provoke(
  h: Harness,
  partners: readonly PartnerState[],
  theirs: Awaited<ReturnType<typeof program>>,
  outcome: Outcome,
): Promise<void> {
  const root = await h.superOf(h.one)
  const body = { value: 'enabled' }
  await h.call(root, 'settings.update', { params: { key: 'localProviders' }, body })
  const ask = async (who: Person, name: EndpointName, form: object, manner: string): Promise<void> => {
    outcome.requests += 1
    const work = h.call(who, name, { body: form }).then(({ status }) => status)
    const status = await Promise.race([work, delay(CALL_MS, 'late' as const, { ref: false })])
    if (status === 'late')
      outcome.faults.push(`${name}, a partner that ${manner}: no end within ${CALL_MS} ms`)
    else if (status >= 500) outcome.faults.push(`${name}, a partner that ${manner}: ${status}`)
  }
  const events = { messages: true, acks: true, tickets: true }
  for (const { url, manner } of partners)
    await ask(h.one.admin, 'webhooks.create', { name: manner, url: `${url}/hook`, ...events }, manner)
  await ask(h.two.admin, 'webhooks.create', { name: 'Pedidos', url: theirs.url, ...events }, 'answers')
  await h.newTicket(h.one, { name: 'Um' })
  const turns = [{ role: 'user', text: 'oi' }]
  let over = false
  const provoked = Promise.all(
    partners.flatMap(({ url, manner }) => [
      ask(
        h.one.admin,
        'prompts.try',
        { baseUrl: `${url}/v1`, apiKey: 'sk-1', prompt: 'Atenda.', turns },
        manner,
      ),
      ask(root, 'integrations.test', { ixcBaseUrl: url, ixcApiKey: '1:chave' }, manner),
    ]),
  ).finally(() => {
    over = true
  })
  for (let round = 0; !over || round < 3; round++) {
    const began = performance.now()
    const before = theirs.told()
    await h.customer(h.two, `55119777${String(round).padStart(5, '0')}`, 'bom dia')
    const { status } = await h.call(h.two.ana, 'tickets.list', {
      query: { status: 'pending', pageNumber: 1 },
    })
    outcome.requests += 1
    const took = performance.now() - began
    if (status !== 200 || took > NEIGHBOUR_MS)
      outcome.faults.push(`a neighbour was answered ${status} after ${Math.round(took)} ms`)
    if (!(await until(() => theirs.told() > before, TOLD_MS)))
      outcome.faults.push(`a neighbour’s program was told of nothing within ${TOLD_MS} ms`)
    await delay(500)
  }
  await provoked
  // What waits would be tried again, one call at a time.
  await h.update(webhooks, { active: false })
}

/** A process stands still: another works for its companies in time, `/ready` says how it is, nothing is lost or sent twice. */
export async function frozenProcess(outcome: Outcome, say: (line: string) => void): Promise<void> {
  if (postgresMissing()) return say('  frozen process: not tried, there is no PostgreSQL here')
  const pair = await startFrozenPair()
  const { frozen, next, companies, ready, sentBy, write } = pair
  const works = (): boolean => next.app.work.here(companies.frozen)
  const isReady = async (): Promise<boolean> => {
    outcome.requests += 1
    return (await ready())[0] === 200
  }
  try {
    if (!(await isReady()) || works()) outcome.faults.push('nobody else worked to begin with')
    const began = performance.now()
    frozen.process.kill('SIGSTOP')
    const written = write('durante')
    while (!works() && performance.now() - began < TAKEN_OVER_MS) {
      await isReady()
      await delay(250)
    }
    const took = Math.round(performance.now() - began)
    if (!works()) return void outcome.faults.push(`nobody works ${took} ms after the other stood still`)
    if ((await written) >= 500) outcome.faults.push('what was written meanwhile was refused')
    if (!(await until(() => sentBy('durante').length > 0, TRUTH_MS * 5)))
      outcome.faults.push('what was written meanwhile did not leave')
    if (!(await isReady())) outcome.faults.push('/ready says that it does not work, and it does')
    const ended = new Promise(resolve => frozen.process.once('exit', resolve))
    frozen.process.kill('SIGCONT')
    if ((await Promise.race([ended, delay(TAKEN_OVER_MS, 'late')])) === 'late')
      outcome.faults.push('the one that stood still goes on')
    if (sentBy('durante').join() !== 'next') outcome.faults.push(`left by: ${sentBy('durante').join()}`)
  } finally {
    await pair.close()
  }
}
