/** Campaigns and scheduled messages of several companies, one of whose numbers takes its time. */

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  campaigns,
  contactListItems,
  contactLists,
  schedules,
  tickets,
} from '../../../electron/server/platform/db/schema'
import { deferred } from '../../support/deferred'
import { type CompanyFixture, type Harness, startHarness } from './harness'

let h: Harness
/** Opened when the slow number may go on. */
let goOn = () => {}
let sent: string[]

beforeAll(async () => {
  h = await startHarness()
  sent = []
  const held = deferred()
  goOn = held.resolve
  const { channel, one } = h
  const send = channel.send.bind(channel)
  channel.send = async message => {
    if (message.companyId === one.id) await held.promise
    await send(message)
    sent.push(`${message.companyId} ${message.body}`)
  }
})
afterAll(async () => {
  goOn()
  await h.close()
})

async function campaign(at: CompanyFixture, words: string): Promise<void> {
  const companyId = at.id
  const list = await h.insert(contactLists, { companyId, name: words, search: words })
  await h.insert(contactListItems, {
    companyId,
    contactListId: list.id,
    name: 'Bia',
    number: `551195555${String(companyId).padStart(4, '0')}`,
    search: 'bia',
    numberState: 'valid',
  })
  await h.insert(campaigns, {
    companyId,
    name: words,
    search: words,
    message1: words,
    status: 'PROGRAMADA',
    scheduledAt: new Date().toISOString(),
    whatsappId: at.whatsappId,
    contactListId: list.id,
  })
}

it('a campaign whose number does not answer holds up no other company’s', async () => {
  await campaign(h.one, 'lenta')
  await campaign(h.two, 'rapida')
  await expect.poll(() => sent).toContain(`${h.two.id} rapida`)
  expect(sent).not.toContain(`${h.one.id} lenta`)
})

it('nor does a scheduled message', async () => {
  const at = new Date(Date.now() - 1_000).toISOString()
  for (const company of [h.one, h.two]) {
    const contactId = await h.newContact(company, 'Caio', { number: `55119666600${company.id}` })
    const ticket = await h.newTicket(company, { status: 'open', userId: company.ana.id, contactId })
    await h.insert(schedules, {
      companyId: company.id,
      contactId,
      ticketId: ticket.id,
      userId: company.ana.id,
      body: 'lembrete',
      sendAt: at,
      status: 'PENDENTE',
    })
  }
  await h.tick('schedule.send')
  await expect.poll(() => sent).toContain(`${h.two.id} lembrete`)
  expect(sent).not.toContain(`${h.one.id} lembrete`)
  goOn()
  await expect.poll(() => sent).toContain(`${h.one.id} lembrete`)
  await expect.poll(() => sent).toContain(`${h.one.id} lenta`)
  expect(await h.db.$count(tickets, eq(tickets.companyId, h.two.id))).toBeGreaterThan(0)
})
