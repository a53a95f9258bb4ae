/** What stands behind the figures, as files of many rows: whole, made as fast as they are read, ended with whoever reads. */

import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { read, utils } from '@e965/xlsx'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it, vi } from 'vitest'
import { soon } from '../../support/soon'
import { forFile } from './for-file'
import { startHarness } from './harness'

const spy = vi.hoisted(() => ({ slices: 0 }))
vi.mock('../../../electron/server/desk/reports/tickets', async original => {
  const real = await original<typeof import('../../../electron/server/desk/reports/tickets')>()
  return {
    ...real,
    async *ticketSlices(...given: Parameters<typeof real.ticketSlices>) {
      for await (const rows of real.ticketSlices(...given)) {
        spy.slices += 1
        yield rows
      }
    },
  }
})

const ROWS = 10_000
const SLICE = 250
const h = forFile(() => startHarness({ jobsAfterMs: 3_600_000 }))

beforeAll(async () => {
  const contactId = await h.newContact(h.one, 'Cliente de um nome como tantos outros')
  const { id, suporte, whatsappId, ana } = h.one
  const from = sql.raw(String(Date.parse('2026-03-01T03:00:00.000Z')))
  await h.db.company(id).write(async tx => {
    await tx.run(sql`
      insert into tickets (company_id, contact_id, whatsapp_id, queue_id, user_id, status, uuid, created_at, updated_at)
      with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${sql.raw(`${ROWS}`)})
      select ${id}, ${contactId}, ${whatsappId}, ${suporte}, ${ana.id}, 'closed', 'export-' || i, ${from} + i, ${from} + i from n`)
    await tx.run(sql`
      insert into report_cycles (id, company_id, ticket_id, queued_at, finished_at, day, hour, queue_id, user_id, whatsapp_id)
      select id, company_id, id, created_at, created_at + 60000, '2026-03-01', 0, queue_id, user_id, whatsapp_id
      from tickets where uuid like 'export-%'`)
    await tx.run(sql`delete from report_marks`)
  })
})

const saved = (as: string, signal?: AbortSignal) => {
  spy.slices = 0
  const query = `from=2026-03-01&to=2026-03-31&as=${as}&tables=${encodeURIComponent('["tickets"]')}`
  return h.raw(h.one.admin, `/api/reports/export?${query}`, signal ? { signal } : {})
}

it.each(['csv', 'xlsx'])('comes whole as %s, while others are answered', async as => {
  const answer = await saved(as)
  expect(answer.status).toBe(200)
  let isOver = false
  const taken = buffer(Readable.fromWeb(answer.body as never)).finally(() => {
    isOver = true
  })
  let answered = 0
  for (; !isOver; answered += 1) expect((await h.raw(null, '/api/version')).status).toBe(200)
  const bytes = await taken
  // Others had their turn between the slices, many times.
  expect(answered).toBeGreaterThan(5)
  expect(spy.slices).toBe(ROWS / SLICE)
  const sheet = () => read(bytes, { dense: true }).Sheets.Tickets ?? {}
  const rows =
    as === 'csv'
      ? bytes
          .toString('utf8')
          .trimEnd()
          .split('\r\n')
          .map(line => line.split(';'))
      : utils.sheet_to_json<unknown[]>(sheet(), { header: 1 })
  const ids = rows.slice(1).map(([id]) => id)
  expect(ids).toHaveLength(ROWS)
  expect(new Set(ids).size).toBe(ROWS)
})

it.each(['csv', 'xlsx'])('is made as fast as it is read, and no further once %s is given up', async as => {
  const leaving = new AbortController()
  const answer = await saved(as, leaving.signal)
  const reader = answer.body?.getReader()
  // There are bytes long before the last row was read.
  expect((await reader?.read())?.done).toBe(false)
  leaving.abort()
  await reader?.closed.catch(() => undefined)
  const settled = async (): Promise<number> => {
    const seen = spy.slices
    await new Promise(resolve => setTimeout(resolve, 50))
    return spy.slices - seen
  }
  await soon(async () => expect(await settled()).toBe(0))
  expect(spy.slices).toBeLessThan(ROWS / SLICE)
})
