/**
 * What stands behind the figures, as files of many rows: whole, made as fast as they are read, ended with whoever reads, and nobody
 * waits meanwhile. EXPORT_ROWS=200000 with EXPORT_FOLDER measures a large one and keeps the files there.
 */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { read, utils } from '@e965/xlsx'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { soon } from '../../support/soon'
import { type Harness, startHarness } from './harness'

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

const ROWS = Number(process.env.EXPORT_ROWS ?? 10_000)
const KEPT = process.env.EXPORT_FOLDER
const SLICE = 250
let h: Harness

beforeAll(async () => {
  h = await startHarness({ jobsAfterMs: 3_600_000 })
  const contactId = await h.newContact(h.one, 'Cliente de um nome como tantos outros')
  const { id, suporte, whatsappId, ana } = h.one
  await h.db.company(h.one.id).write(async tx => {
    const from = Date.parse('2026-03-01T03:00:00.000Z')
    for (let at = 0; at < ROWS; at += 10_000) {
      const n = Math.min(10_000, ROWS - at)
      await tx.run(sql`
        insert into tickets (company_id, contact_id, whatsapp_id, queue_id, user_id, status, uuid, created_at, updated_at)
        with recursive n(i) as (select ${sql.raw(`${at}`)} union all select i + 1 from n where i + 1 < ${sql.raw(`${at + n}`)})
        select ${id}, ${contactId}, ${whatsappId}, ${suporte}, ${ana.id}, 'closed', 'export-' || i, ${sql.raw(`${from}`)} + i, ${sql.raw(`${from}`)} + i from n`)
    }
    await tx.run(sql`
      insert into report_cycles (id, company_id, ticket_id, queued_at, finished_at, day, hour, queue_id, user_id, whatsapp_id)
      select id, company_id, id, created_at, created_at + 60000, '2026-03-01', 0, queue_id, user_id, whatsapp_id
      from tickets where uuid like 'export-%'`)
    await tx.run(sql`delete from report_marks`)
  })
}, 600_000)
afterAll(() => h.close())

const address = (as: string): string =>
  `/api/reports/export?from=2026-03-01&to=2026-03-31&as=${as}&tables=${encodeURIComponent('["tickets"]')}`

/** How long others wait while something goes on, milliseconds: each answer after the other. */
async function othersDuring(work: Promise<unknown>): Promise<number[]> {
  let isOver = false
  void work.finally(() => {
    isOver = true
  })
  const waits: number[] = []
  while (!isOver) {
    const began = performance.now()
    expect((await h.raw(null, '/api/version')).status).toBe(200)
    waits.push(performance.now() - began)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  return waits
}

for (const as of ['csv', 'xlsx'] as const)
  it(`comes whole as ${as}, while others are answered`, async () => {
    spy.slices = 0
    const answer = await h.raw(h.one.admin, address(as))
    expect(answer.status).toBe(200)
    const before = process.memoryUsage().rss
    const loop = monitorEventLoopDelay({ resolution: 10 })
    loop.enable()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss)
    }, 50)
    const began = performance.now()
    const body = Readable.fromWeb(answer.body as never)
    const parts: Buffer[] = []
    const taken = KEPT
      ? pipeline(body, createWriteStream(join(KEPT, `export.${as}`)))
      : (async () => {
          for await (const part of body) parts.push(part as Buffer)
        })()
    const waits = await othersDuring(taken)
    await taken
    clearInterval(watch)
    loop.disable()
    // Others had their turn between the slices, many times.
    expect(waits.length).toBeGreaterThan(5)
    expect(spy.slices).toBe(Math.ceil(ROWS / SLICE))
    if (KEPT) {
      const mib = (bytes: number): string => (bytes / 1_048_576).toFixed(0)
      console.log(
        `${as}: ${ROWS} rows in ${((performance.now() - began) / 1_000).toFixed(1)} s, rss ${mib(before)} to ${mib(most)} MiB, loop p99 ${(loop.percentile(99) / 1e6).toFixed(0)} max ${(loop.max / 1e6).toFixed(0)} ms, others median ${waits.sort((a, b) => a - b)[waits.length >> 1]?.toFixed(0)} max ${waits.at(-1)?.toFixed(0)} ms`,
      )
      return
    }
    const bytes = Buffer.concat(parts)
    const ids =
      as === 'csv'
        ? bytes
            .toString('utf8')
            .trimEnd()
            .split('\r\n')
            .slice(1)
            .map(line => line.split(';')[0])
        : utils
            .sheet_to_json<unknown[]>(read(bytes, { dense: true }).Sheets.Tickets ?? {}, { header: 1 })
            .slice(1)
            .map(row => row[0])
    expect(ids).toHaveLength(ROWS)
    expect(new Set(ids).size).toBe(ROWS)
  }, 600_000)

for (const as of ['csv', 'xlsx'] as const)
  it(`is made as fast as it is read, and no further once ${as} is given up`, async () => {
    spy.slices = 0
    const leaving = new AbortController()
    const answer = await h.raw(h.one.admin, address(as), { signal: leaving.signal })
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
