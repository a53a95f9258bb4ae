/**
 * A company of many years: a million messages and 200,000 tickets, on the embedded server's file and on PostgreSQL
 * (`--engine file|postgres`). What is asked for are lists, figures and searches as consoles ask for them; the workspace is
 * filled once and kept in the system's folder for temporary files.
 */
import { summary } from '../lib/figures.mjs'
import { largeWorkspace } from '../lib/large-workspace.mjs'
import { childrenMs, person, processorMs, serve } from '../lib/programs.mjs'

const TICKETS = 200_000
const MESSAGES = 1_000_000
const EMAIL = 'admin@volume.turno'
/** Each question so many times, after a first one that is not counted. */
const TIMES = 25
/** The layout of what is kept: another number fills anew. */
const VERSION = 3

export const title = `Volume: ${MESSAGES.toLocaleString('en')} messages, ${TICKETS.toLocaleString('en')} tickets`
export const bars = [
  ['list.p95', 30],
  ['search.p95', 300],
  ['searchEach.commonest.p95', 300],
  ['searchEach.commonestSmall.p95', 300],
  ['searchEach.partsOnly.p95', 300],
]

export async function prepare({ engine = 'file' }) {
  return largeWorkspace('volume', VERSION, engine, { tickets: TICKETS, messages: MESSAGES }, EMAIL)
}

const round = value => Math.round(value * 10) / 10
const list = query => `/tickets?${new URLSearchParams({ pageNumber: '1', ...query })}`
const find = searchParam => list({ searchParam, isSearch: 'true', showAll: 'true' })

export async function run({ folder, env, database }) {
  const server = await serve(folder, [], env)
  const people = {
    admin: await person(server.url, EMAIL),
    supervisor: await person(server.url, 'supervisora@volume.turno'),
    agent: await person(server.url, 'agente-0@volume.turno'),
    rare: await person(server.url, 'agente-53@volume.turno'),
    small: await person(server.url, 'pequeno@volume.turno'),
  }
  const { admin } = people
  const [queue] = (await admin.get('/queue')).map(row => row.id)
  const tags = (await admin.get('/tags/list')).map(row => row.id)
  const closed = await admin.get(list({ status: 'closed', showAll: 'true' }))
  const one = closed.tickets[0]
  const dayAgo = days => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const lists = {
    open: ['agent', list({ status: 'open' })],
    openAll: ['admin', list({ status: 'open', showAll: 'true' })],
    openSupervisor: ['supervisor', list({ status: 'open', showAll: 'true' })],
    pending: ['agent', list({ status: 'pending' })],
    pendingAll: ['admin', list({ status: 'pending', showAll: 'true' })],
    pendingWaiting: ['supervisor', list({ status: 'pending', order: 'waiting', showAll: 'true' })],
    closed: ['agent', list({ status: 'closed' })],
    closedRare: ['rare', list({ status: 'closed' })],
    closedAll: ['admin', list({ status: 'closed', showAll: 'true' })],
    closedSupervisor: ['supervisor', list({ status: 'closed', showAll: 'true' })],
    closedPage50: ['admin', list({ status: 'closed', showAll: 'true', pageNumber: '50' })],
    closedCursor: ['admin', list({ status: 'closed', showAll: 'true', cursor: closed.cursor })],
    closedQueue: ['admin', list({ status: 'closed', showAll: 'true', queueIds: `[${queue}]` })],
    everythingTag: ['admin', list({ showAll: 'true', tags: `[${tags[0]}]` })],
    everythingRareTag: ['admin', list({ showAll: 'true', tags: `[${tags.at(-1)}]` })],
    day: ['admin', list({ showAll: 'true', date: dayAgo(90) })],
    dayChanged: ['admin', list({ showAll: 'true', updatedAt: dayAgo(30) })],
    groups: ['admin', list({ status: 'open', groups: 'true', showAll: 'true' })],
    unread: ['agent', list({ withUnreadMessages: 'true' })],
  }
  const searches = {
    name: ['admin', find('maria silva')],
    nameCommon: ['admin', find('maria')],
    number: ['admin', find(one.contact.number.slice(-8))],
    numberCommon: ['admin', find('5511')],
    rare: ['admin', find('guarda-roupa')],
    none: ['admin', find('zzzqqq')],
    middling: ['admin', find('comprovante')],
    commonest: ['admin', find('atendimento')],
    // All of the forty tickets of the queue have it.
    commonestSmall: ['small', find('atendimento')],
    middlingSmall: ['small', find('comprovante')],
    // All parts of it are in every message, and it is in none.
    partsOnly: ['admin', find('atendimento atendimento')],
    partsOnlySmall: ['small', find('atendimento atendimento')],
    commonestAgent: ['agent', find('atendimento')],
    middlingAgent: ['rare', find('comprovante')],
    two: ['admin', find('boleto atendimento')],
    typed1: ['admin', find('b')],
    typed2: ['admin', find('bo')],
    typed3: ['admin', find('bol')],
    typed4: ['admin', find('bole')],
    typed5: ['admin', find('bolet')],
    commonestClosed: ['agent', list({ status: 'closed', searchParam: 'atendimento' })],
    contacts: ['admin', '/contacts?searchParam=maria%20silva&pageNumber=1'],
    contactsCommon: ['admin', '/contacts?searchParam=maria&pageNumber=1'],
    contactsNumber: ['admin', `/contacts?searchParam=${one.contact.number.slice(-6)}&pageNumber=1`],
  }
  const others = {
    counts: ['agent', '/tickets/counts'],
    countsAll: ['admin', '/tickets/counts?showAll=true'],
    countsSupervisor: ['supervisor', '/tickets/counts?showAll=true'],
    dashboard: ['admin', '/dashboard?days=30'],
    thread: ['admin', `/messages/${one.id}?pageNumber=1&markAsRead=false`],
    contactsPage: ['admin', '/contacts?pageNumber=1'],
    contactsPage50: ['admin', '/contacts?pageNumber=50'],
  }

  const figures = {}
  for (const [name, questions] of Object.entries({ list: lists, search: searches, other: others })) {
    const all = []
    const each = {}
    for (const [question, [who, path]] of Object.entries(questions)) {
      await people[who].get(path)
      const cpu = () => [processorMs(server.pid), database ? childrenMs(database) : 0]
      const before = cpu()
      const times = []
      for (let i = 0; i < TIMES; i++) {
        const began = performance.now()
        await people[who].get(path)
        times.push(performance.now() - began)
      }
      const [serverCpu, databaseCpu] = cpu().map((ms, at) => round((ms - before[at]) / TIMES))
      each[question] = { ...summary(times), serverCpu, ...(database ? { databaseCpu } : {}) }
      all.push(...times)
    }
    figures[name] = summary(all)
    figures[`${name}Each`] = each
  }
  await server.stop()
  return figures
}
