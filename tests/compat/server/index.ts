/**
 * A server Turno did not write, replayed from recordings: the legacy servers with its quirks, each of which can
 * be switched off. Started by the tests of tests/compat.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import type { CompatOptions, Quirk } from './quirks'
import { registerRoutes } from './routes'
import { Live } from './socket'
import { type Answered, registerSpeed } from './speed'
import { World } from './world'

export interface CompatServer {
  /** Base address of the API, as an agent would type it. */
  url: string
  world: World
  live: Live
  /** How often each route was called, `METHOD path`. */
  calls: Map<string, number>
  /** Every request as it came, `METHOD /path?query`, oldest first. */
  asked: string[]
  /** What was answered, with its times; empty without the speed of a real one. */
  answered: Answered[]
  /** The next request stumbles: a bare 500 before anything is done. */
  failNext(): void
  close(): Promise<void>
}

/** Starts a replay server on a loopback port. */
export async function startCompatServer(options: Partial<CompatOptions> = {}): Promise<CompatServer> {
  const off = new Set(options.off ?? [])
  const has = (quirk: Quirk) => !off.has(quirk)
  const faults = { latencyMs: 0, failShare: 0, clockSkewMs: 0, ...options.faults }
  const mediaDir = mkdtempSync(join(tmpdir(), 'turno-compat-'))
  const world = new World(faults.clockSkewMs)
  const app = Fastify({
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    bodyLimit: 10 * 1024 * 1024,
    forceCloseConnections: true,
  })
  const live = new Live(app.server, world, has, faults.latencyMs)
  const calls = new Map<string, number>()
  const asked: string[] = []
  let served = 0
  let stumble = false

  await app.register(multipart)
  const answered = options.speed === 'measured' ? registerSpeed(app) : []
  app.addHook('onRequest', async (request, reply) => {
    const key = `${request.method} ${request.routeOptions.url ?? request.url.split('?')[0]}`
    calls.set(key, (calls.get(key) ?? 0) + 1)
    asked.push(`${request.method} ${request.url}`)
    // The header tells the time its clock shows, right or wrong.
    reply.header('date', new Date(Date.parse(world.at())).toUTCString())
    if (faults.latencyMs > 0) await new Promise(resolve => setTimeout(resolve, faults.latencyMs))
    // Every n-th request fails, so that a share is a share and a run can be repeated.
    served += 1
    if (stumble) {
      stumble = false
      return await reply.status(500).send({ error: 'Internal server error' })
    }
    if (faults.failShare > 0 && served % Math.round(1 / faults.failShare) === 0) {
      await reply.status(500).send({ error: 'Internal server error' })
    }
  })
  app.setNotFoundHandler((request, reply) => {
    const page = `<!DOCTYPE html><html><body><pre>Cannot ${request.method} ${request.url.split('?')[0]}</pre></body></html>`
    if (has('htmlNotFound')) return reply.status(404).type('text/html').send(page)
    return reply.status(404).send({ error: 'ERR_NOT_FOUND' })
  })
  const context = { world, live, has, mediaDir, replyAfterMs: options.replyAfterMs ?? 600 }
  if (has('noApiPrefix')) registerRoutes(app, context)
  else await app.register(async scope => registerRoutes(scope, context), { prefix: '/api' })

  const address = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  return {
    url: has('noApiPrefix') ? address : `${address}/api`,
    world,
    live,
    calls,
    asked,
    answered,
    failNext: () => {
      stumble = true
    },
    async close() {
      // Lines kept alive would hold the end up for as long as clients like.
      const closing = live.io.close()
      app.server.closeAllConnections()
      await closing
      await app.close()
      rmSync(mediaDir, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
