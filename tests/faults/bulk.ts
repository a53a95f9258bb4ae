/**
 * A campaign through a real workspace process that is killed at random moments. What the
 * simulated network took is read from its own file, which outlives the server: every recipient exactly once.
 */
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { openDatabase } from '../../electron/database/open'
import type { Target } from './lib/servers'

export interface BulkOptions {
  recipients: number
  kills: number
  target: Target
  /** Data folder of the target. */
  folder: string
  random: () => number
}

export interface BulkReport {
  recipients: number
  kills: number
  /** Recipients nobody wrote to, and those written to twice. */
  lost: string[]
  doubled: string[]
  status: string
  seconds: number
}

/** Rows of one call to a contact list. */
const BATCH = 500
/** Recipients leave five a second at an interval of 0. */
const EACH_MS = 200
/** Longest time for the end of a campaign after its last kill, besides what its recipients take. */
const END_MS = 120_000

const made = z.object({ id: z.coerce.number() })
const connections = z.array(z.object({ id: z.coerce.number(), status: z.string() }))
const state = z.object({ status: z.string() })

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

async function killed(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  child.kill('SIGKILL')
  await ended
}

/** Ids of messages the network took, in its order; the same id twice was sent twice. */
function takenIds(folder: string): string[] {
  const file = join(folder, 'simulator', 'taken')
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap(line => {
    const [id, kind] = line.split(' ')
    return id && kind?.length === 2 ? [id] : []
  })
}

/** Prepares the list and the campaign, which begins at once. @returns its id. */
async function begin(target: Target, headers: Record<string, string>, recipients: number): Promise<number> {
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${target.port()}${target.base}${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const connected = connections
    .parse(await ask('GET', '/whatsapp?session=0'))
    .find(one => one.status === 'CONNECTED')
  if (!connected) throw new Error('no connection is up')
  await ask('POST', '/campaign-settings', { settings: { messageInterval: 0, longerIntervalAfter: 0 } })
  const list = made.parse(await ask('POST', '/contact-lists', { name: 'Faults' }))
  for (let from = 0; from < recipients; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, recipients - from) }, (_, i) => ({
      line: from + i + 1,
      name: `Pessoa ${from + i}`,
      // Neither ends like a number that is not there nor like one that refuses (electron/demo/simulator/numbers.ts).
      number: `55119${String(60_000_001 + (from + i) * 10)}`,
    }))
    await ask('POST', `/contact-lists/${list.id}/rows`, { rows })
  }
  const campaign = {
    name: 'Faults',
    message1: 'Oi {nome}',
    whatsappId: connected.id,
    contactListId: list.id,
    scheduledAt: new Date().toISOString(),
  }
  return made.parse(await ask('POST', '/campaigns', campaign)).id
}

/** Who the messages went to, by their id; the recipients of the campaign. */
async function stored(folder: string, campaignId: number) {
  const client = await openDatabase(join(folder, 'workspace.db'))
  const messages = await client.execute({
    sql: "SELECT id, client_id FROM messages WHERE client_id LIKE ? || ':%'",
    args: [`campaign:${campaignId}`],
  })
  const people = await client.execute({
    sql: 'SELECT id, number FROM campaign_recipients WHERE campaign_id = ?',
    args: [campaignId],
  })
  client.close()
  const numberOf = new Map(people.rows.map(row => [String(row.id), String(row.number)]))
  const recipientOf = new Map(
    messages.rows.map(row => [
      String(row.id),
      numberOf.get(String(row.client_id).split(':')[2] ?? '') ?? '?',
    ]),
  )
  return { recipientOf, numbers: [...numberOf.values()] }
}

export async function runBulk(options: BulkOptions): Promise<BulkReport> {
  const { target, folder, random, recipients, kills } = options
  mkdirSync(folder, { recursive: true })
  const from = performance.now()
  const counts = new Map<string, number>()
  /** Lines of the file that were counted already: a start writes it anew, each id once. */
  let known = 0
  const count = (): void => {
    for (const id of takenIds(folder).slice(known)) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  let server = await target.start()
  try {
    const { headers } = await target.enter()
    const campaignId = await begin(target, headers, recipients)
    const statusNow = async (): Promise<string> => {
      const address = `http://127.0.0.1:${target.port()}${target.base}/campaigns/${campaignId}`
      return state.parse(await (await fetch(address, { headers })).json()).status
    }
    // Spread over the time it takes, a little less than all of it, so that the last kill still meets it.
    const pauseMs = (recipients * EACH_MS * 0.9) / kills
    for (let kill = 0; kill < kills; kill++) {
      await pause(random() * 2 * pauseMs)
      await killed(server)
      count()
      known = new Set(takenIds(folder)).size
      server = await target.start()
    }
    const until = performance.now() + recipients * EACH_MS + END_MS
    let status = await statusNow()
    while (status === 'EM_ANDAMENTO' && performance.now() < until) {
      await pause(500)
      status = await statusNow()
    }
    await killed(server)
    count()
    const { recipientOf, numbers } = await stored(folder, campaignId)
    const written = new Map<string, number>()
    for (const [id, times] of counts) {
      const number = recipientOf.get(id)
      if (number !== undefined) written.set(number, (written.get(number) ?? 0) + times)
    }
    return {
      recipients: numbers.length,
      kills,
      lost: numbers.filter(number => !written.has(number)),
      doubled: numbers.filter(number => (written.get(number) ?? 0) > 1),
      status,
      seconds: (performance.now() - from) / 1_000,
    }
  } finally {
    if (server.exitCode === null && server.signalCode === null) await killed(server)
  }
}
