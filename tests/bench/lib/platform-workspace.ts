/** What the servers of a platform stand on, and companies in it: rows alone, so that hundreds are there in seconds. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { saveAccount } from '../../../electron/server/desk/channel/cloud/account'
import { loadKeys, signAccess } from '../../../electron/server/platform/auth/tokens'
import type { Db } from '../../../electron/server/platform/db/client'
import { openPostgres } from '../../../electron/server/platform/db/engine/postgres'
import * as schema from '../../../electron/server/platform/db/schema'
import { GraphDouble, SECRET, TOKEN } from '../../support/graph-double'
import { inCluster, startCluster, urlOf } from '../../support/postgres/cluster'

const SETTINGS = { autovacuum: 'on', shared_buffers: '256MB' }
/** As an operator's, it waits for its disk; whose speed is what is measured then. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
/** Numbers of all companies together at least: each sends so many messages a second at the most (channel/cloud/tuning.ts). */
const NUMBERS = 8

interface Person {
  companyId: number
  token: string
}

export interface Companies {
  /** Of PostgreSQL. */
  database: string
  /** The servers' data folder. */
  folder: string
  numbers: { id: number; companyId: number }[]
  /** Somebody whose open ticket is theirs. */
  agents: (Person & { ticketId: number })[]
  /** An admin of each company: sees what its agents send. */
  consoles: Person[]
  /** No number is connected, and none is to be. */
  disconnected(): Promise<void>
  /** Numbers that are connected. */
  connected(): Promise<number>
}

export interface Platform {
  /** PostgreSQL's socket and process. */
  socket: string
  pid: number
  graphUrl: string
  /** So many companies with so many agents together, in a database of their own that is made once. */
  companies(many: number, agents: number): Promise<Companies>
  end(): Promise<void>
}

/** Writes the rows. @returns what `Companies` says of people. */
async function found(db: Db, folder: string, graph: GraphDouble, many: number, howManyAgents: number) {
  const keys = loadKeys(folder)
  const plan = { name: 'Plano', users: 0, connections: 0, queues: 0 }
  const [{ id: planId } = { id: 0 }] = await db.platform.insert(schema.plans).values(plan).returning()
  const dueDate = '2099-01-01T00:00:00.000Z'
  const places = Array.from({ length: many }, (_, place) => place)
  const companies = await db.platform
    .insert(schema.companies)
    .values(places.map(place => ({ name: `Empresa ${place}`, planId, dueDate })))
    .returning({ id: schema.companies.id })
  const companyAt = (i: number): number => companies[i % many]?.id ?? 0

  const numbers = await db.platform
    .insert(schema.whatsapps)
    .values(
      Array.from({ length: Math.max(many, NUMBERS) }, (_, i) => ({
        companyId: companyAt(i),
        name: `Número ${i}`,
        status: 'DISCONNECTED' as const,
        provider: 'cloud',
      })),
    )
    .returning({ id: schema.whatsapps.id, companyId: schema.whatsapps.companyId })
  for (const { id, companyId } of numbers) {
    const phoneNumberId = String(106_540_352_000_000 + id)
    graph.phones.add(phoneNumberId)
    const form = { phoneNumberId, accessToken: TOKEN, appSecret: SECRET }
    await saveAccount(db, keys, { companyId, whatsappId: id }, form)
  }

  /** Signs people in: so many, in the companies in turn. */
  const people = async (name: string, profile: 'admin' | 'user', howMany: number) => {
    const rows = await db.platform
      .insert(schema.users)
      .values(
        Array.from({ length: howMany }, (_, i) => ({
          ...{ companyId: companyAt(i), name: `${name} ${i}`, email: `${name}-${i}@plataforma.turno` },
          ...{ passwordHash: '', profile },
        })),
      )
      .returning({
        id: schema.users.id,
        companyId: schema.users.companyId,
        version: schema.users.tokenVersion,
      })
    const signIns = rows.map(({ id, companyId }) => ({
      ...{ companyId, userId: id, family: crypto.randomUUID(), tokenHash: crypto.randomUUID() },
      expiresAt: dueDate,
    }))
    await db.platform.insert(schema.refreshTokens).values(signIns)
    return Promise.all(
      rows.map(async ({ id, companyId, version }, i) => ({
        userId: id,
        companyId,
        token: await signAccess(keys, { id, companyId, profile, version, session: signIns[i]?.family ?? '' }),
      })),
    )
  }
  const consoles = await people('console', 'admin', many)
  const agents = await people('agente', 'user', howManyAgents)

  const contacts = await db.platform
    .insert(schema.contacts)
    .values(
      agents.map(({ companyId }, i) => {
        const number = `551196${String(1_000_000 + i)}`
        return { companyId, name: number, number, search: number }
      }),
    )
    .returning({ id: schema.contacts.id })
  const talks = agents.map(({ companyId, userId }, i) => ({
    ...{ companyId, userId, contactId: contacts[i]?.id ?? 0, uuid: crypto.randomUUID() },
    // Those of a company take its numbers in turn.
    whatsappId:
      numbers
        .filter(number => number.companyId === companyId)
        .at(Math.floor(i / many) % Math.ceil(numbers.length / many))?.id ?? 0,
    status: 'open' as const,
  }))
  const wroteAt = new Date().toISOString()
  await db.platform
    .insert(schema.replyWindows)
    .values(
      talks.map(({ companyId, whatsappId, contactId }) => ({ companyId, whatsappId, contactId, wroteAt })),
    )
  const tickets = await db.platform.insert(schema.tickets).values(talks).returning({ id: schema.tickets.id })
  return {
    numbers,
    consoles,
    agents: agents.map((agent, i) => ({ ...agent, ticketId: tickets[i]?.id ?? 0 })),
  }
}

/**
 * Starts PostgreSQL and the double of the Cloud API.
 * @param dir folder of the run's own. @param durable whether a commit waits for the disk.
 */
export async function openPlatform(dir: string, durable: boolean): Promise<Platform> {
  const postgres = await startCluster(null, { ...SETTINGS, ...(durable ? DURABLE : {}) })
  const graph = await new GraphDouble().start()
  // What it took is not asked for again.
  graph.onTaken = () => void graph.taken.splice(0)
  const open: Db[] = []
  return {
    socket: postgres.socket,
    pid: postgres.pid,
    graphUrl: graph.url,
    async companies(many, howManyAgents) {
      const database = `companies_${many}`
      const folder = join(dir, database)
      mkdirSync(folder)
      await inCluster(postgres.socket, [`create database ${database}`])
      const db = await openPostgres(urlOf(postgres.socket, database))
      open.push(db)
      const people = await found(db, folder, graph, many, howManyAgents)
      await inCluster(postgres.socket, ['vacuum analyze'], database)
      return {
        ...people,
        database,
        folder,
        disconnected: async () =>
          void (await db.platform.update(schema.whatsapps).set({ status: 'DISCONNECTED' })),
        async connected() {
          const [row] = await db.all<{ up: number }>(
            sql`select count(*) as up from ${schema.whatsapps} where ${schema.whatsapps.status} = 'CONNECTED'`,
          )
          return row?.up ?? 0
        },
      }
    },
    async end() {
      for (const db of open) await db.close()
      await graph.stop()
      await postgres.stop()
    },
  }
}
