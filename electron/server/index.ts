/**
 * Entry of the workspace server: as a utility process of the console (says `ready` with its port, ends on `shutdown`),
 * or alone with `npm run server` (prints its address, ends on SIGINT and SIGTERM).
 */
import { z } from 'zod'
import { createSimulator } from './channel/simulator'
import { fillScale } from './demo/scale'
import { seedDemo } from './demo/seed'
import { startTraffic } from './demo/traffic'
import { told } from './keeping/told'
import { lineLog, rationedLog, reasonOf } from './log'
import { readOptions } from './options'
import { handlers } from './routes'
import { type RunningWorkspace, startWorkspace } from './start'

/** The part of Electron's `process.parentPort` that is used here; absent when the server runs alone. */
interface ParentPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: unknown }) => void): void
}

const parentPort = (process as NodeJS.Process & { parentPort?: ParentPort }).parentPort
const order = z.object({ type: z.enum(['shutdown', 'repairRead']) })

const log = rationedLog(
  lineLog((level, line) => {
    if (parentPort) parentPort.postMessage({ type: 'log', level, line })
    else process.stderr.write(`${new Date().toISOString()} ${level} ${line}\n`)
  }),
)

async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env, parentPort === undefined)
  // A console that gave no key would leave the door open to every program of the computer.
  if (parentPort && options.key === null) throw new Error('TURNO_KEY is missing')
  const { folder, host, port } = options
  const running = await startWorkspace({
    folder,
    host,
    port,
    door: { names: options.names, key: options.key },
    log,
    handlers,
    restore: options.restore,
    onRepair(repair) {
      if (parentPort) return parentPort.postMessage({ type: 'repaired', repair })
      // Alone it has nobody but the reader of its own lines.
      const { fault, copy, movedTo, kept, lost } = repair
      log.warn('what happened to the workspace', { fault, copy, movedTo, kept, lost })
      told(folder)
    },
    createChannel: deps => createSimulator({ ...deps, customers: options.customers }),
    prepare: async db => {
      if (options.demo && (await seedDemo(db, folder))) log.info('demo company written')
      if (options.scale > 0) log.info('scaled', await fillScale(db, options.scale))
    },
  })
  const traffic =
    options.traffic > 0
      ? startTraffic({ db: running.app.db, sink: running.sink, log, perSecond: options.traffic })
      : null

  const end = ending(running, traffic)
  parentPort?.on('message', event => {
    const asked = order.safeParse(event.data)
    if (asked.data?.type === 'shutdown') end()
    if (asked.data?.type === 'repairRead') told(folder)
  })
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  if (parentPort) parentPort.postMessage({ type: 'ready', port: running.port })
  else process.stdout.write(`Turno workspace server: ${running.url}\n`)
}

/** Ends once, whoever asks first. */
function ending(running: RunningWorkspace, traffic: { stop(): Promise<void> } | null): () => void {
  let ended = false
  return () => {
    if (ended) return
    ended = true
    const stop = async (): Promise<void> => {
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
  const reason = reasonOf(error)
  log.error('server did not start', { reason })
  parentPort?.postMessage({ type: 'failed', reason })
  process.exitCode = 1
  setTimeout(() => process.exit(1), 200).unref()
})
