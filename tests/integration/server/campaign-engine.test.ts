import { type CampaignSettings, dueTimesFrom } from '@contract'
import { and, eq, like } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { runCampaigns } from '../../../electron/server/automation/campaigns/job'
import { tempoOf } from '../../../electron/server/automation/campaigns/settings'
import type { OutgoingMessage } from '../../../electron/server/desk/channel/channel'
import {
  campaignOptOuts,
  campaignRecipients,
  campaignSettings,
  campaigns,
  companies,
  contactListItems,
  contactLists,
  contacts,
  fileOptions,
  files,
  messages,
  outgoing,
  plans,
  tickets,
  whatsapps,
} from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'

const h = harnessForFile({ campaigns: false })
afterEach(async () => {
  h.channel.down.clear()
  h.channel.refuseWith = null
  h.channel.silentNumbers.clear()
  await h.db.platform.delete(campaigns)
  await h.db.platform.delete(campaignOptOuts)
  await h.db.platform.delete(campaignSettings)
})

const NOON = Date.parse('2026-03-02T15:00:00.000Z')
let serial = 0

const saveSettings = async (settings: Partial<CampaignSettings> & Record<string, unknown>) => {
  for (const [key, value] of Object.entries(settings))
    await h.insert(campaignSettings, {
      companyId: h.one.id,
      key,
      value: Array.isArray(value) ? JSON.stringify(value) : String(value),
    })
}

/** A campaign to so many people that is due at noon. @returns its id and the numbers, in their order. */
async function campaign(people: number, values: Partial<typeof campaigns.$inferInsert> = {}) {
  serial += 1
  const companyId = h.one.id
  const list = await h.insert(contactLists, { companyId, name: 'Clientes', search: 'clientes' })
  const contactListId = list.id
  const numbers = Array.from(
    { length: people },
    (_, i) => `5511${String(serial).padStart(4, '0')}${String(i).padStart(5, '0')}`,
  )
  for (let from = 0; from < people; from += 500)
    await h.insert(
      contactListItems,
      numbers.slice(from, from + 500).map((number, i) => ({
        companyId,
        contactListId,
        name: `Pessoa ${from + i}`,
        number,
        search: `pessoa ${from + i}`,
        numberState: 'valid' as const,
      })),
    )
  const row = await h.insert(campaigns, {
    companyId,
    name: `Campanha ${serial}`,
    search: `campanha ${serial}`,
    message1: 'Oi {nome}',
    status: 'PROGRAMADA',
    scheduledAt: new Date(NOON).toISOString(),
    whatsappId: h.one.whatsappId,
    contactListId,
    ...values,
  })
  return { id: row.id, contactListId, numbers }
}

const run = (ms: number): Promise<unknown> => runCampaigns(h.running.app, new Date(ms))
const rowOf = async (id: number) => {
  const [row] = await h.db.select().from(campaigns).where(eq(campaigns.id, id))
  if (!row) throw new Error('no campaign')
  return row
}
const recipients = (id: number) =>
  h.db
    .select()
    .from(campaignRecipients)
    .where(eq(campaignRecipients.campaignId, id))
    .orderBy(campaignRecipients.id)
const sentTo = (numbers: readonly string[]): OutgoingMessage[] => {
  const wanted = new Set(numbers)
  return h.channel.sent.filter(({ to }) => wanted.has(to.number))
}
const ackAll = (sent: readonly OutgoingMessage[], ack: number, failure?: string) =>
  h.running.sink.acks(
    sent.map(({ whatsappId, messageId }) => ({
      whatsappId,
      messageId,
      ack,
      ...(failure ? { failure } : {}),
    })),
  )

describe('a campaign', () => {
  it('begins at its time, writes to each recipient once by the pace of the settings, and is finished when all is settled', async () => {
    const { id, numbers } = await campaign(6)
    await run(NOON - 1_000)
    expect((await rowOf(id)).status).toBe('PROGRAMADA')
    const plan = [...dueTimesFrom(await tempoOf(h.db, h.one.id), NOON, 6)]
    const seen: number[] = []
    for (let ms = NOON; seen.length < 6; ms += 1_000) {
      const before = sentTo(numbers).length
      await run(ms)
      for (let i = before; i < sentTo(numbers).length; i++) seen.push(ms)
    }
    expect(seen).toEqual(plan)
    expect(sentTo(numbers).map(({ to, body }) => [to.number, body])).toEqual(
      numbers.map((number, i) => [number, `Oi Pessoa ${i}`]),
    )
    const end = (plan.at(-1) ?? 0) + 60_000
    await run(end)
    expect((await rowOf(id)).status).toBe('EM_ANDAMENTO')
    await ackAll(sentTo(numbers), 1)
    await run(end + 1_000)
    expect(await rowOf(id)).toMatchObject({
      status: 'FINALIZADA',
      completedAt: new Date(end + 1_000).toISOString(),
    })
    await ackAll(sentTo(numbers), 3)
    const all = await recipients(id)
    expect(all.map(({ state }) => state)).toEqual(Array(6).fill('delivered'))
    expect(all.every(({ sentAt, deliveredAt }) => sentAt !== null && deliveredAt !== null)).toBe(true)
  })

  it('waits while its number may begin with nobody, from the first refusal on, and goes on by itself', async () => {
    const { id, numbers } = await campaign(3)
    await run(NOON)
    expect(sentTo(numbers)).toHaveLength(1)
    const until = new Date(NOON + 3_600_000).toISOString()
    const newChats = { state: 'locked' as const, until, used: null, total: null }
    await h.update(whatsapps, { newChats }, eq(whatsapps.id, h.one.whatsappId))
    for (let ms = NOON; ms < NOON + 3_600_000; ms += 300_000) await run(ms)
    expect(sentTo(numbers)).toHaveLength(1)
    expect((await rowOf(id)).status).toBe('EM_ANDAMENTO')
    for (let ms = NOON + 3_600_000; ms < NOON + 7_200_000; ms += 60_000) await run(ms)
    expect(sentTo(numbers)).toHaveLength(3)
    await h.update(whatsapps, { newChats: null }, eq(whatsapps.id, h.one.whatsappId))
  })

  it('goes on after a refusal that names no end', async () => {
    const { numbers } = await campaign(3)
    const newChats = { state: 'locked' as const, until: null, used: null, total: null }
    await h.update(whatsapps, { newChats }, eq(whatsapps.id, h.one.whatsappId))
    for (let ms = NOON; ms < NOON + 3_600_000; ms += 60_000) await run(ms)
    expect(sentTo(numbers)).toHaveLength(3)
    await h.update(whatsapps, { newChats: null }, eq(whatsapps.id, h.one.whatsappId))
  })

  it('stands in closed conversations, so that nobody has to work on what was only sent', async () => {
    const { id, numbers } = await campaign(1)
    await run(NOON)
    const [recipient] = await recipients(id)
    const ticket = await h.ticket(recipient?.ticketId ?? 0)
    expect(ticket).toMatchObject({ status: 'closed', lastMessage: 'Oi Pessoa 0', waitingSince: null })
    const [contact] = await h.db
      .select()
      .from(contacts)
      .where(eq(contacts.number, numbers[0] ?? ''))
    expect(contact).toMatchObject({ name: 'Pessoa 0', whatsappId: h.one.whatsappId })
  })

  it('sends the attachment with the words, then what its list says and its files, shared by all', async () => {
    const companyId = h.one.id
    const upload = async (id: number) => {
      const form = new FormData()
      form.append('file', new File(['planilha'], 'preços.txt', { type: 'text/plain' }))
      expect((await h.call(h.one.sup, 'campaigns.attach', { params: { id }, body: form })).status).toBe(200)
    }
    const { id, numbers } = await campaign(2, { status: 'INATIVA', scheduledAt: null })
    await upload(id)
    const { mediaFile } = await rowOf(id)
    const list = await h.insert(files, {
      companyId,
      name: 'Tabelas',
      message: 'Segue',
      search: `tabelas ${id}`,
    })
    await h.insert(fileOptions, {
      companyId,
      fileId: list.id,
      position: 0,
      name: 'Tabela',
      mediaFile,
      mediaName: 'tabela.txt',
      mediaMime: 'text/plain',
      mediaType: 'application',
      mediaSize: 8,
    })
    await h.update(
      campaigns,
      { fileListId: list.id ?? null, status: 'PROGRAMADA', scheduledAt: new Date(NOON).toISOString() },
      eq(campaigns.id, id),
    )
    await run(NOON)
    await run(NOON + 20_000)
    const sent = sentTo(numbers)
    expect(sent.map(({ body, media }) => [body, media?.name])).toEqual([
      ['Oi Pessoa 0', 'preços.txt'],
      ['Segue', undefined],
      ['', 'tabela.txt'],
      ['Oi Pessoa 1', 'preços.txt'],
      ['Segue', undefined],
      ['', 'tabela.txt'],
    ])
    expect(new Set(sent.flatMap(({ media }) => media?.path ?? [])).size).toBe(1)
    // One recipient is deleted: the others keep their file.
    const [first] = await recipients(id)
    await h.call(h.one.admin, 'tickets.remove', { params: { id: first?.ticketId ?? 0 } })
    const left = sent[2]?.media
    const address = `/media/${companyId}/${left?.path.split(/[\\/]/).at(-1)}`
    expect((await h.raw(h.one.admin, address)).status).toBe(200)
  })

  it('leaves out who is not on WhatsApp, wants none, or is in a conversation, and says why; nobody waits for them', async () => {
    const { id, numbers, contactListId } = await campaign(5, { skipOpenTickets: true })
    const [invalid, optedOut, busy] = numbers
    await h.update(
      contactListItems,
      { numberState: 'invalid' },
      and(eq(contactListItems.contactListId, contactListId), eq(contactListItems.number, invalid ?? '')),
    )
    await h.insert(campaignOptOuts, { companyId: h.one.id, number: optedOut ?? '', word: 'SAIR' })
    await h.newTicket(h.one, {
      status: 'open',
      contactId: await h.newContact(h.one, 'Ocupada', { number: busy ?? '' }),
    })
    await run(NOON)
    expect(sentTo(numbers).map(({ to }) => to.number)).toEqual([numbers[3]])
    expect((await recipients(id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['skipped', 'invalid'],
      ['skipped', 'optedOut'],
      ['skipped', 'openTicket'],
      ['sending', ''],
      ['waiting', ''],
    ])
  })

  it('says when it goes on by the quiet hours as they are now, earlier or later', async () => {
    await saveSettings({ quietFrom: '20:00', quietTo: '08:00' })
    const evening = Date.parse('2026-03-02T22:59:50.000Z') // 19:59:50 there
    const { id } = await campaign(2, { scheduledAt: new Date(evening).toISOString() })
    await run(evening)
    for (const [minutes, hour] of [8, 7, 9].entries()) {
      await h.update(campaignSettings, { value: `0${hour}:00` }, eq(campaignSettings.key, 'quietTo'))
      await run(evening + (minutes + 1) * 60_000)
      expect((await rowOf(id)).nextAt).toBe(`2026-03-03T${hour + 3}:00:00.000Z`)
    }
  })

  it('keeps quiet hours that were set between two rounds of one look', async () => {
    await saveSettings({ messageInterval: 0, longerIntervalAfter: 0 })
    const { numbers } = await campaign(4)
    await run(NOON)
    const send = h.channel.send.bind(h.channel)
    const sending = vi.spyOn(h.channel, 'send').mockImplementationOnce(async message => {
      await saveSettings({ quietFrom: '11:00', quietTo: '13:00' }) // It is 12:00 there.
      await send(message)
    })
    // A second later three are due at once.
    await run(NOON + 1_000)
    sending.mockRestore()
    expect(sentTo(numbers)).toHaveLength(2)
  })

  it('keeps quiet hours for the first message of every start: scheduled, cancelled and restarted, after a number was down', async () => {
    await saveSettings({ quietFrom: '20:00', quietTo: '08:00' })
    const night = Date.parse('2026-03-03T04:00:00.000Z') // 01:00 there
    const morning = Date.parse('2026-03-03T11:00:00.000Z')
    const { id, numbers } = await campaign(3, { scheduledAt: new Date(night).toISOString() })
    await run(night)
    for (let again = 1; again <= 3; again++) {
      await h.call(h.one.sup, 'campaigns.cancel', { params: { id } })
      await h.call(h.one.sup, 'campaigns.restart', { params: { id } })
      await run(night + again * 60_000)
    }
    expect(sentTo(numbers)).toEqual([])
    h.channel.refuseWith = 'ERR_WAPP_NOT_INITIALIZED'
    await run(morning)
    h.channel.refuseWith = null
    await run(morning + 12 * 3_600_000 + 40_000)
    expect(sentTo(numbers)).toEqual([])
    await run(morning + 24 * 3_600_000)
    expect(sentTo(numbers)).toHaveLength(2)
  })

  it('keeps its interval over a cancel and a restart', async () => {
    await saveSettings({ messageInterval: 20, longerIntervalAfter: 0 })
    const { id, numbers } = await campaign(3)
    await run(NOON)
    for (const seconds of [1, 2, 3]) {
      await h.call(h.one.sup, 'campaigns.cancel', { params: { id } })
      await h.call(h.one.sup, 'campaigns.restart', { params: { id } })
      await run(NOON + seconds * 1_000)
    }
    expect(sentTo(numbers)).toHaveLength(1)
    await run(NOON + 20_000)
    expect(sentTo(numbers)).toHaveLength(2)
  })

  it('makes very many people its recipients in one turn', async () => {
    const { id, numbers } = await campaign(1_200)
    await run(NOON)
    expect(await h.db.$count(campaignRecipients, eq(campaignRecipients.campaignId, id))).toBe(1_200)
    expect((await rowOf(id)).preparedTo).toBeNull()
    expect(sentTo(numbers)).toHaveLength(1)
    await run(NOON + 20_000)
    expect(sentTo(numbers).map(({ to }) => to.number)).toEqual(numbers.slice(0, 2))
  })
})

describe('numbers that are still being asked about', () => {
  const setItem = async (number: string, values: Partial<typeof contactListItems.$inferInsert>) => {
    // The workspace asks about numbers by itself: these are answered for by the test alone.
    h.channel.silentNumbers.add(number)
    await h.update(contactListItems, values, eq(contactListItems.number, number))
  }

  it('are passed over for ten minutes at most, while the others get theirs', async () => {
    const { id, numbers } = await campaign(4)
    const [slow = '', never = '', third = '', last = ''] = numbers
    await setItem(slow, { numberState: 'waiting' })
    await setItem(never, { numberState: 'waiting' })
    await run(NOON)
    await run(NOON + 20_000)
    const reached = () => sentTo(numbers).map(({ to }) => to.number)
    expect(reached()).toEqual([third, last])
    await run(NOON + 5 * 60_000)
    expect(reached()).toHaveLength(2)
    expect((await rowOf(id)).status).toBe('EM_ANDAMENTO')
    await setItem(slow, { numberState: 'valid' })
    await run(NOON + 6 * 60_000)
    expect(reached()).toEqual([third, last, slow])
    // Nobody answered for it: the channel is asked by the message itself.
    await run(NOON + 11 * 60_000)
    expect(reached()).toEqual([third, last, slow, never])
  })

  it('who turns out not to be on WhatsApp is left out', async () => {
    const { id, numbers } = await campaign(1)
    await setItem(numbers[0] ?? '', { numberState: 'waiting' })
    await run(NOON)
    await setItem(numbers[0] ?? '', { numberState: 'invalid' })
    await run(NOON + 60_000)
    expect(sentTo(numbers)).toEqual([])
    expect((await recipients(id))[0]).toMatchObject({ state: 'skipped', reason: 'invalid' })
  })

  it('are written to as the channel writes them, and one phone once', async () => {
    await saveSettings({ messageInterval: 0, longerIntervalAfter: 0 })
    const { id, numbers, contactListId } = await campaign(3)
    const [decorated = '', same = ''] = numbers
    for (const number of [decorated, same]) await setItem(number, { numberState: 'waiting' })
    await run(NOON)
    const phone = `${decorated}7`
    await setItem(decorated, { numberState: 'valid', number: phone })
    await setItem(same, { numberState: 'repeated' })
    for (let ms = 60_000; ms < 62_000; ms += 500) await run(NOON + ms)
    expect(sentTo([...numbers, phone]).map(({ to }) => to.number)).toEqual([numbers[2], phone])
    expect((await recipients(id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['sending', ''],
      ['skipped', 'repeated'],
      ['sending', ''],
    ])
    // Its answer comes from the number the channel knows.
    await h.customer(h.one, phone, 'SAIR')
    expect(await h.db.select().from(campaignOptOuts)).toMatchObject([{ number: phone }])
    expect(await h.db.$count(contactListItems, eq(contactListItems.contactListId, contactListId))).toBe(3)
  })
})

describe('a campaign that asks first', () => {
  const asking = { confirmation: true, confirmationMessage1: 'Posso falar, {nome}?' }

  it('sends the question, and the message only after a yes', async () => {
    const { id, numbers } = await campaign(3, asking)
    for (const s of [0, 20, 80]) await run(NOON + s * 1_000)
    expect(sentTo(numbers).map(({ body }) => body)).toEqual([0, 1, 2].map(i => `Posso falar, Pessoa ${i}?`))
    const [yes = '', no = '', unsure = ''] = numbers
    await h.customer(h.one, yes, 'Pode sim')
    await h.customer(h.one, no, 'Não, obrigada')
    await h.customer(h.one, unsure, 'Quem é?')
    await run(NOON + 81_000)
    expect(
      sentTo(numbers)
        .slice(3)
        .map(({ to, body }) => [to.number, body]),
    ).toEqual([[yes, 'Oi Pessoa 0']])
    expect((await recipients(id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['sending', ''],
      ['skipped', 'declined'],
      ['asked', ''],
    ])
    // The answers stand in the campaign's own closed conversations: no queue has to work on a yes.
    const [first] = await recipients(id)
    const said = await h.db
      .select()
      .from(messages)
      .where(eq(messages.ticketId, first?.ticketId ?? 0))
    expect(said.map(({ body }) => body)).toContain('Pode sim')
    const [contact] = await h.db.select().from(contacts).where(eq(contacts.number, yes))
    const open = await h.db
      .select()
      .from(tickets)
      .where(and(eq(tickets.contactId, contact?.id ?? 0), eq(tickets.status, 'pending')))
    expect(open).toEqual([])
    // A question is no message: more of them is an ordinary conversation, as is what answers no question.
    await h.customer(h.one, yes, 'Mais uma coisa')
    for (const number of [yes, unsure]) {
      const [writer] = await h.db.select().from(contacts).where(eq(contacts.number, number))
      expect(
        await h.db.$count(
          tickets,
          and(eq(tickets.contactId, writer?.id ?? 0), eq(tickets.status, 'pending')),
        ),
      ).toBe(1)
    }
  })

  it('gives up on who does not answer within three days, and is finished then', async () => {
    const { id, numbers } = await campaign(1, asking)
    await run(NOON)
    await ackAll(sentTo(numbers), 3)
    await run(NOON + 71 * 3_600_000)
    expect((await rowOf(id)).status).toBe('EM_ANDAMENTO')
    await run(NOON + 73 * 3_600_000)
    expect((await rowOf(id)).status).toBe('FINALIZADA')
    expect((await recipients(id))[0]).toMatchObject({ state: 'skipped', reason: 'noAnswer' })
  })
})

describe('words that end campaigns', () => {
  it('hold for this one and for later ones; a company adds its own', async () => {
    await saveSettings({ optOutWords: ['CHEGA'] })
    const first = await campaign(2)
    await run(NOON)
    const [rita = '', leo = ''] = first.numbers
    await h.customer(h.one, rita, 'chega!')
    // Nobody wrote to Léo yet: his word is a word like any other.
    await h.customer(h.one, leo, 'SAIR')
    expect(await h.db.select().from(campaignOptOuts)).toMatchObject([{ number: rita, word: 'chega!' }])
    const second = await campaign(1)
    await h.update(
      contactListItems,
      { number: rita },
      eq(contactListItems.contactListId, second.contactListId),
    )
    await run(NOON + 20_000)
    expect((await recipients(second.id))[0]).toMatchObject({ state: 'skipped', reason: 'optedOut' })
    expect(sentTo([rita])).toHaveLength(1)
  })
})

describe('a campaign that is stopped', () => {
  it('is cancelled, and goes on where it stopped after a restart: nobody twice, newcomers too', async () => {
    const { id, numbers, contactListId } = await campaign(3)
    await run(NOON)
    await h.call(h.one.sup, 'campaigns.cancel', { params: { id } })
    await run(NOON + 3_600_000)
    expect(sentTo(numbers)).toHaveLength(1)
    const late = '5511999990000'
    await h.insert(contactListItems, {
      companyId: h.one.id,
      contactListId,
      name: 'Tarde',
      number: late,
      search: 'tarde',
      numberState: 'valid',
    })
    await h.call(h.one.sup, 'campaigns.restart', { params: { id } })
    for (let s = 0; s <= 200; s += 20) await run(NOON + 3_600_000 + s * 1_000)
    expect(sentTo([...numbers, late]).map(({ to }) => to.number)).toEqual([...numbers, late])
  })

  it('waits for a number that is down, and stops when that lasts', async () => {
    const { id, numbers } = await campaign(2)
    await run(NOON)
    h.channel.down.add(h.one.whatsappId)
    await run(NOON + 20_000)
    h.channel.down.clear()
    await run(NOON + 60_000)
    expect(sentTo(numbers)).toHaveLength(2)
    expect((await rowOf(id)).downSince).toBeNull()
    const other = await campaign(1)
    h.channel.down.add(h.one.whatsappId)
    await run(NOON + 61_000)
    await run(NOON + 61_000 + 4 * 60_000)
    expect((await rowOf(other.id)).status).toBe('EM_ANDAMENTO')
    await run(NOON + 61_000 + 6 * 60_000)
    expect(await rowOf(other.id)).toMatchObject({ status: 'CANCELADA', stopReason: 'connection' })
  })

  it('sends what was stored while the number went down, once', async () => {
    const { id, numbers } = await campaign(1)
    h.channel.refuseWith = 'ERR_WAPP_NOT_INITIALIZED'
    await run(NOON)
    expect((await recipients(id))[0]).toMatchObject({ state: 'sending', reason: '' })
    h.channel.refuseWith = null
    await run(NOON + 31_000)
    await run(NOON + 70_000)
    expect(sentTo(numbers)).toHaveLength(1)
    await ackAll(sentTo(numbers), 1)
    await run(NOON + 71_000)
    expect((await rowOf(id)).status).toBe('FINALIZADA')
  })

  it('stops when its company may run none any more, by its plan, its due date or its switch, and goes on once it may', async () => {
    const mine = eq(companies.id, h.one.id)
    const [company] = await h.db.select().from(companies).where(mine)
    const plan = eq(plans.id, company?.planId ?? 0)
    const { id, numbers } = await campaign(4)
    let at = NOON
    const next = () => {
      at += 20_000
      return run(at)
    }
    await run(at)
    for (const [shut, open] of [
      [
        () => h.update(plans, { useCampaigns: false }, plan),
        () => h.update(plans, { useCampaigns: true }, plan),
      ],
      [
        () => h.update(companies, { dueDate: new Date(at).toISOString() }, mine),
        () => h.update(companies, { dueDate: null }, mine),
      ],
      [() => h.update(companies, { status: false }, mine), () => h.update(companies, { status: true }, mine)],
    ] as const) {
      const before = sentTo(numbers).length
      await shut()
      await next()
      expect(await rowOf(id)).toMatchObject({ status: 'CANCELADA', stopReason: 'company' })
      await open()
      await h.call(h.one.sup, 'campaigns.restart', { params: { id } })
      expect(sentTo(numbers)).toHaveLength(before)
      await next()
      expect(sentTo(numbers)).toHaveLength(before + 1)
    }
  })

  it('stops after as many rejections in a row as the settings allow, and keeps each with its reason', async () => {
    await saveSettings({ rejectionLimit: 5, messageInterval: 5, longerIntervalAfter: 0 })
    const { id, numbers } = await campaign(20)
    h.channel.refuseWith = 'ERR_SENDING_WAPP_MSG'
    for (let s = 0; s <= 15; s += 5) await run(NOON + s * 1_000)
    h.channel.refuseWith = null
    await run(NOON + 20_000)
    await ackAll(sentTo(numbers), 1)
    expect((await rowOf(id)).refusedInRow).toBe(0)
    h.channel.refuseWith = 'ERR_SENDING_WAPP_MSG'
    for (let s = 25; s <= 60; s += 5) await run(NOON + s * 1_000)
    expect(await rowOf(id)).toMatchObject({ status: 'CANCELADA', stopReason: 'rejections' })
    const failed = (await recipients(id)).filter(({ state }) => state === 'failed')
    expect(failed).toHaveLength(9)
    expect(failed.every(({ reason }) => reason === 'ERR_SENDING_WAPP_MSG')).toBe(true)
  })
})

describe('clocks, kills and other processes', () => {
  it('a clock that was set back holds nobody up and writes to nobody twice', async () => {
    const { numbers } = await campaign(3)
    await run(NOON)
    const back = NOON - 86_400_000
    await run(back)
    await run(back + 60_000)
    await run(back + 120_000)
    expect(sentTo(numbers).map(({ to }) => to.number)).toEqual(numbers)
  })

  it('a long stop is not caught up with in a burst', async () => {
    const { numbers } = await campaign(5)
    await run(NOON)
    await run(NOON + 3_600_000)
    await run(NOON + 3_601_000)
    expect(sentTo(numbers)).toHaveLength(2)
    await run(NOON + 3_620_000)
    expect(sentTo(numbers)).toHaveLength(3)
  })

  it('two that run the same file at once write to each recipient once', async () => {
    await saveSettings({ messageInterval: 0, longerIntervalAfter: 0 })
    const { id, numbers } = await campaign(30)
    for (let ms = NOON; ms < NOON + 8_000; ms += 400) await Promise.all([run(ms), run(ms), run(ms + 1)])
    expect(
      sentTo(numbers)
        .map(({ to }) => to.number)
        .sort(),
    ).toEqual([...numbers].sort())
    expect(await h.db.$count(messages, like(messages.clientId, `campaign:${id}:%`))).toBe(30)
  })

  it('a message has the same id however it is made, and leaves through the outbox', async () => {
    const { id } = await campaign(1)
    await run(NOON)
    const [recipient] = await recipients(id)
    const [row] = await h.db
      .select({ clientId: messages.clientId, messageId: messages.id, state: outgoing.state })
      .from(messages)
      .innerJoin(outgoing, eq(outgoing.messageSeq, messages.seq))
      .where(eq(messages.clientId, `campaign:${id}:${recipient?.id}:main`))
    expect(row?.state).toBe('handed')
    expect(row?.messageId).toMatch(/^3EB0[0-9A-F]{18}$/)
    // As after a kill between storing and marking: the row is waiting again, the message is there.
    await h.update(campaignRecipients, { state: 'waiting' }, eq(campaignRecipients.campaignId, id))
    const before = h.channel.sent.length
    await run(NOON + 60_000)
    expect(h.channel.sent).toHaveLength(before)
  })

  it('tells consoles with whom it changed for', async () => {
    await saveSettings({ messageInterval: 0, longerIntervalAfter: 0 })
    const { id } = await campaign(20)
    const mate = await h.connect(h.one.bia)
    for (let ms = NOON; ms < NOON + 4_200; ms += 200) await run(ms)
    const rows = () => mate.of('campaign').flatMap(({ recipients: some }) => some as { id: number }[])
    await expect.poll(() => new Set(rows().map(row => row.id)).size).toBe(20)
    expect(mate.of('campaign').at(-1)).toMatchObject({ record: { figures: { sending: 20 } } })
    expect((await recipients(id)).every(row => rows().some(one => one.id === row.id))).toBe(true)
    mate.close()
  })
})
