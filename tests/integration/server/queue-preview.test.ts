/** The phone beside a chatbot says what the workspace says: an admin builds a queue, a customer walks it in both. */
import { type BotOption, type Queue, type QueueOption, WEEKDAYS, type Whatsapp } from '@contract'
import { and, asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { contacts, messages, tickets, whatsappQueues } from '../../../electron/server/platform/db/schema'
import { botOptions } from '../../../src/features/queues/chatbot/tree'
import { botFor, conversation } from '../../../src/features/queues/phone/conversation'
import { harnessForFile } from './for-file'
import type { Harness } from './harness'

const h = harnessForFile()

type Name = Parameters<Harness['call']>[1]
async function must<T>(name: Name, options: object = {}): Promise<T> {
  const { status, body } = await h.call<T>(h.one.admin, name, options)
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body as T
}
const everyDay = (startTime: string, endTime: string) =>
  WEEKDAYS.map(weekdayEn => ({ weekday: weekdayEn, weekdayEn, startTime, endTime }))

/** What a window reads to put the preview of a queue together, and what the preview shows then. */
async function previewed(queueId: number, said: readonly string[]): Promise<string[]> {
  const queues = await must<Queue[]>('queues.list')
  const connections = await must<Whatsapp[]>('whatsapps.list', { query: { session: false } })
  const trees = new Map<number, BotOption[]>()
  for (const { id } of queues)
    trees.set(id, botOptions(await must<QueueOption[]>('queueOptions.list', { query: { queueId: id } })))
  const settings = await must<{ key: string; value: string }[]>('settings.list')
  const setting = (key: string) => settings.find(one => one.key === key)?.value
  const edited = queues.find(one => one.id === queueId)
  if (!edited) throw new Error('no queue')
  const bot = botFor(
    { ...edited, hours: edited.schedules, options: trees.get(queueId) ?? [] },
    {
      connection: connections.find(one => one.id === h.one.whatsappId) ?? null,
      queues,
      trees,
      setting,
      timeZone: setting('timezone') || 'America/Sao_Paulo',
      companyHours: [],
      holidays: await must('holidays.list'),
      brackets: false,
    },
  )
  return conversation(bot, said, new Date()).lines.flatMap(line => (line.from === 'bot' ? [line.text] : []))
}

/** What a customer of that number hears of the workspace. */
async function heard(number: string, said: readonly string[]): Promise<string[]> {
  for (const [at, body] of said.entries()) {
    const from = { number, name: 'Maria Souza', isGroup: false }
    const id = `${number}-${at}`
    await h.channel.sink.incoming([
      {
        whatsappId: h.one.whatsappId,
        id,
        from,
        body,
        mediaType: 'conversation',
        at: new Date().toISOString(),
      },
    ])
  }
  const rows = await h.db
    .select({ body: messages.body })
    .from(messages)
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .where(and(eq(contacts.number, number), eq(messages.fromMe, true)))
    .orderBy(asc(messages.seq))
  return rows.map(row => row.body)
}

it('an admin builds a queue with hours and a tree, and a simulated customer hears what the preview showed', async () => {
  const queue = await must<Queue>('queues.create', {
    body: {
      name: 'Financeiro',
      color: '#0072a2',
      greetingMessage: 'Financeiro, {{ms}}!',
      outOfHoursMessage: 'Estamos fechados, {{firstName}}.',
      schedules: everyDay('00:00', '24:00'),
    },
  })
  const option = (body: object) =>
    must<QueueOption>('queueOptions.create', { body: { queueId: queue.id, ...body } })
  const boletos = await option({ title: 'Boletos' })
  await option({ title: 'Por e-mail', parentId: boletos.id, message: 'Vai para o e-mail, {{firstName}}.' })
  await option({ title: 'Suporte', parentId: boletos.id, forwardQueueId: h.one.suporte })
  await option({ title: 'Pessoa', exitChatbot: true, message: 'Já vem alguém.' })
  await h.setting(h.one, 'scheduleType', 'queue')
  await h.setting(h.one, 'chatbotAutoExit', 'disabled')
  await h.db.platform.delete(whatsappQueues).where(eq(whatsappQueues.whatsappId, h.one.whatsappId))
  for (const queueId of [queue.id, h.one.vendas])
    await h.insert(whatsappQueues, { companyId: h.one.id, whatsappId: h.one.whatsappId, queueId })

  const steps = ['Oi', 'financeiro', '1', '1', '0', '#', 'Financeiro', 'nada disso', '2', 'Alô?']
  const open = await heard('5511955501234', steps)
  expect(open).toContain('Vai para o e-mail, Maria.\n\n*0* - Voltar ao menu anterior\n*#* - Voltar ao início')
  expect(open.at(-1)).toBe('Já vem alguém.')
  expect(await previewed(queue.id, steps)).toEqual(open)

  const forward = ['Oi', 'financeiro', '1', '2']
  expect(await previewed(queue.id, forward)).toEqual(await heard('5511955501236', forward))

  await must('queues.update', {
    params: { id: queue.id },
    body: { schedules: everyDay('00:00', '00:00') },
  })
  const closed = await heard('5511955501235', steps)
  expect(closed.at(-1)).toBe('Estamos fechados, Maria.')
  expect(await previewed(queue.id, steps)).toEqual(closed)
})
