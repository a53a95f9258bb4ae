/** Puts a workspace together and takes it apart again. */
import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import type { WorkspaceRepair } from '@contract'
import type { FastifyInstance } from 'fastify'
import { privateFolder } from '../database/private-folder'
import type { InternalTargets } from '../outward/addresses'
import { MODEL_TIMEOUTS, type ModelTimeouts } from '../providers/chat-model'
import { createTeardown, type Teardown } from '../teardown'
import type { Channel, ChannelSink, ChannelWork, StatusUpdate } from './desk/channel/channel'
import { tellShown } from './desk/happenings/tell'
import { sinkOf } from './desk/inbound/sink'
import { isMentionedIn } from './desk/tickets/read'
import { CONSUMERS } from './doors/work/consumers'
import { type JobsOptions, resumeWork, startJobs } from './doors/work/jobs'
import type { SharedWork } from './doors/work/shared-work'
import { type Log, reasonOf } from './log'
import { createMemory } from './memory'
import { loadKeys, type SessionKeys } from './platform/auth/tokens'
import type { Cluster } from './platform/cluster/cluster'
import type { Db } from './platform/db/client'
import type { DatabaseLock } from './platform/db/engine/database-lock'
import { isInFile, openWorkspaceDb } from './platform/db/open'
import { onlyProcess } from './platform/db/work-ownership'
import { callersBehind } from './platform/http/callers'
import { createDoor } from './platform/http/door'
import type { Handlers } from './platform/http/handlers'
import { buildHttp, type HttpTimeouts } from './platform/http/server'
import { noteCleanEnd } from './platform/keeping/clean-end'
import { startCopies } from './platform/keeping/copies'
import { lastErased } from './platform/keeping/erased'
import { type FolderLock, lockFolder } from './platform/keeping/lock'
import { startMarks } from './platform/keeping/mark'
import { standInFor, writable } from './platform/keeping/read-only'
import { ensureSound } from './platform/keeping/sound'
import { createStorage } from './platform/keeping/storage'
import { createLocalNetwork } from './platform/local-network/local-network'
import { MAIL_PAUSE, type MailPause } from './platform/mail/under-way'
import { folderPlace, type MediaPlace } from './platform/media/place'
import { socketServer } from './platform/realtime/socket-server'
import type { Workspace } from './workspace'

export interface StartOptions extends Pick<JobsOptions, 'campaigns' | 'onNeeded'> {
  /** Data folder (TURNO_DATA). */
  folder: string
  /** `postgres://...` when the database is not a file of the data folder. */
  databaseUrl?: string | null
  /** The database's own address when `databaseUrl` is a pooler in transaction mode. */
  databaseDirectUrl?: string | null
  /** File of the key that signs and seals; the folder's own unless given. */
  keyFile?: string | null
  /** When after the start today's copy is made; as in keeping/copies.ts unless given (tests). Milliseconds. */
  copyAfterMs?: number
  /** How often this process renews its lease on its work (db/engine/leases.ts); as there unless given (tests). */
  heartbeat?: { everyMs: number; freshMs: number; deadMs: number }
  /** Loopback unless stated otherwise. */
  host?: string
  /** Further host names; its key, if only its starter may connect (http/door.ts). */
  door?: { names?: readonly string[]; key?: string | null }
  /** 0: any free port. */
  port?: number
  /** Colleagues on this network may be let in, at this port if free; never unless given. */
  localNetwork?: { port: number; addresses?: () => string[] } | null
  log: Log
  handlers: Handlers
  /** How long clients may take; HTTP_TIMEOUTS unless given. */
  timeouts?: HttpTimeouts
  /** Whether a folder is writable; asked of the system unless given (tests). */
  isWritable?(folder: string): boolean
  /** Internal addresses webhooks may call (outward/addresses.ts); none unless given. */
  internalTargets?(): InternalTargets
  /** PEM of a further authority for banks: a bank's test environment has its own. */
  bankAuthority?: string
  /** Address for speech instead of the region's own (tests). */
  speechOrigin?: (region: string) => string
  simulatedModel?: () => typeof fetch | null
  consumers?: Workspace['consumers']
  /** Address of the Graph API instead of Meta's (tests). */
  graphUrl?: string | null
  /** As `Workspace.jobsAfterMs`; at once unless given. */
  jobsAfterMs?: number
  linkFetch?: Workspace['linkFetch']
  /** How long models may take; MODEL_TIMEOUTS unless given. */
  modelTimeouts?: ModelTimeouts
  /** How long after its answer a call about a forgotten password works; MAIL_PAUSE unless given. */
  mailPause?: MailPause
  /** Told what happened to the file, at each start until it is read (keeping/repair-notice.ts). */
  onRepair?(repair: WorkspaceRepair): void
  /** Day of the copy to restore. */
  restore?: string | null
  /** The request is a persistent setting: it is carried out once, and the server does not start if it cannot be. */
  restoreOnce?: boolean
  /** Makes the channel, from its sink, the database and the place of files. */
  createChannel(deps: {
    db: Db
    sink: ChannelSink
    folder: string
    log: Log
    keys: SessionKeys
    /** Called when a delivery was stored that another process may have to process; omitted with a single process. */
    passOn?: (companyId: number) => void
    work: ChannelWork
  }): Channel
  /**
   * Called when another process has taken the database or the work while this one could not reach it: whatever this one
   * does would be done twice. Also when its own work cannot be started.
   */
  onTaken?(): void
  /** False: the folder may belong to another life (tests of a kill, with both in one process). */
  lock?: boolean
  /** Trusted proxies; none unless given. */
  proxies?: readonly string[]
  /** Where the files of conversations lie; in the data folder unless given. */
  mediaPlace?(folder: string): Promise<MediaPlace | null>
  /** Token for /metrics; no metrics without it (operation/serve.ts). */
  metricsToken?: string | null
  /** Receives a line for every request; none unless given. */
  requestLog?: Log | null
  /** How long the end waits for running answers, milliseconds; LAST_ANSWERS_MS unless given. */
  lastAnswersMs?: number
  /** The code for founding an empty workspace (companies/found.ts); none without it. */
  setupCode?: string | null | ((keys: SessionKeys) => string)
  /** Runs after the database is open and before anything listens (demo seed, scale). */
  prepare?(db: Db, others: { isAlone: boolean }): Promise<void>
  /** Runs when all is ready, before anybody is answered. */
  beforeListening?(app: Workspace): Promise<void>
}

export interface RunningWorkspace {
  app: Workspace
  sink: ChannelSink
  host: string
  port: number
  /** Base address, without a path. */
  url: string
  /** Makes /ready answer "send nobody new here" from now on; keeps serving. */
  drain(): void
  close(): Promise<void>
}

/** A sink that passes states on once they are stored. */
const withStatusListener = (sink: ChannelSink, onStatus: (update: StatusUpdate) => void): ChannelSink => ({
  ...sink,
  async status(update) {
    await sink.status(update)
    onStatus(update)
  },
})

/** Less than the console waits for the server. */
const LAST_ANSWERS_MS = 1_000

/** Takes no more requests, lets running ones end, and aborts those that do not: nobody may block a clean stop. */
async function endConversations(
  app: Workspace,
  http: FastifyInstance,
  sockets: { close(): Promise<void> },
  patienceMs: number,
): Promise<void> {
  // Also closes the listening server, and waits for all its connections.
  const closed = sockets.close()
  app.memory.signIns.end()
  const impatient = setTimeout(() => http.server.closeAllConnections(), patienceMs)
  await closed
  clearTimeout(impatient)
  await http.close()
}

/** Locks the folder's file for this process; a database is shared. */
async function lockOf({
  databaseUrl,
  databaseDirectUrl,
  folder,
}: StartOptions): Promise<FolderLock | DatabaseLock> {
  if (!databaseUrl) return await lockFolder(folder)
  const { shareDatabase } = await import('./platform/db/engine/database-lock')
  return await shareDatabase(databaseDirectUrl ?? databaseUrl)
}

/**
 * Opens the data folder, builds the server and listens.
 * @throws Error when the folder or port cannot be used, another process has the folder, or the file belongs to a newer
 *   version. Everything started has ended by then.
 */
export async function startWorkspace(options: StartOptions): Promise<RunningWorkspace> {
  const { log } = options
  const teardown = createTeardown((what, error) =>
    log.error('not ended properly', { what, reason: reasonOf(error) }),
  )
  try {
    return { ...(await begin(options, teardown)), close: teardown.run }
  } catch (error) {
    await teardown.run()
    throw error
  }
}

/** @param teardown gets the end of each part in the order they start. */
async function begin(
  options: StartOptions,
  teardown: Pick<Teardown, 'add'>,
): Promise<Omit<RunningWorkspace, 'close'>> {
  const { folder, log } = options
  const url = options.databaseUrl ?? null
  const inFile = isInFile(url)
  // A read-only file is replaced by a copy; this does not apply to a database server.
  const readOnly = inFile && !(options.isWritable ?? writable)(folder)
  if (!readOnly) {
    privateFolder(folder)
    // Several processes may serve one database: they divide the work among them (work/shared-work.ts).
    const lock = options.lock === false ? null : await lockOf(options)
    teardown.add('lock', () => lock?.release())
  }
  // Copying and repairing are for files: a database server has its own means (docs/operating.md).
  const kept = inFile && !readOnly
  const repair = kept
    ? await ensureSound(folder, log, options.restore ?? null, options.restoreOnce === true)
    : null
  if (repair) options.onRepair?.(repair)
  // Nothing can be written beside the file either (log, shared memory): a copy elsewhere is read instead.
  const opened = readOnly ? standInFor(folder) : folder
  if (readOnly) {
    log.error('the data folder is read-only: nothing will be kept')
    teardown.add('copy', () => rmSync(opened, { recursive: true, force: true }))
  }
  const storage = createStorage(opened, log, { readOnly })
  teardown.add('storage', storage.stop)
  const db = await openWorkspaceDb(opened, url, log, options.databaseDirectUrl)
  teardown.add('database', async () => {
    await db.checkpoint().catch(error => log.warn('no checkpoint', { reason: reasonOf(error) }))
    await db.close()
    if (kept && !storage.damaged()) noteCleanEnd(folder, log)
  })
  let cluster: Cluster | null = null
  const keys = loadKeys(folder, options.keyFile)
  if (url !== null) {
    cluster = await (await import('./platform/cluster/join')).joinCluster(options.databaseDirectUrl ?? url, {
      ...{ db, log, keys },
      heartbeat: options.heartbeat,
      onLost() {
        log.error('other processes have the work of this one by now: it ends')
        options.onTaken?.()
      },
    })
    teardown.add('cluster', cluster.close)
  }
  await options.prepare?.(db, { isAlone: cluster?.leases.isAlone() ?? true })
  const media = (await options.mediaPlace?.(folder)) ?? folderPlace(folder)
  const host = options.host ?? '127.0.0.1'
  const parts: { app?: Workspace; shared?: SharedWork } = {}
  const door = createDoor({
    ...{ host, names: options.door?.names ?? [], key: options.door?.key ?? null },
    isInside: request => parts.app?.localNetwork?.letIn(request) ?? false,
  })
  const callers = callersBehind(options.proxies ?? [])
  const sockets = socketServer({ db, isLetIn: isMentionedIn, keys, log, door, callers, cluster })
  const workspace = (): Workspace => {
    if (!parts.app) throw new Error('The channel spoke before the workspace was complete')
    return parts.app
  }
  const sink = sinkOf(workspace)
  const own = options.createChannel({
    ...{ db, folder, log, keys },
    work: {
      isFenced: () => parts.shared?.working.isFenced() ?? false,
      ownedCompanies: companyId => parts.shared?.working.ownedCompanies(companyId),
    },
    sink: cluster ? withStatusListener(sink, update => parts.shared?.channel.onStatus(update)) : sink,
    ...(cluster
      ? { passOn: (companyId: number) => parts.shared?.working.wake(companyId, { job: 'inbox' }) }
      : {}),
  })
  const shared = cluster
    ? (await import('./doors/work/shared-work')).createSharedWork({
        ...{ cluster, log, own, workspace },
        campaigns: options.campaigns,
        onTaken: () => options.onTaken?.(),
      })
    : null
  if (shared) parts.shared = shared
  if (kept) {
    const erasedAt = () => lastErased(db)
    const copies = startCopies(folder, log, erasedAt, error => storage.note(error), options.copyAfterMs)
    teardown.add('copies', copies.stop)
    const marks = await startMarks(db, folder, storage, log)
    teardown.add('marks', marks.stop)
  }
  const memory = createMemory({ log, cluster }, teardown)
  const app: Workspace = {
    db,
    folder,
    keys,
    log,
    realtime: sockets.realtime,
    customerTyping: sockets.customerTyping,
    channel: shared?.channel ?? own,
    work: shared?.working ?? onlyProcess,
    storage,
    media,
    operation: {
      draining: false,
      repair,
      meters: options.metricsToken ? (await import('./platform/operation/metrics')).createMeters() : null,
      sockets: () => sockets.count(),
    },
    ...{ memory, consumers: options.consumers ?? CONSUMERS },
    localNetwork: options.localNetwork
      ? createLocalNetwork({ db, keys, log, callers, say: sockets.say, ...options.localNetwork })
      : null,
    cluster,
    setupCode:
      typeof options.setupCode === 'function' ? options.setupCode(keys) : (options.setupCode ?? null),
    internalTargets: options.internalTargets ?? (() => 'none'),
    speechOrigin: options.speechOrigin ?? null,
    simulatedModel: options.simulatedModel ?? (() => null),
    ...{ graphUrl: options.graphUrl ?? null, bankAuthority: options.bankAuthority ?? null },
    ...{ linkFetch: options.linkFetch ?? null, jobsAfterMs: options.jobsAfterMs ?? 0, turns: new Map() },
    modelTimeouts: options.modelTimeouts ?? MODEL_TIMEOUTS,
    mailPause: options.mailPause ?? MAIL_PAUSE,
  }
  parts.app = app
  db.atEnd((tx, entries) => tellShown(app, tx, entries))

  const http = await buildHttp(app, options.handlers, door, callers, options.timeouts, options)
  await http.ready()
  await sockets.attach(http.server)
  teardown.add('conversations', () =>
    endConversations(app, http, sockets, options.lastAnswersMs ?? LAST_ANSWERS_MS),
  )
  await options.beforeListening?.(app)
  await http.listen({ host, port: options.port ?? 0 })
  const { port } = http.server.address() as AddressInfo
  if (app.localNetwork) teardown.add('local network', app.localNetwork.end)
  await app.localNetwork?.follow(http.server)
  if (shared) {
    teardown.add('work', shared.leave)
    await shared.start()
  } else {
    teardown.add('connections', () => own.stop())
    await resumeWork(app, own)
    teardown.add('jobs', (await startJobs(app, options)).stop)
  }
  // Once more, to be the first of all: tells colleagues why the server goes away.
  if (app.localNetwork) teardown.add('local network', app.localNetwork.end)
  const drain = (): void => {
    app.operation.draining = true
  }
  teardown.add('new work', drain)
  return { app, sink, host, port, url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, drain }
}
