import { readFileSync, statSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DEFAULT_TIME_ZONE,
  dayIn,
  FREE_SERVICE_MESSAGES,
  maySee,
  message as messageEntity,
  ticket as ticketEntity,
} from '@contract'
import { asc, eq, gt } from 'drizzle-orm'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, USERS } from '../../../electron/demo/company/company'
import { seedDemo } from '../../../electron/demo/company/seed'
import { fillScale, MESSAGES_PER_TICKET } from '../../../electron/demo/scale'
import { createSimulator } from '../../../electron/demo/simulator'
import { resumeSchedules } from '../../../electron/server/automation/schedules/job'
import { messageViews } from '../../../electron/server/desk/presenters/messages'
import { ticketViews } from '../../../electron/server/desk/presenters/tickets'
import { silentLog } from '../../../electron/server/log'
import { verifyPassword } from '../../../electron/server/platform/auth/passwords'
import type { Db } from '../../../electron/server/platform/db/client'
import { messageContains } from '../../../electron/server/platform/db/engine/searched'
import { openWorkspaceDb } from '../../../electron/server/platform/db/open'
import * as schema from '../../../electron/server/platform/db/schema'

const NOW = Date.parse('2026-05-04T15:00:00.000Z')
const DAY = 86_400_000
const folders: string[] = []
const open: Db[] = []

async function seeded(now = NOW): Promise<{ db: Db; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'turno-demo-'))
  const db = await openWorkspaceDb(folder, null, silentLog)
  folders.push(folder)
  open.push(db)
  expect(await seedDemo(db, folder, now)).toBe(true)
  return { db, folder }
}

let db: Db
let folder: string
beforeAll(async () => {
  ;({ db, folder } = await seeded())
})
afterAll(async () => {
  for (const one of open) await one.close()
  await Promise.all(folders.map(f => rm(f, { recursive: true, force: true, maxRetries: 10 })))
})

const messagesOf = (ticketId: number) =>
  db
    .select()
    .from(schema.messages)
    .where(eq(schema.messages.ticketId, ticketId))
    .orderBy(asc(schema.messages.seq))

describe('the demo company', () => {
  it('lets everybody of the conventions sign in', async () => {
    for (const email of ['admin', 'carla', 'ana', 'bruno', 'super'].map(n => `${n}@demo.turno`)) {
      const [user] = await db.select().from(schema.users).where(eq(schema.users.email, email))
      expect([email, user?.profile, user?.super]).toEqual([
        email,
        USERS.find(u => u.email === email)?.profile,
        email.startsWith('super'),
      ])
      expect(await verifyPassword(PASSWORD, user?.passwordHash ?? '')).toBe(true)
    }
  })

  it('has two customers who write another language, answered by what was translated', async () => {
    for (const [name, written] of [
      ['Lucía Fernández', 'Olá, Lucía! Já vejo onde está o seu pedido.'],
      ['Emily Carter', 'Sim, os dois. Qual é a voltagem aí, 127 ou 220?'],
    ] as const) {
      const [row] = await db
        .select({ id: schema.tickets.id, status: schema.tickets.status })
        .from(schema.tickets)
        .innerJoin(schema.contacts, eq(schema.contacts.id, schema.tickets.contactId))
        .where(eq(schema.contacts.name, name))
      expect(row?.status).toBe('open')
      const said = await db
        .select()
        .from(schema.messages)
        .where(eq(schema.messages.ticketId, row?.id ?? 0))
      expect(said.map(({ fromMe }) => fromMe)).toEqual([false, true, false, true, false])
      expect(said.map(({ translations }) => translations?.pt)).toContain(written)
    }
  })

  it('begins at any hour, also where few conversations suit customers of another language', async () => {
    // At this hour there once were none: the demo did not start.
    const demo = await seeded(Date.parse('2026-11-27T19:20:06Z'))
    const written = await demo.db.select({ id: schema.messages.id }).from(schema.messages)
    for (const language of ['en', 'es'])
      expect(written.some(({ id }) => id === `DEMO-FOREIGN-${language}-1`)).toBe(true)
  })

  it('is the same at every first start', async () => {
    const again = await seeded()
    const words = async (from: Db) => ({
      contacts: await from
        .select({ name: schema.contacts.name, number: schema.contacts.number, email: schema.contacts.email })
        .from(schema.contacts),
      messages: (await from.select().from(schema.messages)).map(({ seq: _s, ...m }) => m),
      tickets: (await from.select().from(schema.tickets)).map(({ uuid: _u, ...t }) => t),
    })
    expect(await words(again.db)).toEqual(await words(db))
    expect(await readdir(join(again.folder, 'media', '1'))).toEqual(await readdir(join(folder, 'media', '1')))
  })

  it('keeps its other company out of sight', async () => {
    const [other] = await db.select().from(schema.companies).where(eq(schema.companies.name, 'Outra Empresa'))
    // About to expire: few enough days for the warning.
    expect(Date.parse(other?.dueDate ?? '') - NOW).toBe(3 * DAY)
    for (const table of [schema.contacts, schema.tickets, schema.messages, schema.quickMessages] as const) {
      expect(await db.$count(table, eq(table.companyId, other?.id ?? 0))).toBe(0)
    }
  })
})

describe('its tickets', () => {
  it('agree with their messages: order, last message, unread, waiting clock', async () => {
    for (const ticket of await db.select().from(schema.tickets)) {
      const list = await messagesOf(ticket.id)
      const last = list.at(-1)
      expect(list.length).toBeGreaterThanOrEqual(1)
      expect(list.length).toBeLessThanOrEqual(40)
      expect(list.map(m => m.createdAt)).toEqual(list.map(m => m.createdAt).sort())
      expect([ticket.lastMessageAt, ticket.fromMe, ticket.lastMessageType]).toEqual([
        last?.createdAt,
        last?.fromMe,
        last?.mediaType,
      ])
      const answered = list.findLastIndex(m => m.fromMe)
      const waiting = ticket.status === 'closed' ? null : (list[answered + 1]?.createdAt ?? null)
      expect(ticket.waitingSince).toBe(waiting)
      expect(list.filter(m => !m.read && !m.fromMe).length).toBe(ticket.unreadMessages)
      for (const m of list.filter(x => x.quotedMsgId))
        expect(list.some(q => q.id === m.quotedMsgId)).toBe(true)
    }
  })

  it('are held by people who may see them', async () => {
    const people = await db.select().from(schema.users)
    const memberships = await db.select().from(schema.userQueues)
    for (const ticket of await db.select().from(schema.tickets).where(eq(schema.tickets.status, 'open'))) {
      const user = people.find(u => u.id === ticket.userId)
      const queueIds = memberships.filter(m => m.userId === user?.id).map(m => m.queueId)
      const viewer = { id: -1, profile: user?.profile ?? '', super: false, seesUnqueued: true, queueIds }
      expect(maySee(viewer, ticket)).toBe(true)
    }
  })

  it('travel as the contract says, every one of them with every message', async () => {
    const ids = (await db.select({ id: schema.tickets.id }).from(schema.tickets)).map(t => t.id)
    for (const view of await ticketViews(db, ids)) expect(ticketEntity.safeParse(view).success).toBe(true)
    const rows = await db.select().from(schema.messages).where(eq(schema.messages.companyId, 1))
    const views = await messageViews(db, rows.slice(0, 600))
    for (const view of views) expect(messageEntity.safeParse(view).success).toBe(true)
    expect(views.filter(v => (v.reactions ?? []).length > 0).length).toBeGreaterThan(10)
  })

  it('speak Portuguese with every slot filled', async () => {
    const rows = await db.select().from(schema.messages)
    for (const m of rows) expect(m.body).not.toMatch(/\{\w+\}|undefined|NaN/)
    expect(rows.some(m => m.body.includes('https://')) && rows.some(m => /\*.+\*/.test(m.body))).toBe(true)
    expect(new Set(rows.map(m => m.body)).size).toBeGreaterThan(rows.length / 3)
    for (const m of rows.filter(x => x.mediaType === 'locationMessage')) {
      const [image, link, text] = m.body.split('|').map(part => part.trim())
      expect(image?.startsWith('data:image/png;base64,')).toBe(true)
      expect([link?.startsWith('https://'), Boolean(text)]).toEqual([true, true])
    }
  })
})

describe('one of everything', () => {
  it('stands in one open conversation of the first agent: every kind of message', async () => {
    const rows = await db.select().from(schema.messages)
    const shown = rows.filter(m => m.id.startsWith('DEMO-SHOWN-'))
    expect(new Set(shown.map(m => m.ticketId)).size).toBe(1)
    const [ticket] = await db
      .select()
      .from(schema.tickets)
      .where(eq(schema.tickets.id, shown[0]?.ticketId ?? 0))
    const [ana] = await db.select().from(schema.users).where(eq(schema.users.email, 'ana@demo.turno'))
    expect([ticket?.status, ticket?.userId]).toEqual(['open', ana?.id])
    const kinds = new Set(shown.map(m => m.mediaType))
    for (const kind of [
      'conversation',
      'extendedTextMessage',
      'image',
      'video',
      'stickerMessage',
      'audio',
      'application',
      'contactMessage',
      'locationMessage',
      'call_log',
    ])
      expect([kind, kinds.has(kind)]).toEqual([kind, true])
    for (const mark of ['isDeleted', 'isEdited', 'isForwarded', 'quotedMsgId'] as const)
      expect([mark, shown.filter(m => m[mark]).length]).toEqual([mark, 1])
    // The system wrote one, nobody of the company did.
    expect(shown.filter(m => m.fromMe && m.userId === null)).toHaveLength(1)
    const card = shown.find(m => m.mediaType === 'contactMessage')
    expect(card?.body.match(/^TEL/gm)).toHaveLength(2)
    const reacted = await db.select().from(schema.reactions)
    expect(reacted.some(r => shown.some(m => m.seq === r.messageSeq))).toBe(true)
  })

  it('shows a number in each state, and the simulator leaves them so until somebody touches them', async () => {
    const own = eq(schema.whatsapps.companyId, 1)
    const states = async () =>
      new Set((await db.select().from(schema.whatsapps).where(own)).map(row => row.status))
    const all = ['CONNECTED', 'DISCONNECTED', 'OPENING', 'PAIRING', 'TIMEOUT', 'qrcode']
    expect([...(await states())].sort()).toEqual(all)
    const told: string[] = []
    const sink = { status: async ({ status }: { status: string }) => void told.push(status) }
    const simulator = createSimulator({ db, sink: sink as never, log: silentLog, folder, customers: false })
    await simulator.start()
    await simulator.stop()
    expect(told).toEqual([])
  })

  it('has schedules in every status, holidays, a chatbot with a picture, helps and a log', async () => {
    const statuses = new Set((await db.select().from(schema.schedules)).map(row => row.status))
    expect([...statuses].sort()).toEqual(['AGENDADA', 'ENVIADA', 'ERRO', 'PENDENTE'])
    // Due some minutes ago, on a number that is down: it goes on waiting when the workspace starts.
    await resumeSchedules(db)
    const [waits] = await db.select().from(schema.schedules).where(eq(schema.schedules.status, 'AGENDADA'))
    expect(waits?.waitsForNumber).toBe(true)
    expect(NOW - Date.parse(waits?.sendAt ?? '')).toBeGreaterThan(0)
    const [place] = await db
      .select({ status: schema.tickets.status, number: schema.whatsapps.status })
      .from(schema.tickets)
      .innerJoin(schema.whatsapps, eq(schema.whatsapps.id, schema.tickets.whatsappId))
      .where(eq(schema.tickets.id, waits?.ticketId ?? 0))
    expect(place).toEqual({ status: 'open', number: 'TIMEOUT' })
    expect(await db.$count(schema.holidays)).toBe(3)
    const options = await db.select().from(schema.queueOptions)
    expect(options.some(o => o.exitChatbot) && options.some(o => o.forwardQueueId)).toBe(true)
    expect(options.some(o => o.parentId !== null)).toBe(true)
    const quick = await db.select().from(schema.quickMessages)
    for (const path of [...options, ...quick].flatMap(row => row.mediaPath ?? []))
      expect(statSync(join(folder, path)).size).toBeGreaterThan(100)
    expect([...options, ...quick].filter(row => row.mediaPath)).toHaveLength(2)
    expect(await db.$count(schema.helps)).toBeGreaterThanOrEqual(2)
    expect(await db.$count(schema.auditEntries, eq(schema.auditEntries.companyId, 1))).toBeGreaterThanOrEqual(
      8,
    )
  })
})

describe('its files', () => {
  it('exist, weigh what the row says, and are what they are called', async () => {
    const rows = (await db.select().from(schema.messages)).filter(m => m.mediaFile)
    expect(new Set(rows.map(m => m.mediaMime))).toEqual(
      new Set(['image/png', 'audio/mpeg', 'application/pdf', 'video/webm', 'image/webp']),
    )
    const sizes = new Set<string>()
    for (const m of rows) {
      const path = join(folder, 'media', '1', m.mediaFile ?? '')
      expect(statSync(path).size).toBe(m.mediaSize)
      const bytes = readFileSync(path)
      if (m.mediaMime === 'image/png') {
        const { width, height } = PNG.sync.read(bytes)
        expect([width, height]).toEqual([m.mediaWidth, m.mediaHeight])
        sizes.add(`${width}x${height}`)
      } else if (m.mediaMime === 'audio/mpeg') {
        expect([bytes[0], (bytes[1] ?? 0) & 0xe0]).toEqual([0xff, 0xe0])
        expect(bytes.length).toBeGreaterThan(10_000)
        expect(m.mediaDuration).toBeGreaterThan(2)
      } else if (m.mediaMime === 'video/webm') {
        expect(bytes.subarray(0, 4).toString('hex')).toBe('1a45dfa3')
        expect([m.mediaType, m.mediaDuration]).toEqual(['video', 3])
      } else if (m.mediaMime === 'image/webp') {
        expect(bytes.subarray(8, 12).toString()).toBe('WEBP')
        expect(m.mediaType).toBe('stickerMessage')
      } else expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    }
    expect(sizes.size).toBeGreaterThan(3)
    expect(new Set(rows.map(m => m.mediaFile)).size).toBe(rows.length)
  })
})

describe('its number of the Cloud API', () => {
  it('has a quarter of costs that agree with what is kept of single messages, and a menu that was pressed', async () => {
    const [number] = await db.select().from(schema.whatsapps).where(eq(schema.whatsapps.provider, 'cloud'))
    const sums = await db.select().from(schema.messageCosts)
    expect(new Set(sums.map(({ whatsappId }) => whatsappId))).toEqual(new Set([number?.id]))
    expect(new Set(sums.map(({ day }) => day)).size).toBeGreaterThan(70)
    // Free ones of a month come first, and are no more than there are.
    const free = sums.filter(({ type }) => type === 'free_customer_service')
    for (const month of new Set(free.map(({ day }) => day.slice(0, 7)))) {
      const used = free.filter(({ day }) => day.startsWith(month)).reduce((sum, row) => sum + row.messages, 0)
      expect(used).toBeLessThanOrEqual(FREE_SERVICE_MESSAGES)
    }
    for (const message of await db.select().from(schema.cloudMessages)) {
      const [row] = await db.select().from(schema.messages).where(eq(schema.messages.id, message.messageId))
      const day = dayIn(DEFAULT_TIME_ZONE, new Date(row?.createdAt ?? ''))
      const ofDay = sums.filter(
        sum => sum.day === day && sum.billable === message.billable && sum.queueId === row?.queueId,
      )
      expect([message.messageId, row?.fromMe, ofDay.length > 0]).toEqual([message.messageId, true, true])
    }
    const menus = (await db.select().from(schema.messages)).filter(row => row.menu)
    expect(menus.map(({ menu }) => menu?.entries.length)).toEqual([3])
    const answers = await messagesOf(menus[0]?.ticketId ?? 0)
    expect(answers.find(({ quotedMsgId }) => quotedMsgId === menus[0]?.id)?.body).toBe('Pix')
  })
})

describe('scale', () => {
  it('adds tickets of 60 messages each that agree with themselves, also twice', async () => {
    const before = await db.$count(schema.messages)
    expect(await fillScale(db, 120, NOW)).toEqual({ tickets: 120, messages: 120 * MESSAGES_PER_TICKET })
    await fillScale(db, 30, NOW)
    expect((await db.$count(schema.messages)) - before).toBe(150 * MESSAGES_PER_TICKET)
    const [sample] = await db.select().from(schema.tickets).where(eq(schema.tickets.id, 350))
    const list = await messagesOf(350)
    expect(list).toHaveLength(MESSAGES_PER_TICKET)
    expect(sample?.lastMessage).toBe(list.at(-1)?.body)
    const [view] = await ticketViews(db, [350])
    expect(ticketEntity.safeParse(view).success).toBe(true)
    for (const ticket of await db.select().from(schema.tickets).where(gt(schema.tickets.id, 300))) {
      const rows = await messagesOf(ticket.id)
      const waiting = rows[rows.findLastIndex(m => m.fromMe) + 1]?.createdAt ?? null
      expect([ticket.waitingSince, ticket.unreadMessages]).toEqual([
        waiting,
        rows.filter(m => !m.read).length,
      ])
    }
    const found = await db
      .select({ seq: schema.messages.seq })
      .from(schema.messages)
      .where(messageContains({}, 'pedido'))
      .limit(5)
    expect(found).toHaveLength(5)
  })
})
