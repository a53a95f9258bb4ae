/** A person is one contact with one history, whichever of their addresses a delivery names, and in whatever order. */
import { addressesIn, numberForms } from '@contract'
import { and, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { recipientOf } from '../../../electron/server/desk/channel/addresses'
import type { IncomingMessage } from '../../../electron/server/desk/channel/channel'
import type { PersonUpdate } from '../../../electron/server/desk/channel/identity'
import { takeIncoming } from '../../../electron/server/desk/inbound/incoming'
import { takePerson } from '../../../electron/server/desk/inbound/person'
import {
  contactAddresses,
  contacts,
  tickets,
  ticketTags,
  whatsapps,
} from '../../../electron/server/platform/db/schema'
import { cloudNumberForFile } from './for-file'

const n = cloudNumberForFile()

let paired = 0
beforeAll(async () => {
  const number = { companyId: n.h.one.id, name: 'Pareado', provider: 'web', status: 'CONNECTED' }
  paired = (await n.h.insert(whatsapps, number)).id
})

let serial = 0
/** Somebody nobody else is. */
const somebody = () => {
  serial += 1
  const tail = String(serial).padStart(7, '0')
  return {
    typed: `55118${tail}`,
    phone: `551198${tail}`,
    user: `BR.90000${tail}`,
    parent: `BR.ENT.90000${tail}`,
    lid: `77000000${tail}@lid`,
  }
}
const wrote = (
  number: string,
  besides: readonly string[] = [],
  whatsappId = n.whatsappId,
  more: { username?: string } = {},
): IncomingMessage => {
  serial += 1
  return {
    whatsappId,
    id: `order-${serial}`,
    from: { number, name: '', isGroup: false, addresses: addressesIn(besides), ...more },
    body: 'oi',
    mediaType: 'conversation',
    at: new Date().toISOString(),
  }
}
const take = (...batch: IncomingMessage[]) => takeIncoming(n.h.running.app, batch)
const tell = (update: Omit<PersonUpdate, 'whatsappId'>, whatsappId = n.whatsappId) =>
  takePerson(n.h.running.app, { whatsappId, ...update })
const contactsOf = (numbers: readonly string[]) =>
  n.h.rows(contacts, and(eq(contacts.companyId, n.h.one.id), inArray(contacts.number, [...numbers])))
const ownerOf = async (id: string) => (await n.row(id))?.contactId

describe('a person without a phone', () => {
  it('is counted as left out of a campaign, and stands in its list as such', async () => {
    const { user, phone } = somebody()
    const [hidden, shown] = [wrote(user), wrote(phone)]
    await take(hidden, shown)
    const tag = await n.h.call<{ id: number }>(n.h.one.admin, 'tags.create', {
      body: { name: 'Retorno', color: '#aa0000' },
    })
    for (const { id } of [hidden, shown])
      await n.h.insert(ticketTags, {
        companyId: n.h.one.id,
        ticketId: (await n.row(id))?.ticketId ?? 0,
        tagId: tag.body.id,
      })
    const audience = await n.h.call(n.h.one.admin, 'campaigns.audience', {
      query: { tagListId: tag.body.id },
    })
    expect(audience.body).toMatchObject({ total: 2, withoutPhone: 1, samples: [{ number: phone }] })
  })
})

describe('one person', () => {
  it('is one contact with one conversation for each connection, in whatever order the addresses come', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 }),
        fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 7, maxLength: 7 }),
        async (order, sizes) => {
          const { typed, phone, user, parent, lid } = somebody()
          const deliveries = [
            wrote(user),
            wrote(phone, [user]),
            wrote(typed),
            wrote(lid, [], paired),
            wrote(phone, [lid], paired),
            wrote(user, [parent]),
            wrote(parent, []),
          ]
          const left = order.flatMap(at => deliveries[at] ?? [])
          for (const size of sizes) {
            const batch = left.splice(0, size)
            if (batch.length > 0) await take(...batch)
            await tell({ number: phone, addresses: addressesIn([user, parent]) })
          }
          const found = await contactsOf([...numberForms(phone), user, parent, lid])
          expect(found.map(row => numberForms(phone).includes(row.number))).toEqual([true])
          const id = found[0]?.id ?? 0
          for (const one of deliveries) expect(await ownerOf(one.id)).toBe(id)
          const open = await n.h.rows(
            tickets,
            and(eq(tickets.contactId, id), inArray(tickets.status, ['pending', 'open'])),
          )
          expect(open.map(row => row.whatsappId).sort()).toEqual([n.whatsappId, paired].sort())
          const kept = await n.h.rows(contactAddresses, eq(contactAddresses.contactId, id))
          expect(kept.map(({ kind, value, scope }) => [kind, value, scope]).sort()).toEqual([
            ['lid', lid, `whatsapp:${paired}`],
            ['parent', parent, 'waba:102290129340398'],
            ['user', user, 'waba:102290129340398'],
          ])
        },
      ),
      {
        numRuns: 12,
        // Two that are met apart in one batch, and turn out to be one by what is known of either.
        examples: [
          [
            [3, 1, 0, 2, 6, 5, 4],
            [1, 1, 2, 1, 2, 1, 1],
          ],
        ],
      },
    )
  })

  it('who moved twice is where the later move led, in whatever order both and the messages between come', async () => {
    const began = Date.now() - 60_000
    const at = (minute: number) => new Date(began + minute * 1_000).toISOString()
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
        async (shown, order) => {
          const [one, two, three] = [somebody(), somebody(), somebody()]
          const { parent } = one
          const numberOf = ({ phone, user }: typeof one) => (shown ? phone : user)
          const says = (who: typeof one, minute: number) =>
            take({ ...wrote(numberOf(who), [who.user, parent]), at: at(minute) })
          const moves = (from: typeof one, to: typeof one, minute: number) =>
            tell({
              ...{ number: numberOf(to), formerly: numberOf(from) },
              ...{ addresses: addressesIn([to.user, parent]), former: addressesIn([from.user]) },
              told: { messageId: `moved-${to.user}`, at: at(minute) },
            })
          await says(one, 0)
          const events = [
            () => moves(one, two, 1),
            () => says(two, 2),
            () => moves(two, three, 3),
            () => says(three, 4),
          ]
          for (const place of order) await events[place]?.()
          const found = await contactsOf([one, two, three].map(numberOf))
          expect(found).toHaveLength(1)
          const [contact] = found
          if (!contact) throw new Error('nobody')
          const to = await recipientOf(n.h.db, contact, n.whatsappId)
          expect(to?.number).toBe(numberOf(three))
          const kept = await n.h.rows(contactAddresses, eq(contactAddresses.contactId, contact.id))
          const current = kept.filter(row => row.formerAt === null).map(row => row.value)
          expect(current.sort()).toEqual([parent, three.user].sort())
        },
      ),
      { numRuns: 48 },
    )
  })

  it('is not made one with somebody of another phone by an id that both came with', async () => {
    const [a, b] = [somebody(), somebody()]
    await take(wrote(a.phone, [a.user]), wrote(b.phone))
    const late = wrote(b.phone, [a.user])
    await take(late)
    expect(await contactsOf([a.phone, b.phone])).toHaveLength(2)
    const after = wrote(a.user)
    await take(after)
    expect(await ownerOf(after.id)).toBe(await ownerOf(late.id))
  })

  it('who gave no name is called by the user name, and is found by it', async () => {
    const { user } = somebody()
    const first = wrote(user)
    await take(first)
    const id = (await ownerOf(first.id)) ?? 0
    expect(await contactsOf([user])).toMatchObject([{ id, name: `WhatsApp ${user.slice(-4)}` }])
    await take(wrote(user, [], n.whatsappId, { username: 'loja.da.ana' }))
    expect(await contactsOf([user])).toMatchObject([{ id, name: '@loja.da.ana', username: 'loja.da.ana' }])
    const found = await n.h.call<{ contacts: { id: number }[] }>(n.h.one.admin, 'contacts.list', {
      query: { searchParam: '@loja.da' },
    })
    expect(found.body.contacts.map(one => one.id)).toEqual([id])
  })
})
