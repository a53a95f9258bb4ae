/** What is erased for good is in no byte of any file of the data folder, though it was changed, moved and indexed before. */
import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import dayjs from 'dayjs'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  contactCustomFields,
  contacts,
  inbox,
  keeping,
  messages,
  tickets,
} from '../../../electron/server/platform/db/schema'
import {
  copyOfToday,
  dropErased,
  gonePast,
  listCopies,
} from '../../../electron/server/platform/keeping/copies'
import { overwriteErased } from '../../../electron/server/platform/keeping/erased'
import { onPostgres } from '../../support/engine'
import { type CompanyFixture, type Harness, startHarness } from './harness'

const NAME = 'Zenaide Quintanilha'
const PHONE = '5511987650123'
const CPF = '390.533.447-05'
const CAPTION = 'laudo-da-biopsia-zq'
const SECRETS = [NAME, NAME.toLowerCase(), PHONE, CPF, CAPTION]

let h: Harness
beforeEach(async () => {
  h = await startHarness()
})
afterEach(() => h.close())

/** A day by this computer's calendar, as copies are named. */
const dayText = (at: Date): string => dayjs(at).format('YYYY-MM-DD')

/** Files that hold a secret, with the secret, in any of the ways text is stored. */
function holding(folder: string, secrets = SECRETS): string[] {
  const found: string[] = []
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const bytes = readFileSync(join(file.parentPath, file.name))
    for (const secret of secrets)
      for (const encoding of ['utf8', 'utf16le'] as const)
        if (bytes.includes(Buffer.from(secret, encoding))) found.push(`${file.name}: ${secret}`)
  }
  return found
}

/** A customer who wrote for a while between others, so that pages were split and rows were moved. */
async function busyCustomer(at: CompanyFixture = h.one): Promise<number> {
  const contactId = await h.newContact(at, NAME, { number: PHONE, email: 'zq@exemplo.test' })
  await h.insert(contactCustomFields, { companyId: at.id, contactId, name: 'CPF', value: CPF })
  const ticket = await h.newTicket(at, { contactId, status: 'open', userId: at.ana.id, lastMessage: CAPTION })
  const other = await h.newTicket(at, { name: 'Outra pessoa', status: 'open', userId: at.ana.id })
  for (let turn = 0; turn < 8; turn += 1) {
    const ids = await h.newMessages(
      ticket,
      [...Array(20).keys()].map(i => `${CAPTION} ${turn} ${i}`),
      turn % 2 === 0,
    )
    await h.newMessages(
      other,
      [...Array(20).keys()].map(i => `${turn} ${i} ${'outra conversa '.repeat(30)}`),
      true,
    )
    // Rows grow and shrink after they were written: a receipt, an edit, a failure.
    for (const id of ids)
      await h.update(messages, { body: `${CAPTION} ${'x'.repeat(turn * 90)}`, ack: 3 }, eq(messages.id, id))
    await h.update(tickets, { lastMessage: `${CAPTION} ${turn}` }, eq(tickets.id, ticket.id))
    await h.update(contacts, { name: `${NAME} ${'da Silva '.repeat(turn)}` }, eq(contacts.id, contactId))
    // What a provider delivered is emptied once it is done.
    const deliveries = [...Array(20).keys()].map(i => ({
      companyId: at.id,
      whatsappId: at.whatsappId,
      provider: 'cloud',
      key: `${turn}-${i}`,
      chat: PHONE,
      payload: JSON.stringify({ from: PHONE, name: NAME, text: `${CAPTION} ${CPF}`.repeat(i + 1) }),
      nextAt: new Date().toISOString(),
    }))
    await h.insert(inbox, deliveries)
    await h.update(inbox, { payload: '', doneAt: new Date().toISOString() })
  }
  return contactId
}

const erase = (contactId: number) =>
  h.raw(h.one.admin, `/api/contacts/${contactId}/personal-data`, { method: 'DELETE' })

describe.skipIf(onPostgres)('what was erased', () => {
  it('is in no file of the folder once the erasure is answered, nor after a clean end', async () => {
    const contactId = await busyCustomer()
    expect(holding(h.folder).length).toBeGreaterThan(0)
    expect((await erase(contactId)).status).toBe(200)
    expect(holding(h.folder)).toEqual([])
    // Others' words are all there, and found by the index that was merged.
    const found = await h.call<{ tickets: unknown[] }>(h.one.admin, 'tickets.list', {
      query: { searchParam: 'outra conversa', showAll: true },
    })
    expect([found.status, found.body.tickets.length]).toEqual([200, 1])
    await h.running.close()
    expect(holding(h.folder)).toEqual([])
  })

  it('is gone with a company that was deleted', async () => {
    const keeper = await h.superOf(h.one)
    await busyCustomer(h.two)
    expect(holding(h.folder).length).toBeGreaterThan(0)
    expect((await h.call(keeper, 'companies.remove', { params: { id: h.two.id } })).status).toBe(200)
    expect(holding(h.folder, [...SECRETS, h.two.ana.email, h.two.admin.email])).toEqual([])
  })

  it('is finished later where it was cut short', async () => {
    const contactId = await busyCustomer()
    expect((await erase(contactId)).status).toBe(200)
    // As if the process had ended between the deletion and the writing anew.
    await h.update(keeping, { rewrittenFor: null })
    expect(await overwriteErased(h.running.app)).toBe(true)
    const row = await h.row(keeping)
    expect(row?.rewrittenFor).toBe(row?.erasedAt)
  })

  it('is overwritten at once up to 128 MiB; in a bigger file between two and five, or after a day', async () => {
    const MIB = 1024 * 1024
    /** Whether the file is written anew at an hour of the day of the erasure, or of the next one. */
    const written = async (bytes: number, hour: number, minute: number, days = 0): Promise<boolean> => {
      const erasedAt = new Date(2026, 2, 10, 1, 0)
      await h.update(keeping, { erasedAt: erasedAt.toISOString(), rewrittenFor: null })
      const done = await overwriteErased(
        h.running.app,
        new Date(2026, 2, 10 + days, hour, minute),
        () => bytes,
      )
      const row = await h.row(keeping)
      expect(row?.rewrittenFor === row?.erasedAt).toBe(done)
      return done
    }
    expect(await written(128 * MIB, 12, 0)).toBe(true)
    const big = 128 * MIB + 1
    expect(await written(big, 1, 59)).toBe(false)
    expect(await written(big, 2, 0)).toBe(true)
    expect(await written(big, 4, 59)).toBe(true)
    expect(await written(big, 5, 0)).toBe(false)
    expect(await written(big, 12, 0)).toBe(false)
    // The night went by without it: the server was off, or the disk refused.
    expect(await written(big, 1, 0, 1)).toBe(false)
    expect(await written(big, 1, 1, 1)).toBe(true)
  })

  it('goes from the copies of the day a week later, and from what was moved aside; other copies stay', async () => {
    const contactId = await busyCustomer()
    const day = (n: number) => new Date(Date.now() + n * 86_400_000)
    await copyOfToday(h.folder, day(-1))
    await writeFile(join(h.folder, `workspace.db.damaged-${day(-2).getTime()}`), `${NAME}`)
    expect((await erase(contactId)).status).toBe(200)
    const row = await h.row(keeping)
    const erasedAt = row?.erasedAt ?? null
    expect(holding(h.folder).length).toBeGreaterThan(0)
    await copyOfToday(h.folder, day(5))
    dropErased(h.folder, erasedAt, day(5))
    expect(listCopies(h.folder)).toHaveLength(2)
    // The day the question before the erasure names.
    expect(gonePast(new Date())).toBe(dayText(day(7)))
    await copyOfToday(h.folder, day(7))
    dropErased(h.folder, erasedAt, day(7))
    expect(holding(h.folder)).toEqual([])
    // Taken after the erasure: kept as ever, however old.
    dropErased(h.folder, erasedAt, day(60))
    expect(listCopies(h.folder).map(copy => copy.day)).toEqual([dayText(day(7)), dayText(day(5))])
  })
})
