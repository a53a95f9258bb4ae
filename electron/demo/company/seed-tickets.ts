/** Writes contacts, tickets, messages and what hangs on them: tags, notes, ratings, service cycles. */

import { randomUUID } from 'node:crypto'
import { DEFAULT_TIME_ZONE, fold, searchedIn } from '@contract'
import { previewOf } from '../../server/desk/messages/rows'
import { protocolCode } from '../../server/desk/tickets/create'
import type { Db, Tx } from '../../server/platform/db/client'
import {
  contactCustomFields,
  contacts,
  messages,
  ratings,
  reactions,
  ticketNotes,
  tickets,
  ticketTags,
  ticketTrackings,
} from '../../server/platform/db/schema'
import { contactSearchText } from '../../server/platform/db/search'
import { createRandom, type Random } from '../simulator/random'
import { TAGS, type TagName } from './company'
import { type Draft, waitingSince } from './conversation'
import type { PlannedContact } from './plan'
import type { SeededCompany } from './seed-company'
import type { WrittenTicket } from './seed-words'

type MessageRow = typeof messages.$inferInsert
const iso = (ms: number): string => new Date(ms).toISOString()
const DAY = 86_400_000
/** Rows of one INSERT: well below SQLite's limit of bound values. */
const ROWS = 300

/** Splits a list into pieces of at most `size`. */
function pieces<T>(list: readonly T[], size = ROWS): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))
}

const NOTES = [
  'Cliente prefere contato pela manhã.',
  'Já ligou duas vezes sobre o mesmo assunto.',
  'Conferir estorno com o financeiro.',
  'Tratar com prioridade, cliente antigo.',
  'Aguardando retorno da transportadora.',
  'Autorizado desconto de 10% se insistir.',
] as const
const COMMENTS = [
  'Atendimento rápido, obrigada!',
  'Resolveu, mas tive que explicar duas vezes.',
  'Muito atencioso.',
  'Demorou para responder.',
  'Tudo certo com a troca 👏',
] as const
const EXTRA = [
  ['CPF', (r: Random) => `000.${r.int(100, 999)}.${r.int(100, 999)}-00`],
  ['Cliente desde', (r: Random) => String(r.int(2016, 2025))],
  [
    'Aniversário',
    (r: Random) => `${String(r.int(1, 28)).padStart(2, '0')}/${String(r.int(1, 12)).padStart(2, '0')}`,
  ],
  ['Código do cliente', (r: Random) => `C-${r.int(1_000, 9_999)}`],
] as const

async function insertContacts(
  tx: Tx,
  random: Random,
  company: SeededCompany,
  people: readonly PlannedContact[],
  now: number,
) {
  const rows = people.map(({ person, isGroup }, i) => {
    const email = !isGroup && random.chance(0.55) ? person.email : ''
    const created = iso(now - random.int(1, 110) * DAY)
    return {
      id: i + 1,
      companyId: company.id,
      name: person.name,
      number: person.number,
      email,
      isGroup,
      active: !random.chance(0.03),
      whatsappId: company.connections[random.chance(0.8) ? 0 : 1] ?? null,
      search: contactSearchText({ name: person.name, number: person.number, email }),
      createdAt: created,
      updatedAt: created,
    }
  })
  for (const piece of pieces(rows)) await tx.insert(contacts).values(piece)
  const extra = people.flatMap(({ isGroup }, i) => {
    if (isGroup || !random.chance(0.3)) return []
    return random
      .shuffled(EXTRA)
      .slice(0, random.int(1, 3))
      .map(([name, value]) => ({ companyId: company.id, contactId: i + 1, name, value: value(random) }))
  })
  for (const piece of pieces(extra)) await tx.insert(contactCustomFields).values(piece)
}

function ticketRow(random: Random, company: SeededCompany, t: WrittenTicket, isGroup: boolean) {
  const drafts = t.drafts.map(d => d.draft)
  const first = drafts[0]
  const last = t.drafts.at(-1)
  if (!first || !last) throw new Error('A conversation without messages')
  const waiting = t.plan.status === 'closed' ? null : waitingSince(drafts)
  const unread = waiting === null ? 0 : drafts.filter(d => !d.fromMe && d.at >= waiting).length
  const handover = t.plan.status === 'open' && !isGroup && t.id % 17 === 0
  const handedBy = company.users.find(u => u.id !== t.userId)
  return {
    id: t.id,
    uuid: randomUUID(),
    companyId: company.id,
    code: protocolCode(new Date(first.at), t.id, DEFAULT_TIME_ZONE),
    status: t.plan.status,
    unreadMessages: t.plan.status === 'pending' || random.chance(0.5) ? unread : 0,
    lastMessage:
      last.facts.mediaType === 'locationMessage'
        ? 'Localização'
        : previewOf({ body: last.facts.body ?? last.draft.body, mediaName: last.facts.mediaName ?? null }),
    lastMessageType: last.facts.mediaType,
    lastMessageAt: iso(last.draft.at),
    fromMe: last.draft.fromMe,
    lastAuthorId: last.draft.fromMe && !last.automatic ? t.servedBy : null,
    isGroup,
    userId: t.userId,
    queueId: t.plan.queue ? company.queues[t.plan.queue] : null,
    contactId: t.plan.contact + 1,
    whatsappId: t.byCloud
      ? company.cloud
      : (company.connections[t.plan.queue === 'Vendas' && t.id % 3 === 0 ? 1 : 0] ?? null),
    waitingSince: waiting === null ? null : iso(waiting),
    ...(handover && handedBy
      ? {
          handoverNote: 'Cliente já enviou os documentos, falta só confirmar o prazo.',
          handoverFromId: handedBy.id,
          handoverAt: iso(first.at + 60_000),
        }
      : {}),
    closedAt: t.plan.status === 'closed' ? iso(last.draft.at + CLOSED_AFTER) : null,
    createdAt: iso(first.at),
    updatedAt: iso(last.draft.at),
  }
}

function messageRow(
  company: SeededCompany,
  t: WrittenTicket,
  entry: WrittenTicket['drafts'][number],
  unreadFrom: number,
): MessageRow {
  const { draft, facts, contactId, automatic, written, menu = null } = entry
  const body = facts.body ?? draft.body
  const translations = written === undefined ? null : { pt: written }
  return {
    id: draft.id,
    companyId: company.id,
    ticketId: t.id,
    contactId,
    userId: draft.fromMe && !automatic ? t.servedBy : null,
    queueId: t.plan.queue ? company.queues[t.plan.queue] : null,
    search:
      facts.mediaType === 'locationMessage' ? '' : fold(searchedIn({ body, transcript: null, translations })),
    translations,
    fromMe: draft.fromMe,
    read: draft.fromMe || draft.at < unreadFrom,
    ack: draft.ack,
    quotedMsgId: draft.quotedMsgId,
    isDeleted: draft.isDeleted,
    isEdited: draft.isEdited,
    isForwarded: draft.isForwarded,
    menu,
    createdAt: iso(draft.at),
    updatedAt: iso(draft.at),
    ...facts,
    body,
  }
}

async function insertMessages(
  tx: Tx,
  rows: readonly (MessageRow & { reaction: string | null; by: number | null })[],
) {
  for (const piece of pieces(rows))
    await tx.insert(messages).values(piece.map(({ reaction: _r, by: _b, ...row }) => row))
  const reacted = rows.flatMap(({ reaction, by, fromMe, contactId, companyId, createdAt }, i) => {
    if (!reaction) return []
    // Rows are numbered in the order of insertion, from 1: the database was empty.
    const messageSeq = i + 1
    if (by === null || (!fromMe && contactId === null)) return []
    const who = fromMe
      ? { actor: `c${by}`, contactId: by, userId: null, fromMe: false }
      : { actor: `u${by}`, contactId: null, userId: by, fromMe: true }
    return [{ companyId, messageSeq, type: reaction, createdAt, ...who }]
  })
  for (const piece of pieces(reacted)) await tx.insert(reactions).values(piece)
}

/** A pause after which the customer's next message begins a new service cycle, in milliseconds. */
const NEW_CYCLE = 8 * 3_600_000
const ACCEPTED_BEFORE = 15_000
const CLOSED_AFTER = 60_000
const BOT_ANSWERS = 4_000

/** One row per sitting of the conversation; the last one is open as long as the ticket is. */
function cyclesOf(company: SeededCompany, t: WrittenTicket, queueId: number | null, closedAt: string | null) {
  const sittings: Draft[][] = []
  const isBots =
    t.drafts.some(one => one.automatic) && t.drafts.every(one => one.automatic || !one.draft.fromMe)
  for (const { draft } of t.drafts) {
    const current = sittings.at(-1)
    const before = current?.at(-1)
    if (current && before && draft.at - before.at < NEW_CYCLE) current.push(draft)
    else sittings.push([draft])
  }
  return sittings.map((sitting, n) => {
    const queued = sitting[0]?.at ?? 0
    const answer = isBots ? undefined : sitting.find(draft => draft.fromMe)?.at
    const last = n === sittings.length - 1
    const ended = iso((sitting.at(-1)?.at ?? queued) + CLOSED_AFTER)
    const chance = createRandom(`cycle ${t.id} ${n}`)
    const byBot = chance.chance(0.7) || isBots
    const finishedAt = last ? closedAt : ended
    return {
      companyId: company.id,
      ticketId: t.id,
      userId: t.userId,
      queueId,
      whatsappId: t.byCloud ? company.cloud : (company.connections[0] ?? null),
      queuedAt: iso(queued),
      startedAt: answer === undefined ? null : iso(Math.max(queued, answer - ACCEPTED_BEFORE)),
      finishedAt,
      transfers: answer !== undefined && chance.chance(0.1) ? 1 : 0,
      botAt: byBot ? iso(queued + BOT_ANSWERS) : null,
      handedAt: byBot && answer !== undefined ? iso(queued + 2 * BOT_ANSWERS) : null,
      ratingAskedAt:
        answer !== undefined && finishedAt !== null && last && chance.chance(0.85) ? finishedAt : null,
      createdAt: iso(queued),
    }
  })
}

/** Everything of the plan, in one transaction. The database must hold no contact, ticket or message yet. */
export async function insertTickets(
  db: Db,
  random: Random,
  company: SeededCompany,
  written: { people: PlannedContact[]; tickets: WrittenTicket[] },
  now: number,
): Promise<void> {
  const { people, tickets: list } = written
  const rows = list.map(t =>
    ticketRow(random.fork(`row ${t.id}`), company, t, people[t.plan.contact]?.isGroup ?? false),
  )
  const messageRows = list
    .flatMap((t, i) => {
      const row = rows[i]
      const since =
        row && row.unreadMessages > 0 && row.waitingSince
          ? Date.parse(row.waitingSince)
          : Number.POSITIVE_INFINITY
      return t.drafts.map(entry => ({
        ...messageRow(company, t, entry, since),
        reaction: entry.draft.reaction,
        by: entry.draft.fromMe ? t.plan.contact + 1 : t.servedBy,
      }))
    })
    .sort((x, y) => Date.parse(x.createdAt ?? '') - Date.parse(y.createdAt ?? ''))
  const tagNames = TAGS.map(t => t.name)
  const fitting = (t: WrittenTicket): TagName[] => {
    const chance = random.fork(`tags ${t.id}`)
    const tags = new Set<TagName>()
    if (t.plan.concern.topic === 'exchange') tags.add('Troca')
    if (t.plan.concern.topic === 'slip' && chance.chance(0.7)) tags.add('Boleto')
    if (t.plan.concern.topic === 'cancel' && chance.chance(0.6)) tags.add('Reembolso')
    if (chance.chance(0.25)) tags.add(chance.pick(tagNames))
    return [...tags]
  }

  await db.platform.write(async tx => {
    await insertContacts(tx, random.fork('contact rows'), company, people, now)
    for (const piece of pieces(rows)) await tx.insert(tickets).values(piece)
    await insertMessages(tx, messageRows)
    const tagged = list.flatMap(t =>
      fitting(t).map(name => ({ companyId: company.id, ticketId: t.id, tagId: company.tags[name] })),
    )
    for (const piece of pieces(tagged)) await tx.insert(ticketTags).values(piece)
    const cycles = list.flatMap((t, i) =>
      cyclesOf(company, t, rows[i]?.queueId ?? null, rows[i]?.closedAt ?? null),
    )
    for (const piece of pieces(cycles)) await tx.insert(ticketTrackings).values(piece)
    const rated = list.flatMap((t, i) => {
      const chance = random.fork(`rating ${t.id}`)
      const at = rows[i]?.closedAt
      if (!at || t.servedBy === null || !chance.chance(0.65)) return []
      return [
        {
          companyId: company.id,
          ticketId: t.id,
          userId: t.userId,
          rate: chance.pick(t.pace > 1.8 ? [3, 2, 2, 1] : [3, 3, 3, 3, 3, 3, 2, 2, 1]),
          comment: chance.chance(0.4) ? chance.pick(COMMENTS) : '',
          createdAt: at,
        },
      ]
    })
    for (const piece of pieces(rated)) await tx.insert(ratings).values(piece)
    const notes = list.flatMap(t => {
      const chance = random.fork(`note ${t.id}`)
      const about = t.drafts.find(d => !d.draft.fromMe)?.draft
      if (!about || t.servedBy === null || !chance.chance(0.14)) return []
      const at = iso(about.at + 120_000)
      return [
        {
          companyId: company.id,
          note: chance.pick(NOTES),
          ticketId: t.id,
          contactId: t.plan.contact + 1,
          userId: t.servedBy,
          messageId: chance.chance(0.3) ? about.id : null,
          createdAt: at,
          updatedAt: at,
        },
      ]
    })
    for (const piece of pieces(notes)) await tx.insert(ticketNotes).values(piece)
  })
}
