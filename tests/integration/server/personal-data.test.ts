/** Everything about one contact: given out as a ZIP, and erased for good (electron/server/desk/contacts). */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, like } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { printOf } from '../../../electron/copilot/summary'
import {
  auditEntries,
  campaignOptOuts,
  contactCustomFields,
  contacts,
  messages,
  ratings,
  reactions,
  schedules,
  tags,
  ticketNotes,
  ticketSummaries,
  tickets,
  ticketTags,
  transcripts,
} from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Person } from './harness'
import { unzipped } from './unzipped'

const h = harnessForFile()

const WORD = 'PALAVRA-DA-CLIENTE'

/** A customer with one of everything. */
async function customer(name = 'Helena') {
  const at = h.one
  const ticket = await h.newTicket(at, { status: 'open', userId: at.ana.id, name, lastMessage: WORD })
  const { contactId } = ticket
  const ids = await h.newMessages(
    ticket,
    Array.from({ length: 1_200 }, (_, i) => `${WORD} ${i}`),
    true,
  )
  const by = { companyId: at.id, contactId, ticketId: ticket.id, userId: at.ana.id }
  const folder = join(h.folder, 'media', String(at.id))
  mkdirSync(folder, { recursive: true })
  const bytes = Buffer.from(`${WORD} bytes`)
  for (const file of [`a-${contactId}.jpg`, `b-${contactId}.png`]) writeFileSync(join(folder, file), bytes)
  const media = { mediaType: 'image', mediaMime: 'image/jpeg', mediaName: 'foto.jpg' }
  const translations = { en: WORD }
  await h.update(
    messages,
    { ...media, translations, mediaFile: `a-${contactId}.jpg` },
    eq(messages.id, ids[3] ?? ''),
  )
  await h.update(messages, { ...media, mediaFile: 'gone.jpg' }, eq(messages.id, ids[4] ?? ''))
  await h.insert(contactCustomFields, { companyId: at.id, contactId, name: 'CPF', value: WORD })
  await h.insert(ticketNotes, { ...by, note: WORD })
  await h.insert(schedules, {
    ...by,
    body: WORD,
    sendAt: '2099-01-01T12:00:00.000Z',
    mediaFile: `b-${contactId}.png`,
    mediaMime: 'image/png',
  })
  const tag = await h.insert(tags, { companyId: at.id, name: `tag ${contactId}` })
  await h.insert(ticketTags, { companyId: at.id, ticketId: ticket.id, tagId: tag.id })
  await h.insert(ratings, { companyId: at.id, ticketId: ticket.id, userId: at.ana.id, rate: 3 })
  const row = await h.row(messages, eq(messages.id, ids[0] ?? ''))
  const reaction = { companyId: at.id, messageSeq: row?.seq ?? 0, actor: `c${contactId}`, contactId }
  await h.insert(reactions, { ...reaction, type: '👍' })
  const [seq, when] = [row?.seq ?? 0, new Date().toISOString()]
  const heard = { companyId: at.id, state: 'done' as const, body: `${WORD} de ${contactId}` }
  await h.insert(transcripts, { ...heard, messageSeq: seq + 3, nextAt: when })
  const summary = { companyId: at.id, ticketId: ticket.id, upToSeq: seq, upTo: when, language: 'pt' as const }
  const of = { id: ids[1] ?? '', print: printOf(`${WORD} 1`) }
  const line = { kind: 'line' as const, text: `${WORD} resumida`, messages: [of] }
  await h.insert(ticketSummaries, { ...summary, lines: [line] })
  // What the person wrote in a group that belongs to somebody else.
  const group = await h.newTicket(at, { status: 'open', userId: at.ana.id, name: 'Grupo' })
  const [inGroup = ''] = await h.newMessages(group, [`${WORD} no grupo`], true)
  await h.update(messages, { contactId }, eq(messages.id, inGroup))
  return { ticket, contactId, folder, group }
}

const ask = (who: Person, contactId: number, more = '', method = 'GET') =>
  h.raw(who, `/api/contacts/${contactId}/personal-data${more}`, { method })

describe('everything about one contact', () => {
  it('comes as one ZIP: JSON that holds all of it, and the files', async () => {
    const { contactId } = await customer()
    const answer = await ask(h.one.admin, contactId)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect(answer.headers.get('content-disposition')).toContain(`contact-${contactId}.zip`)
    const files = await unzipped(Buffer.from(await answer.arrayBuffer()))
    const json = (name: string) => JSON.parse(files.get(name)?.toString('utf8') ?? 'null')
    expect(json('contact.json')).toMatchObject({
      contact: { id: contactId, name: 'Helena', contactCustomFields: [{ name: 'CPF', value: WORD }] },
    })
    const all = json('messages.json')
    // More than one slice, each row once.
    expect(all).toHaveLength(1_201)
    expect(new Set(all.map((one: { id: string }) => one.id)).size).toBe(1_201)
    expect(all[3].translations).toEqual({ en: WORD })
    expect(all[3].transcript).toBe(`${WORD} de ${contactId}`)
    expect(all[0].reactions).toMatchObject([{ type: '👍' }])
    expect(all[3].file).toMatch(/^media\/.+\.jpg$/)
    expect(files.get(all[3].file)?.toString()).toBe(`${WORD} bytes`)
    expect([all[4].file, all[4].mediaName]).toEqual([null, 'foto.jpg'])
    const about = { ratings: [{ rate: 3 }], summary: [`${WORD} resumida`] }
    expect(json('tickets.json')).toMatchObject([{ tags: [`tag ${contactId}`], ...about }])
    expect(json('notes.json')).toMatchObject([{ note: WORD }])
    const [planned] = json('schedules.json')
    expect([planned.body, files.has(planned.file)]).toEqual([WORD, true])
    const text = [...files.values()].map(bytes => bytes.toString('latin1')).join()
    expect(text).not.toMatch(/companyId|mediaFile|"search"/)
    const entry = await h.row(auditEntries, eq(auditEntries.action, 'export'))
    expect(entry).toMatchObject({ subject: 'contacts', subjectId: String(contactId), userId: h.one.admin.id })
  })
})

describe('erasing a contact', () => {
  it('leaves nothing of it, tells every console, and writes a receipt that names nobody', async () => {
    const { contactId, ticket, folder, group } = await customer('Ofélia Brandão')
    // What the audit log tells of the contact before: its name and number.
    const row = await h.row(contacts, eq(contacts.id, contactId))
    const body = { name: 'Ofélia Brandão Lima', number: row?.number }
    const changed = await h.call(h.one.admin, 'contacts.update', { params: { id: contactId }, body })
    expect(changed.status).toBe(200)
    await (await ask(h.one.admin, contactId)).arrayBuffer()
    expect(await h.db.$count(auditEntries, like(auditEntries.search, '%ofelia%'))).toBeGreaterThan(0)
    const number = row?.number ?? ''
    await h.insert(campaignOptOuts, { companyId: h.one.id, number, name: 'Ofélia Brandão', word: 'SAIR' })
    const other = await h.connect(h.one.ana)
    const counts = { tickets: 1, messages: 1_201, files: 3, notes: 1, schedules: 1 }
    expect(await (await ask(h.one.admin, contactId, '/counts')).json()).toMatchObject(counts)
    const answer = await ask(h.one.admin, contactId, '', 'DELETE')
    expect([answer.status, await answer.json()]).toEqual([200, counts])

    const heard = await other.until(one => one.event === `company-${h.one.id}-contact`)
    expect(heard.payload).toEqual({ action: 'delete', contactId, ticketIds: [ticket.id] })
    other.close()
    const left = {
      contacts: await h.db.$count(contacts, eq(contacts.id, contactId)),
      tickets: await h.db.$count(tickets, eq(tickets.contactId, contactId)),
      messages: await h.db.$count(messages, eq(messages.contactId, contactId)),
      said: await h.db.$count(messages, eq(messages.ticketId, ticket.id)),
      notes: await h.db.$count(ticketNotes, eq(ticketNotes.contactId, contactId)),
      schedules: await h.db.$count(schedules, eq(schedules.contactId, contactId)),
      fields: await h.db.$count(contactCustomFields, eq(contactCustomFields.contactId, contactId)),
      tags: await h.db.$count(ticketTags, eq(ticketTags.ticketId, ticket.id)),
      summaries: await h.db.$count(ticketSummaries, eq(ticketSummaries.ticketId, ticket.id)),
      heard: await h.db.$count(transcripts, eq(transcripts.body, `${WORD} de ${contactId}`)),
      told: await h.db.$count(auditEntries, like(auditEntries.search, '%ofelia%')),
    }
    expect(Object.values(left).every(count => count === 0)).toBe(true)
    expect(await h.db.$count(tickets, eq(tickets.id, group.id))).toBe(1)
    expect(existsSync(folder) && readdirSync(folder).filter(name => name.includes(`-${contactId}.`))).toEqual(
      [],
    )

    // The number alone keeps others from writing again.
    const stays = await h.rows(campaignOptOuts, eq(campaignOptOuts.number, number))
    expect(stays.map(({ name }) => name)).toEqual([''])

    const receipt = await h.row(auditEntries, eq(auditEntries.action, 'erase'))
    const by = { subject: 'contacts', subjectId: String(contactId), userId: h.one.admin.id }
    expect(receipt).toMatchObject({ ...by, subjectName: '' })
    expect(receipt?.changes).toContainEqual({ field: 'messages', from: '1201', to: '0' })
    expect(JSON.stringify(await h.rows(auditEntries))).not.toMatch(/Ofélia/)
    expect((await ask(h.one.admin, contactId, '', 'DELETE')).status).toBe(404)
  })

  it('holds nobody up: others are answered while thousands of messages go', async () => {
    const { contactId, ticket } = await customer('Breno')
    for (let i = 0; i < 5; i += 1)
      await h.newMessages(
        ticket,
        Array.from({ length: 1_000 }, (_, n) => `${WORD} ${i} ${n}`),
        true,
      )
    let turns = 0
    let going = true
    const others = (async () => {
      while (going) {
        await new Promise(resolve => setImmediate(resolve))
        turns += 1
      }
    })()
    expect((await ask(h.one.admin, contactId, '', 'DELETE')).status).toBe(200)
    going = false
    await others
    expect(turns).toBeGreaterThan(20)
  })
})
