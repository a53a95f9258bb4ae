/**
 * Customers who are answered by a prompt and by an integration with IXC, and a webhook that is told of all of it, through
 * a real workspace process that is killed at random moments. Afterwards: nobody answered twice or forgotten, no
 * message handed to the channel twice, nobody unlocked twice, every event delivered under one id and in its order.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openDatabase } from '../../electron/database/open'
import { startChatModelDouble } from '../support/chat-model-double'
import { IXC_TOKEN, startIxcDouble } from '../support/ixc-double'
import type { OutwardOrder, Say } from './outward-process'

export interface OutwardOptions {
  /** Customers of each of the two kinds. */
  customers: number
  kills: number
  /** Module of the server's process (lib/bundle.mjs). */
  module: string
  /** Folder of this run's own. */
  dir: string
  random: () => number
}

export interface OutwardReport {
  kills: number
  questions: number
  events: number
  /** What went wrong, in words; none when all holds. */
  faults: string[]
  seconds: number
}

/** Between two kills, milliseconds: at least, and by chance up to this much more. */
const PAUSES = { least: 250, chance: 1_200 }
/** Longest time for the rest after the last kill. */
const END_MS = 90_000
const QUESTIONS = 3

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** The n-th of as many valid tax numbers as are needed. */
export function taxId(n: number): string {
  const digits = [...String(100_000_000 + n * 7_919)].map(Number)
  for (const length of [9, 10]) {
    const sum = digits.slice(0, length).reduce((total, digit, at) => total + digit * (length + 1 - at), 0)
    digits.push(((sum * 10) % 11) % 10)
  }
  return digits.join('')
}

interface Got {
  id: string
  body: string
}

/** Takes every event, slowly enough to be cut off between its arrival and its answer. */
export async function receiver(random: () => number) {
  const got: Got[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('error', () => undefined)
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      got.push({
        id: String(request.headers['x-turno-delivery']),
        body: Buffer.concat(parts).toString('utf8'),
      })
      setTimeout(() => response.end('ok'), random() * 12)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    got,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface OwnMessage {
  seq: number
  id: string
  number: string
  body: string
  file: string
}

/** Reads what the workspace has kept. */
async function keptIn(folder: string) {
  const client = await openDatabase(join(folder, 'workspace.db'))
  const rows = async (sql: string) => (await client.execute(sql)).rows
  try {
    const own = (
      await rows(`SELECT m.seq, m.id, c.number, m.body, m.media_name FROM messages m
        JOIN tickets t ON t.id = m.ticket_id JOIN contacts c ON c.id = t.contact_id
        WHERE m.from_me = 1 ORDER BY m.seq`)
    ).map(
      (row): OwnMessage => ({
        seq: Number(row.seq),
        id: String(row.id),
        number: String(row.number),
        body: String(row.body),
        file: String(row.media_name ?? ''),
      }),
    )
    const handed = await rows(`SELECT c.number FROM assists a JOIN tickets t ON t.id = a.ticket_id
      JOIN contacts c ON c.id = t.contact_id WHERE a.status = 'done'`)
    const open = await rows(
      `SELECT count(*) AS n FROM assists WHERE status = 'active' AND asked_seq > answered_seq`,
    )
    const asks = await rows('SELECT count(*) AS n FROM happenings')
    const queued = await rows(`SELECT count(*) AS n FROM outgoing WHERE state = 'queued'`)
    const waiting = await rows(`SELECT count(*) AS n FROM webhook_deliveries WHERE status = 'waiting'`)
    const events = await rows(
      'SELECT id, event, ticket_id, message_seq, status FROM webhook_deliveries ORDER BY id',
    )
    const messages = await rows('SELECT seq FROM messages')
    return {
      own,
      handedOver: new Set(handed.map(row => String(row.number))),
      unsettled: [open, asks, queued, waiting].reduce((sum, [row]) => sum + Number(row?.n), 0),
      events: events.map(row => ({
        id: String(row.id),
        event: String(row.event),
        ticket: String(row.ticket_id),
        message: Number(row.message_seq),
        status: String(row.status),
      })),
      messages: messages.map(row => Number(row.seq)),
    }
  } finally {
    client.close()
  }
}
type Kept = Awaited<ReturnType<typeof keptIn>>

/** The events as they arrived: all of them, each with one body, those of a ticket in their order. Pure. */
export function judgeEvents(kept: Pick<Kept, 'events' | 'messages'>, got: readonly Got[]): string[] {
  const faults: string[] = []
  const bodies = new Map<string, Set<string>>()
  const firsts: string[] = []
  for (const { id, body } of got) {
    const known = bodies.get(id)
    if (!known) firsts.push(id)
    bodies.set(id, (known ?? new Set()).add(body))
  }
  for (const [id, own] of bodies) if (own.size > 1) faults.push(`event ${id} had ${own.size} bodies`)
  for (const { id, event } of kept.events) if (!bodies.has(id)) faults.push(`${event} ${id} never arrived`)
  const ticketOf = new Map(kept.events.map(({ id, ticket }) => [id, ticket]))
  const last = new Map<string, number>()
  for (const id of firsts) {
    const ticket = ticketOf.get(id) ?? ''
    if (Number(id) < (last.get(ticket) ?? 0)) faults.push(`event ${id} of ticket ${ticket} came too late`)
    last.set(ticket, Number(id))
  }
  const created = kept.events.filter(({ event }) => event === 'message.created').map(({ message }) => message)
  for (const seq of kept.messages)
    if (created.filter(one => one === seq).length !== 1) faults.push(`message ${seq} was not told of once`)
  return faults
}

/** What customers of the prompt were answered: each question once at most, the last one of each in any case. Pure. */
export function judgeAnswers(kept: Pick<Kept, 'own' | 'handedOver'>, asked: readonly Say[]): string[] {
  const faults: string[] = []
  const numbers = [...new Set(asked.map(({ number }) => number))]
  for (const number of numbers) {
    const own = kept.own.filter(message => message.number === number).map(({ body }) => body)
    const questions = asked.filter(say => say.number === number).map(({ body }) => body)
    for (const question of questions) {
      const times = own.filter(body => body === `Resposta: ${question}`).length
      if (times > 1) faults.push(`"${question}" was answered ${times} times`)
    }
    const isAnswered = own.includes(`Resposta: ${questions.at(-1)}`)
    if (!isAnswered && !kept.handedOver.has(number)) faults.push(`${number} was forgotten`)
  }
  return faults
}

export async function runOutward(options: OutwardOptions): Promise<OutwardReport> {
  const { random, customers, module } = options
  const folder = join(options.dir, 'outward')
  mkdirSync(folder, { recursive: true })
  const from = performance.now()
  const model = await startChatModelDouble()
  model.otherwise = ({ messages }) => `Resposta: ${messages.at(-1)?.content ?? ''}`
  model.waitMs = () => random() * 60
  const ixc = await startIxcDouble()
  const tickets = Array.from({ length: customers }, (_, i) => i)
  const cpf = (i: number): string => taxId(i + 1)
  const numberOf = (kind: number, i: number): string => `55119${kind}${String(1_000_000 + i)}`
  const dotted = (digits: string): string => digits.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4')
  ixc.customers = tickets.map(i => ({
    id: `${i}`,
    razao: `Cliente ${i}`,
    cnpj_cpf: dotted(cpf(i)),
    telefone_celular: numberOf(8, i),
  }))
  ixc.bills = tickets.flatMap(i =>
    [1, 2].map(n => ({
      id: `${i}0${n}`,
      id_cliente: `${i}`,
      valor: '10.00',
      data_vencimento: `2030-0${n}-10`,
      status: 'A',
    })),
  )
  ixc.contracts = tickets.map(i => ({ id: `c${i}`, id_cliente: `${i}`, status: 'A', status_internet: 'CA' }))
  ixc.pix = Object.fromEntries(ixc.bills.map(({ id }) => [id, `PIX${id}`]))
  const hook = await receiver(random)

  const order: OutwardOrder = { folder, model: model.url, ixc: ixc.url, ixcToken: IXC_TOKEN, hook: hook.url }
  /** What the server has not confirmed: said again to its next life, under the same id. */
  const pending = new Map<string, { say: Say; kept: () => void }>()
  let child: ChildProcess | null = null
  const start = async (): Promise<void> => {
    const made = fork(module, [JSON.stringify(order)])
    await new Promise<void>((resolve, reject) => {
      made.on('message', (word: { ready?: true; kept?: string }) => {
        if (word.ready) resolve()
        if (word.kept === undefined) return
        pending.get(word.kept)?.kept()
        pending.delete(word.kept)
      })
      made.once('exit', code => reject(new Error(`the workspace ended with ${code} before it was ready`)))
    })
    child = made
    for (const { say } of pending.values()) made.send({ say })
  }
  const kill = async (): Promise<void> => {
    const dying = child
    child = null
    if (!dying || dying.exitCode !== null) return
    const ended = new Promise(resolve => dying.once('exit', resolve))
    dying.kill('SIGKILL')
    await ended
  }
  const said: Say[] = []
  const say = (one: Omit<Say, 'id'>): Promise<void> => {
    const full = { ...one, id: randomUUID() }
    said.push(full)
    return new Promise(kept => {
      pending.set(full.id, { say: full, kept })
      if (child?.connected) child.send({ say: full })
    })
  }

  const asks = async (i: number): Promise<void> => {
    for (let n = 0; n < QUESTIONS; n++) {
      await pause(random() * 4_000)
      await say({ number: numberOf(7, i), body: `pergunta ${n} de ${i}`, serves: 'prompt' })
    }
  }
  let over = false
  /** Waits until so many answers stand in the thread of a number, or a person has it. */
  const answered = async (number: string, count: number): Promise<boolean> => {
    while (!over) {
      const { own, handedOver } = await keptIn(folder)
      if (handedOver.has(number)) return false
      if (own.filter(message => message.number === number).length >= count) return true
      await pause(150)
    }
    return false
  }
  const fetches = async (i: number): Promise<void> => {
    const number = numberOf(8, i)
    const step = async (body: string, count: number): Promise<boolean> => {
      await say({ number, body, serves: 'integration' })
      return answered(number, count)
    }
    await pause(random() * 2_000)
    // Asked for the number, the menu, two bills of three messages each and what else there is, unlocked.
    const went =
      (await step('oi', 1)) && (await step(cpf(i), 2)) && (await step('1, 2', 9)) && (await step('D', 10))
    if (went) return
  }

  const faults: string[] = []
  try {
    await start()
    const done = Promise.all(tickets.flatMap(i => [asks(i), fetches(i)]))
    for (let n = 0; n < options.kills; n++) {
      await pause(PAUSES.least + random() * PAUSES.chance)
      await kill()
      await start()
    }
    const late = pause(END_MS).then(() => 'late')
    if ((await Promise.race([done, late])) === 'late') faults.push('customers still wait')
    over = true
    await done
    const until = performance.now() + END_MS
    let kept = await keptIn(folder)
    while (kept.unsettled > 0 && performance.now() < until) {
      await pause(250)
      kept = await keptIn(folder)
    }
    if (kept.unsettled > 0) faults.push(`${kept.unsettled} things still wait`)
    await kill()
    faults.push(...judgeEvents(kept, hook.got))
    faults.push(
      ...judgeAnswers(
        kept,
        said.filter(({ serves }) => serves === 'prompt'),
      ),
    )
    const lines = readFileSync(join(folder, 'taken'), 'utf8').trim().split('\n')
    for (const { id, body } of kept.own) {
      const times = lines.filter(line => line === id).length
      if (times !== 1) faults.push(`"${body}" was handed over ${times} times`)
    }
    for (const i of tickets) {
      const told = ixc.asked.filter(
        ({ resource, body }) => resource === 'desbloqueio_confianca' && body.id === `c${i}`,
      ).length
      if (told > 1) faults.push(`contract ${i} was unlocked ${told} times`)
      const number = numberOf(8, i)
      const files = kept.own.filter(message => message.number === number && message.file !== '')
      const names = files.map(({ file }) => file)
      if (new Set(names).size !== names.length) faults.push(`${number} got a bill twice`)
      if (names.length !== 2 && !kept.handedOver.has(number))
        faults.push(`${number} has ${names.length} bills`)
    }
    return {
      kills: options.kills,
      questions: said.length,
      events: kept.events.length,
      faults,
      seconds: (performance.now() - from) / 1_000,
    }
  } finally {
    over = true
    await kill()
    await Promise.all([model.close(), ixc.close(), hook.close()])
  }
}
