/** Requests a second on the ticket list, by eight callers at once. */
import { Agent, get } from 'node:http'
import { summary } from '../lib/figures.mjs'
import { person, serve, workspace } from '../lib/programs.mjs'

export const title = 'Server: ticket list at 20,000 tickets (1,200,000 messages), 8 callers'
export const bars = []
const SECONDS = 6
const CALLERS = 8
const QUERIES = [
  '/tickets?status=open&pageNumber=1&showAll=false',
  '/tickets?status=pending&pageNumber=1&showAll=true',
  '/tickets?status=closed&pageNumber=1&showAll=true',
  '/tickets?status=open&pageNumber=3&showAll=true',
]

export async function prepare({ scale }) {
  return { folder: await workspace(scale) }
}

function ask(url, headers, agent) {
  return new Promise((done, failed) => {
    const began = performance.now()
    get(url, { headers, agent }, reply => {
      reply.resume()
      reply.on('end', () =>
        reply.statusCode === 200
          ? done(performance.now() - began)
          : failed(new Error(`${url}: ${reply.statusCode}`)),
      )
    }).on('error', failed)
  })
}

export async function run({ folder }) {
  const server = await serve(folder)
  const admin = await person(server.url, 'admin@demo.turno')
  const headers = { authorization: `Bearer ${admin.token}` }
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })
  const figures = {}
  const turns = [['mixed', QUERIES], ...QUERIES.map(query => [query.replace('/tickets?', ''), [query]])]
  for (const [name, queries] of turns) {
    const times = []
    const end = performance.now() + (SECONDS * 1_000) / (name === 'mixed' ? 1 : 3)
    const began = performance.now()
    await Promise.all(
      Array.from({ length: CALLERS }, async (_, caller) => {
        for (let i = caller; performance.now() < end; i++) {
          times.push(await ask(`${server.url}/api${queries[i % queries.length]}`, headers, agent))
        }
      }),
    )
    figures[name] = {
      perSecond: Math.round((times.length / (performance.now() - began)) * 1_000),
      ...summary(times),
    }
  }
  agent.destroy()
  await server.stop()
  return figures
}
