/**
 * Sends through a real outbox process to a real server process while either of them, or the connections between them,
 * are killed at random moments (issue 4, "Kill tests"); then asks the server what it has.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seeded } from './lib/random'
import type { Accepted } from './lib/tiny-server'
import type { OutboxOrder } from './outbox-process'
import type { ServerOrder } from './server-process'

export interface CampaignOptions {
  sends: number
  tickets: number
  seed: number
  fileEvery: number
  /** Share of requests the server answers badly. */
  mischief: number
  /** Whether the server knows client ids; the older family does not (design/contract.md 5). */
  clientIds: boolean
  /** Milliseconds between two kills: at least, and by chance up to this much more. */
  calm: { least: number; chance: number }
  /** Modules of the two processes (lib/bundle.mjs). */
  modules: { outbox: string; server: string }
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
  new Promise<void>(resolve =>
    child.exitCode !== null || child.signalCode ? resolve() : child.once('exit', () => resolve()),
  )

/** What a journal says about loss, doubling and order. Pure. */
export function judge(
  rows: readonly Accepted[],
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
  const random = seeded(options.seed)
  const dir = await mkdtemp(join(tmpdir(), 'turno-faults-'))
  const dataDir = join(dir, 'data')
  mkdirSync(dataDir)
  const journal = join(dir, 'journal')
  const kills = { main: 0, server: 0, connection: 0 }
  const from = performance.now()
  let port = 0
  let done = false
  let failure: Error | null = null
  let server: ChildProcess
  let main: ChildProcess

  const startServer = async (): Promise<void> => {
    const order: ServerOrder = {
      journal,
      port,
      seed: Math.floor(random() * 1e9),
      mischief: options.mischief,
      clientIds: options.clientIds,
    }
    server = fork(options.modules.server, [JSON.stringify(order)])
    port = await new Promise<number>((resolve, reject) => {
      server.once('message', (said: { port: number }) => resolve(said.port))
      server.once('exit', code => reject(new Error(`server ended with ${code} before it listened`)))
    })
    server.removeAllListeners('exit')
  }
  const startMain = (): void => {
    const order: OutboxOrder = {
      dataDir,
      url: `http://127.0.0.1:${port}`,
      sends: options.sends,
      tickets: options.tickets,
      fileEvery: options.fileEvery,
      seed: Math.floor(random() * 1e9),
      clientIds: options.clientIds,
    }
    const child = fork(options.modules.outbox, [JSON.stringify(order)])
    child.on('message', word => {
      if (word === 'done') done = true
    })
    child.on('exit', code => {
      if (code !== null && code !== 0) failure = new Error(`outbox process ended with ${code}`)
    })
    main = child
  }

  await startServer()
  startMain()
  try {
    while (!done) {
      await new Promise(resolve => setTimeout(resolve, options.calm.least + random() * options.calm.chance))
      if (failure) throw failure
      if (done) break
      const fate = random()
      if (fate < 0.45) {
        kills.main += 1
        main!.kill('SIGKILL')
        await ended(main!)
        if (done) break
        startMain()
      } else if (fate < 0.7) {
        kills.server += 1
        server!.kill('SIGKILL')
        await ended(server!)
        await startServer()
        if (main!.connected) main!.send('wake')
      } else {
        kills.connection += 1
        server!.send('cut')
        if (main!.connected) main!.send('wake')
      }
    }
    await ended(main!)
    const rows = readFileSync(journal, 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as Accepted)
    return {
      sent: options.sends,
      ...judge(rows, options.sends),
      kills,
      seconds: (performance.now() - from) / 1_000,
    }
  } finally {
    main!.kill('SIGKILL')
    server!.kill('SIGKILL')
    await Promise.all([ended(main!), ended(server!)])
    await rm(dir, { recursive: true, force: true })
  }
}
