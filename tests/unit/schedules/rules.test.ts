import { describe, expect, it } from 'vitest'
import { schedule as scheduleSchema } from '../../../src/contract'
import {
  isAhead,
  isPicture,
  mayChange,
  mayRemove,
  proposedTime,
  stateOf,
  stillHere,
  wordOf,
} from '../../../src/features/schedules/rules'

const a = (over: Record<string, unknown>) =>
  scheduleSchema.parse({
    id: 1,
    body: 'Bom dia',
    sendAt: '2026-05-04T12:00:00.000Z',
    status: 'PENDENTE',
    ...over,
  })

describe('rules of a scheduled message', () => {
  it('proposes an hour from now, on a whole minute', () => {
    const now = Date.parse('2026-05-04T10:20:42.500Z')
    expect(proposedTime(now).toISOString()).toBe('2026-05-04T11:20:00.000Z')
  })

  it('a time that has passed, or is none, cannot be kept', () => {
    const now = Date.parse('2026-05-04T10:20:00Z')
    expect(isAhead('2026-05-04T10:20:00.000Z', now)).toBe(false)
    expect(isAhead('2026-05-04T10:21:00.000Z', now)).toBe(true)
    expect(isAhead('never', now)).toBe(false)
  })

  it('takes .png, .jpg and .jpeg and nothing else', () => {
    expect(['a.png', 'B.JPG', 'c.d.jpeg'].map(isPicture)).toEqual([true, true, true])
    expect(['a.gif', 'png', 'a.png.exe', ''].map(isPicture)).toEqual([false, false, false, false])
  })

  it('lists what is still to come or went wrong, by time', () => {
    const list = [
      a({ id: 1, sendAt: '2026-05-04T15:00:00.000Z' }),
      a({ id: 2, status: 'ENVIADA', sentAt: '2026-05-04T12:00:00.000Z' }),
      a({ id: 3, status: 'ERRO', sendAt: '2026-05-04T09:00:00.000Z' }),
    ]
    expect(stillHere(list).map(one => one.id)).toEqual([3, 1])
  })

  it('its writer and admins take it back, until it is on its way', () => {
    const ana = { id: 7, profile: 'user', super: false }
    const admin = { id: 9, profile: 'admin', super: false }
    expect(mayRemove(a({ userId: 7 }), ana)).toBe(true)
    expect(mayRemove(a({ userId: 8 }), ana)).toBe(false)
    expect(mayRemove(a({ userId: 8 }), admin)).toBe(true)
    expect(mayRemove(a({ userId: 7, status: 'AGENDADA' }), ana)).toBe(false)
    expect(mayRemove(a({ userId: 7, status: 'AGENDADA', waitsForNumber: true }), ana)).toBe(true)
    expect(mayRemove(a({ userId: 7 }), null)).toBe(false)
  })

  it('is changed by its writer and admins until it has left; legacy servers let only admins change what waits', () => {
    const ana = { id: 7, profile: 'user', super: false }
    const admin = { id: 9, profile: 'admin', super: false }
    const may = (over: object, who: typeof ana | null, own = true) =>
      mayChange(a({ userId: 7, ...over }), who, own)
    expect([may({}, ana), may({ status: 'ERRO' }, ana), may({}, admin)]).toEqual([true, true, true])
    expect([may({ userId: 8 }, ana), may({}, null)]).toEqual([false, false])
    for (const status of ['AGENDADA', 'ENVIADA']) expect(may({ status }, admin)).toBe(false)
    expect(may({ status: 'AGENDADA', waitsForNumber: true }, ana)).toBe(true)
    expect(may({ sentAt: '2026-05-04T12:00:00.000Z' }, admin)).toBe(false)
    expect([may({}, ana, false), may({}, admin, false), may({ status: 'ERRO' }, admin, false)]).toEqual([
      false,
      true,
      false,
    ])
  })

  it('is called by its status, or by what it waits for', () => {
    const due = Date.parse('2026-05-04T12:00:00.000Z')
    const word = (over: object, now = due) =>
      wordOf(a({ sendAt: '2026-05-04T12:00:00.000Z', sentAt: null, ...over }), now)
    expect(word({ status: 'AGENDADA' })).toBe('AGENDADA')
    expect(word({ status: 'AGENDADA', waitsForNumber: true })).toBe('number')
    // One that should have left long since is late, unless it is known why.
    const later = due + 6 * 60_000
    expect(['PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO'].map(status => word({ status }, later))).toEqual([
      'late',
      'late',
      'ENVIADA',
      'ERRO',
    ])
    expect(word({ status: 'AGENDADA', waitsForNumber: true }, later)).toBe('number')
  })

  it('waits, was sent or failed', () => {
    const states = ['PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO'].map(status => stateOf(a({ status })))
    expect(states).toEqual(['waiting', 'waiting', 'sent', 'failed'])
  })
})
