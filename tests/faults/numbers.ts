/**
 * Numbers under faults: messages leave through a real workspace process to a double of the provider in another
 * (./cloud, ./web), customers' messages come in from it, and the server, the thread of a number where it has one, and the
 * double are killed at random moments. Afterwards: none lost, none doubled, each conversation in order; what may have left is marked for a person.
 */
import { fork } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../../electron/database/open'
import { type Came, checkCame, type checkSent, type Own } from './cloud-checks'
import { type Bundle, conversationsOf, SCRIPT, scriptOf } from './cloud-script'
import { keptUp } from './lib/kept-up'
import { freePort } from './lib/servers'

interface NumbersBase {
  folder: string
  port: number
  /** Program of a number's thread (lib/bundle.mjs); "" where it has none. */
  thread: string
  phones: string[]
  /** Of the one person. */
  email: string
  password: string
}

/** What the workspace of a run is started with (./number-process); `library` is the address of the one that threads load. */
export type NumbersOrder = NumbersBase &
  ({ provider: 'cloud'; graphUrl: string } | { provider: 'web'; library: string })

/** One provider: how its workspace and its double are started, and what is asked of it. */
export interface Way<Ready> {
  phones: string[]
  /** Between two kills, milliseconds: at least, and by chance up to this much more. */
  pauses: { least: number; chance: number }
  /** Argument of the workspace. */
  order(base: NumbersBase, doublePort: number): NumbersOrder
  /** Argument of the double. @param ready what the workspace said first. */
  doubleOrder(ready: Ready, base: { folder: string; port: number; seed: number }): unknown
  /** What of a script this provider can do. */
  script(streams: Bundle[][]): Bundle[][]
  /** Our ids, in the order in which the provider took them. */
  taken(folder: string): (string | null)[]
  /** What is wrong with what left (./cloud-checks). */
  check: typeof checkSent
}

export interface NumbersOptions {
  sends: number
  deliveries: number
  modules: { server: string; double: string; thread?: string }
  /** Folder of this run's own. */
  dir: string
  random: () => number
}

export interface NumbersReport {
  sends: number
  deliveries: number
  kills: { server: number; thread: number; double: number }
  /** Messages of which nobody knew for a while whether they had left: those that had, and those that had not. */
  unsure: { left: number; notLeft: number }
  /** What went wrong, in words; none when all holds. */
  faults: string[]
  seconds: number
}

const CONVERSATIONS_EACH = 8
const STREAMS = 6
const WHO = { email: 'ana@falhas.turno', password: 'segredo123' }
/** Every so many sends is a file. */
const FILE_EVERY = 10
/** Longest time for the rest after the last kill. */
const END_MS = 120_000

async function keptIn(folder: string) {
  const client = await openDatabase(join(folder, 'workspace.db'))
  try {
    const rows = async (sql: string) => (await client.execute(sql)).rows
    const all =
      await rows(`SELECT m.id, m.client_id, m.body, m.ack, m.failure, m.media_file, m.from_me, t.id AS ticket,
      c.number, w.name AS phone FROM messages m JOIN tickets t ON t.id = m.ticket_id
      JOIN contacts c ON c.id = t.contact_id JOIN whatsapps w ON w.id = t.whatsapp_id ORDER BY m.seq`)
    const [waiting] = await rows(
      `SELECT (SELECT count(*) FROM outgoing)
        + (SELECT count(*) FROM inbox WHERE done_at IS NULL) AS n`,
    )
    const own = all.flatMap((row): Own[] =>
      Number(row.from_me) === 1
        ? [
            {
              clientId: String(row.client_id),
              id: String(row.id),
              conversation: `${row.phone}/${row.number}`,
              ack: Number(row.ack),
              failure: row.failure === null ? null : String(row.failure),
            },
          ]
        : [],
    )
    const came = all.flatMap((row): Came[] =>
      Number(row.from_me) === 1
        ? []
        : [
            {
              id: String(row.id),
              conversation: `${row.phone}/${row.number}`,
              body: String(row.body),
              hasFile: row.media_file !== null,
            },
          ],
    )
    const tickets = new Map(all.map(row => [`${row.phone}/${row.number}`, Number(row.ticket)]))
    return { own, came, tickets, waiting: Number(waiting?.n) }
  } finally {
    client.close()
  }
}

const signedIn = (body: unknown): string => (body as { token: string }).token

export async function runNumbers<Ready>(
  way: Way<Ready>,
  { sends, deliveries, modules, dir, random }: NumbersOptions,
): Promise<NumbersReport> {
  const from = performance.now()
  const folder = join(dir, 'workspace')
  const doubleFolder = join(dir, 'double')
  mkdirSync(folder, { recursive: true })
  const [port, doublePort] = [await freePort(), await freePort()]
  const order = way.order(
    { folder, port, thread: modules.thread ?? '', phones: way.phones, ...WHO },
    doublePort,
  )
  const begin = (module: string, what: unknown) =>
    fork(module, [JSON.stringify(what)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const server = await keptUp<Ready>(() => begin(modules.server, order))
  const conversations = conversationsOf(way.phones, CONVERSATIONS_EACH)
  const nowS = Math.floor(Date.now() / 1_000)
  const streams = way.script(scriptOf(conversations, deliveries, STREAMS, random, nowS))
  const doubleOrder = way.doubleOrder(server.first, {
    folder: doubleFolder,
    port: doublePort,
    seed: Math.floor(random() * 1e9),
  })
  mkdirSync(doubleFolder)
  writeFileSync(join(doubleFolder, SCRIPT), JSON.stringify(streams))
  const double = await keptUp<unknown>(() => begin(modules.double, doubleOrder))
  const kills = { server: 0, thread: 0, double: 0 }
  const wereUnsure = new Set<string>()
  let over = false

  const url = (path: string) => `http://127.0.0.1:${port}/api${path}`
  let token = ''
  const call = async (method: string, path: string, body: unknown): Promise<Response | null> => {
    const isForm = body instanceof FormData
    return fetch(url(path), {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(isForm ? {} : { 'content-type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
    }).catch(() => null)
  }
  /** Until it is done, through whatever happens meanwhile. */
  const insist = async (method: string, path: string, body: () => unknown): Promise<unknown> => {
    for (let tries = 0; ; tries++) {
      const failure = server.failed() ?? double.failed()
      if (failure) throw failure
      const answer = await call(method, path, body())
      if (answer?.ok) return answer.json().catch(() => null)
      if (tries > 600) throw new Error(`${method} ${path}: ${answer?.status} ${await answer?.text()}`)
      await answer?.body?.cancel().catch(() => undefined)
      await delay(100 + random() * 150)
    }
  }

  const killAtRandom = async (): Promise<void> => {
    while (!over) {
      await delay(way.pauses.least + random() * way.pauses.chance)
      if (over) return
      const fate = random()
      if (fate < 0.3) {
        kills.server += 1
        await server.kill()
        // Most times it comes up before the next: killed in each of its starts it would never get further.
        if (random() < 0.8) await server.up()
      } else if (modules.thread && fate < 0.65) {
        kills.thread += 1
        server.tell(Math.floor(random() * way.phones.length))
      } else {
        kills.double += 1
        await double.kill()
      }
    }
  }
  const until = async (what: string, condition: () => Promise<boolean>): Promise<void> => {
    const end = performance.now() + END_MS
    while (!(await condition())) {
      const failure = server.failed() ?? double.failed()
      if (failure) throw failure
      if (performance.now() > end) throw new Error(`${what} took too long`)
      await delay(300)
    }
  }
  const look = async () => {
    const kept = await keptIn(folder)
    for (const one of kept.own) if (one.failure === 'ERR_WAPP_UNSURE') wereUnsure.add(one.clientId)
    return kept
  }

  try {
    token = signedIn(await insist('POST', '/auth/login', () => WHO))
    await until('the first messages', async () => (await look()).tickets.size === conversations.length)
    const { tickets } = await look()
    for (const id of tickets.values()) await insist('PUT', `/tickets/${id}`, () => ({ status: 'open' }))
    const killing = killAtRandom()
    const names = Array.from({ length: sends }, (_, i) => `send-${String(i).padStart(5, '0')}`)
    const threads = [...tickets.values()]
    /** @param again a person's word: what is repeated because its answer was lost goes without. */
    const send = (ticket: number, clientId: string, again = false): Promise<unknown> =>
      insist('POST', `/messages/${ticket}`, () => {
        if (names.indexOf(clientId) % FILE_EVERY !== 0) return { body: clientId, clientId, again }
        const form = new FormData()
        form.append('clientId', clientId)
        form.append('again', String(again))
        form.append('body', clientId)
        form.append('medias', new File([`file of ${clientId}`], 'a.txt', { type: 'text/plain' }))
        return form
      })
    const written = threads.map((ticket, which) => async () => {
      for (const clientId of names.filter((_, i) => i % threads.length === which)) {
        await send(ticket, clientId)
        await delay(random() * 250)
      }
    })
    const sampling = (async () => {
      while (!over) {
        await look().catch(() => undefined)
        await delay(1_000)
      }
    })()
    await Promise.all(written.map(write => write()))
    const left = async () => Number((await double.ask('left'))?.left ?? 1)
    // Kills go on until the last delivery but the late ones.
    await until('the deliveries', async () => (await left()) < 60)
    over = true
    await Promise.all([killing, sampling])
    const quiet = async () => (await left()) === 0 && (await look()).waiting === 0
    await until('the rest', quiet)
    const takenIds = () => way.taken(doubleFolder)
    const kept = await look()
    const faults = [...way.check(kept.own, takenIds(), names), ...checkCame(kept.came, streams.flat())]
    // A person reads that nobody knows, asks the customer, and sends it again: then it leaves, once.
    const before = new Set(takenIds())
    const again = kept.own.filter(({ id, failure }) => failure === 'ERR_WAPP_UNSURE' && !before.has(id))
    for (const { clientId, conversation } of again) await send(tickets.get(conversation) ?? 0, clientId, true)
    await until('what is sent again', quiet)
    const times = takenIds()
    for (const { clientId, id, failure } of (await look()).own)
      if ((failure !== null && !before.has(id)) || times.filter(one => one === id).length !== 1)
        faults.push(`${clientId} did not leave once in the end`)
    await server.stop()
    await double.stop()
    // The double also ends by itself, right after it took something.
    kills.double = double.lives() - 1
    return {
      sends: names.length,
      deliveries: kept.came.length,
      kills,
      unsure: { left: wereUnsure.size - again.length, notLeft: again.length },
      faults,
      seconds: (performance.now() - from) / 1_000,
    }
  } finally {
    over = true
    await server.stop()
    await double.stop()
  }
}
