/** What Meta delivers is taken, whatever it is: nothing is refused for what it says, and one odd part costs no other. */
import { desc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { cloudUnknown, contacts, messages, tickets } from '../../../electron/server/platform/db/schema'
import { deliverAll } from '../../support/deliver-all'
import { ACCOUNT, PHONE } from '../../support/graph-double'
import { cloudNumberForFile } from './for-file'

const n = cloudNumberForFile()

const wrap = (...changes: unknown[]) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: ACCOUNT, changes }],
})
const value = (rest: object, phone = PHONE) => ({
  field: 'messages',
  value: { messaging_product: 'whatsapp', metadata: { phone_number_id: phone }, ...rest },
})
const unknown = () => n.h.rows(cloudUnknown, undefined, desc(cloudUnknown.id))

describe('a delivery of which nothing is understood', () => {
  it('is acknowledged and kept for whoever sets the number up, once however often it comes', async () => {
    const bodies = [
      wrap({ field: 'message_template_status_update', value: { event: 'APPROVED', message_template_id: 7 } }),
      wrap({ field: 'account_update', value: { event: 'VERIFIED_ACCOUNT' } }),
      wrap({ field: 'history', value: { metadata: { phone_number_id: PHONE }, history: [] } }),
      wrap(value({ statuses: [{ id: 'wamid.z', status: 'sent' }] }, '999999999999999')),
      wrap(value({ errors: [{ code: 130429, title: 'Rate limit hit' }] })),
      wrap(value({ messages: [{ id: 'wamid.nobody', type: 'text', text: { body: 'de quem?' } }] })),
      wrap(),
      { object: 'whatsapp_business_account', entry: [] },
      { object: 'page', entry: [1] },
    ]
    for (const body of [...bodies, ...bodies]) expect(await n.graph.deliver(n.hook, body)).toBe(200)
    const kept = await unknown()
    expect(kept.map(row => [row.what, row.times]).toReversed()).toEqual([
      ['message_template_status_update', 2],
      ['account_update', 2],
      ['history', 2],
      ['other number', 2],
      ['no messages', 2],
      ['no sender', 2],
      ['no changes', 2],
      ['no delivery', 2],
      ['no delivery', 2],
    ])
    expect(kept.find(row => row.what === 'no sender')?.payload).toContain('de quem?')
    const { body } = await n.h.call<{ unknown: { what: string; times: number }[] }>(
      n.h.one.admin,
      'whatsapps.cloud',
      { params: { id: n.whatsappId } },
    )
    expect(body.unknown).toContainEqual(expect.objectContaining({ what: 'account_update', times: 2 }))
  })

  it('keeps no more than there is room for', async () => {
    for (let i = 0; i < 5; i++)
      await n.graph.deliver(
        n.hook,
        wrap(...Array.from({ length: 49 }, (_, k) => ({ field: 'security', value: { event: `${i}/${k}` } }))),
      )
    const rows = await unknown()
    expect(rows).toHaveLength(200)
    expect(rows[0]?.payload).toContain('4/48')
  })
})

describe('a part that is odd', () => {
  it('a time that cannot be is the present, one in milliseconds is read as such', async () => {
    const before = Date.now()
    const times: unknown[] = [
      '1e99',
      -5,
      undefined,
      'ontem',
      String(Date.UTC(2026, 0, 2)),
      Date.UTC(2126, 0, 1),
    ]
    const sent = times.map((timestamp, i) => ({ ...n.graph.text('5511955551002', `hora ${i}`), timestamp }))
    expect(await n.tell({ messages: sent })).toBe(200)
    const at = await Promise.all(sent.map(async one => Date.parse((await n.stored(one.id)).row.createdAt)))
    expect(at[4]).toBe(Date.UTC(2026, 0, 2))
    for (const one of at.filter((_, i) => i !== 4)) expect(one).toBeGreaterThanOrEqual(before)
  })
})

describe('what customers send', () => {
  const send = async (from: string, part: object) => {
    const message = n.graph.message(from, part)
    await n.tell({ messages: [message], names: { [from]: 'Rute' } })
    return n.stored(message.id)
  }

  it('an order, a form and what is not supported come as what they are', async () => {
    const product_items = [
      { product_retailer_id: 'X-BURGUER', quantity: 2, item_price: 19.9, currency: 'BRL' },
      { product_retailer_id: 'SUCO', quantity: 1, item_price: 7.5, currency: 'BRL' },
    ]
    const ordered = { catalog_id: '9', text: 'sem cebola', product_items }
    const order = await send('5511955552001', { type: 'order', order: ordered })
    expect(order.row).toMatchObject({
      mediaType: 'orderMessage',
      body: '2 × X-BURGUER · BRL 19.9\n1 × SUCO · BRL 7.5\n= BRL 47.30\nsem cebola',
    })
    expect(order.ticket.lastMessageType).toBe('orderMessage')
    const form = await send('5511955552001', {
      type: 'interactive',
      interactive: {
        type: 'nfm_reply',
        nfm_reply: { body: 'Sent', response_json: '{"flow_token":"x","nome":"Rute","dias":["seg","qua"]}' },
      },
    })
    expect(form.row).toMatchObject({ mediaType: 'formReply', body: 'nome: Rute\ndias: ["seg","qua"]' })
    const odd = await send('5511955552001', { type: 'unsupported', errors: [{ code: 131051 }] })
    expect(odd.row).toMatchObject({ mediaType: 'unsupported', body: '' })
  })

  it('an edit and a deletion change the message, and only their author’s', async () => {
    const from = '5511955552002'
    const first = await send(from, { type: 'text', text: { body: 'o primeiro' } })
    const second = await send(from, { type: 'text', text: { body: 'o segundo' } })
    const about = (id: string) => ({ original_message_id: id })
    const edit = (id: string, body: string) => ({
      type: 'edit',
      edit: { ...about(id), message: { type: 'text', text: { body } } },
    })
    const change = async (who: string, part: object) => {
      await n.tell({ messages: [n.graph.message(who, part)] })
    }
    await change('5511955552003', edit(first.row.id, 'de outro'))
    await change('5511955552003', { type: 'revoke', revoke: about(second.row.id) })
    await change(from, edit(first.row.id, 'corrigido'))
    await expect.poll(async () => (await n.row(first.row.id))?.body).toBe('corrigido')
    expect(await n.row(first.row.id)).toMatchObject({ isEdited: true })
    expect(await n.row(second.row.id)).toMatchObject({ isDeleted: false })
    await change(from, { type: 'revoke', revoke: about(second.row.id) })
    await expect.poll(async () => (await n.row(second.row.id))?.isDeleted).toBe(true)
  })

  it('the advertisement that brought them stands on the message', async () => {
    const ad = { source_url: 'https://fb.me/abc', source_type: 'ad', headline: 'Pizza em dobro' }
    const { row } = await send('5511955552004', {
      type: 'text',
      text: { body: 'vi o anúncio' },
      referral: { ...ad, body: 'Só hoje', ctwa_clid: 'x' },
    })
    const shown = { kind: 'ad', title: 'Pizza em dobro', text: 'Só hoje', url: 'https://fb.me/abc' }
    expect(row.referral).toEqual(shown)
    const { body } = await n.h.call<{ messages: { id: string; referral: unknown }[] }>(
      n.h.one.admin,
      'messages.list',
      { params: { ticketId: row.ticketId } },
    )
    expect(body.messages.find(one => one.id === row.id)?.referral).toEqual(row.referral)
  })

  it('a message in a group is in the group’s thread, or nowhere where groups are not wanted', async () => {
    const group = 'Y2FwaV9ncm91cDoxNzA1NTU1MDEzOTox'
    const say = (body: string) => {
      const message = { ...n.graph.text('5511955552007', body), group_id: group }
      return { id: message.id, done: n.tell({ messages: [message] }) }
    }
    n.graph.groups.set(group, 'Condomínio das Acácias')
    await n.h.setting(n.h.one, 'CheckMsgIsGroup', 'disabled')
    const first = say('no grupo')
    await first.done
    const { row, ticket } = await n.stored(first.id)
    expect(ticket).toMatchObject({ isGroup: true })
    const author = await n.h.row(contacts, eq(contacts.id, row.contactId ?? 0))
    expect(author).toMatchObject({ number: '5511955552007', isGroup: false })
    expect(await n.contact(group)).toMatchObject({ id: ticket.contactId, name: 'Condomínio das Acácias' })
    await n.h.update(tickets, { status: 'open', userId: n.h.one.ana.id }, eq(tickets.id, ticket.id))
    expect((await n.send(ticket.id, 'olá, grupo')).status).toBe(200)
    expect(n.graph.taken.at(-1)?.body).toMatchObject({ recipient_type: 'group', to: group })
    await n.h.setting(n.h.one, 'CheckMsgIsGroup', 'enabled')
    const second = say('não mais')
    await second.done
    const after = n.graph.text('5511955552007', 'em particular')
    await n.tell({ messages: [after] })
    expect((await n.stored(after.id)).ticket.isGroup).toBe(false)
    expect(await n.row(second.id)).toBeUndefined()
    expect(await n.h.db.$count(messages, eq(messages.body, 'não mais'))).toBe(0)
  })
})

describe('deliveries by a grammar', () => {
  it('are all taken: nothing is refused, lost, doubled, or put into another thread', async () => {
    await n.h.setting(n.h.one, 'CheckMsgIsGroup', 'disabled')
    expect(await deliverAll(n, 60, 20_261_124)).toEqual([])
  })
})
