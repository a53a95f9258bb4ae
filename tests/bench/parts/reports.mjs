/**
 * Reports of a year of conversations (`--cycles`, 200,000 where nothing is said) with their messages (`--messages`, five of each) of one
 * company with a hundred people, on the file or on PostgreSQL (`--engine file|postgres`), asked for as the screens ask; then what others feel while somebody reads reports without end,
 * and while everything is measured anew. The workspace is filled once and kept in the system's folder for temporary files; what is measured
 * is a copy, for measuring anew goes on for longer than anybody waits here.
 */
import { closeSync, cpSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { summary } from '../lib/figures.mjs'
import { largeWorkspace } from '../lib/large-workspace.mjs'
import { folder as newFolder, person, serve } from '../lib/programs.mjs'

const EMAIL = 'admin@volume.turno'
const TIMES = 5
/** Of each stretch in which others are watched, milliseconds. */
const STRETCH_MS = 12_000
/** The layout of what is kept: another number fills anew. */
const VERSION = 4
const DAY = 86_400_000

export const title = 'Reports: a year of conversations'
export const bars = [
  ['report.p95', 300],
  ['tickets.p95', 300],
  ['forecast.p95', 300],
  ['costs.p95', 300],
  ['behindCosts.p95', 300],
  ['floor.p95', 300],
  ['beside.reports.change.p95', 300],
  ['beside.reports.list.p95', 300],
  ['beside.rebuild.change.p95', 300],
  ['beside.rebuild.list.p95', 300],
]

export async function prepare({ engine = 'file', cycles = 200_000, messages = cycles * 5 }) {
  return largeWorkspace('reports', `${VERSION}-${cycles}-${messages}`, engine, { cycles, messages }, EMAIL)
}

const dayAgo = days => new Date(Date.now() - 3 * 3_600_000 - days * DAY).toISOString().slice(0, 10)
const over = (length, until = 0) => ({ from: dayAgo(until + length - 1), to: dayAgo(until) })
const path = (name, query) => `/reports/${name}?${new URLSearchParams(query)}`
const list = ids => `[${ids}]`

/** What the screens ask for: each section, over some periods, narrowed as people narrow it. */
function questionsFor({ queues, users, lines, tags }) {
  const figures = {}
  const sections = ['day', 'week', 'month', 'hour', 'queue', 'user', 'connection', 'tag']
  for (const days of [7, 30, 90, 366])
    for (const by of sections) figures[`${days} days by ${by}`] = { ...over(days), by, compare: 'true' }
  const year = { ...over(366), compare: 'true' }
  const ninety = { ...over(90, 5), compare: 'true' }
  const narrowed = {
    'three queues': { queueIds: list(queues.slice(0, 3)) },
    'all queues': { queueIds: list(queues) },
    'one person': { userIds: list(users.slice(7, 8)) },
    'a tag': { tagId: String(tags[2]) },
    'a queue and a tag': { queueIds: list(queues.slice(0, 1)), tagId: String(tags[2]) },
    'a connection and a tag': { whatsappIds: list(lines.slice(1, 2)), tagId: String(tags[2]) },
    'all of it': {
      queueIds: list(queues.slice(0, 3)),
      userIds: list(users.slice(0, 20)),
      whatsappIds: list(lines.slice(0, 2)),
      tagId: String(tags[2]),
    },
  }
  for (const [name, filter] of Object.entries(narrowed))
    for (const by of ['day', 'user', 'tag', 'connection']) {
      figures[`366 days by ${by}, ${name}`] = { ...year, ...filter, by }
      figures[`90 days by ${by}, ${name}`] = { ...ninety, ...filter, by }
    }
  const whole = { ...over(366), pageNumber: '1' }
  const tickets = {
    all: whole,
    abandoned: { ...whole, of: 'abandoned' },
    reopenedOfOne: { ...whole, of: 'reopened', by: 'user', key: String(users[7]) },
    longestBar: { ...whole, of: 'firstAnswer', aboveMs: '1830000' },
    bar: { ...whole, of: 'handling', aboveMs: '600000', upToMs: '660000' },
    nextAnswer: { ...whole, of: 'nextAnswer', aboveMs: '1200000' },
    missed: { ...whole, of: 'missed', tagId: String(tags[2]) },
    hour: { ...whole, of: 'arrived', by: 'hour', key: '10' },
    page20: { ...whole, of: 'resolved', pageNumber: '20' },
  }
  const ratings = {
    ratings: { ...whole },
    commentsOfBad: { ...whole, rate: '1', withComment: 'true' },
  }
  const costs = {}
  for (const days of [7, 30, 90, 366])
    for (const by of [
      'day',
      'week',
      'month',
      'connection',
      'queue',
      'user',
      'campaign',
      'category',
      'author',
    ])
      costs[`${days} days by ${by}`] = { ...over(days), by, compare: 'true' }
  for (const name of ['three queues', 'all queues', 'one person'])
    for (const by of ['day', 'user', 'category'])
      costs[`366 days by ${by}, ${name}`] = { ...year, ...narrowed[name], by }
  const behindCosts = {
    charged: { ...whole, cost: 'charged' },
    freeOfOne: { ...whole, cost: 'free', costBy: 'user', costKey: String(users[7]) },
    joinedOfQueue: { ...whole, cost: 'joined', costBy: 'queue', costKey: String(queues[2]) },
    replaced: { ...whole, cost: 'replaced' },
    campaign: { ...whole, cost: 'charged', costBy: 'campaign', costKey: '3' },
    bot: { ...whole, cost: 'charged', costBy: 'author', costKey: 'automatic' },
    month: { ...over(30), pageNumber: '1', cost: 'charged', costBy: 'category', costKey: 'marketing' },
  }
  const promise = { share: '80', seconds: '300' }
  const forecast = {
    all: promise,
    threeQueues: { ...promise, ...narrowed['three queues'] },
  }
  const asked = (name, all) => Object.entries(all).map(([key, query]) => [key, path(name, query)])
  return {
    report: asked('figures', figures),
    tickets: [...asked('tickets', tickets), ...asked('ratings', ratings)],
    forecast: asked('forecast', forecast),
    costs: asked('costs', costs),
    behindCosts: asked('tickets', behindCosts),
    floor: [['floor', '/floor']],
  }
}

async function measured(get, questions) {
  const each = {}
  for (const [name, url] of questions) {
    await get(url)
    each[name] = []
    for (let time = 0; time < TIMES; time += 1) {
      const began = performance.now()
      await get(url)
      each[name].push(performance.now() - began)
    }
  }
  return each
}

/** Lists of somebody else, and changes of a ticket, ten a second, while something goes on. */
async function besides(server, agent, ticketId, busy) {
  const seen = { list: [], change: [] }
  const time = async (name, work) => {
    const began = performance.now()
    await work()
    seen[name].push(performance.now() - began)
  }
  const change = async serial => {
    const reply = await fetch(`${server.url}/api/tickets/${ticketId}/priority`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${agent.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ priority: serial % 2 === 0 ? 'high' : 'normal' }),
    })
    if (!reply.ok) throw new Error(`change: ${reply.status} ${await reply.text()}`)
  }
  const state = { on: true, rounds: 0 }
  const other = (async () => {
    while (state.on) {
      await busy()
      state.rounds += 1
    }
  })()
  for (let serial = 0, until = performance.now() + STRETCH_MS; performance.now() < until; serial += 1) {
    const began = performance.now()
    await Promise.all([
      time('list', () => agent.get('/tickets?status=open&pageNumber=1')),
      time('change', () => change(serial)),
    ])
    await new Promise(resolve => setTimeout(resolve, Math.max(0, 100 - (performance.now() - began))))
  }
  state.on = false
  await other
  return {
    ...Object.fromEntries(Object.entries(seen).map(([name, all]) => [name, summary(all)])),
    rounds: state.rounds,
  }
}

const rest = () => new Promise(resolve => setTimeout(resolve, 50))

/** A copy of a workspace's folder, and how it is taken away. */
function copyOf(folder) {
  const copy = newFolder('turno-reports-')
  cpSync(folder, join(copy, 'data'), { recursive: true })
  // What is not on the disk yet would be written while others change tickets.
  const written = openSync(join(copy, 'data', 'workspace.db'), 'r+')
  fsyncSync(written)
  closeSync(written)
  return { folder: join(copy, 'data'), remove: () => rmSync(copy, { recursive: true, force: true }) }
}

export async function run({ folder, env, copied }) {
  const held = env.DATABASE_URL ? { folder, env: await copied(), remove() {} } : { ...copyOf(folder), env }
  const server = await serve(held.folder, [], held.env)
  const admin = await person(server.url, EMAIL)
  const supervisor = await person(server.url, 'supervisora@volume.turno')
  const ids = rows => rows.map(row => row.id)
  const known = {
    queues: ids(await admin.get('/queue')),
    users: ids((await admin.get('/users/list')).filter(user => user.name.startsWith('Agente'))),
    lines: ids(await admin.get('/whatsapp?session=0')).slice(1),
    tags: ids(await admin.get('/tags/list')),
  }
  const questions = questionsFor(known)
  const figures = {}
  for (const [group, asked] of Object.entries(questions)) {
    const each = await measured(admin.get, asked)
    figures[group] = summary(Object.values(each).flat())
    figures[`${group}Each`] = Object.fromEntries(
      Object.entries(each).map(([name, times]) => [name, summary(times)]),
    )
  }
  const own = await measured(supervisor.get, questions.tickets)
  figures.supervisor = summary(Object.values(own).flat())
  figures.supervisorEach = Object.fromEntries(
    Object.entries(own).map(([name, times]) => [name, summary(times)]),
  )
  const agent = await person(server.url, 'agente-7@volume.turno')
  const open = await agent.get('/tickets?status=open&pageNumber=1')
  const ticketId = open.tickets[0].id
  const year = questions.report.filter(([name]) => name.startsWith('366'))
  let next = 0
  figures.beside = {
    nothing: await besides(server, agent, ticketId, rest),
    reports: await besides(server, agent, ticketId, () => admin.get(year[next++ % year.length][1])),
  }
  await fetch(`${server.url}/api/reports/rebuild`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
  })
  figures.beside.rebuild = await besides(server, agent, ticketId, rest)
  await server.stop()
  held.remove()
  return figures
}
