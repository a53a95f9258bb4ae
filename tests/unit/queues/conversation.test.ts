import { DEFAULT_HOURS, queue as queueSchema, whatsapp } from '@contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  botFor,
  conversation,
  daysFrom,
  instantIn,
  nextHour,
  type Surroundings,
} from '@/features/queues/phone/conversation'
import { clockIn } from '../../../src/contract/time-zone'

const ZONE = 'America/Sao_Paulo'
const vendas = queueSchema.parse({ id: 1, name: 'Vendas', color: '#123456', greetingMessage: 'gravada' })
const suporte = queueSchema.parse({
  id: 2,
  name: 'Suporte',
  color: '#654321',
  greetingMessage: 'Suporte aqui',
})
const around = (over: Partial<Surroundings> = {}): Surroundings => ({
  connection: null,
  queues: [vendas, suporte],
  trees: new Map(),
  setting: () => undefined,
  timeZone: ZONE,
  companyHours: [],
  holidays: [],
  brackets: false,
  ...over,
})
const edited = {
  id: 1,
  name: 'Vendas',
  greetingMessage: '{{ms}}, {{firstName}}',
  outOfHoursMessage: 'Voltamos às 8.',
  hours: DEFAULT_HOURS,
  mediaPath: null,
  mediaName: null,
  options: [],
}
/** Wednesday, ten in the morning there. */
const TEN = instantIn(ZONE, '2026-01-07', 600)

describe('the phone', () => {
  it('shows the form as it stands, with variables filled, and says that a person is waited for', () => {
    expect(conversation(botFor(edited, around()), ['Oi'], TEN).lines).toEqual([
      { from: 'customer', text: 'Oi' },
      { from: 'bot', text: 'Bom dia, Maria', mediaPath: null, mediaName: null },
      { from: 'note', note: 'waits', queue: 'Vendas' },
    ])
  })

  it('begins with the menu of the number’s queues where there are several, in their order', () => {
    const connection = whatsapp.parse({
      id: 5,
      name: 'Central',
      greetingMessage: 'Bem-vindo',
      queues: [{ id: 2 }, { id: 1 }].map(one => ({ ...one, name: '', color: '' })),
    })
    const { lines } = conversation(botFor(edited, around({ connection })), ['Oi', '2'], TEN)
    expect(lines[1]).toMatchObject({ text: 'Bem-vindo\n\n*1* - Vendas\n*2* - Suporte' })
    expect(lines[3]).toMatchObject({ text: 'Suporte aqui' })
  })

  it('takes in the menus of an earlier server what that one takes: the number alone', () => {
    const option = { id: 7, parentId: null, position: 1, exitChatbot: false, forwardQueueId: null }
    const options = [
      { ...option, stored: '1', title: 'Boletos', message: 'Segue', mediaPath: null, mediaName: null },
    ]
    const bot = botFor({ ...edited, options }, around({ brackets: true }))
    const last = (...words: string[]) =>
      conversation(bot, ['Oi', ...words], TEN).lines.findLast(line => line.from === 'bot')
    const menu = last()
    expect(last('1')).toMatchObject({ text: expect.stringMatching(/^Segue/) })
    for (const words of ['1.', '*1*', '1 - Boletos', 'opção 1', 'Boletos', '#.', 'Menu inicial'])
      expect(last(words)).toEqual(menu)
  })
})

it('a closed queue says so by its own hours, and on holidays', () => {
  const surroundings = around({ setting: key => ({ scheduleType: 'queue' })[key] })
  const first = (at: Date, holidays: Surroundings['holidays'] = []) =>
    conversation(botFor(edited, { ...surroundings, holidays }), ['Oi'], at).lines[1]
  const closed = { text: 'Voltamos às 8.' }
  expect(first(instantIn(ZONE, '2026-01-11', 600))).toMatchObject(closed)
  expect(first(TEN, [{ day: '2026-01-07', startTime: '', endTime: '' }])).toMatchObject(closed)
  expect(first(TEN)).toMatchObject({ text: 'Bom dia, Maria' })
})

describe('the clock of the phone', () => {
  it('shows the chosen day and time in any zone, also where clocks change', () => {
    const zones = fc.constantFrom(
      ZONE,
      'America/New_York',
      'Europe/Lisbon',
      'Pacific/Kiritimati',
      'Asia/Kolkata',
      'UTC',
    )
    fc.assert(
      fc.property(
        zones,
        fc.integer({ min: 0, max: 364 }),
        fc.integer({ min: 4 * 60, max: 1_439 }),
        (zone, day, minutes) => {
          const date = daysFrom('2026-01-01', 365)[day] ?? ''
          const clock = clockIn(zone, instantIn(zone, date, minutes))
          const shown = `${clock.year}-${String(clock.month).padStart(2, '0')}-${String(clock.day).padStart(2, '0')}`
          expect([shown, clock.hour * 60 + clock.minute]).toEqual([date, minutes])
        },
      ),
    )
  })

  it('finds an open and a closed hour on days that are no holidays', () => {
    const holidays = [{ day: '2026-01-05', startTime: '', endTime: '' }]
    const days = daysFrom('2026-01-05', 7)
    const opening = { days: DEFAULT_HOURS, holidays, timeZone: ZONE }
    expect(nextHour(opening, days, true)).toEqual({ day: '2026-01-06', minutes: 600 })
    expect(nextHour(opening, days, false)).toEqual({ day: '2026-01-06', minutes: 1_200 })
    expect(nextHour({ ...opening, days: [] }, days, false)).toBeNull()
  })
})
