import { DEFAULT_HOURS, laterChoices } from '@contract'
import { describe, expect, it } from 'vitest'

const choicesAt = (now: string, timeZone = 'America/Sao_Paulo', days = [] as typeof DEFAULT_HOURS) =>
  Object.fromEntries(
    laterChoices({ days, timeZone }, new Date(now)).map(({ choice, at }) => [choice, at.toISOString()]),
  )

describe('later', () => {
  it('is three hours on, tomorrow, Monday and a week from now, at nine on the company’s clock', () => {
    // A Wednesday, 10:20 in São Paulo.
    expect(choicesAt('2026-11-25T13:20:00Z')).toEqual({
      laterToday: '2026-11-25T17:00:00.000Z',
      tomorrow: '2026-11-26T12:00:00.000Z',
      monday: '2026-11-30T12:00:00.000Z',
      nextWeek: '2026-12-02T12:00:00.000Z',
    })
    // The same moment is Thursday already in Auckland.
    expect(choicesAt('2026-11-25T13:20:00Z', 'Pacific/Auckland')).toMatchObject({
      laterToday: '2026-11-25T17:00:00.000Z',
      tomorrow: '2026-11-26T20:00:00.000Z',
    })
  })

  it('is not today any more once the day or its hours end, and no moment stands twice', () => {
    // Saturday night: nothing today. Sunday: Monday is tomorrow.
    expect(Object.keys(choicesAt('2026-11-29T01:30:00Z'))).toEqual(['tomorrow', 'monday', 'nextWeek'])
    expect(Object.keys(choicesAt('2026-11-29T15:00:00Z'))).toEqual(['laterToday', 'tomorrow', 'nextWeek'])
    // A week from a Sunday begins on its Monday.
    expect(choicesAt('2026-11-29T15:00:00Z').nextWeek).toBe('2026-12-07T12:00:00.000Z')
    // Monday: the next one is a week from now, and is called so.
    expect(Object.keys(choicesAt('2026-11-30T15:00:00Z'))).toEqual(['laterToday', 'tomorrow', 'nextWeek'])
  })

  it('keeps to hours: when days open, and not on those that are closed', () => {
    // Friday 16:30, open until 18:00; Saturday from eight; Sunday closed.
    const friday = choicesAt('2026-11-27T19:30:00Z', 'America/Sao_Paulo', DEFAULT_HOURS)
    expect(friday).toEqual({
      tomorrow: '2026-11-28T11:00:00.000Z',
      monday: '2026-11-30T11:00:00.000Z',
      nextWeek: '2026-12-04T11:00:00.000Z',
    })
    // Saturday: tomorrow is closed. Sunday in a week is closed: the Monday after it.
    const saturday = choicesAt('2026-11-28T12:00:00Z', 'America/Sao_Paulo', DEFAULT_HOURS)
    expect(saturday.tomorrow).toBeUndefined()
    const sunday = choicesAt('2026-11-29T12:00:00Z', 'America/Sao_Paulo', DEFAULT_HOURS)
    expect(sunday.nextWeek).toBe('2026-12-07T11:00:00.000Z')
  })

  it('is at nine on both sides of a change of the clocks', () => {
    // Berlin goes back on 25 October 2026 and forward on 28 March 2027.
    expect(choicesAt('2026-10-24T10:00:00Z', 'Europe/Berlin')).toMatchObject({
      tomorrow: '2026-10-25T08:00:00.000Z',
      nextWeek: '2026-10-31T08:00:00.000Z',
    })
    expect(choicesAt('2026-10-23T10:00:00Z', 'Europe/Berlin').tomorrow).toBe('2026-10-24T07:00:00.000Z')
    expect(choicesAt('2027-03-27T10:00:00Z', 'Europe/Berlin').tomorrow).toBe('2027-03-28T07:00:00.000Z')
  })
})
