/**
 * The whole edge at once: every recorded answer and event goes in as a legacy server sends it and comes out as Turno's
 * contract, and ten thousand mutated ones neither throw nor are refused in silence.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { type EndpointName, endpoints, onSchemaMismatch } from '@contract'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { legacyAdapter } from '../../../electron/main/adapters/legacy'
import type { Log } from '../../../electron/main/log/log'
import { createIncoming } from '../../../electron/main/socket/incoming'

const folder = new URL('../../samples/', import.meta.url)
const sample = (name: string): unknown => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'))
type Recorded = { event: string; payload: unknown }
const EVENTS = readdirSync(folder)
  .filter(name => name.startsWith('socket-'))
  .flatMap(name => sample(name.replace('.json', '')) as Recorded[])
  .flatMap(({ event, payload }) =>
    (Array.isArray(payload) ? payload : [payload]).map(one => ({ event, payload: one as unknown })),
  )
const ME = { id: 3, companyId: 1, profile: 'user' }

/** Recorded answers, the call that gets them, and the endpoint whose shape the windows expect. */
const ANSWERS: [sample: string, method: string, path: string, endpoint: EndpointName, list?: string][] = [
  ['tickets', 'GET', '/tickets?pageNumber=1', 'tickets.list', 'tickets'],
  ['ticket', 'GET', '/tickets/7', 'tickets.get'],
  ['ticket-uuid', 'GET', '/tickets/u/x', 'tickets.byUuid'],
  ['messages', 'GET', '/messages/7?pageNumber=1', 'messages.list', 'messages'],
  ['messages-media', 'GET', '/messages/7?pageNumber=1', 'messages.list', 'messages'],
  ['messages-quoted', 'GET', '/messages/7?pageNumber=1', 'messages.list', 'messages'],
  ['messages-incoming-types', 'GET', '/messages/7?pageNumber=1', 'messages.list', 'messages'],
  ['contacts', 'GET', '/contacts?pageNumber=1', 'contacts.list', 'contacts'],
  ['contacts-list', 'GET', '/contacts/list', 'contacts.all'],
  ['contact', 'GET', '/contacts/7', 'contacts.get'],
  ['whatsapps', 'GET', '/whatsapp', 'whatsapps.list'],
  ['queues', 'GET', '/queue', 'queues.list'],
  ['tags-list', 'GET', '/tags/list', 'tags.list'],
  ['users', 'GET', '/users?pageNumber=1', 'users.list', 'users'],
  ['settings', 'GET', '/settings', 'settings.list'],
  ['chats', 'GET', '/chats?pageNumber=1', 'chats.list', 'records'],
  ['announcements', 'GET', '/announcements?pageNumber=1', 'announcements.list', 'records'],
  ['dashboard', 'GET', '/dashboard?days=30', 'dashboard.get'],
]
const PRESENT = ANSWERS.filter(
  ([name, , , endpoint]) => readdirSync(folder).includes(`${name}.json`) && endpoint in endpoints,
)

/** A legacy server that answers everything with one body. */
const serving = (body: unknown) =>
  legacyAdapter(() => ME).adapt({
    fetch: async () =>
      new Response(JSON.stringify(body) ?? '', { headers: { 'content-type': 'application/json' } }),
    fetchFromOrigin: async () => new Response(null, { status: 404 }),
  })

const throughEdge = async (body: unknown, method: string, path: string): Promise<unknown> => {
  const text = await (await serving(body).fetch(path, { method })).text()
  return text === '' ? null : (JSON.parse(text) as unknown)
}

const countingLog = () => {
  const lines: string[] = []
  const write = (_message: string, context?: unknown) => void lines.push(JSON.stringify(context ?? null))
  const log = { error: write, warn: write, info: write, child: () => log } as unknown as Log
  return { log, lines }
}

afterEach(() => onSchemaMismatch(() => {}))

describe('recordings through the edge', () => {
  it.each(PRESENT)('%s answers %s %s', async (name, method, path, endpoint) => {
    const refused: string[] = []
    onSchemaMismatch(({ where, issues }) => refused.push(`${where}: ${issues}`))
    const body = await throughEdge(sample(name), method, path)
    const parsed = endpoints[endpoint].response.safeParse(body)
    expect(parsed.error?.issues ?? []).toEqual([])
    expect(refused).toEqual([])
    expect(JSON.stringify(body)).not.toMatch(/passwordHash|noiseKey|"dataJson":"/)
  })

  it('is not misled by records where words and figures belong', async () => {
    const figure = { toString: 'x', valueOf: null }
    for (const [name, method, path] of PRESENT) {
      const misled = JSON.parse(JSON.stringify(sample(name)), (key, value: unknown) =>
        /^(id|.*Id|count|name|status)$/.test(key) ? figure : value,
      )
      await expect(throughEdge(misled, method, path), name).resolves.toBeDefined()
    }
  })

  it('reads every event that means something to Turno, and names the others once', () => {
    const { translate } = legacyAdapter(() => ME)
    const { log, lines } = countingLog()
    const incoming = createIncoming(log)
    const read = new Set<string>()
    for (let round = 0; round < 2; round++) {
      for (const { event, payload } of EVENTS) {
        for (const one of translate(event, payload)) {
          const parsed = incoming(1, one.name, one.payload)
          if (parsed) read.add(parsed.channel)
          expect(JSON.stringify(one.payload) ?? '').not.toMatch(/passwordHash|noiseKey|"dataJson":"/)
        }
      }
    }
    for (const channel of [
      'ticket',
      'appMessage',
      'contact',
      'whatsapp',
      'whatsappSession',
      'user',
      'tag',
      'chat',
    ])
      expect(read, channel).toContain(channel)
    expect(new Set(lines).size).toBe(lines.length)
    expect(lines.join()).not.toContain('malformed')
  })
})

type Step = { pick: number; how: 'drop' | 'null' | 'type' | 'extra'; junk: unknown }
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    pick: fc.nat(10_000),
    how: fc.constantFrom('drop' as const, 'null' as const, 'type' as const, 'extra' as const),
    junk: fc.jsonValue({ maxDepth: 2 }),
  }),
  { minLength: 1, maxLength: 4 },
)

function containers(value: unknown, found: object[] = []): object[] {
  if (typeof value !== 'object' || value === null) return found
  found.push(value)
  for (const member of Object.values(value)) containers(member, found)
  return found
}

function mutate(value: unknown, changes: Step[]): unknown {
  const copy = structuredClone(value)
  for (const { pick, how, junk } of changes) {
    const all = containers(copy)
    const target = all[pick % Math.max(1, all.length)] as Record<string, unknown> | undefined
    if (!target) continue
    const keys = Object.keys(target)
    const key = keys[pick % Math.max(1, keys.length)] ?? 'extra'
    if (how === 'drop') delete target[key]
    else if (how === 'null') target[key] = null
    else target[how === 'type' ? key : `x${pick}`] = junk
  }
  return copy
}

describe('ten thousand mutated recordings', () => {
  it('events never throw; each kind of refusal is logged exactly once', () => {
    const { translate } = legacyAdapter(() => ME)
    const { log, lines } = countingLog()
    const incoming = createIncoming(log)
    let dropped = 0
    fc.assert(
      fc.property(fc.constantFrom(...EVENTS), steps, ({ event, payload }, changes) => {
        for (const one of translate(event, mutate(payload, changes)))
          if (incoming(1, one.name, one.payload) === null) dropped += 1
      }),
      { numRuns: 1_500 },
    )
    const kinds = lines.map(line => (JSON.parse(line) as { kind: string }).kind)
    expect(dropped).toBeGreaterThan(kinds.length)
    expect(kinds.length).toBeGreaterThan(0)
    expect(new Set(kinds).size).toBe(kinds.length)
  })

  it('answers never throw; each refused record is reported exactly once', async () => {
    let refusedRecords = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PRESENT),
        steps,
        async ([name, method, path, endpoint, list], changes) => {
          const reports: string[] = []
          onSchemaMismatch(({ where }) => reports.push(where))
          const body = await throughEdge(mutate(sample(name), changes), method, path)
          reports.length = 0
          const parsed = endpoints[endpoint].response.safeParse(body)
          const rows = list ? (body as Record<string, unknown> | null)?.[list] : body
          if (!parsed.success || !Array.isArray(rows)) return
          const kept = list ? (parsed.data as Record<string, unknown[]>)[list] : parsed.data
          const lost = rows.length - (Array.isArray(kept) ? kept.length : 0)
          refusedRecords += lost
          const own = new Set([list ?? '', endpoint, endpoint.split('.')[0] ?? ''])
          const told = reports.filter(where => own.has(where)).length
          if (lost > 0) expect(told, `${name}: ${reports.join()}`).toBe(lost)
        },
      ),
      { numRuns: 1_500 },
    )
    expect(refusedRecords).toBeGreaterThan(0)
  })
})
