/**
 * A pooler in transaction mode, as PgBouncer is one: between two transactions a client has no connection of its own, and gets
 * whichever is free for the next. PgBouncer itself where it is installed, and a double of it everywhere.
 */
import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { runAs, urlOf } from './cluster'

export interface Pooler {
  /** Where a database of the cluster is reached through it. */
  urlOf(database: string): string
  stop(): Promise<void>
}

/** Few, so that transactions of many clients take turns on each of them. */
const CONNECTIONS = 4
const READY = 'Z'.charCodeAt(0)
const IDLE = 'I'.charCodeAt(0)
/** What is asked before a start: encryption, which is declined. */
const SSL = 80_877_103

/** One connection to the database, greeted; `answer` hears each whole message. */
interface Backend {
  socket: Socket
  greeting: Buffer
  answer: (message: Buffer) => void
}

/** @returns takes bytes as they come and gives whole messages: a type, a length, the rest. */
function messages(each: (message: Buffer) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  return bytes => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 5) {
      const length = rest.readInt32BE(1) + 1
      if (rest.length < length) return
      each(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  }
}

async function backend(socketFile: string, startup: Buffer): Promise<Backend> {
  const socket = connect(socketFile)
  const greeted: Buffer[] = []
  return await new Promise((resolve, reject) => {
    const made: Backend = {
      socket,
      get greeting() {
        return Buffer.concat(greeted)
      },
      answer(message) {
        greeted.push(message)
        if (message[0] === READY) resolve(made)
      },
    }
    socket.on('error', reject)
    socket.on(
      'data',
      messages(message => made.answer(message)),
    )
    socket.write(startup)
  })
}

/** Where Debian and others have it. */
const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(existsSync)

async function pgBouncer(program: string, cluster: string): Promise<Pooler> {
  const settings = join(cluster, 'pgbouncer.ini')
  const users = join(cluster, 'users.txt')
  writeFileSync(users, '"turno" ""\n')
  writeFileSync(
    settings,
    `[databases]
* = host=${cluster} port=5432
[pgbouncer]
listen_addr =
listen_port = 6432
unix_socket_dir = ${cluster}
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${CONNECTIONS}
`,
  )
  const child = spawn(program, [settings], { ...runAs(), cwd: cluster, stdio: 'ignore' })
  const ended = new Promise(resolve => child.once('exit', resolve))
  while (child.exitCode === null && !existsSync(join(cluster, '.s.PGSQL.6432')))
    await new Promise(resolve => setTimeout(resolve, 20))
  if (child.exitCode !== null) throw new Error('PgBouncer did not start')
  return {
    urlOf: database => urlOf(cluster, database).replace('@localhost/', '@localhost:6432/'),
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function double(cluster: string): Promise<Pooler> {
  const file = join(cluster, '.s.PGSQL.5432')
  const free: Backend[] = []
  const waiting: ((one: Backend) => void)[] = []
  const all = new Set<Socket>()
  let made = 0
  const giveBack = (one: Backend): void => {
    const next = waiting.shift()
    if (next) next(one)
    else free.push(one)
  }
  const borrow = async (startup: Buffer): Promise<Backend> => {
    // The one that has rested longest: whoever relies on the last one is found out.
    const known = free.shift()
    if (known) return known
    if (made >= CONNECTIONS) return await new Promise(resolve => waiting.push(resolve))
    made += 1
    const one = await backend(file, startup)
    all.add(one.socket)
    return one
  }

  const server = createServer({ noDelay: true }, client => {
    all.add(client)
    client.on('error', () => {})
    client.on('close', () => {
      // Whoever goes within a transaction takes the connection along.
      if (!held) return
      made -= 1
      held.socket.destroy()
    })
    let startup: Buffer | null = null
    let held: Backend | null = null
    let asking: Buffer[] = []
    let borrowing = false
    const forward = (message: Buffer): void => {
      if (message[0] === 'X'.charCodeAt(0)) return void client.end()
      if (held) return void held.socket.write(message)
      asking.push(message)
      if (borrowing || !startup) return
      borrowing = true
      void borrow(startup).then(one => {
        borrowing = false
        held = one
        one.answer = answer => {
          client.write(answer)
          if (answer[0] !== READY || answer[5] !== IDLE) return
          held = null
          giveBack(one)
        }
        for (const waited of asking) one.socket.write(waited)
        asking = []
      })
    }
    const whole = messages(forward)
    client.on('data', bytes => {
      if (startup) return whole(bytes)
      if (bytes.readInt32BE(4) === SSL) return void client.write('N')
      startup = Buffer.from(bytes)
      void borrow(startup).then(one => {
        client.write(one.greeting)
        giveBack(one)
      })
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    urlOf: database => `postgres://turno@127.0.0.1:${port}/${database}`,
    async stop() {
      for (const socket of all) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/**
 * The poolers there are, by name.
 * @returns each begins one over a cluster, given the folder of its socket.
 */
export const poolers: Readonly<Record<string, (cluster: string) => Promise<Pooler>>> = {
  'the double': double,
  ...(PROGRAM ? { PgBouncer: (cluster: string) => pgBouncer(PROGRAM, cluster) } : {}),
}
