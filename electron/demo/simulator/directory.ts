/** What the simulated world may know of the workspace: connections, who already wrote, who waits. Read only. */
import type { ConnectionStatus } from '@contract'
import { and, asc, eq, inArray, notExists, sql } from 'drizzle-orm'
import type { Db } from '../../server/platform/db/client'
import { contacts, queues, tickets, whatsapps } from '../../server/platform/db/schema'

interface KnownConnection {
  id: number
  companyId: number
  name: string
  status: ConnectionStatus
  number: string | null
}

interface Background {
  name: string
  /** Name of the queue the latest ticket is in. */
  queue: string | null
}

export interface Directory {
  connections(): Promise<KnownConnection[]>
  /** Tickets of the company that wait for an agent. */
  waiting(companyId: number): Promise<number>
  /** Up to `limit` contacts of the company who have no ticket under way. */
  quiet(companyId: number, limit: number): Promise<{ name: string; number: string }[]>
  /** Customers of open tickets on one connection. */
  talking(whatsappId: number, limit: number): Promise<{ name: string; number: string }[]>
  /** Whether the customer has a ticket that is not closed. */
  underWay(companyId: number, number: string): Promise<boolean>
  background(companyId: number, number: string): Promise<Background | null>
}

export function workspaceDirectory(db: Db): Directory {
  const person = { name: contacts.name, number: contacts.number }
  return {
    connections: () =>
      db
        .select({
          id: whatsapps.id,
          companyId: whatsapps.companyId,
          name: whatsapps.name,
          status: sql<ConnectionStatus>`${whatsapps.status}`,
          number: whatsapps.number,
        })
        .from(whatsapps)
        .orderBy(asc(whatsapps.id)),
    waiting: companyId =>
      db.$count(tickets, and(eq(tickets.companyId, companyId), eq(tickets.status, 'pending'))),
    quiet: (companyId, limit) =>
      db
        .select(person)
        .from(contacts)
        .where(
          and(
            eq(contacts.companyId, companyId),
            eq(contacts.isGroup, false),
            eq(contacts.active, true),
            notExists(
              db
                .select({ one: sql`1` })
                .from(tickets)
                .where(and(eq(tickets.contactId, contacts.id), inArray(tickets.status, ['pending', 'open']))),
            ),
          ),
        )
        .orderBy(asc(contacts.id))
        .limit(limit),
    talking: (whatsappId, limit) =>
      db
        .select(person)
        .from(tickets)
        .innerJoin(contacts, eq(contacts.id, tickets.contactId))
        .where(
          and(eq(tickets.whatsappId, whatsappId), eq(tickets.status, 'open'), eq(tickets.isGroup, false)),
        )
        .orderBy(asc(tickets.id))
        .limit(limit),
    async underWay(companyId, number) {
      const rows = await db
        .select({ id: tickets.id })
        .from(tickets)
        .innerJoin(contacts, eq(contacts.id, tickets.contactId))
        .where(
          and(
            eq(contacts.companyId, companyId),
            eq(contacts.number, number),
            inArray(tickets.status, ['pending', 'open']),
          ),
        )
        .limit(1)
      return rows.length > 0
    },
    async background(companyId, number) {
      const [row] = await db
        .select({ name: contacts.name, queue: queues.name })
        .from(contacts)
        .leftJoin(tickets, eq(tickets.contactId, contacts.id))
        .leftJoin(queues, eq(queues.id, tickets.queueId))
        .where(and(eq(contacts.companyId, companyId), eq(contacts.number, number)))
        .orderBy(sql`${tickets.updatedAt} desc`)
        .limit(1)
      return row ?? null
    },
  }
}
