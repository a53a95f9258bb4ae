/** What Meta tells of templates and of customers' wishes, from its signed delivery to what leaves and whom campaigns reach. */
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCampaigns } from '../../../electron/server/automation/campaigns/job'
import { saveAccount } from '../../../electron/server/desk/channel/cloud/account'
import {
  campaignOptOuts,
  campaignRecipients,
  campaigns,
  cloudMessages,
  connectionTemplates,
  contactListItems,
  contactLists,
  plans,
} from '../../../electron/server/platform/db/schema'
import { PHONE } from '../../support/graph-double'
import { template } from '../../support/graph-templates'
import { soon } from '../../support/soon'
import { cloudNumberForFile } from './for-file'

const n = cloudNumberForFile()
beforeAll(async () => {
  n.graph.templates.all.push(template('aviso', 'Olá!'), template('oferta', 'Só hoje.'))
  await n.h.update(plans, { useCampaigns: true })
})

const about = (name: string) => ({ message_template_name: name, message_template_language: 'pt_BR' })
const told = (field: string, value: Record<string, unknown>, at?: { phone: string }) =>
  n.graph.deliver(n.hook, n.graph.notice(field, value, at))
const listed = async (name: string) =>
  (await n.h.row(connectionTemplates, eq(connectionTemplates.whatsappId, n.whatsappId)))?.templates.find(
    one => one.name === name,
  )
/** The list as somebody who opens it reads it. */
const read = () =>
  n.h.call(n.h.one.ana, 'whatsapps.templates', { params: { id: n.whatsappId }, query: { refresh: true } })
/** Sends a template to a new customer. @returns where it came in. */
async function sendTo(name: string): Promise<string | undefined> {
  const id = await sendIn((await n.conversation()).id, name)
  return n.graph.taken.find(({ callback }) => callback === id)?.address
}
async function sendIn(ticketId: number, name: string): Promise<string> {
  const body = { name, language: 'pt_BR', values: {}, clientId: crypto.randomUUID() }
  const sent = await n.h.call<{ message: { id: string } }>(n.h.one.ana, 'messages.sendTemplate', {
    params: { ticketId },
    body,
  })
  expect(sent.status).toBe(200)
  return sent.body.message.id
}
let lists = 0
async function listFor(...numbers: string[]): Promise<number> {
  const companyId = n.h.one.id
  lists += 1
  const list = await n.h.insert(contactLists, { companyId, name: `Lista ${lists}`, search: `lista ${lists}` })
  await n.h.insert(
    contactListItems,
    numbers.map(number => ({
      ...{ companyId, contactListId: list.id, number, numberState: 'valid' as const },
      ...{ name: `P ${number}`, email: '', search: number },
    })),
  )
  return list.id
}
const optOuts = async (number: string) =>
  (
    await n.h.rows(
      campaignOptOuts,
      and(eq(campaignOptOuts.companyId, n.h.one.id), eq(campaignOptOuts.number, number)),
    )
  ).map(({ word }) => word)

describe('what is told of a template', () => {
  it('that it is paused stops its campaign before anything leaves, with the reason', async () => {
    const numbers = ['5521970001001', '5521970001002']
    const made = await n.h.call<{ id: number }>(n.h.one.admin, 'campaigns.create', {
      body: {
        name: 'Aviso',
        whatsappId: n.whatsappId,
        contactListId: await listFor(...numbers),
        scheduledAt: new Date().toISOString(),
        template: { name: 'aviso', language: 'pt_BR', values: {} },
      },
    })
    expect((await listed('aviso'))?.status).toBe('APPROVED')
    const one = n.graph.templates.all.find(({ name }) => name === 'aviso')
    if (one) one.status = 'PAUSED'
    await told('message_template_status_update', {
      ...{ event: 'PAUSED', message_template_id: 1, ...about('aviso'), reason: 'NONE' },
      rejection_info: { reason: 'Baixa qualidade.', recommendation: 'Espere três horas.' },
    })
    await soon(async () =>
      expect(await listed('aviso')).toMatchObject({
        status: 'PAUSED',
        reason: 'Baixa qualidade. Espere três horas.',
      }),
    )
    const rowOf = async () => await n.h.row(campaigns, eq(campaigns.id, made.body.id))
    await soon(async () => {
      await runCampaigns(n.h.running.app)
      expect(await rowOf()).toMatchObject({ status: 'CANCELADA', stopReason: 'templatePaused' })
    })
    expect(n.graph.taken.filter(({ to }) => numbers.includes(to))).toEqual([])
    const failed = and(
      eq(campaignRecipients.campaignId, made.body.id),
      eq(campaignRecipients.state, 'failed'),
    )
    expect(await n.h.db.$count(campaignRecipients, failed)).toBe(0)
  })

  it('its category decides by which address it leaves, from the next message on', async () => {
    await read()
    expect(await sendTo('oferta')).toBe('messages')
    // What is only announced does not hold yet.
    await told('template_category_update', { ...about('oferta'), correct_category: 'MARKETING' })
    await told('template_category_update', {
      ...{ message_template_id: 2, ...about('oferta') },
      ...{ previous_category: 'UTILITY', new_category: 'MARKETING' },
    })
    await soon(async () => expect((await listed('oferta'))?.category).toBe('MARKETING'))
    expect(await sendTo('oferta')).toBe('marketing_messages')
    n.graph.hasMarketing = false
    expect(await sendTo('oferta')).toBe('messages')
    n.graph.hasMarketing = true
  })

  it('its parts and its quality have it read anew', async () => {
    const asked = n.graph.templates.asked
    await told('message_template_components_update', about('oferta'))
    await soon(async () => {
      await n.h.call(n.h.one.ana, 'whatsapps.templates', { params: { id: n.whatsappId } })
      expect(n.graph.templates.asked).toBeGreaterThan(asked)
    })
  })
})

describe('who wants no more marketing', () => {
  const wish = (wa_id: string, value: 'stop' | 'resume') =>
    told(
      'user_preferences',
      {
        contacts: [{ wa_id, profile: { name: 'Rita' } }],
        user_preferences: [
          { wa_id, detail: 'x', category: 'marketing_messages', value, timestamp: `${Date.now()}` },
        ],
      },
      { phone: PHONE },
    )

  it('is left out of campaigns as said to WhatsApp, and written to again; a word of their own holds', async () => {
    const [byWhatsapp, byWord] = ['5521970002001', '5521970002002'] as const
    await n.h.insert(campaignOptOuts, { companyId: n.h.one.id, number: byWord, word: 'SAIR' })
    await wish(byWhatsapp, 'stop')
    await wish(byWord, 'stop')
    await soon(async () => expect(await optOuts(byWhatsapp)).toEqual(['WhatsApp']))
    const contactListId = await listFor(byWhatsapp, byWord, '5521970002003')
    const audience = await n.h.call(n.h.one.admin, 'campaigns.audience', {
      query: { contactListId, whatsappId: n.whatsappId },
    })
    // And Meta's limit, before the campaign starts.
    expect(audience.body).toMatchObject({ total: 3, optedOut: 2, limit: 1_000 })
    await wish(byWord, 'resume')
    await wish(byWhatsapp, 'resume')
    await soon(async () => expect(await optOuts(byWhatsapp)).toEqual([]))
    expect(await optOuts(byWord)).toEqual(['SAIR'])
  })

  it('is found out by a refusal, too', async () => {
    const number = '5521970003001'
    const ticket = await n.conversation(number)
    const { id, sent } = await n.sent(ticket.id, 'Oferta')
    await n.tell({ statuses: [n.graph.status(sent, 'failed', 131050)] })
    await soon(async () => expect(await optOuts(number)).toEqual(['WhatsApp']))
    expect((await n.row(id))?.failure).toBe('ERR_WAPP_OPTED_OUT')
  })
})

describe('the limit of a portfolio', () => {
  interface Limit {
    limit: number | null
    begun: number
    sharing: { id: number }[]
  }
  const limitNow = async (contactListId: number, whatsappId = n.whatsappId) => {
    const query = { contactListId, whatsappId }
    return (await n.h.call<Limit>(n.h.one.admin, 'campaigns.audience', { query })).body
  }
  const idsOf = ({ sharing }: { sharing: { id: number }[] }) =>
    sharing.map(({ id }) => id).sort((a, b) => a - b)

  it('is shared by its numbers, whichever wrote first; who may be answered freely is not counted', async () => {
    const second = await n.add('206540352242933')
    const third = await n.add('306540352242944')
    const contactListId = await listFor('5521970004001')
    const before = await limitNow(contactListId)
    expect(before.limit).toBe(1_000)
    expect(idsOf(before)).toEqual([n.whatsappId, second.whatsappId, third.whatsappId])

    const sendBy = async (number: string, wroteAt: string | null, whatsappId: number) => {
      const ticket = await n.conversation(number, wroteAt, whatsappId)
      await sendIn(ticket.id, 'aviso')
    }
    const one = n.graph.templates.all.find(({ name }) => name === 'aviso')
    if (one) one.status = 'APPROVED'
    const refresh = (id: number) =>
      n.h.call(n.h.one.ana, 'whatsapps.templates', { params: { id }, query: { refresh: true } })
    for (const id of [n.whatsappId, second.whatsappId, third.whatsappId]) await refresh(id)
    await sendBy('5521970004005', null, third.whatsappId)
    await sendBy('5521970004002', null, second.whatsappId)
    await sendBy('5521970004003', new Date(Date.now() - 30 * 60 * 60_000).toISOString(), n.whatsappId)
    await sendBy('5521970004004', new Date(Date.now() - 60_000).toISOString(), n.whatsappId)
    // One of the numbers belongs to another portfolio from now on.
    const other = '902290129340398'
    n.graph.accounts.set(other, '1')
    const at = { companyId: n.h.one.id, whatsappId: third.whatsappId }
    await saveAccount(n.h.db, n.h.running.app.keys, at, { businessAccountId: other })
    expect(idsOf(await limitNow(contactListId, third.whatsappId))).toEqual([third.whatsappId])
    expect(idsOf(await limitNow(contactListId))).toEqual([n.whatsappId, second.whatsappId])
    await soon(async () => expect((await limitNow(contactListId)).begun).toBe(before.begun + 2))
    expect((await limitNow(contactListId, second.whatsappId)).begun).toBe(before.begun + 2)
    await n.h.update(cloudMessages, { askedAt: new Date(Date.now() - 25 * 60 * 60_000).toISOString() })
    expect((await limitNow(contactListId)).begun).toBe(0)
  })

  it('holds as it was last told where Meta cannot be asked, whatever comes late', async () => {
    const contactListId = await listFor('5521970005001')
    n.graph.profile.unknownFields.add('whatsapp_business_manager_messaging_limit')
    const raise = n.graph.notice('business_capability_update', {
      max_daily_conversations_per_business: 10_000,
    })
    const late = n.graph.notice('business_capability_update', { max_daily_conversations_per_business: 250 })
    for (const entry of late.entry) entry.time -= 3_600
    for (const body of [raise, raise, late]) expect(await n.graph.deliver(n.hook, body)).toBe(200)
    await soon(async () => expect((await limitNow(contactListId)).limit).toBe(10_000))
    await told('phone_number_quality_update', { max_daily_conversations_per_business: 'TIER_UNLIMITED' })
    await soon(async () => expect((await limitNow(contactListId)).limit).toBeNull())
    n.graph.profile.unknownFields.clear()
    expect((await limitNow(contactListId)).limit).toBe(1_000)
  })
})
