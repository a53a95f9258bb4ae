import { utils, write } from '@e965/xlsx'
import { expect, it } from 'vitest'
import { SHEET, SheetError } from '../../../src/spreadsheet/faults'
import { readTable } from '../../../src/spreadsheet/read-table'
import { bytesOf, oleOf, PNG, workbook, zipOf } from './a-sheet'

const HEADING = ['Nome', 'Número', 'E-mail']
const fault = async (name: string, bytes: ReturnType<typeof bytesOf>): Promise<string> => {
  try {
    await readTable(name, bytes)
  } catch (error) {
    if (error instanceof SheetError) return error.fault
    throw error
  }
  return 'none'
}
const MARKS: Record<string, number> = { '’': 0x92, '–': 0x96, '“': 0x93, '”': 0x94, '€': 0x80 }
/** As Windows writes it. */
const windows = (words: string): number[] => [...words].map(letter => MARKS[letter] ?? letter.charCodeAt(0))
const text = (words: string) => bytesOf(Buffer.from(words))

it.each(['xlsx', 'biff8'] as const)(
  'reads a workbook (%s): numbers in full, lines as in the file',
  async kind => {
    const rows = [
      HEADING,
      ['Maria', 5511987654321, 'maria@exemplo.com.br'],
      [],
      ['José', '+55 (11) 98765-4322'],
    ]
    const table = await readTable(kind === 'xlsx' ? 'a.xlsx' : 'a.XLS', workbook({ Clientes: rows }, kind))
    expect(table.sheets).toEqual(['Clientes'])
    expect(table.rows).toEqual([
      { line: 1, cells: HEADING },
      { line: 2, cells: ['Maria', '5511987654321', 'maria@exemplo.com.br'] },
      { line: 4, cells: expect.arrayContaining(['José', '+55 (11) 98765-4322']) },
    ])
  },
)

/** A list behind a hidden sheet, its first person filtered away. */
function withHidden(bookType: 'xlsx' | 'biff8') {
  const hidden = utils.aoa_to_sheet([HEADING, ['Antiga', '5511900000009']])
  const shown = utils.aoa_to_sheet([HEADING, ['Filtrada', '5511900000002'], ['Ana', '5511900000001']])
  shown['!rows'] = [{}, { hidden: true }]
  const book = utils.book_new()
  utils.book_append_sheet(book, hidden, 'Velha')
  utils.book_append_sheet(book, shown, 'Lista')
  book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] }
  return bytesOf(new Uint8Array(write(book, { type: 'array', bookType, cellStyles: true })))
}

it('leaves out sheets and rows that are hidden', async () => {
  expect((await readTable('a.xls', withHidden('biff8'))).sheets).toEqual(['Lista'])
  const table = await readTable('a.xlsx', withHidden('xlsx'))
  expect([table.sheets, table.rows.map(({ line, cells }) => [line, cells[0]])]).toEqual([
    ['Lista'],
    [
      [1, 'Nome'],
      [3, 'Ana'],
    ],
  ])
})

it('reads the sheet that is asked for', async () => {
  const book = workbook({ Capa: [], Lista: [HEADING, ['Ana', '5511900000001']] })
  expect(await readTable('a.xlsx', book)).toMatchObject({ sheets: ['Capa', 'Lista'], rows: [] })
  expect((await readTable('a.xlsx', book, 1)).rows).toHaveLength(2)
})

it('reads text as programs write it: with a mark, another separator, another alphabet', async () => {
  const marked = await readTable('a.csv', text('\uFEFFNome;Número\r\n"Souza; Maria";5511987654321\r\n'))
  expect(marked.rows[1]).toEqual({ line: 2, cells: ['Souza; Maria', '5511987654321'] })
  const said = await readTable('a.csv', text('sep=|\r\nNome|Número\r\nAna|5511987654321'))
  expect(said.rows.map(row => row.line)).toEqual([2, 3])
  const latin = await readTable('a.csv', bytesOf(Buffer.from('Nome,Número\nJoão,5511987654321', 'latin1')))
  expect(latin.rows.map(row => row.cells[0])).toEqual(['Nome', 'João'])
  // "João, Conceição, Ênio, ÁGUA" as "CSV (MS-DOS)" has it, and as Windows does.
  const dos = [
    0x4a, 0x6f, 0xc6, 0x6f, 0x2c, 0x43, 0x6f, 0x6e, 0x63, 0x65, 0x69, 0x87, 0xc6, 0x6f, 0x2c, 0xd2, 0x6e,
  ]
  expect((await readTable('a.csv', bytesOf(dos))).rows[0]?.cells).toEqual(['João', 'Conceição', 'Ên'])
  for (const words of ['João,Conceição,AÇÃO', 'D’Ávila – “Zé” €,Ação', 'ÇA,nº 1ª'])
    expect((await readTable('a.csv', bytesOf(windows(words)))).rows[0]?.cells.join()).toBe(words)
  const wide = await readTable(
    'a.csv',
    bytesOf(Buffer.from('\uFEFFNome\tNúmero\nJoão\t5511987654321', 'utf16le')),
  )
  expect(wide.rows[1]?.cells).toEqual(['João', '5511987654321'])
})

const cellsOf = async (name: string, bytes: ReturnType<typeof bytesOf>) =>
  (await readTable(name, bytes)).rows.map(({ cells }) => cells)

it('reads the other end of UTF-16', async () => {
  const big = Buffer.from('\uFEFFNome;Fone\r\nJoão;5511987654321', 'utf16le').swap16()
  expect((await cellsOf('a.csv', bytesOf(big)))[1]).toEqual(['João', '5511987654321'])
})

it('takes a quote that is part of a name for a letter, and no line for another one', async () => {
  const lines = ['Nome;Fone', '"Zé" da Padaria;551', '"Ana;552', '"Bia ""B"" ; Ltda" ;553', '"Rua 1\n2";554']
  expect(await cellsOf('a.csv', text(lines.join('\n')))).toEqual([
    ['Nome', 'Fone'],
    ['"Zé" da Padaria', '551'],
    ['"Ana', '552'],
    ['Bia "B" ; Ltda', '553'],
    ['Rua 1\n2', '554'],
  ])
  expect(await fault('a.csv', text(`Nome;Fone\n"${'a;b\n'.repeat(20_000)}`))).toBe('unreadable')
})

it('reads line ends of several systems in one file, and the separator it states', async () => {
  const rows = [
    ['Nome', 'Fone'],
    ['Ana', '551'],
    ['Bia', '552'],
  ]
  expect(await cellsOf('a.csv', text('Nome;Fone\r\nAna;551\nBia;552\r\n\n\n'))).toEqual(rows)
  expect(await cellsOf('a.csv', text('"sep=|"\r\nNome|Fone\rAna|551\rBia|552'))).toEqual(rows)
})

it('reads what shop systems call .xls: text, a page, the XML of 2003', async () => {
  const rows = [
    ['Nome', 'Fone'],
    ['Ana', '0011987654321'],
  ]
  expect(await cellsOf('a.xls', text('Nome;Fone\nAna;0011987654321'))).toEqual(rows)
  const page = rows.map(cells => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('')
  expect(await cellsOf('a.xls', text(`<html><body><table>${page}</table></body></html>`))).toEqual(rows)
  const cell = (words: string) => `<Cell><Data ss:Type="String">${words}</Data></Cell>`
  const sheet = rows.map(cells => `<Row>${cells.map(cell).join('')}</Row>`).join('')
  const xml = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="A"><Table>${sheet}</Table></Worksheet></Workbook>`
  expect(await cellsOf('a.xls', text(xml))).toEqual(rows)
})

it('is not blown up by a bomb, whatever sizes it states', async () => {
  const workbookPart = { name: 'xl/workbook.xml', data: Buffer.from('<workbook/>') }
  const sheet = { name: 'xl/worksheets/sheet1.xml', data: Buffer.from('<worksheet/>') }
  const stated = SHEET.unpackedBytes + 1
  expect(await fault('a.xlsx', zipOf([workbookPart, { ...sheet, stated }]))).toBe('bomb')
  const half = Buffer.alloc(SHEET.unpackedBytes / 2 + 1)
  const parts = ['a.xml', 'b.xml'].map(name => ({ name, data: half, stated: 10 }))
  const lying = zipOf([workbookPart, ...parts])
  expect(lying.length).toBeLessThan(1024 * 1024)
  expect(await fault('a.xls', lying)).toBe('bomb')
  const many = Array.from({ length: SHEET.parts + 1 }, (_, i) => ({ name: `${i}`, data: Buffer.from('x') }))
  expect(await fault('a.xlsx', zipOf(many))).toBe('bomb')
})

it('takes no program along', async () => {
  const macros = zipOf([
    { name: 'xl/workbook.xml', data: Buffer.from('<workbook/>') },
    { name: 'xl/vbaProject.bin', data: Buffer.from('Sub AutoOpen()') },
  ])
  expect(await fault('a.xlsx', macros)).toBe('macros')
  expect(await fault('a.xls', oleOf(['/Workbook', '/_VBA_PROJECT_CUR/VBA/dir']))).toBe('macros')
  for (const name of ['a.xlsm', 'a.XLSB', 'a.xltm'])
    expect(await fault(name, workbook({ A: [HEADING] }))).toBe('macros')
})

it('takes nothing else by another name', async () => {
  for (const name of ['a.xlsx', 'a.xls', 'a.csv']) expect(await fault(name, PNG)).toBe('notSheet')
  expect(await fault('a.png', PNG)).toBe('type')
  expect(await fault('a.xlsx', zipOf([{ name: 'word/document.xml', data: Buffer.from('<x/>') }]))).toBe(
    'notSheet',
  )
  expect(await fault('a.xls', oleOf(['/WordDocument']))).toBe('notSheet')
  expect(await fault('a.xlsx', oleOf(['/EncryptedPackage', '/EncryptionInfo']))).toBe('encrypted')
  const locked = [{ name: 'xl/workbook.xml', data: Buffer.from('<workbook/>'), encrypted: true }]
  expect(await fault('a.xlsx', zipOf(locked))).toBe('encrypted')
})

it('says of a broken, empty or endless file that it is one', async () => {
  const whole = workbook({ A: [HEADING, ['Ana', '5511900000001']] })
  expect(await fault('a.xlsx', whole.slice(0, whole.length / 2))).toBe('unreadable')
  expect(await fault('a.xlsx', bytesOf([0x50, 0x4b, 0x03, 0x04]))).toBe('unreadable')
  expect(await fault('a.xls', oleOf([]).slice(0, 600))).toBe('unreadable')
  expect(await fault('a.xlsx', workbook({ A: [] }))).toBe('empty')
  expect(await fault('a.csv', text('\n\n , \n'))).toBe('empty')
  expect(await fault('a.csv', bytesOf([]))).toBe('empty')
  expect(await fault('a.csv', text(`Nome\n${'Ana\n'.repeat(SHEET.rows)}`))).toBe('tooManyRows')
  const heavy = new Uint8Array(SHEET.fileBytes + 1)
  expect(await fault('a.xlsx', heavy)).toBe('tooLarge')
})
