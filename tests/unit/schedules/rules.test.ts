import dayjs from 'dayjs'
import { describe, expect, it } from 'vitest'
import { schedule as scheduleSchema } from '../../../src/contract'
import { isAhead, isPicture, mayRemove, proposedTime, stillHere } from '../../../src/features/schedules/rules'

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
    const now = dayjs('2026-05-04T10:20:42.500').valueOf()
    expect(proposedTime(now).format('DD/MM/YYYY HH:mm:ss')).toBe('04/05/2026 11:20:00')
  })

  it('a time that has passed, or is none, cannot be kept', () => {
    const now = dayjs('2026-05-04T10:20:00').valueOf()
    expect(isAhead(dayjs('2026-05-04T10:20:00'), now)).toBe(false)
    expect(isAhead(dayjs('2026-05-04T10:21:00'), now)).toBe(true)
    expect(isAhead(dayjs('never'), now)).toBe(false)
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
    expect(mayRemove(a({ userId: 7 }), null)).toBe(false)
  })
})
