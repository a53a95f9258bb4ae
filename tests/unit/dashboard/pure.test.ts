import { type Attendant, formatSpan } from '@contract'
import { describe, expect, it } from 'vitest'
import {
  agentRows,
  dayRows,
  MOST_BARS,
  meanText,
  nextSorting,
  ratingLevel,
  ratingShare,
  sortAttendants,
} from '@/features/dashboard/figures'
import { chartQuery, countersQuery, filterOf } from '@/features/dashboard/period'

describe('filter', () => {
  it('needs a period or both ends of a range; the period wins', () => {
    const [from, to] = ['2026-03-10', '2026-03-12']
    expect(filterOf(null, null)).toBeNull()
    expect(filterOf(null, [from, null])).toBeNull()
    expect(filterOf(7, [from, to])).toEqual({ kind: 'days', days: 7 })
    expect(filterOf(null, [from, to])).toEqual({ kind: 'range', from, to })
  })

  it('asks counters and charts for the same days, today included', () => {
    const today = '2026-03-01'
    expect(countersQuery({ kind: 'days', days: 3 })).toEqual({ days: 3 })
    expect(chartQuery({ kind: 'days', days: 3 }, 4, today)).toEqual({
      initialDate: '2026-02-27',
      finalDate: '2026-03-01',
      companyId: 4,
    })
    const range = { kind: 'range', from: '2026-01-01', to: '2026-01-31' } as const
    expect(countersQuery(range)).toEqual({ date_from: '2026-01-01', date_to: '2026-01-31' })
    expect(chartQuery(range, null, today)).toEqual({ initialDate: '2026-01-01', finalDate: '2026-01-31' })
  })
})

describe('figures', () => {
  it('say mean times shortly, and nothing of what has no mean', () => {
    const cases: [number | null, string][] = [
      [null, '–'],
      [Number.NaN, '–'],
      [-1, '–'],
      [0, '0 min'],
      [0.005, '1 s'],
      [0.75, '45 s'],
      [1.5, '1 min 30'],
      [9.995, '10 min'],
      [12.4, '12 min'],
      [59.6, '1 h 00'],
      [65, '1 h 05'],
      [1_439, '23 h 59'],
      [1_440, '1 d 0 h'],
      [3_060, '2 d 3 h'],
    ]
    for (const [minutes, text] of cases)
      expect(formatSpan(minutes === null ? null : minutes * 60_000), String(minutes)).toBe(text)
  })

  it('put ratings on the scale of three', () => {
    expect([1, 1.49, 1.5, 2.49, 2.5, 3, 4.8].map(ratingLevel)).toEqual([1, 1, 2, 2, 3, 3, 3])
    expect([0, 1.5, 3, 5].map(ratingShare)).toEqual([0, 0.5, 1, 1])
    expect([meanText(2.46, 'pt-BR'), meanText(3, 'en-GB')]).toEqual(['2,5', '3.0'])
  })

  it('sort attendants, whoever has no figure last in both directions', () => {
    const person = (id: number, name: string, rating: number | null): Attendant => ({
      id,
      name,
      rating,
      tickets: id,
      avgSupportTime: null,
      online: false,
    })
    const people = [person(1, 'Zé', 2), person(2, 'ana', null), person(3, 'Ângela', 3), person(4, 'Bia', 2)]
    const names = (key: 'name' | 'rating' | 'tickets', descending: boolean) =>
      sortAttendants(people, { key, descending }, 'pt').map(one => one.name)
    expect(names('name', false)).toEqual(['ana', 'Ângela', 'Bia', 'Zé'])
    expect(names('rating', true)).toEqual(['Ângela', 'Bia', 'Zé', 'ana'])
    expect(names('rating', false)).toEqual(['Bia', 'Zé', 'Ângela', 'ana'])
    expect(names('tickets', true)).toEqual(['Bia', 'Ângela', 'ana', 'Zé'])
    expect(people[0]?.name).toBe('Zé')
    expect(nextSorting({ key: 'name', descending: false }, 'rating')).toEqual({
      key: 'rating',
      descending: true,
    })
    expect(nextSorting({ key: 'rating', descending: true }, 'rating').descending).toBe(false)
  })
})

describe('charts', () => {
  it('draw days without the year and hours of a single day', () => {
    expect(dayRows([{ total: 2, data: '09/03/2026', horario: '' }])).toEqual([
      { label: '09/03', title: '09/03/2026', total: 2 },
    ])
    expect(dayRows([{ total: 1, data: '', horario: '7' }])).toEqual([
      { label: '07 h', title: '07 h', total: 1 },
    ])
  })

  it('draw agents by their number, same names apart, and sum up who is not drawn', () => {
    const rows = agentRows(
      [
        { nome: 'Ana', quantidade: 1 },
        { nome: 'Ana', quantidade: 4 },
        { nome: '', quantidade: 0 },
        { nome: '<b>Um nome muito comprido mesmo</b>', quantidade: 2 },
      ],
      count => `+${count}`,
    )
    expect(rows.map(row => [row.label, row.total])).toEqual([
      ['Ana', 4],
      ['<b>Um nome muito comp…', 2],
      ['Ana (2)', 1],
      ['–', 0],
    ])
    const many = Array.from({ length: MOST_BARS + 5 }, (_, at) => ({ nome: `P${at}`, quantidade: 1 }))
    const drawn = agentRows(many, count => `mais ${count}`)
    expect(drawn).toHaveLength(MOST_BARS)
    expect(drawn.at(-1)).toEqual({ label: 'mais 6', title: 'mais 6', total: 6 })
    expect(drawn.reduce((sum, row) => sum + (row.total ?? 0), 0)).toBe(many.length)
    expect(new Set(drawn.map(row => row.label)).size).toBe(drawn.length)
  })
})
