/**
 * The workspace server (begun by entry.ts): as a utility process of the console (reports `ready` with its port, ends on `shutdown`),
 * or alone with `npm run server` (prints its address, ends on SIGINT and SIGTERM, at once on the second one).
 */
import { createHmac, randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { CODE_SIGNS, LOCAL_PORT } from '@contract'
import { z } from 'zod'
import { soundComponent } from '../pairing/installed'
import type { Demo } from './demo-port'
import { CLOUD, WEB } from './desk/channel/capabilities'
import { createCloudChannel } from './desk/channel/cloud'
import { createChannelHub } from './desk/channel/hub'
import { createNoChannel } from './desk/channel/none'
import { findVoicePackages } from './desk/channel/voice/packages'
import { createWebChannel } from './desk/channel/web'
import { findInstalled } from './desk/channel/web/library'
import { threadedSessions } from './desk/channel/web/threads'
import { handlers } from './doors/routes'
import { jsonLog, lineLog, rationedLog, reasonOf } from './log'
import { readOptions, type ServerOptions, unusedIn } from './options'
import { auditRepair } from './platform/audit/repaired'
import { keyFor } from './platform/auth/seal'
import type { SessionKeys } from './platform/auth/tokens'
import { foundCompany, kindOf } from './platform/companies/found'
import { OlderBuild } from './platform/db/migrations'
import { dropRepairNotice } from './platform/keeping/repair-notice'
import { answerAtComputer, setPasswordOf } from './platform/mail/at-computer'
import { currentRequest } from './platform/operation/request-scope'
import { settlePurpose } from './purpose'
import { type RunningWorkspace, startWorkspace } from './start'
import { USAGE, UsageError } from './usage'
import type { Workspace } from './workspace'

/** How long the jobs wait at the start of a console, so that they do not slow down its first list. Milliseconds. */
const JOBS_AFTER_MS = 2_000

/** The part of Electron's `process.parentPort` that is used here; absent when the server runs alone. */
interface ParentPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: unknown }) => void): void
}

const parentPort = (process as NodeJS.Process & { parentPort?: ParentPort }).parentPort
const order = z.object({ type: z.enum(['shutdown', 'repairRead', 'asleep']) })

const json = parentPort
  ? null
  : process.env.TURNO_LOG === 'json'
    ? jsonLog(line => process.stderr.write(`${line}\n`), currentRequest)
    : null
const log = rationedLog(
  json ??
    lineLog((level, line) => {
      if (parentPort) parentPort.postMessage({ type: 'log', level, line })
      else process.stderr.write(`${new Date().toISOString()} ${level} ${line}\n`)
    }),
)

/** Reports to the person or program that started it: in a readable line or, if the log is JSON, in a JSON line. */
function say(line: string, { event, ...facts }: { event: string; [fact: string]: string | number }): void {
  if (json) json.info(event, facts)
  else process.stdout.write(`${line}\n`)
}

async function run(): Promise<void> {
  // A console's server needs little room for young objects; more would be wasted memory.
  if (parentPort) setFlagsFromString('--semi-space-growth-factor=1')
  if (!parentPort && process.argv.includes('--help')) {
    process.stdout.write(USAGE)
    process.exit(0)
  }
  const options = readOptions(process.argv.slice(2), process.env, parentPort === undefined)
  // Without a key every program of the computer could connect.
  if (parentPort && options.key === null) throw new Error('TURNO_KEY is missing')
  const { folder, host, port } = options
  const unused = parentPort ? null : unusedIn(process.env)
  if (unused) log.warn(unused)
  if (options.importFrom !== null) {
    const url = options.databaseDirectUrl ?? options.databaseUrl
    return url === null ? await bringUpToDate(options.importFrom) : await moveTo(url, options.importFrom)
  }
  const purpose: { demo: Demo | null } = { demo: null }
  const { pairing } = options
  // Inside the console only what the console itself has installed, completely, is loaded.
  const findComponent = async () => {
    const found = pairing === null ? null : await soundComponent(pairing)
    return found && findInstalled(found.folder)
  }
  const findHost = async () => {
    const component = await findComponent()
    return component && threadedSessions(component, log)
  }
  const findVoice = async () =>
    parentPort ? ((await findComponent())?.voice ?? null) : findVoicePackages(options.webPackages)
  const installed = parentPort ? null : findInstalled(options.webPackages)
  const sessionHost = installed && threadedSessions(installed, log)
  // Anybody who reaches a standalone server could sign up first: the code is for the person who started it.
  const running = await startWorkspace({
    folder,
    databaseUrl: options.databaseUrl,
    databaseDirectUrl: options.databaseDirectUrl,
    keyFile: options.keyFile,
    host,
    port,
    door: { names: options.names, key: options.key },
    log,
    handlers,
    restore: options.restore,
    restoreOnce: parentPort === undefined,
    proxies: options.proxies,
    metricsToken: options.metricsToken,
    // Requests are unlimited in number: each is logged.
    requestLog: json,
    mediaPlace: async at => {
      if (!options.s3) return null
      // The demo's pictures come with the program and are copied to its folder.
      if (purpose.demo) throw new Error('A demo keeps its files in its folder: leave out TURNO_S3_BUCKET')
      return (await import('./platform/media/s3')).s3Place(options.s3, at)
    },
    // At once, as after a kill: the other server has the work.
    onTaken: () => process.exit(1),
    ...(parentPort ? { jobsAfterMs: JOBS_AFTER_MS } : { lastAnswersMs: options.stopMs / 2 }),
    // A standalone server is reached by its configured address, and a demo only from this computer.
    localNetwork: parentPort && options.demo === false ? { port: LOCAL_PORT } : null,
    onNeeded:
      parentPort && options.demo === false
        ? needed => parentPort.postMessage({ type: 'needed', needed })
        : undefined,
    onRepair(repair) {
      if (parentPort) return parentPort.postMessage({ type: 'repaired', repair })
      const { fault, copy, movedTo, kept, lost } = repair
      log.warn('what happened to the workspace', { fault, copy, movedTo, kept, lost, ...repair.missing })
    },
    // On a person's own computer, and in the demo, local programs may receive webhooks.
    internalTargets: () => (options.key !== null || purpose.demo ? 'loopback' : 'none'),
    // Several processes share one address, so all accept the same code.
    setupCode: options.key !== null ? null : options.databaseUrl === null ? newCode() : sharedCode,
    simulatedModel: () => purpose.demo?.simulatedModel ?? null,
    graphUrl: options.graphUrl,
    createChannel: deps =>
      purpose.demo?.createSimulator({ ...deps, customers: options.customers }) ??
      createChannelHub({
        db: deps.db,
        channels: {
          [CLOUD]: createCloudChannel({ ...deps, graphUrl: options.graphUrl, findVoice }),
          [WEB]: createWebChannel({ ...deps, host: sessionHost, ...(pairing === null ? {} : { findHost }) }),
        },
        otherwise: createNoChannel(deps.sink),
      }),
    beforeListening: async app => {
      const { db, setupCode } = app
      if (options.reset) await resetPassword(app, options.reset)
      if ((await kindOf(db)) !== null) return
      // Before it reports that it is ready: the caller signs in, or looks for the code, next.
      if (options.founding)
        return await foundCompany(app, { ...options.founding, ...(setupCode ? { code: setupCode } : {}) })
      if (parentPort || !setupCode) return
      say(
        `The workspace is empty. Its first company is begun in a console that connects here; setup code: ${setupCode}`,
        { event: 'the workspace is empty', setupCode },
      )
    },
    prepare: async (db, { isAlone }) => {
      const { demo, seeded } = await settlePurpose(db, folder, options.demo, isAlone)
      purpose.demo = demo
      if (seeded) log.info('demo company written')
      if (demo && options.scale > 0) log.info('scaled', await demo.fillScale(db, options.scale))
    },
  })
  const traffic = await (async () => {
    const { operation } = running.app
    if (!parentPort && operation.repair) {
      await auditRepair(running.app, operation.repair)
      dropRepairNotice(folder)
    }
    if (!purpose.demo || options.traffic <= 0) return null
    const { app, sink } = running
    return await purpose.demo.startTraffic({ db: app.db, sink, log, perSecond: options.traffic })
  })().catch(async (error: unknown) => {
    // The last steps of the start: without them the workspace ends as it does otherwise.
    await running.close()
    throw error
  })

  const end = ending(running, traffic, parentPort ? { drainMs: 0, stopMs: null } : options)
  parentPort?.on('message', event => {
    const asked = order.safeParse(event.data)
    if (asked.data?.type === 'shutdown') end()
    if (asked.data?.type === 'asleep') running.app.localNetwork?.say('asleep')
    if (asked.data?.type === 'repairRead') dropRepairNotice(folder)
    if (!asked.success)
      void answerAtComputer(running.app, event.data).then(
        answer => answer && parentPort.postMessage(answer),
        error => log.error('the computer was not answered', { reason: reasonOf(error) }),
      )
  })
  process.on('SIGINT', () => end(130))
  process.on('SIGTERM', () => end(143))
  if (parentPort) parentPort.postMessage({ type: 'ready', port: running.port })
  else {
    say(`Turno workspace server: ${running.url}`, { event: 'listening', url: running.url })
  }
}

/** Brings a workspace to the present shape, and ends. */
async function bringUpToDate(from: string): Promise<void> {
  const { carryOver } = await import('./platform/db/engine/import')
  const before = await carryOver(from)
  say(
    before === null
      ? `The workspace of ${from} opens with this version as it is.`
      : `The workspace of ${from} is carried over. As it was before, it lies in ${before}.`,
    { event: 'carried over', folder: from, ...(before === null ? {} : { before }) },
  )
}

/** Moves a workspace from its file to a database, reports the result, and ends. */
async function moveTo(url: string, folder: string): Promise<void> {
  const { importWorkspace } = await import('./platform/db/engine/import')
  const moved = await importWorkspace(folder, url, line => say(line, { event: line }))
  const rows = moved.reduce((sum, table) => sum + table.rows, 0)
  say(
    `Moved ${rows} rows of ${moved.length} tables; counts and checksums are equal on both sides. Media and keys stay in the data folder.`,
    { event: 'moved', rows, tables: moved.length },
  )
}

/** @throws Error when no administrator signs in by that address. */
async function resetPassword(app: Workspace, { email, password }: NonNullable<ServerOptions['reset']>) {
  const name = await setPasswordOf(app, email, password)
  if (name === null) throw new Error(`No administrator signs in as ${email}`)
  say(`${name} signs in with the password of TURNO_ADMIN_PASSWORD now.`, { event: 'password reset', email })
}

const CODE_CHARS = 10
const newCode = (): string =>
  Array.from({ length: CODE_CHARS }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join('')
/** Derived from the key; the 32 characters are equally likely. */
const sharedCode = (keys: SessionKeys): string =>
  [...createHmac('sha256', keyFor(keys, 'setup code')).update('founding').digest().subarray(0, CODE_CHARS)]
    .map(byte => CODE_SIGNS[byte % CODE_SIGNS.length])
    .join('')

/**
 * Ends once: not ready any more, gives a balancer `drainMs` to notice, then lets requests, sockets and jobs end within
 * `stopMs` (null: no limit).
 * @returns called again with a code, the process ends at once with it; the next start resumes interrupted work.
 */
function ending(
  running: RunningWorkspace,
  traffic: { stop(): Promise<void> } | null,
  { drainMs, stopMs }: { drainMs: number; stopMs: number | null },
): (again?: number) => void {
  let ended = false
  return again => {
    if (ended) return again === undefined ? undefined : process.exit(again)
    ended = true
    const stop = async (): Promise<void> => {
      running.drain()
      await delay(drainMs)
      if (stopMs !== null)
        setTimeout(() => {
          log.warn('the end took too long: the rest is taken up at the next start')
          process.exit(0)
        }, stopMs).unref()
      await traffic?.stop()
      await running.close()
    }
    stop().then(
      () => process.exit(0),
      error => {
        log.error('shutdown failed', { reason: reasonOf(error) })
        process.exit(1)
      },
    )
  }
}

run().catch(error => {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\n${USAGE}`)
    process.exit(2)
  }
  const reason = reasonOf(error)
  log.error('server did not start', { reason })
  parentPort?.postMessage({ type: 'failed', reason, isOlder: error instanceof OlderBuild })
  process.exitCode = 1
  setTimeout(() => process.exit(1), 200).unref()
})
