/** Which column of a spreadsheet means what. */
import { expect, it } from 'vitest'
import { guessColumns, mapped, withoutTitle } from '../../../src/spreadsheet/columns'

const rows = (...all: string[][]) => all.map((cells, at) => ({ line: at + 1, cells }))

it('knows columns by their headings, in whatever order and language', () => {
  expect(
    guessColumns(
      rows(['E-mail', 'Celular', 'Cidade', 'Nome completo'], ['', '5511900000001', 'Recife', 'Ana']),
    ),
  ).toEqual({ hasHeading: true, mapping: { name: 3, number: 1, email: 0 } })
  expect(guessColumns(rows(['NÚMERO', 'nome'], ['5511900000001', 'Ana'])).mapping).toEqual({
    name: 1,
    number: 0,
    email: null,
  })
  expect(guessColumns(rows(['Correo', 'Teléfono', 'Nombre'])).mapping).toEqual({
    name: 2,
    number: 1,
    email: 0,
  })
})

it('knows columns by what stands in them where there is no heading', () => {
  expect(guessColumns(rows(['Ana', 'ana@x.com', '(11) 90000-0001'], ['Bia', '', '11 90000-0002']))).toEqual({
    hasHeading: false,
    mapping: { name: 0, number: 2, email: 1 },
  })
  expect(guessColumns(rows(['Pessoa', 'Fone dela'], ['Ana', '5511900000001'])).hasHeading).toBe(true)
  expect(guessColumns(rows(['5511900000001'], ['5511900000002']))).toEqual({
    hasHeading: false,
    mapping: { name: null, number: 0, email: null },
  })
  expect(guessColumns([]).mapping).toEqual({ name: null, number: null, email: null })
})

it('takes mobile numbers before those of offices, and no tax number for a phone', () => {
  const outlook = ['First Name', 'Business Phone', 'Mobile Phone']
  expect(guessColumns(rows(outlook, ['Ana', '1133334444', ''])).mapping.number).toBe(2)
  const portuguese = ['Nome', 'Telefone comercial', 'Telefone celular']
  expect(guessColumns(rows(portuguese, ['Ana', '1133334444', '11987654321'])).mapping.number).toBe(2)
  const shop = ['Nome', 'CPF', 'Contato telefônico']
  expect(guessColumns(rows(shop, ['Ana', '52998224725', '11987654321'])).mapping.number).toBe(2)
})

it('looks for headings below a title', () => {
  const table = rows(['Clientes da loja'], ['Nome do cliente', 'Fone'], ['Ana', '5511900000001'])
  expect(withoutTitle(table)).toEqual(table.slice(1))
  const plain = rows(['Nome', 'Fone'], ['Ana', '5511900000001'])
  expect(withoutTitle(plain)).toEqual(plain)
})

it('takes off the apostrophe that an export puts before a formula', () => {
  const mapping = { name: 0, number: 1, email: 2 }
  const cells = ["'@maria", "'+5511900000001", "''=x"]
  expect(mapped({ line: 1, cells }, mapping)).toMatchObject({
    name: '@maria',
    number: '+5511900000001',
    email: "'=x",
  })
})

it('makes a row of the chosen columns, within what a call takes', () => {
  const row = { line: 7, cells: ['Ana', '5511900000001', 'ana@x.com'] }
  expect(mapped(row, { name: 0, number: 1, email: 2 })).toEqual({
    line: 7,
    name: 'Ana',
    number: '5511900000001',
    email: 'ana@x.com',
  })
  expect(mapped(row, { name: null, number: 1, email: null })).toMatchObject({
    name: '5511900000001',
    email: '',
  })
  expect(mapped(row, { name: 5, number: 6, email: null })).toBeNull()
  // Who shows no phone is known by WhatsApp's id, which is neither a name nor a word.
  const shownNone = { line: 8, cells: ['DR.2 Ana', '', 'SP.Centro', 'BR.1502576394655843'] }
  const columns = { name: 0, number: 1, email: null }
  expect(mapped(shownNone, columns)).toMatchObject({ name: 'DR.2 Ana', number: 'BR.1502576394655843' })
  expect(mapped(shownNone, { ...columns, name: null })?.name).toBe('WhatsApp 5843')
  expect(
    mapped({ line: 1, cells: ['😀'.repeat(400), '1'.repeat(400)] }, { name: 0, number: 1, email: null }),
  ).toEqual({
    line: 1,
    name: '😀'.repeat(200),
    number: '1'.repeat(80),
    email: '',
  })
})
