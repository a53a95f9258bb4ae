/**
 * A platform of many companies on PostgreSQL, at a distance: how many messages of agents are acknowledged a second, and how long one
 * takes, by the length of a round trip to the database, the number of companies and the number of processes. `--whole` measures
 * every combination, `--delays 0,2.5 --companies 1,200 --processes 1` some. PostgreSQL waits for its disk with `--durable` alone:
 * without it the disk of the machine is not what is measured. Before each combination one agent sends alone, which says what one
 * message asks of the database.
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { bundle } from '../../faults/lib/bundle.mjs'
import { median, summary } from '../lib/figures.mjs'
import { asker, atEnd, childrenMs, folder, processorMs, serve } from '../lib/programs.mjs'

/** Messages on their way at the same time, in all companies together. */
const CALLERS = 64
const SECONDS = 7
/** Of a rate so low that nobody would have sent twice by then. */
const MOST_SECONDS = 24
/** Messages of the agent who sends alone. */
const ALONE = 12
/** One message is over when nothing was asked of the database for so long. */
const QUIET_MS = 60
/** Until every number is connected, at the most. */
const CONNECTED_MS = 180_000
/** Numbers that are being connected. */
const AT_A_TIME = 8

export const title = 'Platform: sends a second by delay of PostgreSQL, companies and processes'
export const bars = [
  ['failed', 0],
  ['lost', 0],
]

const numbersOf = (said, usual) => (said ? said.split(',').map(Number) : usual)

export async function prepare({ delays, companies, processes, whole, durable }) {
  return {
    program: await bundle('tests/bench/lib/platform-workspace.ts', 'bench-platform'),
    durable,
    delays: numbersOf(delays, [0, 2.5, 7]),
    companies: numbersOf(companies, whole ? [1, 20, 200] : [1, 200]),
    processes: numbersOf(processes, whole ? [1, 2, 4] : [1]),
  }
}

const seconds = began => ((performance.now() - began) / 1_000).toFixed(1)
const tenth = value => Math.round(value * 10) / 10
const hundredth = value => Math.round(value * 100) / 100
const databaseOf = (port, { database }) => `postgres://turno@127.0.0.1:${port}/${database}`
const counted = (many, one, more) => `${many} ${many === 1 ? one : more}`

/** Connects the numbers, some at a time: the threads of all at once would leave a small machine no time for anything else. */
async function connect({ numbers, consoles, connected }, url) {
  const tokens = new Map(consoles.map(({ companyId, token }) => [companyId, token]))
  const end = performance.now() + CONNECTED_MS
  for (let done = 0; done < numbers.length; ) {
    const some = numbers.slice(done, done + AT_A_TIME)
    for (const { id, companyId } of some) {
      const headers = { authorization: `Bearer ${tokens.get(companyId)}` }
      const answer = await fetch(`${url}/api/whatsappsession/${id}`, { method: 'POST', headers })
      if (!answer.ok) throw new Error(`connecting a number: ${answer.status} ${await answer.text()}`)
    }
    done += some.length
    while ((await connected()) < done) {
      if (performance.now() > end) throw new Error('not every number was connected')
      await delay(20)
    }
  }
}

/** Servers on the same companies, once all their numbers are connected; the database is as near as it is. */
async function begin({ platform, proxy, port }, company, howMany) {
  await proxy('slow', { ms: 0 })
  await company.disconnected()
  const servers = []
  for (let place = 0; place < howMany; place++)
    servers.push(
      await serve(company.folder, [], {
        TURNO_DEMO: '0',
        TURNO_GRAPH_URL: platform.graphUrl,
        DATABASE_URL: databaseOf(port, company),
      }),
    )
  await connect(company, servers[0].url)
  return servers
}

/** Milliseconds of one round trip to the database, as the servers have it. */
async function roundTrip(connectionString) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const times = []
  for (let i = 0; i < 40; i++) {
    const began = performance.now()
    await client.query('select 1')
    times.push(performance.now() - began)
  }
  await client.end()
  return hundredth(median(times))
}

/** What one message asks of the database, and how long it takes, of an agent who sends alone. */
async function alone({ proxy, clients }, agents) {
  const quiet = () => proxy('quiet', { ms: QUIET_MS, mostMs: 2_000 })
  const all = { ms: [], statements: [], roundTrips: [] }
  for (let i = 0; i < ALONE; i++) {
    const before = await quiet()
    const { ms } = await clients('one', agents[0])
    const after = await quiet()
    all.ms.push(ms)
    for (const name of ['statements', 'roundTrips']) all[name].push(after[name] - before[name])
  }
  return {
    aloneP50: tenth(median(all.ms)),
    roundTrips: median(all.roundTrips),
    statements: median(all.statements),
  }
}

/**
 * How much the database holds and has written: bytes of tables with their indexes, those of the log of events (kept for a day)
 * apart, bytes of the database's own log, rows that were added.
 */
async function held(client) {
  const { rows } = await client.query(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
    sum(pg_total_relation_size(relid)) filter (where relname <> 'events')::float8 as kept,
    sum(pg_total_relation_size(relid)) filter (where relname = 'events')::float8 as events, sum(n_tup_ins)::float8 as rows from pg_stat_user_tables`)
  return rows[0]
}

/** One combination. */
async function cell(stage, servers, agents, database) {
  const { platform, proxy, clients } = stage
  const one = await alone(stage, agents)
  const used = async () => ({
    servers: servers.reduce((sum, { pid }) => sum + processorMs(pid), 0),
    database: childrenMs(platform.pid),
    bench: (await proxy('processor')).ms + (await clients('processor')).ms + processorMs(process.pid),
  })
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const heldBefore = await held(client)
  const before = await used()
  const began = performance.now()
  const { sends, events, perSecond, lost, failed } = await clients('load', {
    agents,
    callers: CALLERS,
    seconds: SECONDS,
    mostSeconds: MOST_SECONDS,
  })
  const took = performance.now() - began
  const after = await used()
  const cores = name => hundredth((after[name] - before[name]) / took)
  // Its counts of rows come up to a second later.
  await delay(1_500)
  const heldAfter = await held(client)
  await client.end()
  const each = name => (heldAfter[name] - heldBefore[name]) / sends.length
  return {
    perSecond: tenth(perSecond),
    sendP50: summary(sends).p50,
    sendP95: summary(sends).p95,
    eventP95: summary(events).p95,
    ...one,
    serverCores: cores('servers'),
    databaseCores: cores('database'),
    benchCores: cores('bench'),
    keptKb: tenth(each('kept') / 1_024),
    eventsKb: tenth(each('events') / 1_024),
    walKb: tenth(each('wal') / 1_024),
    rows: tenth(each('rows')),
    lost,
    failed,
  }
}

export async function run({ program, durable, delays, companies, processes }) {
  const { openPlatform } = await import(program)
  const dir = folder('turno-bench-platform-')
  const platform = await openPlatform(dir, durable)
  atEnd(() => platform.end())
  const proxy = asker('delay-proxy')
  const clients = asker('platform-clients')
  const { port } = await proxy('listen', { path: join(platform.socket, '.s.PGSQL.5432') })
  const stage = { platform, proxy, clients, port }
  const cells = {}
  for (const many of companies) {
    const began = performance.now()
    const company = await platform.companies(many, Math.max(many, CALLERS))
    process.stderr.write(`${counted(many, 'company', 'companies')} made in ${seconds(began)} s\n`)
    for (const howMany of processes) {
      const began = performance.now()
      const servers = await begin(stage, company, howMany)
      process.stderr.write(`${company.numbers.length} numbers up in ${seconds(began)} s\n`)
      const at = (who, place) => ({ ...who, url: servers[place % howMany].url })
      // Whoever hears of a message is at another process than whoever sent it, where there is one.
      const places = new Map(company.consoles.map(({ companyId }, place) => [companyId, place]))
      await clients('listen', { consoles: company.consoles.map((one, place) => at(one, place + 1)) })
      const agents = company.agents.map(one => at(one, places.get(one.companyId)))
      for (const ms of delays) {
        await proxy('slow', { ms })
        const name = [
          counted(many, 'company', 'companies'),
          counted(howMany, 'process', 'processes'),
          `+${ms} ms`,
        ].join(', ')
        const trip = await roundTrip(databaseOf(port, company))
        cells[name] = {
          roundTripMs: trip,
          ...(await cell(stage, servers, agents, databaseOf(port, company))),
        }
      }
      for (const server of servers) await server.stop()
    }
  }
  await clients('end')
  await platform.end()
  const sum = name => Object.values(cells).reduce((all, figures) => all + figures[name], 0)
  return { cells, lost: sum('lost'), failed: sum('failed') }
}
