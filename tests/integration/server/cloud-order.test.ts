/** Deliveries of the Cloud API that come late, twice and in any order: in the end things stand as they were said last. */
import { and, eq, isNull } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  campaignOptOuts,
  cloudAccounts,
  connectionTemplates,
  contacts,
  inbox,
  reactions,
  tickets,
} from '../../../electron/server/platform/db/schema'
import { ACCOUNT } from '../../support/graph-double'
import { soon } from '../../support/soon'
import { cloudNumberForFile } from './for-file'

const n = cloudNumberForFile()

let serial = 0
/** Seconds since the epoch, some time ago. */
const began = Math.floor(Date.now() / 1_000) - 3_600
const somebody = () => {
  serial += 1
  const tail = String(serial).padStart(5, '0')
  const at = (place: number) => ({ phone: `55119477${tail}${place}`, user_id: `BR.77${tail}${place}` })
  return [at(0), at(1), at(2)] as const
}
const deliver = async (body: object) => expect(await n.graph.deliver(n.hook, body)).toBe(200)
/** Everything that was delivered was taken. */
const settled = () =>
  soon(async () =>
    expect(await n.h.db.$count(inbox, and(eq(inbox.whatsappId, n.whatsappId), isNull(inbox.doneAt)))).toBe(0),
  )
/** Each by itself, so that what came first was taken first; some twice. */
const deliverEach = async (all: readonly object[], order: readonly number[], again: readonly number[]) => {
  for (const at of [...order, ...again]) {
    await deliver(all[at] ?? {})
    await settled()
  }
}
const said = (message: object) => n.graph.delivery({ messages: [message] })
/** A message of the customer's that says something of another, so many seconds later. */
const later = (from: string, seconds: number, more: object) =>
  said(n.graph.message(from, more, began + seconds))
const contactOf = async (messageId: string) => {
  const row = await n.row(messageId)
  const contact = await n.h.row(contacts, eq(contacts.id, row?.contactId ?? 0))
  return contact
}
const ticketOf = async (messageId: string) => {
  const row = await n.row(messageId)
  const ticket = await n.h.row(tickets, eq(tickets.id, row?.ticketId ?? 0))
  return ticket
}
const ORDER = [0, 1, 2, 3, 4, 5, 6, 7]
const orders = fc.tuple(
  fc.shuffledSubarray(ORDER, { minLength: ORDER.length }),
  fc.subarray(ORDER, { maxLength: 3 }),
)

describe('whatever order deliveries come in', () => {
  it('the last word holds: of a text, a reaction, a wish, a template, a payment', async () => {
    const wish = (from: string, value: string, seconds: number) =>
      n.graph.field('user_preferences', {
        contacts: [],
        user_preferences: [
          { wa_id: from, category: 'marketing_messages', value, timestamp: `${began + seconds}` },
        ],
      })
    const template = (name: string, event: string, seconds: number) => {
      const about = { message_template_name: name, message_template_language: 'pt_BR' }
      const value = { ...about, event, reason: 'NONE' }
      return {
        object: 'whatsapp_business_account',
        entry: [
          {
            id: ACCOUNT,
            time: began + seconds,
            changes: [{ field: 'message_template_status_update', value }],
          },
        ],
      }
    }
    const statusOf = async (name: string) =>
      (await n.h.rows(connectionTemplates))
        .flatMap(({ templates }) => templates)
        .find(one => one.name === name)?.status
    await fc.assert(
      fc.asyncProperty(orders, async ([order, again]) => {
        const [{ phone }] = somebody()
        const name = `aviso_${serial}`
        await n.h.db.unordered.delete(connectionTemplates)
        const templates = [{ name, language: 'pt_BR', status: 'APPROVED', category: 'UTILITY', parts: [] }]
        await n.h.insert(connectionTemplates, {
          ...{ companyId: n.h.one.id, whatsappId: n.whatsappId },
          templates: templates as never,
          askedAt: new Date((began - 60) * 1_000).toISOString(),
        })
        const first = n.graph.text(phone, 'antes', {}, began)
        await deliver(said(first))
        await settled()
        const edit = (body: string) => ({
          type: 'edit',
          edit: { original_message_id: first.id, message: { type: 'text', text: { body } } },
        })
        const reaction = (emoji: string) => ({
          type: 'reaction',
          reaction: { message_id: first.id, emoji },
        })
        const all = [
          later(phone, 1, edit('depois')),
          later(phone, 2, edit('por fim')),
          later(phone, 1, reaction('👍')),
          later(phone, 2, reaction('🙏')),
          wish(phone, 'stop', 1),
          wish(phone, 'resume', 2),
          template(name, 'PAUSED', 1),
          template(name, 'APPROVED', 2),
        ]
        await deliverEach(all, order, again)
        const row = await n.row(first.id)
        expect(row?.body).toBe('por fim')
        const left = await n.h.rows(reactions, eq(reactions.messageSeq, row?.seq ?? 0))
        expect(left.map(({ type }) => type)).toEqual(['🙏'])
        expect(await n.h.db.$count(campaignOptOuts, eq(campaignOptOuts.number, phone))).toBe(0)
        expect(await statusOf(name)).toBe('APPROVED')
      }),
      { numRuns: 5, examples: [[[[7, 6, 5, 4, 3, 2, 1, 0], [0]]]] },
    )
  })

  it('what was deleted stays deleted, also where the message or a word of it comes after that', async () => {
    const [{ phone }] = somebody()
    const first = n.graph.text(phone, 'segredo', {}, began)
    const about = { original_message_id: first.id }
    await deliver(later(phone, 2, { type: 'revoke', revoke: about }))
    // The message is no longer waited for.
    await n.h.update(inbox, { attempts: 8 }, isNull(inbox.doneAt))
    await settled()
    await deliver(said(first))
    await soon(async () => expect(await n.row(first.id)).toMatchObject({ isDeleted: true }))
    const message = { type: 'text', text: { body: 'segredo' } }
    await deliver(later(phone, 1, { type: 'edit', edit: { ...about, message } }))
    await settled()
    expect(await n.row(first.id)).toMatchObject({ isDeleted: true, search: '' })
  })

  it('a person who moves twice is where they are now, and an old message moves nobody back', async () => {
    const [one, two, three] = somebody()
    const write = async (who: { phone: string; user_id: string }, seconds: number) => {
      const text = n.graph.text(who.phone, 'oi', { from_user_id: who.user_id }, began + seconds)
      await deliver(said(text))
      await settled()
      return text.id
    }
    const moves = (from: typeof one, to: typeof one, seconds: number) =>
      later(from.phone, seconds, {
        type: 'system',
        system: {
          ...{ type: 'user_changed_number', wa_id: to.phone },
          ...{ user_id: to.user_id, previous_user_id: from.user_id },
        },
      })
    const first = await write(one, 0)
    await deliver(moves(two, three, 2))
    await deliver(moves(one, two, 1))
    await settled()
    expect((await contactOf(first))?.number).toBe(three.phone)
    const late = await write(one, 0.5)
    expect(await contactOf(late)).toMatchObject({ id: (await contactOf(first))?.id, number: three.phone })
  })

  it('who answers is who has it now, though what was said before comes later', async () => {
    const [{ phone }] = somebody()
    await deliver(n.graph.handover('control_passed', phone, 'escalation', began + 10))
    const asked = n.graph.text(phone, 'posso falar com alguém?', {}, began)
    await deliver(n.graph.standby({ messages: [asked] }))
    await settled()
    expect(await ticketOf(asked.id)).toMatchObject({ heldBy: null, heldAt: expect.any(String) })
  })

  it('a missing payment that is told late does not take back what was charged since', async () => {
    const unpaidAt = async () =>
      (await n.h.row(cloudAccounts, eq(cloudAccounts.whatsappId, n.whatsappId)))?.unpaidAt
    const send = async () => (await n.sent((await n.conversation()).id, 'oi')).sent
    const [before, after] = [await send(), await send()]
    const at = (seconds: number) => ({ timestamp: String(began + seconds) })
    const failed = { ...n.graph.status(before, 'failed', 131042), ...at(1) }
    const charged = { ...n.graph.priced(after, 'delivered', 'service', true), ...at(2) }
    await deliver(n.graph.delivery({ statuses: [charged] }))
    await settled()
    await deliver(n.graph.delivery({ statuses: [failed] }))
    await settled()
    expect(await unpaidAt()).toBeNull()
  })
})
