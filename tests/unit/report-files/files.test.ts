import { buffer } from 'node:stream/consumers'
import {
  costFigures,
  costReport,
  DURATIONS,
  type Figures,
  type FiguresReport,
  figuresReport,
  REPORT_TABLES,
  type ReportTicket,
} from '@contract'
import { read, utils } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import {
  type ReportSource,
  reportCsv,
  reportWorkbook,
} from '../../../electron/server/doors/report-files/report'
import { workbook } from '../../../electron/server/doors/report-files/workbook'
import { soon } from '../../support/soon'

const figuresOf = (counts: Partial<Figures['counts']>, median: number | null): Figures => ({
  counts: {
    ...{ arrived: 0, resolved: 0, answered: 0, reopened: 0, abandoned: 0, transferred: 0, transfers: 0 },
    ...{ oneTouch: 0, botAnswered: 0, botSolved: 0, handedOver: 0, asked: 0, rated: 0, satisfied: 0 },
    ...{ rateSum: 0, kept: 0, missed: 0 },
    ...counts,
  },
  durations: Object.fromEntries(
    DURATIONS.map(name => {
      const summary = { n: median === null ? 0 : 1, median, p90: median, mean: median }
      return [name, { calendar: summary, business: { n: 0, median: null, p90: null, mean: null } }]
    }),
  ) as Figures['durations'],
  presence: null,
})

const total = figuresOf({ arrived: 4, resolved: 3, rated: 2, satisfied: 1, rateSum: 4 }, 90_500)
const none = Object.fromEntries(DURATIONS.map(name => [name, { calendar: [], business: [] }]))
const report = (rows: FiguresReport['rows']): FiguresReport =>
  figuresReport.parse({
    zone: 'America/Sao_Paulo',
    rows,
    total,
    previous: figuresOf({ arrived: 2 }, null),
    distributions: none,
    levels: [],
  })

const ticket = (at: number): ReportTicket => ({
  cycleId: at,
  ticketId: at,
  uuid: `uuid-${at}`,
  contactName: at === 1 ? '=HYPERLINK("http://mau.exemplo";"clique")' : `Cliente ${at} <&> "`,
  queueId: 7,
  userId: null,
  whatsappId: null,
  // Summer time had begun in Brazil: two hours behind UTC.
  queuedAt: '2018-12-31T02:30:00.000Z',
  finishedAt: null,
  ms: 61_000,
  rate: 3,
})

const source = (tickets: AsyncIterable<ReportTicket[]>, rows: FiguresReport['rows'] = []): ReportSource => ({
  zone: 'America/Sao_Paulo',
  figures: async by => report(by === 'hour' ? [{ key: '25', name: '', figures: total }] : rows),
  campaigns: async () => [],
  costs: async () =>
    costReport.parse({ zone: 'America/Sao_Paulo', numbers: 1, rates: null, total: costFigures([], null) }),
  forecast: async () => ({
    ...{ zone: 'America/Sao_Paulo', from: '2026-03-02', counting: false, share: 0.8, seconds: 300 },
    forecast: null,
  }),
  tickets: () => tickets,
  async *ratings() {},
  names: async () => ({ queue: new Map([[7, 'Suporte']]), user: new Map(), connection: new Map() }),
})
async function* some(...slices: ReportTicket[][]) {
  yield* slices
}
const wish = { clock: 'calendar', language: 'pt', measured: true } as const

describe('a table as CSV', () => {
  it('is marked as UTF-8, parted as the language’s spreadsheets expect, and runs no formula', async () => {
    const file = await reportCsv(source(some([ticket(1)], [ticket(2)])), { ...wish, tables: ['tickets'] })
    const text = (await buffer(file)).toString('utf8')
    expect(text.startsWith('\uFEFFTicket;Contato;')).toBe(true)
    expect(text).toContain('Tempo medido (segundos)')
    const [, first = '', second] = text.trimEnd().split('\r\n')
    expect(first).toContain(`"'=HYPERLINK(""http://mau.exemplo"";""clique"")"`)
    expect(first).toContain('2018-12-31 00:30:00')
    expect(second).toBe('2;"Cliente 2 <&> """;Suporte;;;2018-12-31 00:30:00;;3;61')
  })

  it('writes decimals as the language does, durations in seconds and shares in percent', async () => {
    const rows = [{ key: '2026-03-10', name: '', figures: total }]
    const text = async (language: 'pt' | 'en') =>
      (await buffer(await reportCsv(source(some(), rows), { ...wish, language, tables: ['day'] }))).toString(
        'utf8',
      )
    const [heading = '', day = ''] = (await text('pt')).split('\r\n')
    const at = (title: string): number => heading.split(';').indexOf(title)
    expect(day.split(';')[0]).toBe('2026-03-10')
    expect(day.split(';')[at('Primeira resposta, mediana (segundos)')]).toBe('91')
    const english = (await text('en')).split('\r\n')[1] ?? ''
    expect(english.split(',')).toContain('50')
    expect(day.split(';')).toContain('50')
  })

  it('has the mean of ratings with a comma where the language has one', async () => {
    const rows = [{ key: '7', name: 'Suporte', figures: figuresOf({ rated: 3, rateSum: 8 }, null) }]
    const file = await reportCsv(source(some(), rows), { ...wish, tables: ['queue'] })
    expect((await buffer(file)).toString('utf8')).toContain(';2,67;')
  })
})

describe('a workbook', () => {
  it('has a sheet for each table, with numbers and dates that are numbers and dates', async () => {
    const rows = [{ key: '2026-03-10', name: '', figures: total }]
    const file = await reportWorkbook(source(some([ticket(1)], [ticket(2)]), rows), {
      ...wish,
      tables: REPORT_TABLES,
    })
    const book = read(await buffer(file), { cellDates: true, cellStyles: true })
    expect(book.SheetNames).toHaveLength(REPORT_TABLES.length)
    const tickets = book.Sheets.Tickets
    expect(tickets).toBeDefined()
    if (!tickets) return
    // A text that begins as a formula is a text.
    expect(tickets.B2).toMatchObject({ t: 's', v: ticket(1).contactName })
    expect(tickets.B2.f).toBeUndefined()
    expect(tickets.A3).toMatchObject({ t: 'n', v: 2 })
    // The wall clock of the company, not of this computer.
    expect(tickets.F2.t).toBe('d')
    expect(tickets.F2.w).toBe('2018-12-31 00:30:00')
    const day = utils.sheet_to_json<(string | number)[]>(book.Sheets['Por dia'] ?? {}, { header: 1 })
    expect(day[0]?.slice(0, 3)).toEqual(['Dia', 'Conversas', 'Resolvidas'])
    expect(day[1]?.slice(1, 3)).toEqual([4, 3])
    const csat = day[0]?.indexOf('Satisfação (CSAT)') ?? -1
    expect(day[1]?.[csat]).toBe(0.5)
  })

  it('names the hours of the week, of which it tells what arrived', async () => {
    const file = await reportWorkbook(source(some()), { ...wish, tables: ['hour'] })
    const [sheet] = Object.values(read(await buffer(file)).Sheets)
    expect(utils.sheet_to_json(sheet ?? {}, { header: 1 })).toEqual([
      ['Hora', 'Conversas'],
      ['terça-feira 01:00', 4],
      ['Total', 4],
    ])
  })

  it('goes on in a further sheet where rows are too many for one', async () => {
    const sheetOf = (name: string, count: number) => ({
      name,
      headings: ['N'],
      columns: [{ title: 'N', kind: 'number' as const }],
      async *slices() {
        for (let at = 0; at < count; at += 3)
          yield Array.from({ length: Math.min(3, count - at) }, (_, n) => [at + n])
      },
    })
    const book = read(await buffer(workbook([sheetOf('Onze', 11), sheetOf('Cinco', 5)], 'UTC', 6)))
    const rows = (name: string) => utils.sheet_to_json(book.Sheets[name] ?? {}, { header: 1 })
    // Six rows, of which one is the heading; what fits exactly has no empty one behind it.
    expect(book.SheetNames).toEqual(['Onze', 'Onze (2)', 'Onze (3)', 'Cinco'])
    expect([rows('Onze'), rows('Onze (3)')]).toEqual([
      [['N'], [0], [1], [2], [3], [4]],
      [['N'], [10]],
    ])
    expect(rows('Cinco')).toEqual([['N'], [0], [1], [2], [3], [4]])
  })

  it('reads no further, and lets go of what it reads from, once nobody reads it', async () => {
    let [made, ended] = [0, false]
    async function* endless() {
      try {
        for (;;) {
          made += 500
          yield Array.from({ length: 500 }, (_, at) => ticket(made + at))
        }
      } finally {
        ended = true
      }
    }
    const file = await reportWorkbook(source(endless()), { ...wish, tables: ['tickets'] })
    for await (const _part of file) if (made > 5_000) break
    await soon(() => expect(ended).toBe(true))
    const before = made
    await new Promise(resolve => setImmediate(resolve))
    expect(made).toBe(before)
  })

  it('breaks off where its rows do: a file that was cut is no file', async () => {
    async function* broken() {
      yield [ticket(1)]
      throw new Error('the database went away')
    }
    const file = await reportWorkbook(source(broken()), { ...wish, tables: ['tickets'] })
    await expect(buffer(file)).rejects.toThrow('the database went away')
  })

  it('keeps names of sheets apart and as long as they may be', async () => {
    const file = await reportWorkbook(source(some()), { ...wish, language: 'es', tables: REPORT_TABLES })
    const { SheetNames: names } = read(await buffer(file))
    expect(new Set(names.map(name => name.toLowerCase())).size).toBe(names.length)
    expect(names.every(name => name.length <= 31)).toBe(true)
  })
})
