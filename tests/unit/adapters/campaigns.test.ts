import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  readCampaign,
  recipientsOf,
  restartCampaign,
  saveCampaign,
} from '../../../electron/main/adapters/legacy/campaigns'
import { campaign, campaignRecipient } from '../../../src/contract'

const sample = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../samples', `${name}.json`), 'utf8'))
const report = sample('campaign-report') as Record<string, unknown> & { shipping: unknown[] }

const NOW = Date.parse('2026-03-05T12:00:00.000Z')
type Sent = [method: string, path: string, body: unknown]
function legacy(stored: unknown) {
  const sent: Sent[] = []
  const json = async (method: string, path: string, body: unknown) => {
    sent.push([method, path, body])
    return stored
  }
  return { sent, legacy: { json, now: () => NOW } as unknown as Parameters<typeof saveCampaign>[0] }
}
const ask = (method: string, path: string, body: Record<string, unknown> = {}, query = '') =>
  ({ method, path, body, query: new URLSearchParams(query) }) as unknown as Parameters<typeof saveCampaign>[1]

describe('campaigns of the legacy servers', () => {
  it('are read with figures in the place of their recipients', () => {
    const read = campaign.parse(readCampaign(report))
    expect(read.figures).toMatchObject({ total: report.shipping.length })
    expect(read.shipping).toEqual([])
    expect(campaign.parse(readCampaign({ id: 1, name: 'x' })).figures).toBeNull()
  })

  it('are saved with the status that server wants to hear, and no empty time', async () => {
    const made = legacy({ id: 1, name: 'x', status: 'INATIVA' })
    await saveCampaign(
      made.legacy,
      ask('POST', '/campaigns', { name: 'x', scheduledAt: '', skipOpenTickets: true }),
    )
    expect(made.sent).toEqual([['POST', '/campaigns', { name: 'x', scheduledAt: null, status: 'INATIVA' }]])
    const cancelled = legacy({ id: 1, name: 'x', status: 'CANCELADA' })
    const at = '2030-01-01T12:00:00.000Z'
    await saveCampaign(cancelled.legacy, ask('PUT', '/campaigns/1', { name: 'x', scheduledAt: at }))
    expect(cancelled.sent.at(-1)?.[2]).toMatchObject({ status: 'CANCELADA', scheduledAt: at })
    const running = legacy({ id: 1, name: 'x', status: 'EM_ANDAMENTO' })
    expect((await saveCampaign(running.legacy, ask('PUT', '/campaigns/1', { name: 'x' }))).status).toBe(409)
    expect(running.sent).toHaveLength(1)
  })

  it('whose start has passed are timed anew before they go on, and no others', async () => {
    const restart = (stored: object) => {
      const made = legacy({
        id: 1,
        name: 'x',
        status: 'CANCELADA',
        shipping: [{}],
        contactList: {},
        ...stored,
      })
      const asked = { ...ask('POST', '/campaigns/1/restart'), params: { id: '1' } }
      return restartCampaign(made.legacy, asked).then(({ status }) => ({ status, sent: made.sent.slice(1) }))
    }
    const passed = await restart({ scheduledAt: '2020-01-01T12:00:00.000Z' })
    expect(passed.sent.map(([method, path]) => [method, path])).toEqual([
      ['PUT', '/campaigns/1'],
      ['POST', '/campaigns/1/restart'],
    ])
    const { scheduledAt, ...form } = { ...(passed.sent[0]?.[2] as { scheduledAt: string }) }
    expect(form).toEqual({ id: 1, name: 'x', status: 'CANCELADA' })
    expect(Date.parse(scheduledAt)).toBe(NOW + 60_000)
    const ahead = await restart({ scheduledAt: '2100-01-01T12:00:00.000Z' })
    expect(ahead.sent.map(([method]) => method)).toEqual(['POST'])
    expect(await restart({ status: 'EM_ANDAMENTO' })).toEqual({ status: 409, sent: [] })
  })

  it('list their recipients page by page, by state and by what was typed', async () => {
    const list = async (query: string) => {
      const answer = await recipientsOf(
        legacy(report).legacy,
        ask('GET', '/campaigns/3/recipients', {}, query),
      )
      return (await answer.json()) as { records: { number: string }[]; count: number; hasMore: boolean }
    }
    const all = await list('pageNumber=1')
    expect(all.count).toBe(report.shipping.length)
    expect(all.records.map(one => campaignRecipient.parse(one).state)).toContain('waiting')
    expect((await list('state=delivered')).count + (await list('state=waiting')).count).toBe(all.count)
    expect((await list(`searchParam=${all.records[0]?.number}`)).count).toBe(1)
  })
})
