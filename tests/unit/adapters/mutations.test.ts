/**
 * Recorded answers and events, mutated ten thousand times: members missing, null, of another type, or extra. Nothing
 * thrown leaves the edge, and what is refused is reported.
 */
import { readFileSync } from 'node:fs'
import { endpoints, message, onSchemaMismatch, parseSocketEvent, ticket } from '@contract'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { translateEvent, UNSHOWN } from '../../../electron/main/adapters/legacy/events'
import { localAddress, outgoingText, readMessage } from '../../../electron/main/adapters/legacy/messages'

const sample = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../samples/${name}.json`, import.meta.url), 'utf8'))
type Recorded = { event: string; payload: unknown }
const EVENTS = [
  'ticket',
  'message',
  'contact',
  'chat',
  'whatsapp',
  'whatsappSession',
  'user',
  'tag',
  'announcement',
  'settings',
  'queue',
]
  .flatMap(name => sample(`socket-${name}`) as Recorded[])
  .flatMap(({ event, payload }) =>
    (Array.isArray(payload) ? payload : [payload]).map(one => ({ event, payload: one as unknown })),
  )
const ANSWERS = ['tickets', 'messages', 'messages-quoted', 'contacts', 'users', 'login'].map(name => ({
  name,
  value: sample(name),
}))
const ME = { id: 3, companyId: 1, profile: 'user' }

type Step = { pick: number; how: 'drop' | 'null' | 'type' | 'extra'; junk: unknown }
const step: fc.Arbitrary<Step> = fc.record({
  pick: fc.nat(10_000),
  how: fc.constantFrom('drop', 'null', 'type', 'extra'),
  junk: fc.anything({ maxDepth: 2 }),
})

/** Every object and array inside a value, the value itself first. */
function containers(value: unknown, found: object[] = []): object[] {
  if (typeof value === 'object' && value !== null) {
    found.push(value)
    for (const member of Object.values(value)) containers(member, found)
  }
  return found
}

/** A deep copy with some members changed. */
function mutate(value: unknown, steps: Step[]): unknown {
  const copy = structuredClone(value)
  for (const { pick, how, junk } of steps) {
    const all = containers(copy)
    const target = all[pick % all.length] as Record<string, unknown> | undefined
    if (!target) continue
    const keys = Object.keys(target)
    const key = keys[pick % Math.max(1, keys.length)] ?? 'extra'
    if (how === 'drop') delete target[key]
    else if (how === 'null') target[key] = null
    else if (how === 'type') target[key] = junk
    else target[`x${pick}`] = junk
  }
  return copy
}

afterEach(() => onSchemaMismatch(() => {}))

describe('mutated recordings', () => {
  it('events: no exception leaves the edge', () => {
    let refused = 0
    fc.assert(
      fc.property(
        fc.constantFrom(...EVENTS),
        fc.array(step, { minLength: 1, maxLength: 4 }),
        ({ event, payload }, steps) => {
          for (const one of translateEvent(ME, event, mutate(payload, steps))) {
            const parsed = parseSocketEvent(1, one.name, one.payload)
            if (!parsed.ok) {
              refused += 1
              expect(parsed.issues.length).toBeGreaterThan(0)
            }
          }
        },
      ),
      { numRuns: 2_000 },
    )
    expect(refused).toBeGreaterThan(0)
  })

  it('answers: a broken record is skipped and reported once, the others survive', () => {
    const schemas = {
      tickets: endpoints['tickets.list'].response,
      messages: endpoints['messages.list'].response,
      'messages-quoted': endpoints['messages.list'].response,
      contacts: endpoints['contacts.list'].response,
      users: endpoints['users.list'].response,
      login: endpoints['auth.login'].response,
    } as const
    fc.assert(
      fc.property(
        fc.constantFrom(...ANSWERS),
        fc.array(step, { minLength: 1, maxLength: 4 }),
        ({ name, value }, steps) => {
          schemas[name as keyof typeof schemas].safeParse(mutate(value, steps))
        },
      ),
      { numRuns: 2_000 },
    )
    const reports: string[] = []
    onSchemaMismatch(refusal => reports.push(refusal.where))
    const whole = sample('tickets') as { tickets: Record<string, unknown>[] }
    const broken = { ...whole, tickets: [{ ...whole.tickets[0], status: 'exploded' }, ...whole.tickets] }
    const parsed = endpoints['tickets.list'].response.parse(broken)
    expect(parsed.tickets).toHaveLength(whole.tickets.length)
    expect(reports).toEqual(['tickets'])
  })

  it('messages of any shape are read without throwing', () => {
    fc.assert(
      fc.property(fc.anything(), value => {
        message.safeParse(readMessage(value))
        ticket.safeParse(value)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('what changes on the way', () => {
  it('keeps internal chats of others away, and takes one away that one was taken out of', () => {
    const chat = { id: 9, uuid: 'u', title: 't', users: [{ userId: 8 }] }
    // Neither words nor title of it pass: only that one is not, or not any more, part of it.
    const newMessage = { id: 1, chatId: 9, message: 'segredo' }
    expect(translateEvent(ME, 'company-1-chat', { action: 'new-message', chat, newMessage })).toEqual([
      { name: 'company-1-chat', payload: { action: 'delete', id: 9 } },
    ])
    expect(translateEvent(ME, 'company-1-chat', { action: 'new-message', newMessage })).toEqual([])
    expect(translateEvent(ME, 'company-1-chat-9', { action: 'new-message', chat })).toEqual([])
    expect(translateEvent(ME, 'company-1-chat-user-3', { action: 'create', record: chat })).toMatchObject([
      { name: 'company-1-chat', payload: { action: 'create', chat: { id: 9 } } },
    ])
  })

  it('names events of areas without a screen and lets them end, knowingly', () => {
    const samples = ['file', 'campaign', 'contactlist']
    const names = new Set(
      samples.flatMap(name => (sample(`socket-${name}`) as Recorded[]).map(({ event }) => event)),
    )
    const unshown = [...names].filter(name => UNSHOWN.some(kind => kind.name.test(name)))
    expect(unshown).toEqual(['company-1-campaignSettings'])
    for (const name of unshown) expect(translateEvent(ME, name, { action: 'update' }), name).toEqual([])
    // The others are understood: lists by tests/unit/adapters/lists.test.ts.
    for (const name of names)
      if (!unshown.includes(name))
        expect(translateEvent(ME, name, { action: 'update' }), name).toHaveLength(1)
  })

  it('gives announcements one name, and scheduled messages their company', () => {
    const record = { id: 5, title: 'Aviso' }
    expect(translateEvent(ME, 'company-announcement', { action: 'create', record })).toMatchObject([
      { name: 'company-announcement' },
    ])
    expect(translateEvent(ME, 'company-1-announcement', { action: 'delete', id: '5' })).toEqual([
      { name: 'company-announcement', payload: { action: 'delete', id: '5' } },
    ])
    expect(translateEvent(ME, 'schedule', { action: 'delete', scheduleId: '5' })).toEqual([
      { name: 'company-1-schedule', payload: { action: 'delete', scheduleId: '5' } },
    ])
  })

  it('reads a connection that WhatsApp threw out as disconnected', () => {
    const [one] = translateEvent(ME, 'company-1-whatsappSession', {
      action: 'update',
      session: { id: 2, status: 'PENDING' },
    })
    expect(one?.payload).toMatchObject({ session: { id: 2, status: 'DISCONNECTED' } })
  })

  it('drops secrets before anything else sees them', () => {
    const [one] = translateEvent(ME, 'whatsappSession', {
      action: 'update',
      session: { id: 2, session: '{"creds":1}', qrcode: 'x' },
    })
    expect(one).toEqual({
      name: 'company-1-whatsappSession',
      payload: { action: 'update', session: { id: 2, qrcode: 'x' } },
    })
  })

  it('escapes file names and keeps escaped ones', () => {
    expect(localAddress('http://h:3000/public/17_nota fiscal.pdf')).toBe('/public/17_nota%20fiscal.pdf')
    expect(localAddress('http://h:3000/public/17_nota%20fiscal.pdf')).toBe('/public/17_nota%20fiscal.pdf')
    expect(outgoingText('a {{b}}')).not.toContain('{{')
  })
})
