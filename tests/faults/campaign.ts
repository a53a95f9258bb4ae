/**
 * Sends through a real outbox process to a real server process while either of them, or the connections between them,
 * are killed at random moments; then asks the server what it has.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startProxy } from './lib/proxy'
import type { Stored, Target } from './lib/servers'
import type { OutboxOrder } from './outbox-process'

export interface CampaignOptions {
  sends: number
  /** Every so many sends is a file. */
  fileEvery: number
  /** Milliseconds between two kills: at least, and by chance up to this much more. */
  pauses: { least: number; chance: number }
  target: Target
  /** Module of the outbox process (lib/bundle.mjs). */
  outbox: string
  /** Folder of this run's own. */
  dir: string
  random: () => number
}

export interface Report {
  sent: number
  lost: number[]
  doubled: number[]
  /** Tickets whose messages are not in the order they were written. */
  disordered: number[]
  kills: { main: number; server: number; connection: number }
  seconds: number
}

const ended = (child: ChildProcess) =>
  new Promise<void>(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await ended(child)
}

/** What the server's messages, in its order, say about loss, doubling and order. Pure. */
export function judge(
  rows: readonly Stored[],
  sends: number,
): Pick<Report, 'lost' | 'doubled' | 'disordered'> {
  const counts = new Map<number, number>()
  const last = new Map<number, number>()
  const disordered = new Set<number>()
  for (const row of rows) {
    const i = Number(row.body)
    counts.set(i, (counts.get(i) ?? 0) + 1)
    if (i < (last.get(row.ticketId) ?? -1)) disordered.add(row.ticketId)
    last.set(row.ticketId, i)
  }
  const all = [...Array(sends).keys()]
  return {
    lost: all.filter(i => !counts.has(i)),
    doubled: all.filter(i => (counts.get(i) ?? 0) > 1),
    disordered: [...disordered],
  }
}

export async function runCampaign(options: CampaignOptions): Promise<Report> {
  const { target, random, pauses, sends } = options
  const dataDir = join(options.dir, 'console')
  mkdirSync(dataDir)
  const kills = { main: 0, server: 0, connection: 0 }
  const from = performance.now()
  let done = false
  let failure: Error | null = null

  let server = await target.start()
  const proxy = await startProxy(target.port)
  const { tickets, headers } = await target.enter()

  /**
   * Most times it resolves once the outbox sends: if each was killed while it starts, as on a slow machine, the campaign
   * would never get further. Some times at once, because a start can be cut short too.
   */
  const startMain = async (): Promise<ChildProcess> => {
    const order: OutboxOrder = {
      dataDir,
      url: `http://127.0.0.1:${proxy.port}${target.base}`,
      headers,
      sends,
      tickets,
      fileEvery: options.fileEvery,
      seed: Math.floor(random() * 1e9),
      clientIds: target.clientIds,
    }
    const child = fork(options.outbox, [JSON.stringify(order)])
    child.on('message', word => {
      if (word === 'done') done = true
    })
    child.on('exit', code => {
      if (code !== null && code !== 0) failure = new Error(`outbox process ended with ${code}`)
    })
    if (random() < 0.2) return child
    await new Promise<void>(resolve => {
      child.on('message', word => {
        if (word === 'begun') resolve()
      })
      child.once('exit', () => resolve())
    })
    return child
  }

  let main = await startMain()
  try {
    while (!done) {
      await new Promise(resolve => setTimeout(resolve, pauses.least + random() * pauses.chance))
      if (failure) throw failure
      if (done) break
      const fate = random()
      if (fate < 0.45) {
        kills.main += 1
        await kill(main)
        if (!done) main = await startMain()
        continue
      }
      if (fate < 0.7) {
        kills.server += 1
        await kill(server)
        server = await target.start()
      } else {
        kills.connection += 1
        proxy.cut()
      }
      // As the connection's return does in the console.
      if (main.connected) main.send('wake')
    }
    await ended(main)
    await kill(server)
    return {
      sent: sends,
      ...judge(await target.stored(), sends),
      kills,
      seconds: (performance.now() - from) / 1_000,
    }
  } finally {
    await kill(main)
    await kill(server)
    await proxy.close()
  }
}
