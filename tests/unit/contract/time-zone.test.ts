import { clockIn, DEFAULT_TIME_ZONE, dayIn, localDay, plusDays, proposedZone, startOfDay } from '@contract'
import { describe, expect, it } from 'vitest'
import { protocolCode } from '../../../electron/server/desk/tickets/create'

describe('a day of a company', () => {
  it('begins at its own midnight, whatever zone this machine is in', () => {
    expect(startOfDay('America/Sao_Paulo', '2026-11-21').toISOString()).toBe('2026-11-21T03:00:00.000Z')
    expect(startOfDay('Asia/Tokyo', '2026-11-21').toISOString()).toBe('2026-11-20T15:00:00.000Z')
    expect(startOfDay('Asia/Kathmandu', '2026-11-21').toISOString()).toBe('2026-11-20T18:15:00.000Z')
    expect(localDay('America/Manaus', '2026-12-31')).toEqual({
      from: '2026-12-31T04:00:00.000Z',
      to: '2027-01-01T04:00:00.000Z',
    })
  })

  it('begins at one where the clocks skip midnight, and is as long as it is where they change', () => {
    // Brazil put its clocks forward at midnight until 2018.
    expect(startOfDay('America/Sao_Paulo', '2018-11-04').toISOString()).toBe('2018-11-04T03:00:00.000Z')
    const { from, to } = localDay('Europe/Lisbon', '2026-10-25')
    expect((Date.parse(to) - Date.parse(from)) / 3_600_000).toBe(25)
  })

  it('is the day of every instant in it, in every zone and over a year', () => {
    for (const zone of [
      'America/Sao_Paulo',
      'Europe/Lisbon',
      'Pacific/Chatham',
      'Pacific/Kiritimati',
      'America/Santiago',
    ])
      for (let day = '2026-01-01'; day < '2027-01-01'; day = plusDays(day, 1)) {
        const start = startOfDay(zone, day)
        expect(dayIn(zone, start), zone).toBe(day)
        expect(dayIn(zone, new Date(start.getTime() - 1)), zone).toBe(plusDays(day, -1))
      }
  })

  it('stands in a protocol number as its clock says', () => {
    const at = new Date('2026-11-22T01:02:03Z')
    expect(protocolCode(at, 7, 'America/Sao_Paulo')).toBe('202611212202037')
    expect(protocolCode(at, 7, 'Asia/Tokyo')).toBe('202611221002037')
  })
})

it('proposes the computer’s own zone, and Brasília’s to a Brazilian computer that names no place', () => {
  expect(proposedZone('America/Manaus', 'pt-BR')).toBe('America/Manaus')
  expect(proposedZone('UTC', 'pt-BR')).toBe(DEFAULT_TIME_ZONE)
  expect(proposedZone('Etc/UTC', 'pt')).toBe(DEFAULT_TIME_ZONE)
  expect(proposedZone('UTC', 'pt-PT')).toBe('UTC')
  expect(proposedZone('UTC', 'en-US')).toBe('UTC')
})

it('reads every clock as the system writes it, also on days on which clocks change or that a country left out', () => {
  const changes: [zone: string, day: string][] = [
    ['Australia/Lord_Howe', '2026-04-04'],
    ['Australia/Lord_Howe', '2026-10-03'],
    ['Pacific/Apia', '2011-12-30'],
    ['America/Sao_Paulo', '2018-11-04'],
    ['Europe/Lisbon', '2026-03-29'],
    ['Asia/Kathmandu', '2026-11-21'],
    ['America/Sao_Paulo', '1969-12-31'],
    ['Asia/Tokyo', '2243-10-15'],
  ]
  for (const [zone, day] of changes) {
    const system = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    const first = Date.parse(`${plusDays(day, -1)}T00:00:00Z`)
    for (let at = first; at < first + 3 * 86_400_000; at += 600_000) {
      const { year, month, day: date, hour, minute, second, weekday } = clockIn(zone, new Date(at))
      const wall = new Date(Date.UTC(year, month - 1, date, hour, minute, second))
      expect(wall.toISOString().slice(0, 19).replace('T', ' '), zone).toBe(system.format(at))
      expect(weekday).toBe(wall.getUTCDay())
    }
  }
})
