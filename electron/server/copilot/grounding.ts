/** What a suggestion may be based on: the conversation, and what the agent who asks may see of its surroundings. */
import type { QuickMessage } from '@contract'
import { and, asc, desc, eq, inArray, ne, or, type SQL } from 'drizzle-orm'
import type { Source, Turn } from '../../copilot/questions'
import { ranked } from '../../copilot/ranking'
import { turnsOf } from '../../providers/model-turns'
import type { Reader } from '../db/client'
import { contacts, messages, queues, quickMessages, tags, tickets, ticketTags } from '../db/schema'
import { filling } from '../messages/variables'
import { type TicketRow, visibleTo } from '../tickets/visibility'
import type { Me } from '../workspace'

const MOST_MESSAGES = 30
const MOST_QUICK_MESSAGES = 6
const MOST_EARLIER = 3
/** Messages of an earlier conversation: how it ended. */
const MOST_OF_EARLIER = 6
/** Characters of one text; longer ones are cut. */
const MOST_CHARS = 1_500

const cut = (text: string): string => (text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text)

/** The last messages of a conversation, oldest first. */
export async function conversation(db: Reader, ticketId: number, most = MOST_MESSAGES): Promise<Turn[]> {
  const rows = await db
    .select()
    .from(messages)
    .where(and(eq(messages.ticketId, ticketId), eq(messages.isDeleted, false)))
    .orderBy(desc(messages.seq))
    .limit(most)
  return turnsOf(rows.reverse()).map(turn => ({ ...turn, text: cut(turn.text) }))
}

/** A source as a window can open it. */
export interface GroundSource extends Source {
  /** Of a ticket. */
  uuid: string | null
}

export interface Ground {
  turns: Turn[]
  sources: GroundSource[]
  about: string[]
}

const ownQuickMessages = (me: Me): SQL | undefined =>
  and(
    eq(quickMessages.companyId, me.companyId),
    or(eq(quickMessages.geral, true), eq(quickMessages.userId, me.id)),
  )

async function fromQuickMessages(
  db: Reader,
  me: Me,
  asked: string,
  fill: (text: string) => string,
): Promise<GroundSource[]> {
  const rows: Pick<QuickMessage, 'id' | 'shortcode' | 'message'>[] = await db
    .select()
    .from(quickMessages)
    .where(ownQuickMessages(me))
    .orderBy(asc(quickMessages.shortcode))
  const textOf = ({ shortcode, message }: (typeof rows)[number]) => `${shortcode} ${message}`
  return ranked(asked, rows, textOf, MOST_QUICK_MESSAGES).map(({ id, shortcode, message }) => ({
    kind: 'quickMessage' as const,
    id,
    title: `/${shortcode}`,
    text: cut(fill(message)),
    uuid: null,
  }))
}

/** How the customer's earlier conversations ended, of those the agent may see. */
async function fromEarlier(db: Reader, me: Me, ticket: TicketRow): Promise<GroundSource[]> {
  const earlier = await db
    .select()
    .from(tickets)
    .where(
      and(
        visibleTo(me),
        eq(tickets.contactId, ticket.contactId),
        ne(tickets.id, ticket.id),
        eq(tickets.status, 'closed'),
      ),
    )
    .orderBy(desc(tickets.updatedAt))
    .limit(MOST_EARLIER)
  const sources: GroundSource[] = []
  for (const { id, uuid, code, updatedAt } of earlier) {
    const turns = await conversation(db, id, MOST_OF_EARLIER)
    const lines = turns.map(({ role, text }) => `${role === 'user' ? 'Cliente' : 'Atendente'}: ${text}`)
    if (lines.length > 0)
      sources.push({
        kind: 'ticket',
        id,
        uuid,
        title: code || String(id),
        text: cut([updatedAt.slice(0, 10), ...lines].join('\n')),
      })
  }
  return sources
}

/** @param me sees nothing through a suggestion that they may not see themselves. */
export async function groundOf(db: Reader, me: Me, ticket: TicketRow): Promise<Ground> {
  const turns = await conversation(db, ticket.id)
  const [contact] = await db
    .select({ name: contacts.name })
    .from(contacts)
    .where(and(eq(contacts.id, ticket.contactId), eq(contacts.companyId, me.companyId)))
  const [queue] = ticket.queueId
    ? await db
        .select()
        .from(queues)
        .where(and(eq(queues.id, ticket.queueId), eq(queues.companyId, me.companyId)))
    : []
  const tagged = await db
    .select({ tagId: ticketTags.tagId })
    .from(ticketTags)
    .where(eq(ticketTags.ticketId, ticket.id))
  const names = await db
    .select({ name: tags.name })
    .from(tags)
    .where(
      and(
        eq(tags.companyId, me.companyId),
        inArray(
          tags.id,
          tagged.map(({ tagId }) => tagId),
        ),
      ),
    )
  const fill = await filling(db, ticket, new Date())
  const asked = turns
    .filter(({ role }) => role === 'user')
    .slice(-4)
    .map(({ text }) => text)
    .join('\n')
  const hours = (queue?.schedules ?? [])
    .filter(day => day.startTime && day.endTime)
    .map(({ weekday, startTime, endTime }) => `${weekday}: ${startTime} às ${endTime}`)
  const ofQueue = [queue?.greetingMessage ? fill(queue.greetingMessage) : '', ...hours].filter(Boolean)
  return {
    turns,
    sources: [
      ...(await fromQuickMessages(db, me, asked, fill)),
      ...(queue && ofQueue.length > 0
        ? [
            {
              kind: 'queue' as const,
              id: queue.id,
              title: queue.name,
              text: cut(ofQueue.join('\n')),
              uuid: null,
            },
          ]
        : []),
      ...(await fromEarlier(db, me, ticket)),
    ],
    about: [
      contact ? `Nome do cliente: ${contact.name}` : '',
      queue ? `Setor: ${queue.name}` : '',
      names.length > 0 ? `Etiquetas: ${names.map(({ name }) => name).join(', ')}` : '',
      `Protocolo: ${ticket.code}`,
    ].filter(Boolean),
  }
}
