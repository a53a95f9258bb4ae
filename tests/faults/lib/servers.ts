/** The servers a campaign may be run against: how to start one, what to send it, what it has in the end. */
import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { openDatabase } from '../../../electron/database/open'
import type { ServerOrder } from '../server-process'
import type { Accepted } from './tiny-server'

export type Stored = Pick<Accepted, 'ticketId' | 'body'>

export interface Target {
  /** Starts it (again); resolves with the process once it answers. */
  start(): Promise<ChildProcess>
  port(): number
  /** Path of the API below the address. */
  base: string
  clientIds: boolean
  /** After the first start: where to send, and with what. */
  enter(): Promise<{ tickets: number[]; headers: Record<string, string> }>
  /** What it has, in the order it stored it. */
  stored(): Promise<Stored[]>
}

/** The tiny server of the tests, with a share of its answers spoilt. */
export function tinyTarget(options: {
  module: string
  dir: string
  tickets: number
  fault: number
  clientIds: boolean
  random: () => number
}): Target {
  const journal = join(options.dir, 'journal')
  let port = 0
  return {
    base: '',
    clientIds: options.clientIds,
    port: () => port,
    async start() {
      const { fault, clientIds, random } = options
      // Another port each time: the proxy asks, and the one before may have been taken by somebody else meanwhile.
      const order: ServerOrder = { journal, port: 0, seed: Math.floor(random() * 1e9), fault, clientIds }
      const child = fork(options.module, [JSON.stringify(order)])
      port = await new Promise<number>((resolve, reject) => {
        child.once('message', (said: { port: number }) => resolve(said.port))
        child.once('exit', code => reject(new Error(`server ended with ${code} before it listened`)))
      })
      return child
    },
    enter: async () => ({ tickets: [...Array(options.tickets).keys()].map(i => i + 1), headers: {} }),
    stored: async () =>
      existsSync(journal)
        ? readFileSync(journal, 'utf8')
            .split('\n')
            .filter(line => line !== '')
            .map(line => JSON.parse(line) as Accepted)
        : [],
  }
}

export const freePort = () =>
  new Promise<number>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const signedIn = z.object({ token: z.string() })
const page = z.object({ tickets: z.array(z.object({ id: z.coerce.number() })) })

/** The embedded workspace with its demo company, as `npm run server` starts it. */
export function embeddedTarget(options: { module: string; dir: string; password: string }): Target {
  const folder = join(options.dir, 'workspace')
  let port = 0
  const url = (path: string) => `http://127.0.0.1:${port}/api${path}`
  const answers = () =>
    fetch(url('/version')).then(
      response => response.ok,
      () => false,
    )
  return {
    base: '/api',
    clientIds: true,
    port: () => port,
    async start() {
      mkdirSync(folder, { recursive: true })
      port ||= await freePort()
      const child = fork(options.module, [], {
        env: { ...process.env, TURNO_DATA: folder, PORT: String(port), TURNO_TRAFFIC: '0', TURNO_DEMO: '1' },
        stdio: 'ignore',
      })
      while (!(await answers())) {
        if (child.exitCode !== null)
          throw new Error(`workspace ended with ${child.exitCode} before it answered`)
        await new Promise(resolve => setTimeout(resolve, 50))
      }
      return child
    },
    async enter() {
      const login = await fetch(url('/auth/login'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'admin@demo.turno', password: options.password }),
      })
      const headers = { authorization: `Bearer ${signedIn.parse(await login.json()).token}` }
      const list = await fetch(url('/tickets?status=open&showAll=true'), { headers })
      const tickets = page.parse(await list.json()).tickets.slice(0, 12)
      return { tickets: tickets.map(ticket => ticket.id), headers }
    },
    async stored() {
      const client = await openDatabase(join(folder, 'workspace.db'))
      const { rows } = await client.execute(
        "SELECT ticket_id, body FROM messages WHERE client_id LIKE 'send-%' ORDER BY seq",
      )
      client.close()
      return rows.map(row => ({ ticketId: Number(row.ticket_id), body: String(row.body) }))
    },
  }
}
