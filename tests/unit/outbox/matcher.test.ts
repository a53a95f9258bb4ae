import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Candidate,
  comparable,
  findInPage,
  type MatchContext,
  matchMessage,
} from '../../../electron/main/outbox/matcher'
import { type Message, message } from '../../../src/contract'

const T0 = Date.UTC(2026, 0, 1)

const entry = (seq: number, more: Partial<Candidate> = {}): Candidate => ({
  seq,
  id: `client-id-${seq}`,
  ticketId: 1,
  kind: 'text',
  body: 'ok',
  attachment: null,
  forward: null,
  state: 'sent',
  unsure: false,
  firstAttemptAt: T0 + seq * 100,
  lastAttemptAt: T0 + seq * 100,
  messageId: null,
  ...more,
})
const echoOf = (id: string, more: Record<string, unknown> = {}): Message =>
  message.parse({
    id,
    ticketId: 1,
    body: 'ok',
    fromMe: true,
    createdAt: new Date(T0 + 1_000).toISOString(),
    ...more,
  })
const live = (claimed: string[] = []): MatchContext => ({
  claimed: new Set(claimed),
  clockOffsetMs: null,
  live: T0 + 5_000,
})

describe('matchMessage', () => {
  it('believes a client id and nothing else', () => {
    const entries = [entry(1), entry(2)]
    expect(matchMessage(entries, echoOf('M', { clientId: 'client-id-2' }), live())?.seq).toBe(2)
    expect(matchMessage(entries, echoOf('M', { clientId: 'of-another-console' }), live())).toBeNull()
  })

  it('takes no customer text, no other ticket, no other text, nothing that has not left', () => {
    expect(matchMessage([entry(1)], echoOf('M', { fromMe: false }), live())).toBeNull()
    expect(matchMessage([entry(1)], echoOf('M', { ticketId: 2 }), live())).toBeNull()
    expect(matchMessage([entry(1)], echoOf('M', { body: 'no' }), live())).toBeNull()
    const waiting = entry(1, { state: 'queued', firstAttemptAt: null, lastAttemptAt: null })
    expect(matchMessage([waiting], echoOf('M'), live())).toBeNull()
    expect(matchMessage([entry(1, { state: 'failed' })], echoOf('M'), live())).toBeNull()
    expect(matchMessage([entry(1, { state: 'queued', unsure: true })], echoOf('M'), live())?.seq).toBe(1)
  })

  it('does not mind line breaks, composed accents, outer spaces and direction marks', () => {
    const mine = entry(1, { body: '\u200eAção\r\nlinha ' })
    expect(matchMessage([mine], echoOf('M', { body: 'Ac\u0327a\u0303o\nlinha' }), live())?.seq).toBe(1)
    expect(comparable(' a\rb ')).toBe('a\nb')
  })

  it('knows files by caption, or by the name a server makes of theirs', () => {
    const attachment = {
      id: 'a',
      name: 'nota.pdf',
      mime: 'application/pdf',
      size: 1,
      caption: '',
      width: null,
      height: null,
      duration: null,
    }
    const file = entry(1, { kind: 'media', body: '', attachment })
    const media = { mediaUrl: '/x', mediaType: 'application' }
    expect(matchMessage([file], echoOf('M', { ...media, body: '1700_nota.pdf' }), live())?.seq).toBe(1)
    expect(matchMessage([file], echoOf('M', { ...media, body: '1700_outra.pdf' }), live())).toBeNull()
    expect(matchMessage([file], echoOf('M', { body: 'nota.pdf' }), live())).toBeNull()
    const voice = entry(1, { kind: 'media', body: '', attachment: { ...attachment, mime: 'audio/mpeg' } })
    expect(
      matchMessage([voice], echoOf('M', { mediaUrl: '/x', mediaType: 'audio', body: 'Áudio' }), live())?.seq,
    ).toBe(1)
  })

  it('compares instants by the server clock it knows', () => {
    const hour = 3_600_000
    const context = (clockOffsetMs: number | null): MatchContext => ({
      claimed: new Set(),
      clockOffsetMs,
      live: null,
    })
    const late = echoOf('M', { createdAt: new Date(T0 + 200 + hour).toISOString() })
    expect(matchMessage([entry(1)], late, context(hour))?.seq).toBe(1)
    expect(matchMessage([entry(1)], late, context(0))).toBeNull()
    const before = echoOf('M', { createdAt: new Date(T0 - 60_000).toISOString() })
    expect(matchMessage([entry(1)], before, context(0))).toBeNull()
  })
})

describe('pairing', () => {
  const bodies = fc.array(fc.constantFrom('ok', 'ok ', 'sim', 'não'), { minLength: 1, maxLength: 12 })

  it('pairs every entry with exactly one message, in order among equals, whatever is repeated', () => {
    fc.assert(
      fc.property(bodies, fc.array(fc.nat(), { maxLength: 30 }), (texts, repeats) => {
        const entries = texts.map((body, i) => entry(i, { body }))
        const messages = texts.map((body, i) => echoOf(`M${i}`, { body }))
        // Every message once in order, with repetitions (acks, reconnections) of already seen ones anywhere between.
        const seen: Message[] = []
        const stream: Message[] = []
        for (const [i, next] of messages.entries()) {
          stream.push(next)
          seen.push(next)
          const again = seen[(repeats[i] ?? 0) % seen.length]
          if (again) stream.push(again)
        }
        const claimed = new Set<string>()
        for (const arrived of stream) {
          const found = matchMessage(entries, arrived, { claimed, clockOffsetMs: null, live: T0 + 5_000 })
          if (!found) continue
          found.messageId = arrived.id
          claimed.add(arrived.id)
        }
        expect(entries.map(e => e.messageId)).not.toContain(null)
        expect(new Set(entries.map(e => e.messageId)).size).toBe(entries.length)
        for (const text of new Set(texts.map(comparable))) {
          const mine = entries.filter(e => comparable(e.body) === text)
          const order = mine.map(e => Number(e.messageId?.slice(1)))
          expect(order).toEqual([...order].sort((a, b) => a - b))
        }
      }),
    )
  })

  it('finds the one of three equal texts that is there, and not the two that are not', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3 }),
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
        (stored, order) => {
          const entries = [0, 1, 2].map(i => entry(i, { state: 'queued', unsure: true }))
          const page = [0, 1, 2]
            .slice(0, stored)
            .map(i => echoOf(`M${i}`, { createdAt: new Date(T0 + 500 + i).toISOString() }))
          const shuffled = order.flatMap(i => page[i] ?? [])
          const context = { claimed: new Set<string>(), clockOffsetMs: 0, live: null }
          const found = entries.map(wanted => findInPage(wanted, entries, shuffled, context)?.id ?? null)
          expect(found).toEqual([0, 1, 2].map(i => (i < stored ? `M${i}` : null)))
        },
      ),
    )
  })

  it('heals an entry that was said to be missing, and finds a forward in the ticket it went to', () => {
    const missing = entry(1, { state: 'failed', unsure: true })
    expect(matchMessage([missing], echoOf('m1'), live())).toBe(missing)
    expect(matchMessage([entry(1, { state: 'failed' })], echoOf('m1'), live())).toBeNull()
    const forward = (ticketId?: number): Candidate =>
      entry(2, {
        kind: 'forward',
        forward: {
          messageId: 'x',
          contactId: 4,
          signMessage: true,
          ...(ticketId === undefined ? {} : { ticketId }),
        },
      })
    const to = forward(900)
    expect(matchMessage([to], echoOf('m2', { ticketId: 900 }), live())).toBe(to)
    expect(matchMessage([to], echoOf('m2', { ticketId: 900, body: '*Ana:*\nok' }), live())).toBe(to)
    expect(matchMessage([to], echoOf('m2', { ticketId: 900, body: 'other' }), live())).toBeNull()
    expect(matchMessage([to, forward()], echoOf('m2'), live())).toBeNull()
  })

  it('leaves claimed messages alone', () => {
    const [first] = [entry(0, { state: 'queued', unsure: true })]
    const context = { claimed: new Set(['M0']), clockOffsetMs: 0, live: null }
    expect(first && findInPage(first, [first], [echoOf('M0')], context)).toBeNull()
  })
})
