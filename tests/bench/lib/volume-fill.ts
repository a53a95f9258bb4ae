/** A company of many years in bulk, on either engine: what `npm run bench -- --only volume` and the tests of plans read. */
import { fold } from '@contract'
import { insertStored, type Stored } from '../../../electron/demo/bulk'
import type { Db } from '../../../electron/server/platform/db/client'
import { countOn } from '../../../electron/server/platform/db/engine/keys'
import {
  contacts,
  messages,
  queues,
  tags,
  tickets,
  ticketTags,
  ticketTrackings,
  userQueues,
  users,
} from '../../../electron/server/platform/db/schema'
import { contactSearchText } from '../../../electron/server/platform/db/search'

export interface VolumeOrder {
  companyId: number
  whatsappId: number
  /** Stored with everybody: they sign in with the password it is of. */
  passwordHash: string
  tickets: number
  messages: number
}

/** Stands in every message. */
export const COMMONEST = 'atendimento'
/** Stands in one message of ten thousand. */
export const RARE = 'guarda-roupa'
export const AGENTS = 60
const QUEUES = 8
const TAGS = 20
/** Tickets of the small queue: they wait, and are as old as the others. */
export const SMALL = 40
const DAY = 86_400_000
/** Days the company has been at work. */
const DAYS = 730
/** Messages of one transaction. */
const BATCH = 10_000
/** Share of the newest tickets that is not closed yet. */
const LIVE = 0.06

const FIRST =
  'Maria José Ana João Antônio Francisca Carlos Paulo Adriana Juliana Márcia Fernanda Patrícia Aline Sandra Camila Amanda Bruna Jéssica Letícia Lucas Mateus Rafael Daniel Marcelo Eduardo Felipe Rodrigo Conceição Inês'.split(
    ' ',
  )
const LAST =
  'Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins Carvalho Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques Machado Mendes Freitas'.split(
    ' ',
  )
const WORDS =
  'de que não uma para com está por mais como pedido boleto você entrega prazo bom dia obrigado favor segue anexo valor nota fiscal loja cliente produto troca endereço rua número telefone hoje amanhã ontem semana chegou ainda quando onde pode preciso queria consegue comprovante pagamento cartão parcela desconto frete transportadora código rastreio estoque tamanho cor azul preto branco vermelho garantia assistência técnica defeito quebrado devolver reembolso cancelar confirmar cadastro senha acesso sistema erro tela aplicativo celular computador instalação visita agenda horário manhã tarde noite sábado domingo feriado gerente vendedor atendente setor financeiro suporte comercial contrato plano mensalidade fatura vencimento segunda via juros multa banco depósito transferência chave recibo dúvida problema solução retorno aguardo certo perfeito combinado ótimo'.split(
    ' ',
  )
const SYLLABLES =
  'ba ca da fa ga la ma na pa ra sa ta va be ce de fe le me ne pe re se te ve bi ci di fi li mi ni pi ri si ti vi bo co do fo lo mo no po ro so to vo lu mu nu pu ru su tu'.split(
    ' ',
  )

/** The same numbers from 0 to 1 each time. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Picks the first most often: the nth as often as 1/n. */
function zipf(size: number, random: () => number): () => number {
  const sums: number[] = []
  let all = 0
  for (let n = 1; n <= size; n++) {
    all += 1 / n
    sums.push(all)
  }
  return () => {
    const wanted = random() * all
    let [low, high] = [0, size - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}

const stamps = { createdAt: new Date(0).toISOString(), updatedAt: new Date(0).toISOString() }

/**
 * Queues, people (`agente-N@volume.turno`, `supervisora@volume.turno`, `pequeno@volume.turno` of the small queue alone) and
 * tags. @returns their ids.
 */
async function crew(db: Db, { companyId, passwordHash }: VolumeOrder) {
  const idOf = (row: { id: number }): number => row.id
  const queueIds = (
    await db.platform
      .insert(queues)
      .values(
        Array.from({ length: QUEUES }, (_, i) => ({
          companyId,
          name: `Setor ${i}`,
          color: `#11223${i}`,
          ...stamps,
        })),
      )
      .returning({ id: queues.id })
  ).map(idOf)
  const tagIds = (
    await db.platform
      .insert(tags)
      .values(
        Array.from({ length: TAGS }, (_, i) => ({
          companyId,
          name: `Etiqueta ${i}`,
          color: '#334455',
          ...stamps,
        })),
      )
      .returning({ id: tags.id })
  ).map(idOf)
  const people = await db.platform
    .insert(users)
    .values(
      Array.from({ length: AGENTS + 1 }, (_, i) => ({
        companyId,
        name: `Agente ${i}`,
        email: i === AGENTS ? 'supervisora@volume.turno' : `agente-${i}@volume.turno`,
        passwordHash,
        profile: i === AGENTS ? 'supervisor' : 'user',
        allTicket: i % 2 === 0,
        ...stamps,
      })),
    )
    .returning({ id: users.id })
  const userIds = people.map(idOf)
  // An agent works in two queues, who leads them in all.
  await db.platform
    .insert(userQueues)
    .values(
      userIds.flatMap((userId, i) =>
        queueIds
          .filter((_, q) => i === AGENTS || q === i % QUEUES || q === (i + 1) % QUEUES)
          .map(queueId => ({ companyId, userId, queueId })),
      ),
    )
  const [small] = await db.platform
    .insert(queues)
    .values({ companyId, name: 'Setor pequeno', color: '#112240', ...stamps })
    .returning({ id: queues.id })
  const [alone] = await db.platform
    .insert(users)
    .values({ companyId, name: 'Agente só', email: 'pequeno@volume.turno', passwordHash, ...stamps })
    .returning({ id: users.id })
  if (!small || !alone) throw new Error('no small queue was made')
  await db.platform.insert(userQueues).values({ companyId, userId: alone.id, queueId: small.id })
  return { queueIds, smallId: small.id, tagIds, userIds: userIds.slice(0, AGENTS) }
}

/**
 * Fills a company that holds no tickets yet: agents, queues and words by how often they come in life (Zipf), most tickets
 * closed, messages in the order of time.
 * @param now when the newest ticket changed, milliseconds.
 */
export async function fillVolume(db: Db, order: VolumeOrder, now: number): Promise<void> {
  const { companyId, whatsappId } = order
  const { queueIds, smallId, tagIds, userIds } = await crew(db, order)
  const random = numbers(20_261_123)
  const to = (most: number): number => Math.floor(random() * most)
  const made = Array.from({ length: 3_000 }, () =>
    Array.from({ length: 2 + to(3) }, () => SYLLABLES[to(SYLLABLES.length)]).join(''),
  )
  const vocabulary = [...WORDS, ...made]
  const nextWord = zipf(vocabulary.length, random)
  const nextUser = zipf(AGENTS, random)
  const nextQueue = zipf(QUEUES, random)
  const nextTag = zipf(TAGS, random)
  const text = (serial: number): string => {
    const words = Array.from({ length: 4 + to(9) }, () => vocabulary[nextWord()] ?? '')
    words.splice(to(words.length), 0, COMMONEST)
    if (serial % 10_000 === 77) words.push(RARE)
    if (serial % 7 === 0) words.push(`#${100_000 + to(900_000)}`)
    return words.join(' ')
  }

  const people = Math.max(1, Math.floor(order.tickets * 0.3))
  for (let from = 0; from < people; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, people - from) }, (_, i) => {
      const n = from + i + 1
      const name = `${FIRST[to(FIRST.length)]} ${LAST[to(LAST.length)]} ${LAST[to(LAST.length)]}`
      const number = `55${11 + (n % 80)}9${String(10_000_000 + n * 37).slice(-8)}`
      const at = now - Math.floor((1 - n / people) * DAYS * DAY)
      const group = n % 50 === 0
      return {
        id: n,
        companyId,
        name: group ? `Grupo ${name}` : name,
        number,
        search: contactSearchText({ name, number }),
        email: '',
        isGroup: group ? 1 : 0,
        active: 1,
        createdAt: at,
        updatedAt: at,
      }
    })
    await db.platform.write(async tx => {
      await insertStored(tx, contacts, rows)
      await countOn(tx)
    })
  }

  const each = order.messages / order.tickets
  let serial = 0
  const none = () => ({
    tickets: [] as Stored<typeof tickets>[],
    messages: [] as Stored<typeof messages>[],
    cycles: [] as Stored<typeof ticketTrackings>[],
    tags: [] as Stored<typeof ticketTags>[],
  })
  let rows = none()
  const flush = async (): Promise<void> => {
    const full = rows
    rows = none()
    await db.platform.write(async tx => {
      await insertStored(tx, tickets, full.tickets)
      await insertStored(tx, messages, full.messages)
      await insertStored(tx, ticketTrackings, full.cycles)
      await insertStored(tx, ticketTags, full.tags)
      await countOn(tx)
    })
  }
  for (let n = 1; n <= order.tickets; n++) {
    const end = now - Math.floor((1 - n / order.tickets) * DAYS * DAY) - to(DAY)
    const live = n > order.tickets * (1 - LIVE) ? random() < 0.95 : random() < 0.003
    const small = n % Math.floor(order.tickets / SMALL) === 1
    const status = small ? 'pending' : live ? (random() < 0.35 ? 'pending' : 'open') : 'closed'
    const contactId = 1 + to(people)
    const isGroup = contactId % 50 === 0 ? 1 : 0
    const userId = status === 'pending' ? null : userIds[nextUser()]
    const queueId = small ? smallId : random() < 0.05 ? null : queueIds[nextQueue()]
    // One to twice the mean less one, so that the sum is what was asked for.
    const count =
      n === order.tickets
        ? order.messages - serial
        : Math.min(1 + (n % Math.max(1, Math.round(2 * each - 1))), order.messages - serial)
    const start = end - count * 60_000
    let body = ''
    for (let m = 0; m < count; m++) {
      serial += 1
      const fromMe = status === 'pending' ? false : m % 2 === 1
      body = text(serial)
      const at = start + m * 60_000
      rows.messages.push({
        id: `V${serial.toString(36)}`.toUpperCase(),
        companyId,
        ticketId: n,
        contactId: fromMe ? null : contactId,
        userId: fromMe ? userId : null,
        queueId,
        body,
        search: fold(body),
        fromMe: fromMe ? 1 : 0,
        read: status === 'pending' ? 0 : 1,
        ack: fromMe ? 4 : 0,
        mediaType: 'conversation',
        isDeleted: 0,
        isEdited: 0,
        isForwarded: 0,
        createdAt: at,
        updatedAt: at,
      })
    }
    const unread = status === 'pending' ? count : status === 'open' && random() < 0.2 ? 1 + to(3) : 0
    rows.tickets.push({
      id: n,
      uuid: `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`,
      companyId,
      code: String(start),
      status,
      unreadMessages: unread,
      lastMessage: body,
      lastMessageAt: end,
      fromMe: count % 2 === 0 ? 1 : 0,
      isGroup,
      userId,
      queueId,
      contactId,
      whatsappId,
      waitingSince: status === 'pending' || unread > 0 ? start : null,
      closedAt: status === 'closed' ? end : null,
      createdAt: start,
      updatedAt: end,
      chatbot: 0,
      amountUsedBotQueues: 0,
      useIntegration: 0,
      closedUnread: 0,
    })
    rows.cycles.push({
      companyId,
      ticketId: n,
      userId,
      queueId,
      whatsappId,
      queuedAt: start,
      startedAt: status === 'pending' ? null : start + 60_000,
      finishedAt: status === 'closed' ? end : null,
      createdAt: start,
    })
    const tagged = random() < 0.35 ? [...new Set([nextTag(), nextTag()])] : []
    for (const tag of tagged)
      rows.tags.push({
        companyId,
        ticketId: n,
        tagId: tagIds[tag],
        createdAt: start,
      })
    if (rows.messages.length >= BATCH) await flush()
  }
  await flush()
}
