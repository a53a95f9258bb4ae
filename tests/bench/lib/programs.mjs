/** Starts what is measured: the workspace server alone, and the console through the stand-in. */
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../..', import.meta.url))
export const OUT = join(root, 'out/bench')
export const PASSWORD = 'turno-demo'

/** Folders and programs of this run, for the end. */
const leftovers = []

/** Ends every program that is still alive and removes the folders of this run. */
export async function clean() {
  for (const one of leftovers.splice(0).reverse()) await one().catch(() => undefined)
}

/** A folder of this run's own. */
export function folder(prefix) {
  const path = mkdtempSync(join(tmpdir(), prefix))
  leftovers.push(async () => rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  return path
}

/** Something to be undone when the bench ends, also when it broke off. */
export const atEnd = work => void leftovers.push(work)

/** Asks a program to end, and ends it when it does not. */
export async function end(child, signal = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  const late = setTimeout(() => child.kill('SIGKILL'), 8_000)
  await gone
  clearTimeout(late)
}

/**
 * Starts a module of this folder as a process of its own that answers `{ id, name, order }` with `{ id, answer }`.
 * @returns asks it for something.
 */
export function asker(module) {
  const child = fork(new URL(`./${module}.mjs`, import.meta.url))
  atEnd(() => end(child))
  const waiting = new Map()
  let last = 0
  child.on('message', ({ id, answer, error }) => {
    const { name, done, failed } = waiting.get(id)
    waiting.delete(id)
    if (error) failed(new Error(`${name}: ${error}`))
    else done(answer)
  })
  return (name, order = {}) =>
    new Promise((done, failed) => {
      waiting.set(++last, { name, done, failed })
      child.send({ id: last, name, order })
    })
}

/** Resolves with the first match in what a program prints; rejects with all of it when the program ends before. */
function said(child, pattern) {
  let text = ''
  return new Promise((found, failed) => {
    const look = chunk => {
      text += chunk
      const match = pattern.exec(text)
      if (match) found(match[1])
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.once('exit', code => failed(new Error(`ended (${code}):\n${text}`)))
    child.once('error', failed)
  })
}

const CLOCK_TICK_MS = 10

function statMs(path) {
  if (!existsSync('/proc/self/stat')) return Number.NaN
  const fields = readFileSync(path, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS
}

/** Processor time a process has used, user and system, in milliseconds; NaN where the system has no /proc. */
export const processorMs = pid => statMs(`/proc/${pid}/stat`)

/** The same of its first thread alone, on which a server's JavaScript runs. */
export const threadMs = pid => statMs(`/proc/${pid}/task/${pid}/stat`)

/** Processor time of a process' children, those that ended included, in milliseconds; NaN where the system has no /proc. */
export function childrenMs(pid) {
  if (!existsSync('/proc/self/stat')) return Number.NaN
  const fieldsOf = id => {
    try {
      return readFileSync(`/proc/${id}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
    } catch {
      return []
    }
  }
  const living = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(fieldsOf)
    .filter(fields => Number(fields[1]) === pid)
  const ended = fieldsOf(pid)
  const ticks = living.reduce((sum, fields) => sum + Number(fields[11]) + Number(fields[12]), 0)
  return (ticks + Number(ended[13]) + Number(ended[14])) * CLOCK_TICK_MS
}

/** Processes a process has started, and theirs. */
export function childrenOf(pid) {
  const threads = readdirSync(`/proc/${pid}/task`)
  const own = threads.flatMap(thread =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
  return own.flatMap(child => {
    try {
      return [child, ...childrenOf(child)]
    } catch {
      return [] // ended meanwhile
    }
  })
}

/** Whether a process runs what is named so on its command line. */
export const runs = text => pid => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)
  } catch {
    return false
  }
}

/** Processor time of all threads of a process so far, in milliseconds; finer than the system's ticks. */
export const threadsMs = pid =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    try {
      return sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    } catch {
      return sum // ended meanwhile
    }
  }, 0)

/** Resident memory of a process in megabytes; NaN where the system has no /proc. */
export function residentMb(pid) {
  if (!existsSync('/proc/self/status')) return Number.NaN
  const found = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return found ? Math.round(Number(found[1]) / 1_024) : Number.NaN
}

/** Runs the server on a folder. @returns its origin and how to end it. */
export async function serve(path, args = [], more = {}) {
  const child = spawn(process.execPath, [join(root, 'out/server/index.js'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      TURNO_DATA: path,
      TURNO_TRAFFIC: '0',
      TURNO_DEMO: '1',
      HOST: '127.0.0.1',
      PORT: '0',
      ...more,
    },
  })
  const stop = () => end(child)
  leftovers.push(stop)
  const url = await said(child, /workspace server: (http:\S+)/)
  return { url, pid: child.pid, stop }
}

/**
 * The demo company with so many more tickets of 60 messages, filled once and kept in out/bench for later runs.
 * @returns a folder of this run's own.
 */
export async function workspace(scale) {
  const kept = join(OUT, `workspace-${scale}`)
  if (!existsSync(join(kept, 'done'))) {
    rmSync(kept, { recursive: true, force: true })
    mkdirSync(kept, { recursive: true })
    const from = performance.now()
    const server = await serve(kept, scale > 0 ? ['--scale', String(scale)] : [])
    const seconds = (performance.now() - from) / 1_000
    await server.stop()
    process.stderr.write(`filled ${scale} tickets in ${seconds.toFixed(1)} s\n`)
    mkdirSync(join(kept, 'done'))
  }
  const own = folder('turno-bench-')
  cpSync(kept, own, { recursive: true })
  return own
}

/** Starts the console on a data folder. @returns the address that opens it once, and how to end it. */
export async function openConsole({ data = folder('turno-bench-'), server = null } = {}) {
  const register = new URL('../../../out/stand-in/register.js', import.meta.url).href
  const env = {
    ...process.env,
    TURNO_DATA: data,
    TURNO_TRAFFIC: '0',
    TURNO_WORKSPACE: 'demo',
    TURNO_STAND_IN_BROWSER: 'print',
  }
  if (server) env.TURNO_SERVER_URL = server
  const child = spawn(process.execPath, ['--import', register, join(root, 'out/main/index.js')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  })
  const stop = () => end(child)
  leftovers.push(stop)
  const address = await said(child, /(http:\/\/127\.0\.0\.1:\d+\/\S*key=\S+)/)
  return { address, data, pid: child.pid, stop }
}

/** Somebody of the demo company at the server's API. */
export async function person(server, email) {
  const answer = await fetch(`${server}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const { token, user } = await answer.json()
  const get = async path => {
    const reply = await fetch(`${server}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
    if (!reply.ok) throw new Error(`GET ${path}: ${reply.status}`)
    return reply.json()
  }
  return { token, user, get }
}
