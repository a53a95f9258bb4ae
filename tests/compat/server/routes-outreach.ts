/** Contact lists, campaigns and their settings on the replay server (docs/legacy-server.md 6.7 and 6.8). */
import { read, utils } from '@e965/xlsx'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from './api-error'
import type { Row } from './records'
import type { Context } from './socket'
import type { Person } from './world'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const idOf = (request: FastifyRequest): unknown => (request.params as Row).id
const queryOf = (request: FastifyRequest): Row => request.query as Row

/**
 * People of a spreadsheet, read as that server reads it, by the same library: a CSV without a mark is Latin-1, and its
 * cells become numbers and dates where they look like some.
 */
export function peopleOf(file: Buffer): { name: string; number: string; email: string }[] {
  const [sheet] = Object.values(read(file).Sheets)
  const first = (row: Row, ...names: string[]) => names.map(name => row[name]).find(Boolean) ?? ''
  return (sheet ? utils.sheet_to_json<Row>(sheet) : []).map(row => ({
    name: String(first(row, 'nome', 'Nome')),
    number: String(first(row, 'numero', 'número', 'Numero', 'Número')).replace(/\D/g, ''),
    email: String(first(row, 'email', 'e-mail', 'Email', 'E-mail')),
  }))
}

/** @param caller finds who asks, or refuses. */
export function registerOutreach(
  app: FastifyInstance,
  { world }: Context,
  caller: (request: FastifyRequest) => Promise<Person>,
): void {
  const { records } = world
  const { contactLists, listItems, campaigns, campaignSettings } = records
  const pageOf = (rows: Row[], query: Row, member = 'records') => {
    const from = (Number(query.pageNumber ?? 1) - 1) * 20
    return { [member]: rows.slice(from, from + 20), count: rows.length, hasMore: rows.length > from + 20 }
  }
  const listOr = (id: unknown): Row => {
    const list = contactLists.find(id)
    if (!list) throw new ApiError(404, 'ERR_NO_TICKETNOTE_FOUND')
    return list
  }

  /* -------------------------------------------------------- contact lists */

  app.get('/contact-lists', async request => {
    await caller(request)
    const countOf = (list: Row) =>
      String(listItems.rows.filter(item => item.contactListId === list.id).length)
    const rows = contactLists.rows.map(list => ({
      id: list.id,
      name: list.name,
      contactsCount: countOf(list),
    }))
    const { records: page } = pageOf(rows, queryOf(request))
    return {
      records: page,
      count: rows.map(({ id, contactsCount: count }) => ({ id, count })),
      hasMore: false,
    }
  })
  app.get('/contact-lists/list', async request => {
    await caller(request)
    if (!queryOf(request).companyId) throw new Error('the legacy server needs it')
    return contactLists.rows
  })
  app.get('/contact-lists/:id', async request => {
    await caller(request)
    return listOr(idOf(request))
  })
  app.post('/contact-lists', async request => {
    await caller(request)
    const { name } = request.body as Row
    if (text(name).length < 3) throw new ApiError(400, 'ERR_CONTACTLIST_INVALID_NAME')
    return contactLists.add({ name, companyId: 1 })
  })
  app.put('/contact-lists/:id', async request => {
    await caller(request)
    return contactLists.change(listOr(idOf(request)), { name: (request.body as Row).name })
  })
  app.delete('/contact-lists/:id', async request => {
    await caller(request)
    contactLists.remove(listOr(idOf(request)))
    return { message: 'Contact list deleted' }
  })
  /** Whoever is asked about on WhatsApp and not found stays, unmarked (the column begins as false). */
  const addItem = (row: Row): Row => {
    const known = records.onWhatsApp(text(row.number))
    return listItems.add({
      ...row,
      companyId: 1,
      number: known ?? row.number,
      isWhatsappValid: known !== null,
    })
  }
  app.post('/contact-lists/:id/upload', async request => {
    await caller(request)
    const contactListId = Number(idOf(request))
    const file = await request.file()
    if (file?.fieldname !== 'file') throw new Error('unexpected field')
    return peopleOf(await file.toBuffer()).flatMap(person => {
      const had = (item: Row) => item.contactListId === contactListId && item.number === person.number
      return listItems.rows.some(had) ? [] : [addItem({ ...person, contactListId })]
    })
  })
  app.get('/contact-list-items', async request => {
    await caller(request)
    const { contactListId } = queryOf(request)
    if (!contactListId) throw new Error('the legacy server needs it')
    const own = listItems.rows.filter(item => item.contactListId === Number(contactListId))
    return pageOf(own, queryOf(request), 'contacts')
  })
  app.post('/contact-list-items', async request => {
    await caller(request)
    const { name, number, email, contactListId } = request.body as Row
    if (text(name).length < 3) throw new ApiError(400, 'ERR_CONTACTLISTITEM_INVALID_NAME')
    return addItem({ name, number, email, contactListId })
  })
  app.delete('/contact-list-items/:id', async request => {
    await caller(request)
    const item = listItems.find(idOf(request))
    if (!item) throw new ApiError(404, 'ERR_NO_CONTACTLISTITEM_FOUND')
    listItems.remove(item)
    return { message: 'Contact deleted' }
  })

  /* ------------------------------------------------------------ campaigns */

  const whole = (campaign: Row): Row => ({
    ...campaign,
    contactList: contactLists.find(campaign.contactListId) ?? null,
    whatsapp: records.connections.find(campaign.whatsappId) ?? null,
  })
  const campaignOr = (id: unknown): Row => {
    const campaign = campaigns.find(id)
    if (!campaign) throw new ApiError(404, 'ERR_NO_CAMPAIGN_FOUND')
    return campaign
  }
  const dated = (body: Row): Row => {
    if (body.scheduledAt === '') throw new Error('the legacy server wants a date')
    return { ...body, status: body.scheduledAt ? 'PROGRAMADA' : 'INATIVA' }
  }
  app.get('/campaigns', async request => {
    await caller(request)
    return pageOf(campaigns.rows.map(whole), queryOf(request))
  })
  app.get('/campaigns/:id', async request => {
    await caller(request)
    return { ...whole(campaignOr(idOf(request))), shipping: [] }
  })
  app.post('/campaigns', async request => {
    await caller(request)
    const body = request.body as Row
    if (text(body.name).length < 3) throw new ApiError(400, 'ERR_CAMPAIGN_INVALID_NAME')
    return whole(campaigns.add({ ...dated(body), companyId: 1 }))
  })
  app.put('/campaigns/:id', async request => {
    await caller(request)
    const body = request.body as Row
    if (!['INATIVA', 'PROGRAMADA', 'CANCELADA'].includes(text(body.status)))
      throw new ApiError(400, 'Só é permitido alterar campanha Inativa e Programada')
    return whole(campaigns.change(campaignOr(idOf(request)), dated(body)))
  })
  app.delete('/campaigns/:id', async request => {
    await caller(request)
    campaigns.remove(campaignOr(idOf(request)))
    return { message: 'Campaign deleted' }
  })
  for (const [word, status] of [
    ['cancel', 'CANCELADA'],
    ['restart', 'EM_ANDAMENTO'],
  ])
    app.post(`/campaigns/:id/${word}`, async (request, reply) => {
      await caller(request)
      campaigns.change(campaignOr(idOf(request)), { status })
      return reply.status(204).send()
    })
  app.get('/campaign-settings', async request => {
    await caller(request)
    return campaignSettings.rows
  })
  app.post('/campaign-settings', async request => {
    await caller(request)
    const { settings } = request.body as { settings: Row }
    return Object.entries(settings).map(([key, value]) => {
      const row =
        campaignSettings.rows.find(one => one.key === key) ?? campaignSettings.add({ key, companyId: 1 })
      return campaignSettings.change(row, {
        value: typeof value === 'string' ? value : JSON.stringify(value),
      })
    })
  })
}
