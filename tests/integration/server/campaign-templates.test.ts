/** Campaigns through the Cloud API: templates reach strangers, words of one's own only whoever wrote within a day. */
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCampaigns } from '../../../electron/server/automation/campaigns/job'
import {
  campaignRecipients,
  campaigns,
  connectionTemplates,
  contactListItems,
  contactLists,
  plans,
  replyWindows,
} from '../../../electron/server/platform/db/schema'
import { usualTemplates } from '../../support/graph-templates'
import { type CloudNumber, startCloudNumber } from './cloud-number'

let n: CloudNumber
beforeAll(async () => {
  n = await startCloudNumber()
  n.graph.templates.all.push(...usualTemplates())
  await n.h.update(plans, { useCampaigns: true })
})
afterAll(() => n.close())

let lists = 0
/** A list of strangers whom only templates reach. */
async function strangers(names: readonly string[]) {
  const companyId = n.h.one.id
  lists += 1
  const list = await n.h.insert(contactLists, { companyId, name: `Lista ${lists}`, search: `lista ${lists}` })
  const contactListId = list.id
  const numbers = names.map((_, i) => `55219${String(70_000_000 + lists * 100 + i)}`)
  for (const number of numbers) n.graph.quiet.add(number)
  await n.h.insert(
    contactListItems,
    names.map((name, i) => ({
      companyId,
      contactListId,
      name,
      number: numbers[i] ?? '',
      email: `p${i}@exemplo.com`,
      search: name.toLowerCase(),
      numberState: 'valid' as const,
    })),
  )
  return { contactListId, numbers }
}
const RESUME = {
  name: 'retomar_conversa',
  language: 'pt_BR',
  values: { 'body:1': '{nome}', 'body:2': 'o pedido de {email}' },
}
const create = (body: Record<string, unknown>) =>
  n.h.call<{ id: number; error?: string; field?: string; template?: unknown }>(
    n.h.one.admin,
    'campaigns.create',
    { body: { name: 'Retomada', whatsappId: n.whatsappId, scheduledAt: new Date().toISOString(), ...body } },
  )
const recipients = (id: number) =>
  n.h.db.select().from(campaignRecipients).where(eq(campaignRecipients.campaignId, id))
const run = async (id: number, until: () => Promise<boolean>) => {
  const app = n.h.running.app
  for (let tries = 0; tries < 40 && !(await until()); tries++) {
    await runCampaigns(app, new Date(Date.now() + tries * 120_000))
    // What a turn begins ends beside it.
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  return recipients(id)
}

describe('a campaign through a number of the Cloud API', () => {
  it('made of a template reaches strangers, each with their own words in its gaps', async () => {
    const { contactListId, numbers } = await strangers(['Rita Lima', 'Sá & Cia'])
    const made = await create({ contactListId, template: RESUME })
    expect([made.status, made.body.error]).toEqual([200, undefined])
    expect(made.body.template).toEqual(RESUME)
    const { id } = made.body
    const rows = await run(
      id,
      async () =>
        (await recipients(id)).length === 2 && (await recipients(id)).every(row => row.state !== 'waiting'),
    )
    const sent = numbers.map(number => n.graph.taken.find(one => one.to === number))
    expect(sent.map(one => one?.body.type)).toEqual(['template', 'template'])
    expect(sent[0]?.body.template).toEqual({
      name: 'retomar_conversa',
      language: { code: 'pt_BR' },
      components: expect.arrayContaining([
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'Rita Lima' },
            { type: 'text', text: 'o pedido de p0@exemplo.com' },
          ],
        },
      ]),
    })
    await expect
      .poll(async () => (await recipients(id)).map(row => row.state))
      .toEqual(rows.map(() => 'sent'))
    expect((await recipients(id))[0]?.message).toContain('Rita Lima')
  })

  it('of words of one’s own is refused while nobody is within the window, and taken once somebody is', async () => {
    const { contactListId, numbers } = await strangers(['Ana', 'Beto'])
    const refused = await create({ contactListId, message1: 'Promoção!' })
    expect([refused.status, refused.body.error]).toEqual([409, 'ERR_CAMPAIGN_NEEDS_TEMPLATE'])
    const reach = () =>
      n.h.call<{ inWindow: number | null }>(n.h.one.admin, 'campaigns.audience', {
        query: { contactListId, whatsappId: n.whatsappId },
      })
    expect((await reach()).body.inWindow).toBe(0)
    const contactId = await n.h.newContact(n.h.one, 'Ana', { number: numbers[0] ?? '' })
    await n.h.insert(replyWindows, {
      companyId: n.h.one.id,
      whatsappId: n.whatsappId,
      contactId,
      wroteAt: new Date().toISOString(),
    })
    expect((await reach()).body.inWindow).toBe(1)
    expect((await create({ contactListId, message1: 'Promoção!' })).status).toBe(200)
    const other = await n.h.call<{ inWindow: number | null }>(n.h.one.admin, 'campaigns.audience', {
      query: { contactListId, whatsappId: n.h.one.whatsappId },
    })
    expect(other.body.inWindow).toBeNull()
  })

  it('without a time is kept as it is: it is refused when it is to leave', async () => {
    const { contactListId } = await strangers(['Caio'])
    const kept = await create({ contactListId, message1: 'Depois', scheduledAt: null })
    expect(kept.status).toBe(200)
    await n.h.update(campaigns, { status: 'CANCELADA' }, eq(campaigns.id, kept.body.id))
    const again = await n.h.call<{ error: string }>(n.h.one.admin, 'campaigns.restart', {
      params: { id: kept.body.id },
    })
    expect(again.body.error).toBe('ERR_CAMPAIGN_NEEDS_TEMPLATE')
  })

  it('tries again only whom it can reach: by words within the window, by a template that is there', async () => {
    const failed = async (body: Record<string, unknown>) => {
      const { contactListId, numbers } = await strangers(['Iara'])
      const { id } = (await create({ contactListId, scheduledAt: null, ...body })).body
      await n.h.update(campaigns, { status: 'FINALIZADA' }, eq(campaigns.id, id))
      await n.h.insert(campaignRecipients, {
        companyId: n.h.one.id,
        campaignId: id,
        name: 'Iara',
        number: numbers[0] ?? '',
        search: 'iara',
        state: 'failed',
        reason: 'ERR_WINDOW_CLOSED',
      })
      return { id, number: numbers[0] ?? '' }
    }
    const again = async (id: number) =>
      (
        await n.h.call<{ error?: string; count?: number }>(n.h.one.admin, 'campaigns.retry', {
          params: { id },
        })
      ).body
    const free = await failed({ message1: 'Voltou?' })
    expect((await again(free.id)).error).toBe('ERR_CAMPAIGN_NEEDS_TEMPLATE')
    expect(await recipients(free.id)).toMatchObject([{ state: 'failed', retries: 0 }])
    const contactId = await n.h.newContact(n.h.one, 'Iara', { number: free.number })
    await n.h.insert(replyWindows, {
      companyId: n.h.one.id,
      whatsappId: n.whatsappId,
      contactId,
      wroteAt: new Date().toISOString(),
    })
    expect((await again(free.id)).count).toBe(1)
    const templated = await failed({ template: RESUME })
    await n.h.update(
      campaigns,
      { template: { ...RESUME, name: 'nao_existe' } },
      eq(campaigns.id, templated.id),
    )
    expect((await again(templated.id)).error).toBe('ERR_TEMPLATE_MISSING')
    expect(await recipients(templated.id)).toMatchObject([{ state: 'failed', retries: 0 }])
    await n.h.db.platform.delete(campaigns).where(inArray(campaigns.id, [free.id, templated.id]))
  })

  it('tells who cannot be filled in for, and stops when its template is taken away', async () => {
    const { contactListId, numbers } = await strangers(['Eva', 'Fábio'])
    await n.h.update(contactListItems, { email: '' }, eq(contactListItems.number, numbers[0] ?? ''))
    const template = { ...RESUME, values: { 'body:1': '{nome}', 'body:2': '{email}' } }
    const { body } = await create({ contactListId, template })
    const one = async (number: string) =>
      (
        await n.h.db
          .select()
          .from(campaignRecipients)
          .where(and(eq(campaignRecipients.campaignId, body.id), eq(campaignRecipients.number, number)))
      )[0]
    await run(body.id, async () => (await one(numbers[0] ?? ''))?.state === 'failed')
    expect(await one(numbers[0] ?? '')).toMatchObject({ reason: 'ERR_TEMPLATE_PARAMETERS' })
    expect(n.graph.taken.filter(taken => taken.to === numbers[0])).toEqual([])
    const { contactListId: second } = await strangers(['Gil'])
    const next = await create({ contactListId: second, template: RESUME })
    const all = n.graph.templates.all.splice(0)
    await n.h.db.platform.delete(connectionTemplates)
    const state = async () => (await n.h.db.select().from(campaigns).where(eq(campaigns.id, next.body.id)))[0]
    await run(next.body.id, async () => (await state())?.status === 'CANCELADA')
    expect(await state()).toMatchObject({ status: 'CANCELADA', stopReason: 'template' })
    n.graph.templates.all.push(...all)
    await n.h.db.platform.delete(connectionTemplates)
  })

  it('sends a test of its template', async () => {
    const number = '5521988887777'
    n.graph.quiet.add(number)
    const sent = await n.h.call<{ error?: string }>(n.h.one.admin, 'campaigns.test', {
      body: { whatsappId: n.whatsappId, number, message: '', template: RESUME },
    })
    expect([sent.status, sent.body?.error]).toEqual([200, undefined])
    await expect
      .poll(() => n.graph.taken.find(one => one.to === number)?.body.template)
      .toMatchObject({ name: 'retomar_conversa' })
  })
})
