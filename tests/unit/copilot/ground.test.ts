import { expect, it } from 'vitest'
import { groundingFrom } from '../../../electron/copilot/ground'

it('tells the hours a queue keeps, and none of days that are closed or of hours that nobody keeps', () => {
  const schedules = [
    { weekday: 'Sexta', weekdayEn: 'friday', startTime: '08:00', endTime: '18:00' },
    { weekday: 'Domingo', weekdayEn: 'sunday', startTime: '00:00', endTime: '00:00' },
  ]
  const told = (queueHours: boolean): string =>
    JSON.stringify(
      groundingFrom({
        turns: [],
        articles: [],
        quickMessages: [],
        queue: { id: 1, name: 'Vendas', greetingMessage: 'Olá', schedules },
        queueHours,
        earlier: [],
        customer: null,
        tags: [],
        protocol: '1',
        fill: text => text,
      }),
    )
  expect(told(true)).toContain('Sexta: 08:00 às 18:00')
  expect(told(true)).not.toContain('Domingo')
  expect(told(false)).toContain('Olá')
  expect(told(false)).not.toContain('Sexta')
})
