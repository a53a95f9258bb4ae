/** A report as tables: the figures at once, the rows behind them slice by slice; as CSV or as a workbook. */
import { Readable } from 'node:stream'
import type {
  ComingWeek,
  CostGroup,
  CostReport,
  FigureClock,
  FiguresReport,
  Grouping,
  Language,
  ReportCampaign,
  ReportCell,
  ReportRating,
  ReportTable,
  ReportTableName,
  ReportTicket,
} from '@contract'
import { costsTable, EXPORTED_COSTS } from './costs-table'
import { csvText, headingOf } from './csv'
import {
  campaignsTable,
  distributionTable,
  forecastTable,
  groupingsIn,
  groupTable,
  levelsTable,
  rowsTable,
  secondsOf,
  summaryTable,
} from './tables'
import { reportTexts } from './texts'
import { workbook } from './workbook'

/** What a report is made from, with a person's rights and filters. */
export interface ReportSource {
  /** The company's zone. */
  zone: string
  figures(by: Grouping | undefined): Promise<FiguresReport>
  campaigns(): Promise<ReportCampaign[]>
  costs(by: CostGroup | 'month'): Promise<CostReport>
  /** The coming week. */
  forecast(): Promise<ComingWeek>
  /** Tickets behind the figures, the latest first. */
  tickets(): AsyncIterable<ReportTicket[]>
  ratings(): AsyncIterable<ReportRating[]>
  /** Names of queues, people and connections by id. */
  names(): Promise<Record<'queue' | 'user' | 'connection', ReadonlyMap<number, string>>>
}

export interface ReportWish {
  tables: readonly ReportTableName[]
  clock: FigureClock
  language: Language
  /** Whether tickets come with their measurements. */
  measured: boolean
}

const isRows = (table: ReportTableName): table is 'tickets' | 'ratings' =>
  table === 'tickets' || table === 'ratings'

/** The tables of figures in the order of REPORT_TABLES; figures are asked for once for each grouping. */
async function figureTables(source: ReportSource, wish: ReportWish): Promise<ReportTable[]> {
  const { tables, clock, language } = wish
  const named = { t: reportTexts(language), language, clock }
  const found: ReportTable[] = []
  const groupings = groupingsIn(tables)
  const whole = ['summary', 'distribution', 'levels'].some(name => tables.includes(name as ReportTableName))
    ? await source.figures(undefined)
    : null
  if (whole && tables.includes('summary')) found.push(summaryTable(named, whole))
  for (const by of groupings) found.push(groupTable(named, by, await source.figures(by)))
  if (whole && tables.includes('distribution')) found.push(distributionTable(named, whole))
  if (whole && tables.includes('levels')) found.push(levelsTable(named, whole))
  if (tables.includes('campaigns')) found.push(campaignsTable(named, await source.campaigns()))
  if (tables.includes('costs')) {
    const reports = new Map<(typeof EXPORTED_COSTS)[number], CostReport>()
    for (const by of EXPORTED_COSTS) reports.set(by, await source.costs(by))
    found.push(costsTable(named, reports))
  }
  if (tables.includes('forecast')) found.push(forecastTable(named, await source.forecast()))
  return found
}

/** One table whose rows come slice by slice. */
interface Streamed {
  table: ReportTable
  slices(): AsyncIterable<ReportCell[][]>
}

async function rowTables(source: ReportSource, { tables, clock, language, measured }: ReportWish) {
  const wanted = tables.filter(isRows)
  if (wanted.length === 0) return []
  const names = await source.names()
  const of = (kind: keyof typeof names, id: number | null): string =>
    id === null ? '' : (names[kind].get(id) ?? `${id}`)
  return wanted.map(
    (name): Streamed => ({
      table: rowsTable({ t: reportTexts(language), language, clock }, name, measured),
      async *slices() {
        if (name === 'ratings')
          for await (const rows of source.ratings())
            yield rows.map(one => [
              one.ticketId,
              one.contactName,
              of('queue', one.queueId),
              of('user', one.userId),
              one.rate,
              one.comment,
              one.createdAt,
            ])
        else
          for await (const rows of source.tickets())
            yield rows.map(one => [
              one.ticketId,
              one.contactName,
              of('queue', one.queueId),
              of('user', one.userId),
              of('connection', one.whatsappId),
              one.queuedAt,
              one.finishedAt,
              one.rate,
              ...(measured ? [secondsOf(one.ms)] : []),
            ])
      },
    }),
  )
}

const whole = (table: ReportTable): Streamed => ({
  table,
  async *slices() {
    yield table.rows
  },
})

function headings({ columns }: ReportTable, language: Language): string[] {
  const t = reportTexts(language)
  return columns.map(column => headingOf(column, kind => t(`reportFiles.units.${kind}`)))
}

/** The requested table as CSV. */
export async function reportCsv(source: ReportSource, wish: ReportWish): Promise<Readable> {
  const streamed = [...(await figureTables(source, wish)).map(whole), ...(await rowTables(source, wish))]
  const { zone } = source
  const { language } = wish
  async function* text() {
    for (const { table, slices } of streamed)
      yield* csvText(headings(table, language), table.columns, slices(), { zone, language })
  }
  return Readable.from(text())
}

/** The requested tables as sheets of one workbook. */
export async function reportWorkbook(source: ReportSource, wish: ReportWish): Promise<Readable> {
  const { language } = wish
  const streamed = [...(await figureTables(source, wish)).map(whole), ...(await rowTables(source, wish))]
  const t = reportTexts(language)
  return workbook(
    streamed.map(({ table, slices }) => ({
      name: table.title,
      // A sheet formats percentages itself.
      headings: table.columns.map(column =>
        column.kind === 'seconds' ? headingOf(column, kind => t(`reportFiles.units.${kind}`)) : column.title,
      ),
      columns: table.columns,
      slices,
    })),
    source.zone,
  )
}
