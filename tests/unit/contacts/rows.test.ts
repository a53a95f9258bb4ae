import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FeedEvent, ticket } from '../../../src/contract'
import {
  applyContactEvents,
  type ContactRows,
  matchesSearch,
  mergePage,
  NO_ROWS,
  nextPage,
} from '../../../src/stores/contacts-rows'
import { heard, person, said } from './a-contact'

const page = (ids: readonly number[], count = ids.length, hasMore = false) => ({
  contacts: ids.map(id => person(id, { name: `Nome ${String(id).padStart(4, '0')}` })),
  count,
  hasMore,
})
const rowsOf = (ids: readonly number[], hasMore = false): ContactRows =>
  mergePage(NO_ROWS, page(ids, ids.length, hasMore), 1)
const ids = (rows: ContactRows): number[] => rows.rows.map(row => row.id)
const created = (contact: ReturnType<typeof person>): FeedEvent => ({
  channel: 'contact',
  data: { action: 'create', contact },
})
const updated = (contact: ReturnType<typeof person>): FeedEvent => ({
  channel: 'contact',
  data: { action: 'update', contact },
})
const deleted = (contactId: number): FeedEvent => ({
  channel: 'contact',
  data: { action: 'delete', contactId },
})

describe('pages', () => {
  it('replace what is known where it stands and append what is new', () => {
    const first = mergePage(NO_ROWS, page([1, 2, 3], 5, true), 1)
    const second = mergePage(first, page([3, 4, 5], 5, false), 2)
    expect(ids(second)).toEqual([1, 2, 3, 4, 5])
    expect(second).toMatchObject({ count: 5, hasMore: false, pageSize: 3 })
  })

  it('reach every contact although rows come and go between the pages', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 120 }),
        fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 400 })), { maxLength: 20 }),
        (start, changes) => {
          const size = 10
          const server = new Set(start)
          const read = (number: number) => {
            const sorted = [...server].sort((a, b) => a - b)
            const from = (number - 1) * size
            return page(sorted.slice(from, from + size), sorted.length, sorted.length > from + size)
          }
          let rows = mergePage(NO_ROWS, read(1), 1)
          const left = [...changes]
          for (let guard = 0; rows.hasMore && guard < 100; guard++) {
            const change = left.pop()
            if (change) {
              const [add, id] = change
              const event = add ? created(page([id]).contacts[0] as never) : deleted(id)
              if (add === server.has(id)) continue
              if (add) server.add(id)
              else server.delete(id)
              rows = applyContactEvents(rows, [event]).rows
            }
            const answer = read(nextPage(rows))
            rows = mergePage(rows, answer, 2)
          }
          expect(new Set(ids(rows))).toEqual(server)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('live events', () => {
  it('change a row in place and keep what the event leaves out', () => {
    const known = person(2, {
      whatsappId: 1,
      whatsapp: { id: 1, name: 'Atendimento' },
      tickets: [{ id: 9, uuid: 'u', status: 'open', updatedAt: '2026-11-01T00:00:00.000Z' }],
      extraInfo: [{ id: 1, name: 'CPF', value: '1' }],
    })
    const before = { ...rowsOf([1, 3]), rows: [person(1), known, person(3)] }
    const news = { id: 2, name: 'Outro', number: known.number, whatsappId: 1 }
    const { rows } = applyContactEvents(before, [heard({ action: 'update', contact: news })])
    expect(ids(rows)).toEqual([1, 2, 3])
    expect(rows.rows[1]).toMatchObject({ name: 'Outro', whatsapp: { name: 'Atendimento' } })
    expect(rows.rows[1]?.tickets).toHaveLength(1)
    expect(rows.rows[1]?.extraInfo).toHaveLength(1)
    expect(rows.rows[0]).toBe(before.rows[0])
    // What an event does say counts, also that nothing is left.
    const cleared = applyContactEvents(rows, [
      heard({ action: 'update', contact: { ...news, extraInfo: [] } }),
    ])
    expect(cleared.rows.rows[1]?.extraInfo).toEqual([])
  })

  it('put a new contact where its name belongs, accents aside', () => {
    const before = {
      ...rowsOf([1, 2, 3]),
      rows: [person(1, { name: 'Ana' }), person(2, { name: 'Eva' }), person(3, { name: 'Zé' })],
    }
    const { rows } = applyContactEvents(before, [created(person(7, { name: 'Élcio' }))])
    expect(rows.rows.map(row => row.name)).toEqual(['Ana', 'Élcio', 'Eva', 'Zé'])
    expect(rows.count).toBe(4)
  })

  it('leave a contact below the last loaded row to its page, but count it', () => {
    const { rows } = applyContactEvents(rowsOf([1, 2], true), [created(person(9, { name: 'Zulmira' }))])
    expect(ids(rows)).toEqual([1, 2])
    expect(rows.count).toBe(3)
  })

  it('show a new contact only when it answers the search', () => {
    const before = { ...rowsOf([1]), search: 'jose' }
    const miss = applyContactEvents(before, [created(person(8, { name: 'Maria' }))])
    expect(miss.rows).toBe(before)
    const hit = applyContactEvents(before, [created(person(8, { name: 'José' }))])
    expect(ids(hit.rows)).toContain(8)
  })

  it('take a deleted contact out, and one created and deleted in one batch never shows', () => {
    const gone = applyContactEvents(rowsOf([1, 2, 3]), [deleted(2), deleted(99)])
    expect(ids(gone.rows)).toEqual([1, 3])
    expect(gone.rows.count).toBe(2)
    const flash = applyContactEvents(rowsOf([1]), [created(person(5)), deleted(5)])
    expect(ids(flash.rows)).toEqual([1])
  })

  it('ask for the list again after an import instead of growing by thousands of rows', () => {
    const records = Array.from({ length: 200 }, (_, at) => person(1_000 + at))
    const { rows, stale } = applyContactEvents(rowsOf([1, 2]), [
      { channel: 'contact', data: { action: 'create', records } },
    ])
    expect(stale).toBe(true)
    expect(ids(rows)).toEqual([1, 2])
    expect(rows.count).toBe(202)
  })

  it('move the last interaction on with a message', () => {
    const event: FeedEvent = {
      channel: 'appMessage',
      data: {
        action: 'create',
        message: said('m', 40, { createdAt: '2026-11-21T12:00:00.000Z' }),
        ticket: ticket.parse({
          id: 40,
          uuid: 'u40',
          status: 'open',
          contactId: 2,
          createdAt: '2026-11-21T00:00:00.000Z',
          updatedAt: '2026-11-21T12:00:00.000Z',
        }),
        contact: null,
      },
    }
    const { rows } = applyContactEvents(rowsOf([1, 2]), [event])
    expect(rows.rows[1]?.tickets[0]).toMatchObject({ id: 40, updatedAt: '2026-11-21T12:00:00.000Z' })
  })

  it('answer the same rows when nothing of them changed', () => {
    const before = rowsOf([1, 2])
    expect(applyContactEvents(before, [updated(person(50))]).rows).toBe(before)
  })
})

describe('search', () => {
  it.each([
    ['jose', 'José Çelik', '1', true],
    ['ÇELIK', 'jose celik', '1', true],
    ['(11) 9123', 'X', '5511912345678', true],
    ['9123', 'X', '551188888888', false],
    ['maria', 'Mario', '5511', false],
    ['', 'quem for', '1', true],
  ])('%s in %s / %s: %s', (term, name, number, expected) => {
    expect(matchesSearch({ name, number }, term)).toBe(expected)
  })
})
