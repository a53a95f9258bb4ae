import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  campaignOptOuts,
  campaignRecipients,
  campaigns,
  contactListItems,
  contactLists,
  contacts,
  tags,
  ticketTags,
} from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile({ campaigns: false })

interface Campaign {
  id: number
  name: string
  status: string
  contactListId: number | null
  tagListId: number | null
  mediaName: string | null
  figures: { total: number }
  contactList: { name: string } | null
  error?: string
  field?: string
}

const HOUR = 3_600_000
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString()
const create = (who: Person, body: Record<string, unknown>) =>
  h.call<Campaign>(who, 'campaigns.create', { body })
const act = (who: Person, name: 'campaigns.cancel' | 'campaigns.restart' | 'campaigns.remove', id: number) =>
  h.call<{ error?: string }>(who, name, { params: { id } })
const change = (who: Person, id: number, body: Record<string, unknown>) =>
  h.call<Campaign>(who, 'campaigns.update', { params: { id }, body })
const put = (id: number, values: Partial<typeof campaigns.$inferInsert>) =>
  h.db.platform.update(campaigns).set(values).where(eq(campaigns.id, id))

async function newList(people: Partial<typeof contactListItems.$inferInsert>[]): Promise<number> {
  const companyId = h.one.id
  const list = await h.insert(contactLists, { companyId, name: 'Clientes', search: 'clientes' })
  const contactListId = list.id
  for (const [i, person] of people.entries())
    await h.insert(contactListItems, {
      companyId,
      contactListId,
      name: `Pessoa ${i + 1}`,
      number: `55119000${contactListId}${String(i).padStart(4, '0')}`,
      search: `pessoa ${i + 1}`,
      numberState: 'valid',
      ...person,
    })
  return contactListId
}

describe('campaigns', () => {
  it('are inactive without a time, scheduled with one, and listed by name with search', async () => {
    const contactListId = await newList([{}])
    const mate = await h.connect(h.one.bia)
    const draft = await create(h.one.sup, { name: 'Natal açaí' })
    expect([draft.status, draft.body]).toMatchObject([200, { status: 'INATIVA', figures: { total: 0 } }])
    const heard = await mate.until(({ event }) => event.endsWith('-campaign'))
    expect(heard.payload).toMatchObject({
      action: 'create',
      record: { id: draft.body.id, companyId: h.one.id },
    })
    mate.close()
    const timed = await create(h.one.sup, {
      name: 'Black Friday',
      message1: 'Oi {nome}',
      whatsappId: h.one.whatsappId,
      contactListId,
      scheduledAt: inHours(3),
    })
    expect(timed.body).toMatchObject({ status: 'PROGRAMADA', contactList: { name: 'Clientes' } })
    expect(timed.body).toMatchObject({ user: { id: h.one.sup.id, name: 'Sup' } })
    const list = async (searchParam?: string) =>
      (
        await h.call<{ records: Campaign[]; count: number }>(h.one.admin, 'campaigns.page', {
          query: { searchParam },
        })
      ).body
    expect((await list()).records.map(({ name }) => name)).toEqual(['Black Friday', 'Natal açaí'])
    expect(await list('AÇAI')).toMatchObject({ count: 1, records: [{ name: 'Natal açaí' }] })
  })

  it('keep their list while they are scheduled or run, and let it go afterwards', async () => {
    const contactListId = await newList([{}])
    const campaign = await create(h.one.sup, {
      name: 'Com lista',
      message1: 'Oi {nome}',
      whatsappId: h.one.whatsappId,
      contactListId,
      scheduledAt: inHours(3),
    })
    const remove = () =>
      h.call<{ error?: string }>(h.one.sup, 'contactLists.remove', { params: { id: contactListId } })
    const people = () => h.db.$count(contactListItems, eq(contactListItems.contactListId, contactListId))
    for (const status of ['PROGRAMADA', 'EM_ANDAMENTO'] as const) {
      await put(campaign.body.id, { status })
      expect([(await remove()).body.error, await people()]).toEqual(['ERR_CONTACTLIST_IN_USE', 1])
    }
    await put(campaign.body.id, { status: 'FINALIZADA' })
    expect([(await remove()).status, await people()]).toEqual([200, 0])
  })

  it('want a name, and to be sent a message, a connection and a list', async () => {
    const refused = async (body: Record<string, unknown>) => (await create(h.one.sup, body)).body
    expect(await refused({ name: 'x' })).toMatchObject({ error: 'ERR_VALIDATION' })
    const scheduledAt = inHours(2)
    expect(await refused({ name: 'Oi', scheduledAt })).toMatchObject({
      error: 'ERR_CAMPAIGN_INCOMPLETE',
      field: 'message1',
    })
    const said = { name: 'Oi', scheduledAt, message3: 'Oi' }
    expect(await refused(said)).toMatchObject({ field: 'whatsappId' })
    expect(await refused({ ...said, whatsappId: h.one.whatsappId })).toMatchObject({ field: 'contactListId' })
    expect(await refused({ ...said, whatsappId: h.two.whatsappId })).toMatchObject({
      error: 'ERR_NO_WAPP_FOUND',
    })
  })

  it('are read-only from an hour before their time, while they run and when they are done; a cancelled one is saved', async () => {
    const contactListId = await newList([{}])
    const form = { name: 'Páscoa', message1: 'Oi', whatsappId: h.one.whatsappId, contactListId }
    const { body } = await create(h.one.sup, { ...form, scheduledAt: inHours(2) })
    expect((await change(h.one.admin, body.id, { ...form, scheduledAt: inHours(3) })).status).toBe(200)
    await put(body.id, { scheduledAt: inHours(0.9) })
    const locked = await change(h.one.sup, body.id, form)
    expect([locked.status, locked.body.error]).toEqual([409, 'ERR_CAMPAIGN_LOCKED'])
    for (const status of ['EM_ANDAMENTO', 'FINALIZADA'] as const) {
      await put(body.id, { status })
      expect((await change(h.one.sup, body.id, form)).body.error).toBe('ERR_CAMPAIGN_LOCKED')
    }
    await put(body.id, { status: 'CANCELADA' })
    expect((await change(h.one.sup, body.id, { ...form, name: 'Páscoa 2' })).body).toMatchObject({
      name: 'Páscoa 2',
      status: 'CANCELADA',
    })
  })

  it('go from running to cancelled and back, and are not deleted while they run', async () => {
    const contactListId = await newList([{}])
    const form = { name: 'Mães', message1: 'Oi', whatsappId: h.one.whatsappId, contactListId }
    const { body } = await create(h.one.sup, form)
    const status = async () =>
      (await h.db.select().from(campaigns).where(eq(campaigns.id, body.id)))[0]?.status
    expect((await act(h.one.sup, 'campaigns.cancel', body.id)).body.error).toBe('ERR_CAMPAIGN_LOCKED')
    expect((await act(h.one.sup, 'campaigns.restart', body.id)).body.error).toBe('ERR_CAMPAIGN_LOCKED')
    await put(body.id, { status: 'EM_ANDAMENTO' })
    expect((await act(h.one.sup, 'campaigns.remove', body.id)).body.error).toBe('ERR_CAMPAIGN_RUNNING')
    expect((await act(h.one.sup, 'campaigns.cancel', body.id)).status).toBe(200)
    expect(await status()).toBe('CANCELADA')
    expect((await act(h.one.sup, 'campaigns.restart', body.id)).status).toBe(200)
    expect(await status()).toBe('EM_ANDAMENTO')
    await act(h.one.sup, 'campaigns.cancel', body.id)
    expect((await act(h.one.sup, 'campaigns.remove', body.id)).status).toBe(200)
    expect(await status()).toBeUndefined()
  })

  it('make a list of the people of a tag, and keep it while the tag stays', async () => {
    const tag = await h.insert(tags, { companyId: h.one.id, name: 'VIP' })
    const tagId = tag.id
    for (const name of ['Rita', 'Léo']) {
      const ticket = await h.newTicket(h.one, { name })
      await h.insert(ticketTags, { companyId: h.one.id, ticketId: ticket.id, tagId })
    }
    const form = { name: 'Para os VIP', tagListId: tagId }
    const mate = await h.connect(h.one.bia)
    const { body } = await create(h.one.sup, form)
    expect(body).toMatchObject({ tagListId: tagId })
    await mate.settled()
    // Whoever has the contact lists open sees it come.
    expect(mate.of('ContactList')).toMatchObject([
      { action: 'create', record: { id: body.contactListId, contactsCount: 2, validCount: 2 } },
    ])
    mate.close()
    expect(body.contactList?.name).toMatch(/^Para os VIP \| TAG: VIP - \d{4}-\d\d-\d\d$/)
    expect(
      await h.db.$count(contactListItems, eq(contactListItems.contactListId, body.contactListId ?? 0)),
    ).toBe(2)
    expect((await change(h.one.sup, body.id, form)).body.contactListId).toBe(body.contactListId)
    expect((await change(h.one.sup, body.id, { name: 'Sem', tagListId: 'Nenhuma' })).body).toMatchObject({
      tagListId: null,
      contactListId: null,
    })
  })

  it('keep one attachment, replaced and taken away while they may be changed', async () => {
    const { body } = await create(h.one.sup, { name: 'Com anexo' })
    const file = (name: string) => {
      const form = new FormData()
      form.append('file', new File(['texto'], name, { type: 'text/plain' }))
      return form
    }
    const attach = (form: FormData) =>
      h.call(h.one.sup, 'campaigns.attach', { params: { id: body.id }, body: form })
    const nameNow = async () =>
      (await h.call<Campaign>(h.one.sup, 'campaigns.get', { params: { id: body.id } })).body.mediaName
    expect((await attach(file('um.txt'))).status).toBe(200)
    expect((await attach(file('dois.txt'))).status).toBe(200)
    expect(await nameNow()).toBe('dois.txt')
    await h.call(h.one.sup, 'campaigns.detach', { params: { id: body.id } })
    expect(await nameNow()).toBeNull()
    await put(body.id, { status: 'EM_ANDAMENTO' })
    expect((await attach(file('tarde.txt'))).body.error).toBe('ERR_CAMPAIGN_LOCKED')
  })

  it('say whom they would reach, with three of them', async () => {
    const busy = await h.newTicket(h.one, { status: 'open', name: 'Ocupada' })
    const [contact] = await h.db.select().from(contacts).where(eq(contacts.id, busy.contactId))
    await h.insert(campaignOptOuts, { companyId: h.one.id, number: '5511955550001', word: 'SAIR' })
    const contactListId = await newList([
      { name: 'Inválida', numberState: 'invalid' },
      { name: 'Repetida', numberState: 'repeated' },
      { name: 'Saiu', number: '5511955550001' },
      { name: 'Ocupada', number: contact?.number ?? '' },
      { name: 'Livre' },
      { name: 'Nova', numberState: 'waiting' },
      // Counted once, although there are two reasons.
      { name: 'Inválida e fora', number: '5511955550002', numberState: 'invalid' },
    ])
    await h.insert(campaignOptOuts, { companyId: h.one.id, number: '5511955550002', word: 'SAIR' })
    const answer = await h.call(h.one.sup, 'campaigns.audience', { query: { contactListId } })
    expect(answer.body).toMatchObject({
      total: 6,
      invalid: 2,
      unchecked: 1,
      withoutPhone: 0,
      optedOut: 1,
      openTickets: 1,
      // Whoever wants no campaigns is no example of who gets it; whoever may be left out comes last.
      samples: [
        { name: 'Livre', inConversation: false },
        { name: 'Nova', inConversation: false },
        { name: 'Ocupada', inConversation: true },
      ],
    })
  })

  it('send a test to one number, filled, as any other message', async () => {
    await h.call(h.one.admin, 'campaignSettings.save', {
      body: { settings: { variables: [{ key: 'promo', value: '10%' }] } },
    })
    const body = {
      whatsappId: h.one.whatsappId,
      number: '+55 (11) 97777-0001',
      message: 'Oi {nome}: {promo}',
    }
    expect((await h.call(h.one.sup, 'campaigns.test', { body })).status).toBe(200)
    expect(h.channel.sent.at(-1)).toMatchObject({ body: 'Oi Sup: 10%', to: { number: '5511977770001' } })
    h.channel.invalidNumbers.add('5511977770002')
    const nobody = await h.call(h.one.sup, 'campaigns.test', { body: { ...body, number: '5511977770002' } })
    expect(nobody.body.error).toBe('ERR_WAPP_INVALID_CONTACT')
    h.channel.down.add(h.one.whatsappId)
    expect((await h.call(h.one.sup, 'campaigns.test', { body })).body.error).toBe('ERR_WAPP_NOT_INITIALIZED')
    h.channel.down.clear()
  })

  it('send a test with the question, the attachment and the files, also those not saved yet', async () => {
    const before = h.channel.sent.length
    const form = new FormData()
    for (const [key, value] of Object.entries({
      whatsappId: String(h.one.whatsappId),
      number: '5511977770003',
      question: 'Posso mandar, {nome}?',
      message: 'Veja',
    }))
      form.append(key, value)
    form.append('file', new File(['ainda não guardado'], 'novo.txt', { type: 'text/plain' }))
    expect((await h.call(h.one.sup, 'campaigns.test', { body: form })).status).toBe(200)
    const sent = h.channel.sent.slice(before)
    expect(sent.map(({ body, media }) => [body, media?.name ?? null])).toEqual([
      ['Posso mandar, Sup?', null],
      ['Veja', 'novo.txt'],
    ])
    // The campaign's own attachment stays at home where another is tried in its place, and goes along where none is.
    const { body } = await create(h.one.sup, { name: 'Com anexo antigo' })
    const kept = new FormData()
    kept.append('file', new File(['antigo'], 'antigo.txt', { type: 'text/plain' }))
    await h.call(h.one.sup, 'campaigns.attach', { params: { id: body.id }, body: kept })
    form.set('campaignId', String(body.id))
    form.delete('question')
    await h.call(h.one.sup, 'campaigns.test', { body: form })
    form.delete('file')
    await h.call(h.one.sup, 'campaigns.test', { body: form })
    expect(h.channel.sent.slice(before + 2).map(({ media }) => media?.name)).toEqual([
      'novo.txt',
      'antigo.txt',
    ])
  })
})

describe('the report of a campaign', () => {
  it('pages recipients by state and search, adds up what happened over time, and exports it all', async () => {
    const { body } = await create(h.one.sup, { name: 'Relatório' })
    const base = Date.parse('2026-03-02T15:00:00.000Z')
    const at = (s: number): string => new Date(base + s * 1_000).toISOString()
    const row = { companyId: h.one.id, campaignId: body.id, message: 'Oi', createdAt: at(0) }
    await h.insert(campaignRecipients, [
      {
        ...row,
        name: 'Rita',
        number: '5511900010001',
        search: 'rita',
        state: 'delivered',
        sentAt: at(0),
        deliveredAt: at(2),
        updatedAt: at(2),
      },
      {
        ...row,
        name: 'Léo',
        number: '5511900010002',
        search: 'leo',
        state: 'failed',
        reason: 'ERR_SENDING_WAPP_MSG',
        updatedAt: at(61),
      },
      { ...row, name: '=cmd()', number: '5511900010003', search: 'cmd', state: 'waiting', updatedAt: at(0) },
    ])
    const page = async (query: Record<string, unknown>) =>
      (
        await h.call<{ records: { name: string }[]; count: number }>(h.one.sup, 'campaigns.recipients', {
          params: { id: body.id },
          query,
        })
      ).body
    expect((await page({})).records.map(({ name }) => name)).toEqual(['Rita', 'Léo', '=cmd()'])
    expect(await page({ state: 'failed' })).toMatchObject({
      count: 1,
      records: [{ name: 'Léo', reason: 'ERR_SENDING_WAPP_MSG' }],
    })
    expect(await page({ searchParam: 'LÉO' })).toMatchObject({ count: 1 })
    expect((await h.call(h.one.sup, 'campaigns.get', { params: { id: body.id } })).body).toMatchObject({
      figures: { total: 3, delivered: 1, failed: 1, waiting: 1 },
    })
    expect((await h.call(h.one.sup, 'campaigns.timeline', { params: { id: body.id } })).body).toEqual({
      stretchSeconds: 5,
      stretches: [
        { at: at(0), sent: 1, delivered: 1, confirmed: 0, failed: 0 },
        { at: at(60), sent: 0, delivered: 0, confirmed: 0, failed: 1 },
      ],
    })
    const csv = await h.raw(h.one.sup, `/api/campaigns/${body.id}/export`)
    expect(csv.headers.get('content-disposition')).toContain(`campaign-${body.id}.csv`)
    const lines = (await csv.text()).split('\r\n')
    expect(lines[0]).toContain('name,number,state,reason')
    expect(lines[1]).toContain('Rita,5511900010001,delivered')
    // A spreadsheet must not run what somebody is called.
    expect(lines[3]).toContain("'=cmd()")
  })
})

describe('somebody who is erased', () => {
  it('is in no report any more, and stays somebody who wants no campaigns', async () => {
    const number = '5511933330123'
    const contactId = await h.newContact(h.one, 'Rita', { number })
    const { body } = await create(h.one.sup, { name: 'Com Rita' })
    await h.insert(campaignRecipients, {
      companyId: h.one.id,
      campaignId: body.id,
      name: 'Rita',
      number,
      search: 'rita',
      message: 'Oi Rita',
    })
    await h.insert(campaignOptOuts, { companyId: h.one.id, number, word: 'SAIR' })
    expect((await h.call(h.one.admin, 'contacts.erase', { params: { id: contactId } })).status).toBe(200)
    expect(await h.db.$count(campaignRecipients, eq(campaignRecipients.number, number))).toBe(0)
    expect(await h.db.$count(campaignOptOuts, eq(campaignOptOuts.number, number))).toBe(1)
  })
})

describe('campaigns and contact lists', () => {
  it('are run by agents where an administrator lets them, and no longer', async () => {
    const contactListId = await newList([{}])
    const asAgent = async () => [
      (await h.call(h.one.ana, 'campaigns.page')).status,
      (await create(h.one.ana, { name: 'Da Ana', contactListId })).status,
      (await h.call(h.one.ana, 'contactLists.create', { body: { name: 'Lista da Ana' } })).status,
      (await h.call(h.one.ana, 'contactListItems.page', { query: { contactListId } })).status,
    ]
    const lets = (value: string) =>
      h.call(h.one.admin, 'settings.update', { params: { key: 'agentsRunCampaigns' }, body: { value } })
    expect(await asAgent()).toEqual([403, 403, 403, 403])
    await lets('enabled')
    expect(await asAgent()).toEqual([200, 200, 200, 200])
    // Another company's setting lets nobody here.
    expect((await h.call(h.two.ana, 'campaigns.page')).status).toBe(403)
    await lets('disabled')
    expect(await asAgent()).toEqual([403, 403, 403, 403])
  })
})

it('an administrator finds who wants no more campaigns, and takes one back', async () => {
  const out = { companyId: h.one.id, number: '5511944440001', name: 'Rita Conceição', word: 'Sair' }
  const { id } = await h.insert(campaignOptOuts, out)
  const page = async () =>
    (await h.call(h.one.admin, 'campaignOptOuts.page', { query: { searchParam: 'Conceição' } })).body.records
  expect(await page()).toMatchObject([{ id, word: 'Sair' }])
  expect((await h.call(h.one.admin, 'campaignOptOuts.remove', { params: { id } })).status).toBe(200)
  expect(await page()).toEqual([])
})

describe('campaign settings', () => {
  it('are the admins’ to change and everybody’s to read; what is left out stays', async () => {
    const save = (who: Person, settings: Record<string, unknown>) =>
      h.call<{ key: string; value: string }[] & { error?: string }>(who, 'campaignSettings.save', {
        body: { settings },
      })
    expect((await save(h.one.sup, { messageInterval: 5 })).body.error).toBe('ERR_NO_PERMISSION')
    await save(h.one.admin, { messageInterval: 5, optOutWords: ['CHEGA'] })
    await save(h.one.admin, { greaterInterval: 120 })
    expect((await save(h.one.admin, { messageInterval: 3 })).body.error).toBe('ERR_VALIDATION')
    const { body } = await h.call<{ key: string; value: string }[]>(h.one.sup, 'campaignSettings.list')
    expect(Object.fromEntries(body.map(({ key, value }) => [key, value]))).toMatchObject({
      messageInterval: '5',
      greaterInterval: '120',
      optOutWords: '["CHEGA"]',
    })
    expect((await h.call(h.two.admin, 'campaignSettings.list')).body).toEqual([])
  })
})
