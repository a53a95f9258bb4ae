/** Built servers of one workspace on a PostgreSQL and a double of the Cloud API of their own, and its company. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureAccount, saveAccount } from '../../../electron/server/desk/channel/cloud/account'
import { loadKeys } from '../../../electron/server/platform/auth/tokens'
import type { Db } from '../../../electron/server/platform/db/client'
import { openPostgres } from '../../../electron/server/platform/db/engine/postgres'
import * as schema from '../../../electron/server/platform/db/schema'
import { cheapHash } from '../../support/cheap-hash'
import { GraphDouble, SECRET, TOKEN } from '../../support/graph-double'
import { inCluster, startCluster, urlOf } from '../../support/postgres/cluster'
import { type BuiltServers, builtServers } from './built-servers'
import { startProxy } from './proxy'
import { freePort } from './servers'

export const PHONES = ['106540352242922', '206540352242922']
const PASSWORD = 'segredo123'

const only = <T>(rows: T[]): T => {
  const [row] = rows
  if (!row) throw new Error('no row')
  return row
}

/**
 * Writes a company with numbers of the Cloud API, agents, and open conversations.
 * @param folder the servers' data folder, for its key.
 */
export async function foundCompany(
  db: Db,
  folder: string,
  { agents: howMany, conversations: many }: { agents: number; conversations: number },
) {
  const keys = loadKeys(folder)
  const dueDate = '2099-01-01T00:00:00.000Z'
  const plan = { name: 'Plano', users: 50, connections: 5, queues: 5 }
  const { id: planId } = only(await db.platform.insert(schema.plans).values(plan).returning())
  const { id: companyId } = only(
    await db.platform.insert(schema.companies).values({ name: 'Falhas', planId, dueDate }).returning(),
  )
  const agents = []
  for (let i = 0; i < howMany; i++) {
    const email = `a${i}@falhas.turno`
    const [row] = await db.platform
      .insert(schema.users)
      .values({ companyId, name: `A${i}`, email, passwordHash: cheapHash(PASSWORD), profile: 'admin' })
      .returning()
    agents.push({ id: row?.id ?? 0, email, password: PASSWORD })
  }
  const hooks: string[] = []
  const numbers: number[] = []
  for (const phone of PHONES) {
    const { id: whatsappId } = only(
      await db.platform
        .insert(schema.whatsapps)
        .values({ companyId, name: phone, status: 'OPENING', provider: 'cloud' })
        .returning(),
    )
    const at = { companyId, whatsappId }
    await saveAccount(db, keys, at, { phoneNumberId: phone, accessToken: TOKEN, appSecret: SECRET })
    hooks.push(`/webhooks/whatsapp/cloud/${(await ensureAccount(db, keys, at)).hook}`)
    numbers.push(whatsappId)
  }
  const conversations = []
  for (let i = 0; i < many; i++) {
    const place = i % PHONES.length
    const whatsappId = numbers[place] ?? 0
    const number = `551196${String(1_000_000 + i)}`
    const { id: contactId } = only(
      await db.platform
        .insert(schema.contacts)
        .values({ companyId, name: number, number, search: number })
        .returning(),
    )
    const wroteAt = new Date().toISOString()
    await db.platform.insert(schema.replyWindows).values({ companyId, whatsappId, contactId, wroteAt })
    const agent = agents[i % howMany]
    const ticket = only(
      await db.platform
        .insert(schema.tickets)
        .values({
          ...{ uuid: crypto.randomUUID(), companyId, contactId, whatsappId },
          ...{ status: 'open' as const, userId: agent?.id ?? null },
        })
        .returning(),
    )
    conversations.push({ place, number, contactId, ticketId: ticket.id, agent: i % howMany })
  }
  return { companyId, agents, hooks, numbers, conversations }
}

/**
 * Everything a run has open; ended at its end, however that comes.
 * @param dir folder of the run's own. @param program `index.js` of the built server.
 * @param settings of PostgreSQL, in place of the tests'. @param lined how many servers there are, each with a line to the
 *   database that can be cut; without it two, which reach it directly.
 */
export async function openServers(
  dir: string,
  program: string,
  settings: Record<string, string> = {},
  lined?: number,
) {
  const folder = join(dir, 'workspace')
  mkdirSync(folder, { recursive: true })
  const postgres = await startCluster(null, settings)
  await inCluster(postgres.socket, ['create database faults'])
  const url = urlOf(postgres.socket, 'faults')
  const db = await openPostgres(url)
  const graph = new GraphDouble()
  for (const phone of PHONES) graph.phones.add(phone)
  await graph.start()
  const lines = await Promise.all(
    Array.from({ length: lined ?? 0 }, () => startProxy(() => join(postgres.socket, '.s.PGSQL.5432'))),
  )
  const ports = await Promise.all(Array.from({ length: lined ?? 2 }, freePort))
  const servers: BuiltServers = builtServers(
    program,
    ports.map((port, place) => ({
      ...{ TURNO_DATA: folder, TURNO_GRAPH_URL: graph.url },
      DATABASE_URL: lined ? `postgres://turno@127.0.0.1:${lines[place]?.port}/faults` : url,
      ...{ HOST: '127.0.0.1', PORT: String(port) },
    })),
  )
  return {
    ...{ folder, db, graph, servers, postgres, lines, urls: ports.map(port => `http://127.0.0.1:${port}`) },
    async end() {
      await servers.stop()
      for (const line of lines) await line.close()
      await graph.stop()
      await db.close()
      await postgres.stop()
    },
  }
}
