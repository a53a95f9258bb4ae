/**
 * An .xlsx file made while it is sent: rows are read slice by slice, so that 200,000 rows are never in memory
 * (@e965/xlsx holds a whole workbook). ECMA-376, SpreadsheetML.
 */
import { Readable } from 'node:stream'
import { offsetIn, type ReportCell, type ReportColumn, wellFormed } from '@contract'
import { ZipFile } from 'yazl'

export interface Sheet {
  /** The sheet's name; shortened if necessary. */
  name: string
  /** With their units. */
  headings: readonly string[]
  columns: readonly ReportColumn[]
  slices(): AsyncIterable<ReportCell[][]>
}

/** Rows a sheet may have. */
const MOST_ROWS = 1_048_576
/** Characters a cell may have. */
const CELL_CHARS = 32_767
/** Days of a spreadsheet's calendar before 1970. */
const EPOCH_DAY = 25_569
const DAY_MS = 86_400_000

/** Formats by place in `cellXfs`. */
const STYLE: Record<ReportColumn['kind'] | 'heading', number> = {
  text: 0,
  heading: 1,
  number: 2,
  seconds: 2,
  decimal: 3,
  percent: 4,
  instant: 5,
  day: 6,
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no place for them.
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const ENTITY: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string =>
  wellFormed(text)
    .replace(NOT_XML, '')
    .replace(/[&<>"]/g, char => ENTITY[char] ?? char)

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const STYLES = `${HEAD}<styleSheet ${MAIN}><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7">${[
  [0, 0],
  [0, 1],
  [1, 0],
  [2, 0],
  [10, 0],
  [164, 0],
  [165, 0],
]
  .map(
    ([format, font]) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
  )
  .join('')}</cellXfs></styleSheet>`

/** A, B, ... Z, AA. */
function letters(at: number): string {
  const rest = Math.floor(at / 26)
  return (rest > 0 ? letters(rest - 1) : '') + String.fromCharCode(65 + (at % 26))
}

const textCell = (place: string, text: string, style: number): string =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, CELL_CHARS))}</t></is></c>`

/** The spreadsheet's day number with fraction, on the wall clock of a zone. */
const serialOf = (zone: string, at: Date): number => (at.getTime() + offsetIn(zone, at)) / DAY_MS + EPOCH_DAY

function cell(place: string, kind: ReportColumn['kind'], value: ReportCell, zone: string): string {
  if (value === null || value === '') return ''
  const style = STYLE[kind]
  if (typeof value === 'number') return `<c r="${place}" s="${style}"><v>${value}</v></c>`
  // A text never runs as a formula, because its cell is marked as text.
  if (kind === 'instant')
    return `<c r="${place}" s="${style}"><v>${serialOf(zone, new Date(value)).toFixed(8)}</v></c>`
  if (kind === 'day')
    return `<c r="${place}" s="${style}"><v>${Date.parse(`${value}T00:00:00Z`) / DAY_MS + EPOCH_DAY}</v></c>`
  return textCell(place, value, STYLE.text)
}

/** The rows of one table as one or more sheets, each as long as a sheet may be. */
interface Parts {
  /** The next sheet. */
  part(): AsyncGenerator<Buffer>
  /** Whether rows are left for another sheet; known when a part has ended. */
  hasMore(): boolean
}

function partsOf({ headings, columns, slices }: Sheet, zone: string, mostRows: number): Parts {
  const places = columns.map((_, at) => letters(at))
  const widths = columns
    .map(
      ({ kind }, at) =>
        `<col min="${at + 1}" max="${at + 1}" width="${kind === 'text' ? 28 : 18}" customWidth="1"/>`,
    )
    .join('')
  const heading = headings.map((title, at) => textCell(`${places[at]}1`, title, STYLE.heading)).join('')
  const head = `${HEAD}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData><row r="1">${heading}</row>`
  const rowXml = (row: ReportCell[], line: number): string => {
    const cells = row.map((value, at) =>
      cell(`${places[at]}${line}`, columns[at]?.kind ?? 'text', value, zone),
    )
    return `<row r="${line}">${cells.join('')}</row>`
  }
  const coming = slices()[Symbol.asyncIterator]()
  /** Read but not written yet. */
  let left: ReportCell[][] = []
  /** @returns whether there is any row. */
  const read = async (): Promise<boolean> => {
    while (left.length === 0) {
      const { done, value } = await coming.next()
      if (done) return false
      left = value
    }
    return true
  }
  return {
    hasMore: () => left.length > 0,
    async *part() {
      let isWhole = false
      try {
        yield Buffer.from(head)
        let line = 1
        while (await read()) {
          if (line === mostRows) break
          const rows = left.slice(0, mostRows - line)
          left = left.slice(rows.length)
          const xml = rows.map((row, at) => rowXml(row, line + at + 1)).join('')
          line += rows.length
          yield Buffer.from(xml)
          await new Promise(resolve => setImmediate(resolve))
        }
        isWhole = true
        yield Buffer.from('</sheetData></worksheet>')
      } finally {
        if (!isWhole) await coming.return?.()
      }
    },
  }
}

/** Names as sheets may have them: 31 characters, without forbidden ones, unique. */
function namesOf(titles: readonly string[]): string[] {
  const taken = new Set<string>()
  return titles.map((name, at) => {
    const plain = name
      .replace(/[[\]:*?/\\]/g, ' ')
      .replace(/^'+|'+$/g, '')
      .trim()
      .slice(0, 31)
    const own =
      plain === '' || taken.has(plain.toLowerCase()) ? `${plain.slice(0, 27)} ${at + 1}`.trim() : plain
    taken.add(own.toLowerCase())
    return own
  })
}

/** The list of sheets, written after all of them. */
function about(titles: readonly string[]): [path: string, xml: string][] {
  const numbers = titles.map((_, at) => at + 1)
  const sheets = namesOf(titles)
    .map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('')
  const parts = numbers
    .map(n => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`)
    .join('')
  const targets = numbers
    .map(n => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)
    .join('')
  return [
    ['xl/workbook.xml', `${HEAD}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${sheets}</sheets></workbook>`],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${targets}<Relationship Id="rId${titles.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', STYLES],
    [
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${parts}</Types>`,
    ],
  ]
}

/**
 * The file, made while it is read. Tables too long for a sheet continue on the next.
 * @param zone instants are shown in.
 * @param mostRows of a sheet, including its heading.
 */
export function workbook(sheets: readonly Sheet[], zone: string, mostRows = MOST_ROWS): Readable {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  const titles: string[] = []
  let under: Readable | null = null
  const finish = (): void => {
    for (const [path, xml] of about(titles)) zip.addBuffer(Buffer.from(xml), path)
    zip.end()
  }
  const add = (at: number): void => {
    const sheet = sheets[at]
    if (!sheet) {
      finish()
      return
    }
    const parts = partsOf(sheet, zone, mostRows)
    const addPart = (n: number): void => {
      titles.push(n === 1 ? sheet.name : `${sheet.name.slice(0, 25)} (${n})`)
      zip.addReadStreamLazy(`xl/worksheets/sheet${titles.length}.xml`, {}, give => {
        const stream = Readable.from(parts.part())
        under = stream
        // An error breaks the file off, so that the reader notices.
        stream.on('error', error => out.destroy(error))
        stream.once('end', () => (parts.hasMore() ? addPart(n + 1) : add(at + 1)))
        give(null, stream)
      })
    }
    addPart(1)
  }
  // Ends it when the reader stops.
  out.on('close', () => under?.destroy())
  add(0)
  return out
}
