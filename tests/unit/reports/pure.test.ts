import { describe, expect, it } from 'vitest'
import { changeOf, figureText, figureValue, ticketsBehind } from '@/features/figures'
import { distributionOf } from '@/features/reports/distribution'
import { exportedOf } from '@/features/reports/exported'
import { daysOf, filterIn, paramsOf, queryOf, stepOf } from '@/features/reports/filter'
import { axisLabels } from '@/features/reports/labels'
import { linesOf } from '@/features/reports/picture'
import { SECTIONS } from '@/features/reports/sections'
import { formatters } from '@/i18n'
import { someFigures } from './answers'

const inAddress = (text: string) => filterIn(new URLSearchParams(text))

describe('the filter in the address', () => {
  it('comes back as it was written, and usual values are not written', () => {
    expect(paramsOf(inAddress('')).toString()).toBe('')
    const address =
      'from=2026-03-01&to=2026-03-09&compare=0&queues=1%2C0&people=7&connections=3&tag=5&rate=2&silent=1&clock=business&stat=p90'
    expect(paramsOf(inAddress(address)).toString()).toBe(address)
  })

  it('takes nothing that is no value of it', () => {
    const usual = inAddress('')
    for (const bad of [
      'period=8',
      'from=2026-02-30&to=2026-03-01',
      'from=2026-03-02&to=2026-03-01',
      'from=2020-01-01&to=2026-01-01',
    ])
      expect(inAddress(bad), bad).toEqual(usual)
    expect(inAddress('queues=1,x,-2,3').queueIds).toEqual([1, 3])
    expect(inAddress('stat=worst&clock=moon&tag=a&rate=4&silent=x')).toEqual(usual)
  })

  it('means days of the calendar, today included', () => {
    expect(daysOf('7', '2026-03-03')).toEqual({ from: '2026-02-25', to: '2026-03-03' })
    expect(daysOf('month', '2026-03-03')).toEqual({ from: '2026-03-01', to: '2026-03-03' })
    expect(daysOf('lastMonth', '2026-03-03')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(queryOf(inAddress('queues=4&tag=0'), '2026-03-30')).toEqual({
      from: '2026-03-01',
      to: '2026-03-30',
      queueIds: [4],
      tagId: 0,
    })
  })

  it('is drawn by days, weeks or months', () => {
    expect(stepOf({ from: '2026-01-01', to: '2026-03-03' })).toBe('day')
    expect(stepOf({ from: '2026-01-01', to: '2026-03-04' })).toBe('week')
    expect(stepOf(daysOf('365', '2026-03-04'))).toBe('month')
  })
})

describe('what a section offers to be saved', () => {
  const tablesOf = (key: string, address = '') => {
    const filter = inAddress(address)
    const section = SECTIONS.find(one => one.key === key)
    if (!section) throw new Error('no such section')
    const days = daysOf(filter.period, '2026-03-30')
    const query = queryOf(filter, '2026-03-30')
    return exportedOf(section, { filter, days, query, step: stepOf(days), show: () => {} })
  }

  it('are the tables it shows, each of them one that is exported', () => {
    // The forecast is no report of a period, and has no file.
    const sections = SECTIONS.filter(({ key }) => key !== 'forecast')
    expect(Object.fromEntries(sections.map(({ key }) => [key, tablesOf(key).tables]))).toEqual({
      overview: ['summary', 'day', 'distribution', 'hour'],
      conversations: ['summary', 'day', 'distribution'],
      agents: ['summary', 'user'],
      queues: ['summary', 'queue'],
      connections: ['summary', 'connection'],
      tags: ['summary', 'tag'],
      campaigns: ['campaigns'],
      costs: ['costs'],
      bot: ['summary', 'day'],
      csat: ['summary', 'day', 'ratings'],
      sla: ['summary', 'day', 'levels'],
    })
    expect(tablesOf('bot', 'period=365').tables).toEqual(['summary', 'month'])
  })

  it('are filtered as the screen is: of the ratings those that are listed', () => {
    const query = { from: '2026-03-01', to: '2026-03-30', queueIds: [4], compare: false, clock: 'business' }
    const address = 'queues=4&compare=0&clock=business&rate=1'
    expect(tablesOf('csat', address).query).toEqual({ ...query, rate: 1, withComment: true })
    expect(tablesOf('csat', `${address}&silent=1`).query).toMatchObject({ withComment: false })
    // Elsewhere all that were given.
    expect(tablesOf('queues', address).query).toEqual(query)
  })
})

describe('figures', () => {
  const reading = { clock: 'business', statistic: 'p90' } as const
  const format = formatters('pt')
  it('are read by clock and statistic, and say nothing where there is nothing', () => {
    const some = someFigures({ arrived: 8, resolved: 4, oneTouch: 1, kept: 3, missed: 1 })
    const text = (figure: Parameters<typeof figureValue>[0]) =>
      figureText(figure, figureValue(figure, some, reading), format)
    expect(text('firstAnswer')).toBe('10 min')
    expect(text('oneTouchRate')).toBe('25%')
    expect(text('deadlinesKept')).toBe('75%')
    for (const none of ['csat', 'meanRate', 'occupancy', 'online'] as const)
      expect(text(none), none).toBe('–')
  })
  it('are better or worse by what is good of each, and neither where that is unknown', () => {
    expect(changeOf('arrived', 12, 10)).toEqual({ by: 0.2, verdict: 'neutral' })
    expect(changeOf('abandoned', 5, 10)).toEqual({ by: -0.5, verdict: 'better' })
    expect(changeOf('csat', 0.8, 0.9)?.verdict).toBe('worse')
    // The only conversation of a day, whose promise was kept.
    expect(changeOf('kept', 1, 4)).toEqual({ by: -0.75, verdict: 'neutral' })
    expect(changeOf('firstAnswer', 60_000, null)).toBeNull()
    expect(changeOf('arrived', 3, 0)).toBeNull()
  })
  it('of people have no tickets behind them; of promises those that were missed', () => {
    expect(ticketsBehind('occupancy')).toBeNull()
    expect(ticketsBehind('deadlinesKept')).toBe('missed')
  })
  it('stand once in each section', () => {
    for (const { key, columns = [], tiles = [] } of SECTIONS) {
      expect(new Set(columns).size, key).toBe(columns.length)
      expect(new Set(tiles).size, key).toBe(tiles.length)
    }
  })
})

describe('the words above a picture', () => {
  const widthOf = (text: string): number => text.length
  it('are broken between words where they do not fit', () => {
    expect(linesOf('Loja Demo · 09/03/2026', 40, widthOf)).toEqual(['Loja Demo · 09/03/2026'])
    expect(linesOf('Loja Demo · 09/03/2026', 11, widthOf)).toEqual(['Loja Demo ·', '09/03/2026'])
    expect(linesOf('a Atendimentos b', 4, widthOf)).toEqual(['a', 'Atendimentos', 'b'])
  })
})

describe('a distribution', () => {
  it('joins the server’s bars to few that lose nothing and end where those end', () => {
    const bars = Array.from({ length: 90 }, (_, at) => ({ upToMs: Math.round(1_000 * 1.1 ** at), n: at % 7 }))
    const drawn = distributionOf(bars)
    expect(drawn.length).toBeLessThan(14)
    expect(drawn.reduce((sum, bar) => sum + bar.n, 0)).toBe(bars.reduce((sum, bar) => sum + bar.n, 0))
    drawn.forEach((bar, at) => {
      expect(bar.aboveMs).toBe(at === 0 ? 0 : drawn[at - 1]?.upToMs)
      const inside = bars.filter(one => one.upToMs > bar.aboveMs && one.upToMs <= (bar.upToMs ?? Infinity))
      expect(bar.n).toBe(inside.reduce((sum, one) => sum + one.n, 0))
    })
  })
  it('of nothing has no bars; of one ticket one', () => {
    expect(distributionOf([])).toEqual([])
    expect(distributionOf([{ upToMs: 200_000, n: 1 }])).toHaveLength(1)
  })
})

it('names on an axis are short and each stands once', () => {
  expect(axisLabels(['Ana', 'Ana', 'Atendimento ao cliente de Campinas'])).toEqual([
    'Ana',
    'Ana (2)',
    'Atendimento ao client…',
  ])
})
