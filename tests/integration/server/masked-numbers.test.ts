/** Customers' numbers where a company hides them from its agents: the server sends them to nobody who is not to read them. */
import { inflateSync } from 'node:zlib'
import {
  type Contact,
  contactSearchText,
  type EndpointName,
  endpoints,
  MISSED_DICTIONARY,
  maskNumber,
} from '@contract'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { memoryLog, noOutcome } from '../../../electron/server/platform/db/event-log'
import {
  campaignRecipients,
  contactListItems,
  contacts,
  reminders,
  schedules,
} from '../../../electron/server/platform/db/schema'
import { maskedRoom } from '../../../electron/server/platform/realtime/rooms'
import { missedBy } from '../../../electron/server/platform/realtime/streams'
import { filled } from '../../hostile/requests'
import type { Ids } from '../../hostile/server-process'
import { soon } from '../../support/soon'
import { idsByArea, rowsOfEachKind } from './company-rows'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()
const NUMBER = '5511987654321'
const set = (key: string, value: string) =>
  h.call(h.one.admin, 'settings.update', { params: { key }, body: { value } })
const names = (Object.keys(endpoints) as EndpointName[]).filter(
  name =>
    endpoints[name].method === 'GET' && !['public', 'cookie', 'connection'].includes(endpoints[name].access),
)

it('are whole in nothing an agent is sent, no answer and no event, and in all that others are', async () => {
  const { one } = h
  const { ana, admin, sup } = one
  const rows = await rowsOfEachKind(h, one, 'Vera')
  const { contactId, ticketId, uuid, messageId } = rows
  await h.update(contacts, { name: NUMBER, number: NUMBER }, eq(contacts.id, contactId))
  await h.update(contactListItems, { number: NUMBER, name: NUMBER })
  await h.update(campaignRecipients, { number: NUMBER, name: NUMBER })
  const reminded = { companyId: one.id, userId: ana.id, ticketId, messageId, note: '' }
  await h.insert(reminders, { ...reminded, dueAt: '2099-01-01T00:00:00.000Z' })
  await set('agentsRunCampaigns', 'enabled')
  expect((await set('maskNumbers', 'enabled')).status).toBe(200)

  const ids: Record<string, number | string> = { ...rows, ...idsByArea(rows, one) }
  const read = async (who: Person, name: EndpointName, query = ''): Promise<string> => {
    const [area = ''] = name.split('.')
    const known: Record<string, unknown> = { ...{ uuid, ticketId, contactId, messageId }, id: ids[area] }
    const path = endpoints[name].path.replace(/:(\w+)/g, (_all, key: string) => String(known[key] ?? 1))
    return (await h.raw(who, `/api${path}${query}`)).text()
  }
  const found = new Set<EndpointName>()
  for (const name of names) {
    const asked = Object.entries(filled(name, 'query', rows as Partial<Ids>)).map(([key, value]) => [
      key,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ])
    for (const query of ['', `?${new URLSearchParams(asked as string[][])}`]) {
      const text = await read(ana, name, query)
      expect(text, name).not.toContain(NUMBER)
      if (!text.includes(maskNumber(NUMBER))) continue
      found.add(name)
      for (const who of [admin, sup])
        expect(await read(who, name, query), name).not.toContain(maskNumber(NUMBER))
    }
  }
  // The walk is about something: these are some of the places where a number stands.
  for (const name of [
    'tickets.list',
    'tickets.get',
    'tickets.byUuid',
    'contacts.list',
    'contacts.get',
    'messages.list',
    'schedules.list',
    'reminders.list',
    'campaigns.export',
  ] as const)
    expect([name, found.has(name)]).toEqual([name, true])
  for (const name of ['tickets.get', 'contacts.get', 'messages.list'] as const)
    for (const who of [admin, sup]) expect(await read(who, name), name).toContain(NUMBER)

  const [agent, boss] = [await h.connect(ana), await h.connect(admin)]
  await h.customer(one, NUMBER, 'Ainda espero')
  await h.call(admin, 'contacts.update', {
    params: { id: contactId },
    body: { name: NUMBER, number: NUMBER, email: 'vera@exemplo.com.br', extraInfo: [] },
  })
  await h.call(admin, 'tickets.setPriority', { params: { id: ticketId }, body: { priority: 'high' } })
  await agent.settled()
  await boss.settled()
  const heard = JSON.stringify(agent.heard)
  expect(heard).toContain(maskNumber(NUMBER))
  expect(heard).not.toContain(NUMBER)
  expect(JSON.stringify(boss.heard)).toContain(NUMBER)
  agent.close()
  boss.close()
})

it('come back masked from a form and stay what they are', async () => {
  const contact = await h.row(contacts, eq(contacts.number, NUMBER))
  const params = { id: contact?.id ?? 0 }
  const { body: shown } = await h.call<Contact>(h.one.ana, 'contacts.get', { params })
  expect([shown.name, shown.number]).toEqual([maskNumber(NUMBER), maskNumber(NUMBER)])
  const body = { name: shown.name, number: shown.number, email: 'nova@exemplo.com.br', extraInfo: [] }
  expect((await h.call(h.one.ana, 'contacts.update', { params, body })).status).toBe(200)
  const kept = await h.row(contacts, eq(contacts.id, params.id))
  expect([kept?.name, kept?.number, kept?.email]).toEqual([NUMBER, NUMBER, 'nova@exemplo.com.br'])
})

it('come back masked in a message that is edited and stay what they are', async () => {
  const { ana } = h.one
  const ticket = await h.newTicket(h.one, { status: 'open', userId: ana.id, name: 'Rosa' })
  const sent = await h.call<{ message: { id: string; body: string } }>(ana, 'messages.send', {
    params: { ticketId: ticket.id },
    body: { body: `@${NUMBER}, às 10` },
  })
  const { id, body: shown } = sent.body.message
  expect(shown).toBe(`@${maskNumber(NUMBER)}, às 10`)
  await h.call(ana, 'messages.edit', { params: { id }, body: { body: shown.replace('10', '11') } })
  expect(h.channel.edits.at(-1)?.body).toBe(`@${NUMBER}, às 11`)
})

it('are found as a whole by an agent and by no part, and stand in no order of their digits', async () => {
  const { one } = h
  const { ana, admin } = one
  const contact = await h.row(contacts, eq(contacts.number, NUMBER))
  const item = await h.row(contactListItems)
  const recipient = await h.row(campaignRecipients)
  if (!contact || !item || !recipient) throw new Error('a row of each kind is missing')
  const search = contactSearchText({ ...contact, name: '+55 (11) 98765-4321' })
  await h.update(contacts, { name: '+55 (11) 98765-4321', search }, eq(contacts.id, contact.id))
  await h.update(contactListItems, { search }, eq(contactListItems.id, item.id))
  await h.update(campaignRecipients, { search }, eq(campaignRecipients.id, recipient.id))
  const status = 'PENDENTE' as const
  const sent = { companyId: one.id, contactId: contact.id, userId: ana.id, status, body: 'Amanhã' }
  await h.insert(schedules, { ...sent, sendAt: '2099-01-01T00:00:00.000Z' })
  await h.newTicket(one, { status: 'open', userId: ana.id, contactId: contact.id })

  const lists: Record<string, (typed: string) => string> = {
    contacts: typed => `contacts?searchParam=${typed}`,
    'contacts at once': typed => `contacts/list?name=${typed}`,
    tickets: typed => `tickets?searchParam=${typed}&showAll=true`,
    'items of a list': typed => `contact-list-items?contactListId=${item.contactListId}&searchParam=${typed}`,
    recipients: typed => `campaigns/${recipient.campaignId}/recipients?searchParam=${typed}`,
    scheduled: typed => `schedules?searchParam=${typed}`,
  }
  const found = async (who: Person, path: string): Promise<boolean> => {
    const answer = await h.raw(who, `/api/${path}`)
    expect(answer.status, path).toBe(200)
    // As it is, or as its mask: a random id may hold its last digits.
    return /98765-?4321|•4321/.test(await answer.text())
  }
  for (const [name, path] of Object.entries(lists)) {
    for (const part of ['5511987', '98765', '7654321', ' 5511', '(11) 98765', '9'])
      expect([name, part, await found(ana, path(encodeURIComponent(part)))]).toEqual([name, part, false])
    for (const whole of [NUMBER, '11987654321'])
      expect([name, whole, await found(ana, path(whole))]).toEqual([name, whole, true])
    expect([name, await found(admin, path('98765432'))]).toEqual([name, true])
  }
  expect(await found(ana, lists.contacts?.(encodeURIComponent('+55 (11) 98765-4321')) ?? '')).toBe(true)

  const list = { companyId: one.id, contactListId: item.contactListId, name: 'Zoé' }
  const [late, early] = ['5521900000002', '5521900000001']
  for (const number of [late, early])
    await h.insert(contactListItems, { ...list, number, search: contactSearchText({ ...list, number }) })
  const order = async (who: Person) => {
    const answer = await h.raw(who, `/api/${lists['items of a list']?.('zoe')}`)
    return ((await answer.json()) as { contacts: Contact[] }).contacts.map(({ number }) => number)
  }
  expect(await order(ana)).toEqual([late, early].map(maskNumber))
  expect(await order(admin)).toEqual([early, late])
})

it('are masked in a file however their cells are written', async () => {
  const recipient = await h.row(campaignRecipients)
  await h.update(campaignRecipients, { name: '+55 (11) 98765-4321' })
  const text = await (await h.raw(h.one.ana, `/api/campaigns/${recipient?.campaignId}/export`)).text()
  expect(text).toContain(`${maskNumber(NUMBER)},${maskNumber(NUMBER)}`)
  expect(text).not.toContain('98765')
})

it('are masked for windows that are open, and whole again, as soon as an administrator says so', async () => {
  const { ana } = h.one
  const agent = await h.connect(ana)
  await set('maskNumbers', 'disabled')
  await h.customer(h.one, NUMBER, 'Agora sim')
  await soon(() => expect(JSON.stringify(agent.heard)).toContain(NUMBER))
  agent.close()
})

it('are masked in what a console missed', async () => {
  const log = memoryLog()
  const outcome = noOutcome()
  outcome.entries.push({
    companyId: 1,
    rooms: ['c1'],
    act: { emit: 'company-1-contact', payload: { action: 'update', contact: { id: 1, number: NUMBER } } },
  })
  log.append(outcome)
  const said = async (rooms: string[]): Promise<string> => {
    const streams = {
      companyId: 1,
      company: { at: () => 1, leave() {} },
      platform: { at: () => 0, leave() {} },
    }
    const away = { epoch: log.epoch, seq: 0, platform: 0, topics: [], chatBoxes: [] }
    const missed = missedBy(log, streams, away, new Set(rooms))
    await missed.read()
    const packed = missed.packed() ?? Buffer.alloc(0)
    return inflateSync(packed, { dictionary: Buffer.from(MISSED_DICTIONARY) }).toString()
  }
  expect(await said(['c1'])).toContain(NUMBER)
  expect(await said(['c1', maskedRoom(1)])).not.toContain(NUMBER)
})
