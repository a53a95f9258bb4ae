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
const unknown = () => n.h.db.select().from(cloudUnknown).orderBy(desc(cloudUnknown.id))
const stored = async (id: string) => {
  await expect.poll(() => n.row(id)).toBeTruthy()
  const row = await n.row(id)
  if (!row) throw new Error(`${id} was not stored`)
  const [ticket] = await n.h.db.select().from(tickets).where(eq(tickets.id, row.ticketId))
  return { row, ticket }
}
const contactOf = async (number: string) =>
  (await n.h.db.select().from(contacts).where(eq(contacts.number, number)))[0]

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
  it('costs no other part of the same delivery', async () => {
    const good = n.graph.text('5511955551001', 'boa')
    const body = {
      object: 'whatsapp_business_account',
      entry: [
        null,
        { changes: 'none' },
        {
          changes: [
            7,
            value({ messages: [null, { ...n.graph.text('joão', 'ruim') }, good, { from: 5 }], contacts: 3 }),
          ],
        },
      ],
    }
    expect(await n.graph.deliver(n.hook, body)).toBe(200)
    expect((await stored(good.id)).row.body).toBe('boa')
  })

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
    expect(await n.graph.deliver(n.hook, n.graph.delivery({ messages: sent }))).toBe(200)
    const at = await Promise.all(sent.map(async one => Date.parse((await stored(one.id)).row.createdAt)))
    expect(at[4]).toBe(Date.UTC(2026, 0, 2))
    for (const one of at.filter((_, i) => i !== 4)) expect(one).toBeGreaterThanOrEqual(before)
  })

  it('a sender with a plus is that customer; one without a number is known by the id Meta gives', async () => {
    const plus = n.graph.text('+55 (11) 95555-1003', 'com mais')
    const { from: _from, ...hidden } = n.graph.text('', 'sem número', { from_user_id: 'BR.1502576394655843' })
    await n.graph.deliver(n.hook, n.graph.delivery({ messages: [plus, hidden] }))
    await stored(plus.id)
    expect(await contactOf('5511955551003')).toBeTruthy()
    const { row, ticket } = await stored(hidden.id)
    expect((await contactOf('BR.1502576394655843'))?.id).toBe(row.contactId)
    await n.h.update(tickets, { status: 'open', userId: n.h.one.ana.id }, eq(tickets.id, ticket?.id ?? 0))
    expect((await n.send(ticket?.id ?? 0, 'oi')).status).toBe(200)
    expect(n.graph.taken.at(-1)?.body).toMatchObject({ recipient: 'BR.1502576394655843' })
    // The number becomes known: it is the same person still.
    const shown = n.graph.text('5511955551004', 'agora sim', { from_user_id: 'BR.1502576394655843' })
    await n.graph.deliver(n.hook, n.graph.delivery({ messages: [shown] }))
    expect((await stored(shown.id)).row.contactId).toBe(row.contactId)
    expect((await contactOf('5511955551004'))?.id).toBe(row.contactId)
  })
})

describe('what customers send', () => {
  const send = async (from: string, part: object) => {
    const { text: _text, ...base } = n.graph.text(from, '')
    const message = { ...base, ...part }
    await n.graph.deliver(n.hook, n.graph.delivery({ messages: [message], names: { [from]: 'Rute' } }))
    return stored(message.id)
  }

  it('an order, a form and what is not supported come as what they are', async () => {
    const order = await send('5511955552001', {
      type: 'order',
      order: {
        catalog_id: '9',
        text: 'sem cebola',
        product_items: [
          { product_retailer_id: 'X-BURGUER', quantity: 2, item_price: 19.9, currency: 'BRL' },
          { product_retailer_id: 'SUCO', quantity: 1, item_price: 7.5, currency: 'BRL' },
        ],
      },
    })
    expect(order.row).toMatchObject({
      mediaType: 'orderMessage',
      body: '2 × X-BURGUER · BRL 19.9\n1 × SUCO · BRL 7.5\n= BRL 47.30\nsem cebola',
    })
    expect(order.ticket?.lastMessageType).toBe('orderMessage')
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
      const { text: _text, ...base } = n.graph.text(who, '')
      await n.graph.deliver(n.hook, n.graph.delivery({ messages: [{ ...base, ...part }] }))
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
    const { row } = await send('5511955552004', {
      type: 'text',
      text: { body: 'vi o anúncio' },
      referral: {
        source_url: 'https://fb.me/abc',
        source_type: 'ad',
        headline: 'Pizza em dobro',
        body: 'Só hoje',
        ctwa_clid: 'x',
      },
    })
    expect(row.referral).toEqual({
      kind: 'ad',
      title: 'Pizza em dobro',
      text: 'Só hoje',
      url: 'https://fb.me/abc',
    })
    const { body } = await n.h.call<{ messages: { id: string; referral: unknown }[] }>(
      n.h.one.admin,
      'messages.list',
      { params: { ticketId: row.ticketId } },
    )
    expect(body.messages.find(one => one.id === row.id)?.referral).toEqual(row.referral)
  })

  it('a new number is the same contact, and the conversation says so', async () => {
    const { row } = await send('5511955552005', { type: 'text', text: { body: 'antes' } })
    const { text: _text, ...base } = n.graph.text('5511955552005', '')
    const note = {
      ...base,
      type: 'system',
      system: { type: 'user_changed_number', wa_id: '5521955552006', body: 'User changed' },
    }
    await n.graph.deliver(n.hook, n.graph.delivery({ messages: [note] }))
    await expect.poll(async () => (await contactOf('5521955552006'))?.id).toBe(row.contactId)
    expect((await stored(note.id)).row).toMatchObject({
      ticketId: row.ticketId,
      mediaType: 'numberChange',
      body: '5511955552005 → 5521955552006',
    })
    const after = await send('5521955552006', { type: 'text', text: { body: 'depois' } })
    expect(after.row.ticketId).toBe(row.ticketId)
  })

  it('a message in a group is in the group’s thread, or nowhere where groups are not wanted', async () => {
    const group = 'Y2FwaV9ncm91cDoxNzA1NTU1MDEzOTox'
    const say = (body: string) => {
      const message = { ...n.graph.text('5511955552007', body), group_id: group }
      return { id: message.id, done: n.graph.deliver(n.hook, n.graph.delivery({ messages: [message] })) }
    }
    n.graph.groups.set(group, 'Condomínio das Acácias')
    await n.h.setting(n.h.one, 'CheckMsgIsGroup', 'disabled')
    const first = say('no grupo')
    await first.done
    const { row, ticket } = await stored(first.id)
    expect(ticket).toMatchObject({ isGroup: true })
    const [author] = await n.h.db
      .select()
      .from(contacts)
      .where(eq(contacts.id, row.contactId ?? 0))
    expect(author).toMatchObject({ number: '5511955552007', isGroup: false })
    expect(await contactOf(group)).toMatchObject({ id: ticket?.contactId, name: 'Condomínio das Acácias' })
    await n.h.update(tickets, { status: 'open', userId: n.h.one.ana.id }, eq(tickets.id, ticket?.id ?? 0))
    expect((await n.send(ticket?.id ?? 0, 'olá, grupo')).status).toBe(200)
    expect(n.graph.taken.at(-1)?.body).toMatchObject({ recipient_type: 'group', to: group })
    await n.h.setting(n.h.one, 'CheckMsgIsGroup', 'enabled')
    const second = say('não mais')
    await second.done
    const after = n.graph.text('5511955552007', 'em particular')
    await n.graph.deliver(n.hook, n.graph.delivery({ messages: [after] }))
    expect((await stored(after.id)).ticket?.isGroup).toBe(false)
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
