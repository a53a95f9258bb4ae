/** Starts a real workspace server on a temporary folder, with two companies, and talks to it over HTTP and sockets. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  companyEvent,
  type Endpoint,
  type EndpointName,
  endpoints,
  fold,
  type LogPosition,
  MISSED_EVENT,
  pathOf,
  REFRESH_COOKIE,
  type ResumeRequest,
  readyPayload,
} from '@contract'
import { eq, type SQL } from 'drizzle-orm'
import type {
  SQLiteColumn,
  SQLiteInsertValue,
  SQLiteTable,
  SQLiteUpdateSetSource,
} from 'drizzle-orm/sqlite-core'
import { io } from 'socket.io-client'
import { unpackMissed } from '../../../electron/main/socket/open-socket'
import type { ChannelSink, IncomingMessage } from '../../../electron/server/desk/channel/channel'
import { happened } from '../../../electron/server/desk/happenings/tell'
import { handlers } from '../../../electron/server/doors/routes'
import { silentLog } from '../../../electron/server/log'
import { signIn } from '../../../electron/server/platform/auth/sign-in'
import type { Db } from '../../../electron/server/platform/db/client'
import {
  companies,
  contacts,
  messages,
  plans,
  queues,
  settings,
  tickets,
  userQueues,
  users,
  whatsappQueues,
  whatsapps,
} from '../../../electron/server/platform/db/schema'
import { contactSearchText } from '../../../electron/server/platform/db/search'
import { HTTP_TIMEOUTS, type HttpTimeouts } from '../../../electron/server/platform/http/server'
import { noteCleanEnd } from '../../../electron/server/platform/keeping/clean-end'
import type { Realtime } from '../../../electron/server/platform/realtime/realtime'
import { type StartOptions, startWorkspace } from '../../../electron/server/start'
import { cheapHash } from '../../support/cheap-hash'
import { onPostgres } from '../../support/engine'
import { FakeChannel } from './fake-channel'

export const PASSWORD = 'segredo123'

const HASHED = cheapHash(PASSWORD)

export interface Person {
  id: number
  email: string
  name: string
  companyId: number
  token: string
  cookie: string
}

export interface CompanyFixture {
  id: number
  /** Queue ids: Suporte, Vendas. */
  suporte: number
  vendas: number
  whatsappId: number
  admin: Person
  /** Supervisor of Suporte. */
  sup: Person
  /** Agents: ana and bia in Suporte, caio in Vendas, livia in none but with allTicket. */
  ana: Person
  bia: Person
  caio: Person
  livia: Person
}

export interface Answer<T = Record<string, unknown>> {
  status: number
  body: T
  headers: Headers
}

export type Harness = Awaited<ReturnType<typeof startHarness>>

interface Heard {
  event: string
  payload: Record<string, unknown>
}

export type Listener = Awaited<ReturnType<typeof listen>>

let serial = 0

async function person(
  db: Db,
  companyId: number,
  name: string,
  extra: Partial<typeof users.$inferInsert>,
  queueIds: number[],
): Promise<Person> {
  const email = `${name.toLowerCase()}@c${companyId}.turno`
  const [row] = await db.platform
    .insert(users)
    .values({ companyId, name, email, passwordHash: HASHED, ...extra })
    .returning()
  if (!row) throw new Error('no user')
  for (const queueId of queueIds)
    await db.platform.insert(userQueues).values({ companyId, userId: row.id, queueId })
  return { id: row.id, email, name, companyId, token: '', cookie: '' }
}

async function company(db: Db, name: string): Promise<CompanyFixture> {
  const [plan] = await db.platform
    .insert(plans)
    .values({ name: `Plano ${name}`, users: 20, connections: 5, queues: 10, value: 100 })
    .returning()
  const [row] = await db.platform
    .insert(companies)
    // Far off: the file of the first workspace serves later ones, which may have another clock.
    .values({ name, planId: plan?.id ?? null, dueDate: '2091-05-04T12:00:00.000Z' })
    .returning()
  if (!row) throw new Error('no company')
  const companyId = row.id
  const made = await db.platform
    .insert(queues)
    .values([
      { companyId, name: 'Suporte', color: '#2255aa', orderQueue: 1 },
      { companyId, name: 'Vendas', color: '#aa5522', orderQueue: 2 },
    ])
    .returning()
  const [suporte, vendas] = made.map(q => q.id)
  const [connection] = await db.platform
    .insert(whatsapps)
    .values({ companyId, name: `Linha ${name}`, status: 'CONNECTED', isDefault: true })
    .returning()
  if (!suporte || !vendas || !connection) throw new Error('no fixture')
  await db.platform.insert(whatsappQueues).values({ companyId, whatsappId: connection.id, queueId: suporte })
  return {
    id: companyId,
    suporte,
    vendas,
    whatsappId: connection.id,
    admin: await person(db, companyId, 'Admin', { profile: 'admin' }, []),
    sup: await person(db, companyId, 'Sup', { profile: 'supervisor' }, [suporte]),
    ana: await person(db, companyId, 'Ana', {}, [suporte]),
    bia: await person(db, companyId, 'Bia', {}, [suporte]),
    caio: await person(db, companyId, 'Caio', {}, [vendas]),
    livia: await person(db, companyId, 'Livia', { allTicket: true }, []),
  }
}

function queryText(query: Record<string, unknown> = {}): string {
  const text = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) text.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  const joined = text.toString()
  return joined ? `?${joined}` : ''
}

/**
 * The first workspace of this process as it began, its file with the two companies: the later ones begin with it. Held by
 * the process: where every test file has modules of its own, this is made once all the same.
 */
const kept = globalThis as { begun?: { file: Buffer; one: CompanyFixture; two: CompanyFixture } }

/** Starts the server; close it in afterAll. */
export async function startHarness({
  timeouts,
  around,
  ...more
}: Omit<Partial<StartOptions>, 'timeouts' | 'createChannel'> & {
  timeouts?: Partial<HttpTimeouts>
  /** The channel of the workspace, made of the harness's own; that one itself unless given. */
  around?: (
    channel: FakeChannel,
    deps: Parameters<StartOptions['createChannel']>[0],
  ) => ReturnType<StartOptions['createChannel']>
} = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'turno-server-'))
  const made: { channel?: FakeChannel; one?: CompanyFixture; two?: CompanyFixture } = {}
  const file = join(folder, 'workspace.db')
  const inFile = !more.databaseUrl && !onPostgres
  const begun = inFile ? kept.begun : undefined
  if (begun) {
    await writeFile(file, begun.file, { mode: 0o600 })
    noteCleanEnd(folder, silentLog)
  }
  const running = await startWorkspace({
    folder,
    log: silentLog,
    handlers,
    // Nobody listens there: no test asks Meta.
    graphUrl: 'http://127.0.0.1:9',
    timeouts: { ...HTTP_TIMEOUTS, ...timeouts },
    createChannel: deps => {
      const sink: ChannelSink = {
        ...deps.sink,
        async incoming(batch) {
          await deps.sink.incoming(batch)
          await running.app.memory.answers.settled()
        },
      }
      made.channel = new FakeChannel(sink)
      return around?.(made.channel, deps) ?? made.channel
    },
    ...more,
    prepare: async db => {
      if (begun) {
        Object.assign(made, structuredClone({ one: begun.one, two: begun.two }))
        return
      }
      const one = await company(db, 'Um')
      const two = await company(db, 'Dois')
      Object.assign(made, { one, two })
      if (!inFile) return
      await db.checkpoint()
      kept.begun = { file: await readFile(file), ...structuredClone({ one, two }) }
    },
  })
  const { channel, one, two } = made
  if (!channel || !one || !two) throw new Error('no fixtures')
  const { db } = running.app

  /** Any request below the server's address, with a bearer token when somebody is given. */
  const raw = (who: Person | null, path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    if (who) headers.set('authorization', `Bearer ${who.token}`)
    return fetch(`${running.url}${path}`, { ...init, headers })
  }
  const answer = async <T>(response: Response): Promise<Answer<T>> => {
    const text = await response.text()
    let body: unknown = text
    try {
      body = JSON.parse(text)
    } catch {
      // not JSON: kept as text
    }
    return { status: response.status, body: body as T, headers: response.headers }
  }

  /** Rows of a table: those that `where` names, all without it. */
  const rows = async <T extends SQLiteTable>(table: T, where?: SQL, ...order: (SQL | SQLiteColumn)[]) =>
    (await db
      .select()
      .from(table as SQLiteTable)
      .where(where)
      .orderBy(...order)) as T['$inferSelect'][]
  /** The first of them. */
  const row = async <T extends SQLiteTable>(
    table: T,
    where?: SQL,
    ...order: (SQL | SQLiteColumn)[]
  ): Promise<T['$inferSelect'] | undefined> => (await rows(table, where, ...order))[0]
  const harness = {
    running,
    /** Says something to consoles, in a write of its own. */
    say: (companyId: number, what: (realtime: Realtime) => void) =>
      running.app.db.company(companyId).write(async () => what(running.app.realtime)),
    db,
    channel,
    one,
    two,
    folder,
    raw,
    /** Calls an endpoint by name as somebody (null: nobody). */
    async call<T = Record<string, unknown>>(
      who: Person | null,
      name: EndpointName,
      input: {
        params?: Record<string, string | number>
        query?: Record<string, unknown>
        body?: unknown
      } = {},
    ): Promise<Answer<T>> {
      const endpoint: Endpoint = endpoints[name]
      const init: RequestInit = { method: endpoint.method }
      if (input.body !== undefined) {
        init.body = input.body instanceof FormData ? input.body : JSON.stringify(input.body)
        if (!(input.body instanceof FormData)) init.headers = { 'content-type': 'application/json' }
      }
      return answer(await raw(who, `/api${pathOf(endpoint, input.params)}${queryText(input.query)}`, init))
    },
    async signIn(email: string, password = PASSWORD) {
      return answer<{ token: string; user: Record<string, unknown> }>(
        await raw(null, '/api/auth/login', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email, password }),
        }),
      )
    },
    /** A super-administrator of the platform who belongs to a company. */
    async superOf(at: CompanyFixture): Promise<Person> {
      const who = await person(db, at.id, 'Raiz', { profile: 'admin', super: true }, [])
      const signed = await harness.signIn(who.email)
      return Object.assign(who, { token: signed.body.token, cookie: cookieOf(signed.headers) })
    },
    newCompany: (name: string) => company(db, name),
    connect: (who: Person, joins: readonly string[] = ['pending', 'open', 'closed', 'notification']) =>
      listen(running.url, who, joins),
    async newContact(
      at: CompanyFixture,
      name: string,
      extra: Partial<typeof contacts.$inferInsert> = {},
    ): Promise<number> {
      serial += 1
      const number = extra.number ?? `55218${String(serial).padStart(8, '0')}`
      const [row] = await db.platform
        .insert(contacts)
        .values({ companyId: at.id, name, number, search: contactSearchText({ name, number }), ...extra })
        .returning()
      return row?.id ?? 0
    },
    async newTicket(
      at: CompanyFixture,
      { name, ...values }: Partial<typeof tickets.$inferInsert> & { name?: string },
    ): Promise<typeof tickets.$inferSelect> {
      const contactId = values.contactId ?? (await harness.newContact(at, name ?? `Cliente ${serial}`))
      return await db.platform.write(async tx => {
        const [row] = await tx
          .insert(tickets)
          .values({
            uuid: crypto.randomUUID(),
            companyId: at.id,
            status: 'pending',
            queueId: at.suporte,
            whatsappId: at.whatsappId,
            ...values,
            contactId,
          })
          .returning()
        if (!row) throw new Error('no ticket')
        const { app } = running
        await happened({ app, tx, companyId: at.id }, 'changed', [{ before: null, after: row }])
        return row
      })
    },
    async newMessages(
      ticket: typeof tickets.$inferSelect,
      bodies: readonly string[],
      fromMe = false,
    ): Promise<string[]> {
      const rows = await db.platform.write(async tx => {
        const stored = await tx
          .insert(messages)
          .values(
            bodies.map(body => ({
              id: crypto.randomUUID(),
              companyId: ticket.companyId,
              ticketId: ticket.id,
              contactId: fromMe ? null : ticket.contactId,
              body,
              search: fold(body),
              fromMe,
              mediaType: 'conversation',
            })),
          )
          .returning()
        const { app } = running
        await happened({ app, tx, companyId: ticket.companyId }, 'stored', stored)
        return stored
      })
      return rows.map(row => row.id)
    },
    async setting(at: CompanyFixture, key: string, value: string) {
      await db.platform
        .insert(settings)
        .values({ companyId: at.id, key, value })
        .onConflictDoUpdate({ target: [settings.companyId, settings.key], set: { value } })
    },
    /** Writes one row, or several. @returns the first, as it is stored. */
    async insert<T extends SQLiteTable>(
      table: T,
      values: T['$inferInsert'] | readonly T['$inferInsert'][],
    ): Promise<T['$inferSelect']> {
      const [row] = await db.platform
        .insert(table)
        .values([values].flat() as SQLiteInsertValue<typeof table>[])
        .returning()
      if (!row) throw new Error('no row')
      return row
    },
    rows,
    row,
    /** Changes the rows that `where` names; all of the table without it. */
    async update<T extends SQLiteTable>(table: T, change: SQLiteUpdateSetSource<T>, where?: SQL) {
      await db.platform.update(table).set(change).where(where)
    },
    /** A customer writes through the channel's sink. */
    async customer(
      at: CompanyFixture,
      number: string,
      body: string,
      extra: Partial<IncomingMessage> = {},
    ): Promise<string> {
      const id = extra.id ?? crypto.randomUUID()
      await running.sink.incoming([
        {
          whatsappId: at.whatsappId,
          from: { number, name: `Cliente ${number.slice(-4)}`, isGroup: false },
          mediaType: 'conversation',
          at: new Date().toISOString(),
          ...extra,
          id,
          body,
        },
      ])
      await running.app.memory.answers.settled()
      return id
    },
    async ticket(id: number) {
      const found = await row(tickets, eq(tickets.id, id))
      if (!found) throw new Error(`no ticket ${id}`)
      return found
    },
    /** Gives a job its next turn now; by the name it has in the log. */
    async tick(job: string) {
      const turn = running.app.turns.get(job)
      if (!turn) throw new Error(`no job ${job}`)
      await turn()
    },
    async close() {
      await running.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
  for (const at of [one, two]) {
    for (const who of [at.admin, at.sup, at.ana, at.bia, at.caio, at.livia]) {
      const { token, refresh } = await signIn(running.app, who.email, PASSWORD)
      Object.assign(who, { token, cookie: `${REFRESH_COOKIE}=${refresh}` })
    }
  }
  return harness
}

/** `jrt=...` of an answer, ready for a Cookie header. */
export function cookieOf(headers: Headers): string {
  return (
    headers
      .getSetCookie()
      .find(c => c.startsWith('jrt='))
      ?.split(';', 1)[0] ?? ''
  )
}

/** A socket of somebody at a server, with what it hears. */
export async function listen(url: string, who: Person, joins: readonly string[], resume?: ResumeRequest) {
  const socket = io(url, {
    auth: { token: who.token, ...(resume ? { resume } : {}) },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  })
  const heard: Heard[] = []
  const waiting = new Set<() => void>()
  let position: unknown
  const hear = (event: string, payload: Record<string, unknown>, mark?: object): void => {
    position = event === 'ready' ? payload : { ...(position as object), ...mark }
    heard.push({ event, payload: payload ?? {} })
    for (const look of waiting) look()
  }
  socket.onAny((event: string, payload: Record<string, unknown>, mark?: object) => {
    if (event !== MISSED_EVENT) return hear(event, payload, mark)
    for (const missed of unpackMissed(payload) ?? []) hear(...(missed as Parameters<typeof hear>))
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('ready', resolve)
    socket.once('disconnect', reason => reject(new Error(reason)))
    socket.once('connect_error', reject)
  })
  for (const join of joins) {
    if (join === 'notification') socket.emit('joinNotification')
    else if (/^\d+$/.test(join)) socket.emit('joinChatBox', join)
    else socket.emit('joinTickets', join)
  }
  const listener = {
    socket,
    heard,
    /** How far it is, and whether it was given what it missed. */
    position: (): LogPosition & { resumed: boolean } => readyPayload.parse(position),
    /** Events of a channel of the listener's company heard so far. */
    of: (channel: string) =>
      heard.filter(h => h.event === companyEvent(who.companyId, channel as 'ticket')).map(h => h.payload),
    /** Resolves with the first event that fits, also one heard before. */
    until: (fits: (heard: Heard) => boolean) =>
      new Promise<Heard>(resolve => {
        const look = (): void => {
          const found = heard.find(fits)
          if (!found) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    /** Resolves when everything emitted before this call has been heard. */
    settled: () => new Promise<void>(resolve => socket.emit('leaveChatBox', '0', () => resolve())),
    close: () => void socket.disconnect(),
  }
  // Joins are worked through one after another; a round trip of the heartbeat proves that they took effect.
  await listener.settled()
  return listener
}
