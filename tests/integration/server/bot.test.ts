import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEFAULT_HOURS, dayIn } from '@contract'
import { and, asc, eq, like } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { CALLS_REFUSED } from '../../../electron/server/automation/auto-replies/answers'
import { runTimers } from '../../../electron/server/desk/tickets/timers'
import {
  companies,
  contacts,
  holidays,
  messages,
  queueOptions,
  queues,
  tickets,
  whatsappQueues,
  whatsapps,
} from '../../../electron/server/platform/db/schema'
import { mediaFolder } from '../../../electron/server/platform/media/folder'
import { harnessForFile } from './for-file'

const h = harnessForFile()

const setConnection = (values: Partial<typeof whatsapps.$inferInsert>) =>
  h.db.platform.update(whatsapps).set(values).where(eq(whatsapps.id, h.one.whatsappId))
const serve = async (...queueIds: number[]) => {
  await h.db.platform.delete(whatsappQueues).where(eq(whatsappQueues.whatsappId, h.one.whatsappId))
  await h.insert(
    whatsappQueues,
    queueIds.map(queueId => ({ companyId: h.one.id, whatsappId: h.one.whatsappId, queueId })),
  )
}

beforeEach(async () => {
  await h.db.platform.delete(queueOptions)
  await setConnection({
    greetingMessage: 'Bem-vindo, {{firstName}}!',
    outOfHoursMessage: '',
    maxUseBotQueues: 3,
    timeUseBotQueues: 0,
    expiresTicket: 0,
    timeToTransfer: 0,
    transferQueueId: null,
  })
  await h.update(queues, { greetingMessage: '', outOfHoursMessage: '', schedules: [] })
  for (const key of ['scheduleType', 'outOfHoursAction', 'chatbotAutoExit', 'call'])
    await h.setting(h.one, key, 'enabled')
  await h.setting(h.one, 'scheduleType', 'disabled')
  await h.setting(h.one, 'outOfHoursAction', 'pending')
  await h.setting(h.one, 'chatbotAutoExit', 'disabled')
  await h.setting(h.one, 'sendGreetingMessageOneQueues', 'enabled')
  await serve(h.one.suporte, h.one.vendas)
})

let people = 0
/** A customer nobody knows yet. */
function customer(name = 'Lia Prado') {
  const number = `55119700${String(++people).padStart(5, '0')}`
  let count = 0
  const find = async () => {
    const [row] = await h.db
      .select({ ticket: tickets })
      .from(tickets)
      .innerJoin(contacts, eq(contacts.id, tickets.contactId))
      .where(and(eq(contacts.number, number), eq(tickets.companyId, h.one.id)))
      .orderBy(asc(tickets.id))
    if (!row) throw new Error('no ticket')
    return row.ticket
  }
  return {
    find,
    async says(body: string, mediaType = 'conversation') {
      const from = { number, name, isGroup: false }
      const id = `${number}-${++count}`
      await h.channel.sink.incoming([
        { whatsappId: h.one.whatsappId, id, from, body, mediaType, at: new Date().toISOString() },
      ])
      return find()
    },
    async heard() {
      const rows = await h.db
        .select({ body: messages.body, media: messages.mediaName })
        .from(messages)
        .where(and(eq(messages.ticketId, (await find()).id), eq(messages.fromMe, true)))
        .orderBy(asc(messages.seq))
      return rows.map(row => row.body)
    },
  }
}

const option = async (values: Partial<typeof queueOptions.$inferInsert> & { title: string }) => {
  const row = await h.insert(queueOptions, { companyId: h.one.id, queueId: h.one.suporte, ...values })
  return row.id
}

describe('a customer and the chatbot', () => {
  it('meet at the menu, which calls the customer by name, and part in the queue that was chosen', async () => {
    const lia = customer()
    expect(await lia.says('Oi')).toMatchObject({ queueId: null, chatbot: true, status: 'pending' })
    expect((await lia.heard())[0]).toMatch(/^Bem-vindo, Lia!\n\n\*1\* - /)
    await h.update(queues, { greetingMessage: 'Aqui é Vendas.' }, eq(queues.id, h.one.vendas))
    expect(await lia.says('vendas')).toMatchObject({ queueId: h.one.vendas, chatbot: false })
    expect((await lia.heard()).at(-1)).toBe('Aqui é Vendas.')
    const count = (await lia.heard()).length
    await lia.says('Alguém aí?')
    expect(await lia.heard()).toHaveLength(count)
  })

  it('go through a whole tree: down, back, a file, an exit to a person', async () => {
    const parent = await option({ title: 'Internet', message: 'O que acontece?', position: 1 })
    await mkdir(mediaFolder(h.folder, h.one.id), { recursive: true })
    await writeFile(join(mediaFolder(h.folder, h.one.id), 'guia.pdf'), '%PDF-1.4 guia')
    const guide = { mediaPath: `/media/${h.one.id}/guia.pdf`, mediaName: 'Guia.pdf' }
    await option({ title: 'Sem sinal', message: 'Siga o guia.', parentId: parent, position: 1, ...guide })
    await option({
      title: 'Técnico',
      message: 'Um momento.',
      parentId: parent,
      position: 2,
      exitChatbot: true,
    })
    const lia = customer()
    await lia.says('Oi')
    expect(await lia.says('1')).toMatchObject({ queueId: h.one.suporte, chatbot: true })
    expect(await lia.says('1')).toMatchObject({ queueOptionId: parent })
    const leaf = await lia.says('1')
    const [sent] = await h.db
      .select()
      .from(messages)
      .where(and(eq(messages.ticketId, leaf.id), eq(messages.mediaName, 'Guia.pdf')))
    expect(sent?.body).toContain('Siga o guia.')
    expect(h.channel.sent.at(-1)).toMatchObject({ media: { name: 'Guia.pdf' } })
    expect(await lia.says('0')).toMatchObject({ queueOptionId: parent })
    expect(await lia.says('técnico')).toMatchObject({
      chatbot: false,
      queueOptionId: null,
      status: 'pending',
    })
    expect((await lia.heard()).at(-1)).toBe('Um momento.')
  })

  it('leave the menu at an option with nothing below it, and hear the greeting of a single queue, where the settings say so', async () => {
    await option({ title: 'Preços', message: 'O quilo custa 18 reais.', position: 1 })
    const inMenu = []
    for (const value of ['disabled', 'enabled']) {
      await h.setting(h.one, 'chatbotAutoExit', value)
      const lia = customer()
      for (const said of ['Oi', '1']) await lia.says(said)
      inMenu.push((await lia.says('1')).chatbot)
    }
    expect(inMenu).toEqual([true, false])
    await serve(h.one.vendas)
    const heard = []
    for (const value of ['enabled', 'disabled']) {
      await h.setting(h.one, 'sendGreetingMessageOneQueues', value)
      const lia = customer()
      await lia.says('Oi')
      heard.push(await lia.heard())
    }
    expect(heard).toEqual([['Bem-vindo, Lia!'], []])
  })

  it('are left alone once a person has taken the conversation', async () => {
    const lia = customer()
    const { id } = await lia.says('Oi')
    await h.call(h.one.admin, 'tickets.update', {
      params: { id },
      body: { status: 'open', userId: h.one.admin.id },
    })
    const before = (await lia.heard()).length
    await lia.says('1')
    expect(await lia.heard()).toHaveLength(before)
  })

  it('do not repeat an answer for a message that is delivered twice', async () => {
    const lia = customer()
    await lia.says('Oi')
    const count = (await lia.heard()).length
    const from = { number: (await contactOf(lia)).number, name: 'Lia', isGroup: false }
    const again = {
      whatsappId: h.one.whatsappId,
      id: `${from.number}-1`,
      from,
      body: 'Oi',
      mediaType: 'conversation',
    }
    await h.channel.sink.incoming([{ ...again, at: new Date().toISOString() }])
    expect(await lia.heard()).toHaveLength(count)
  })
})

const contactOf = async (who: ReturnType<typeof customer>) => {
  const [row] = await h.db
    .select()
    .from(contacts)
    .where(eq(contacts.id, (await who.find()).contactId))
  if (!row) throw new Error('no contact')
  return row
}

describe('out of hours', () => {
  const never = DEFAULT_HOURS.map(day => ({
    weekday: day.weekdayEn,
    ...day,
    startTime: '00:00',
    endTime: '00:00',
  }))

  it('a queue says so, and the ticket waits there, or ends, as the setting says', async () => {
    await h.setting(h.one, 'scheduleType', 'queue')
    await h.update(queues, { schedules: never, outOfHoursMessage: 'Fechado.' })
    const waits = customer()
    await waits.says('Oi')
    expect(await waits.says('2')).toMatchObject({ status: 'pending', queueId: h.one.vendas, chatbot: false })
    expect((await waits.heard()).at(-1)).toBe('Fechado.')
    await h.setting(h.one, 'outOfHoursAction', 'closed')
    const ends = customer()
    await ends.says('Oi')
    expect(await ends.says('2')).toMatchObject({ status: 'closed', waitingSince: null })
    expect((await ends.heard()).at(-1)).toBe('Fechado.')
  })

  it('whoever writes on is told three times an hour that it is over, not for ever', async () => {
    await h.setting(h.one, 'scheduleType', 'company')
    await h.update(companies, { schedules: never })
    await setConnection({ outOfHoursMessage: 'Fechado até amanhã: {{protocol}}.' })
    await h.setting(h.one, 'outOfHoursAction', 'closed')
    const robot = customer()
    for (let n = 0; n < 5; n += 1) await robot.says(`Resposta automática ${n}`)
    expect(await h.db.$count(messages, like(messages.body, 'Fechado até amanhã: %'))).toBe(3)
    await h.update(companies, { schedules: [] })
  })
})

it('a company keeps its holidays by its own clock', async () => {
  await h.setting(h.one, 'scheduleType', 'company')
  await setConnection({ outOfHoursMessage: 'A padaria está fechada.' })
  // More than a day apart: a holiday of one is none of the other.
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const
  const day = dayIn(zones[0], new Date())
  await h.insert(holidays, { companyId: h.one.id, name: 'Cinzas', day })
  const heard = []
  for (const zone of zones) {
    await h.setting(h.one, 'timezone', zone)
    const lia = customer()
    for (const said of ['Oi', '2']) await lia.says(said)
    heard.push((await lia.heard()).at(-1) === 'A padaria está fechada.')
  }
  expect(heard).toEqual([true, false])
  await h.setting(h.one, 'timezone', 'America/Sao_Paulo')
  await h.db.platform.delete(holidays)
})

describe('calls', () => {
  it('are answered with a text only where the company takes none', async () => {
    const lia = customer()
    await lia.says('Oi')
    await lia.says('Chamada de voz perdida', 'call_log')
    expect(await lia.heard()).not.toContain(CALLS_REFUSED)
    await h.setting(h.one, 'call', 'disabled')
    await lia.says('Chamada de voz perdida', 'call_log')
    expect(await lia.heard()).toContain(CALLS_REFUSED)
  })
})

describe('the clock', () => {
  const later = (minutes: number): Date => new Date(Date.now() + minutes * 60_000)

  it('moves whoever waits without a queue to the transfer queue, once, and not before', async () => {
    await setConnection({ timeToTransfer: 10, transferQueueId: h.one.vendas })
    const lia = customer()
    await lia.says('Oi')
    await Promise.all(await runTimers(h.running.app, h.one.id, later(9)))
    expect(await lia.find()).toMatchObject({ queueId: null, chatbot: true })
    const caio = await h.connect(h.one.caio, ['pending'])
    await Promise.all(await runTimers(h.running.app, h.one.id, later(11)))
    const moved = await lia.find()
    expect(moved).toMatchObject({ queueId: h.one.vendas, chatbot: false, status: 'pending' })
    await caio.until(({ payload }) => (payload.ticket as { id?: number } | undefined)?.id === moved.id)
    const heard = (await lia.heard()).length
    await Promise.all(await runTimers(h.running.app, h.one.id, later(22)))
    expect(await lia.heard()).toHaveLength(heard)
  })

  it('closes an open ticket whose customer is silent, with the words of the connection, exactly once', async () => {
    await setConnection({ expiresTicket: 30, expiresInactiveMessage: 'Encerramos, {{firstName}}.' })
    const lia = customer()
    const { id } = await lia.says('Oi')
    await h.call(h.one.admin, 'tickets.update', {
      params: { id },
      body: { status: 'open', userId: h.one.admin.id },
    })
    await lia.says('Ainda aqui?')
    await Promise.all(await runTimers(h.running.app, h.one.id, later(60)))
    // The last word was the customer's: that is no silence.
    expect((await lia.find()).status).toBe('open')
    await h.call(h.one.admin, 'messages.send', { params: { ticketId: id }, body: { body: 'Sim!' } })
    await Promise.all(await runTimers(h.running.app, h.one.id, later(-600)))
    expect((await lia.find()).status).toBe('open')
    const timed = [1, 2].map(() => runTimers(h.running.app, h.one.id, later(31)))
    await Promise.all((await Promise.all(timed)).flat())
    await Promise.all(await runTimers(h.running.app, h.one.id, later(90)))
    expect(await lia.find()).toMatchObject({ status: 'closed', waitingSince: null })
    expect((await lia.heard()).filter(body => body.startsWith('Encerramos'))).toEqual(['Encerramos, Lia.'])
  })

  it('closes nobody whom no person answered: greetings, transfers and what never left are no answers', async () => {
    await setConnection({ expiresTicket: 1, expiresInactiveMessage: 'Encerramos por falta de resposta' })
    await h.setting(h.one, 'sendGreetingAccepted', 'enabled')
    await h.setting(h.one, 'sendMsgTransfTicket', 'enabled')
    const lia = customer()
    const { id } = await lia.says('Oi')
    const params = { id }
    const open = async (): Promise<void> => {
      await Promise.all(await runTimers(h.running.app, h.one.id, later(600)))
      expect((await lia.find()).status).toBe('open')
    }
    await h.call(h.one.admin, 'tickets.update', { params, body: { status: 'open', userId: h.one.admin.id } })
    expect((await lia.heard()).at(-1)).toMatch(/Meu nome é/)
    await open()
    h.channel.refuseWith = 'ERR_SENDING_WAPP_MSG'
    const send = (body: string) =>
      h.call(h.one.admin, 'messages.send', { params: { ticketId: id }, body: { body } })
    await send('Não saiu')
    h.channel.refuseWith = null
    await open()
    await send('Vou passar a Vendas')
    const handed = { status: 'open', userId: h.one.caio.id, queueId: h.one.vendas }
    await h.call(h.one.admin, 'tickets.update', { params, body: handed })
    expect((await lia.heard()).at(-1)).toMatch(/transferido/)
    await open()
    await h.call(h.one.caio, 'messages.send', { params: { ticketId: id }, body: { body: 'Oi, sou o Caio' } })
    await Promise.all(await runTimers(h.running.app, h.one.id, later(2)))
    expect((await lia.find()).status).toBe('closed')
    expect((await lia.heard()).at(-1)).toBe('Encerramos por falta de resposta')
    await h.setting(h.one, 'sendGreetingAccepted', 'disabled')
    await h.setting(h.one, 'sendMsgTransfTicket', 'disabled')
  })
})
