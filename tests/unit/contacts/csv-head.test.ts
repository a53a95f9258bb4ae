import { describe, expect, it } from 'vitest'
import {
  checkHead,
  csvExample,
  isCsvName,
  missingHeaders,
  readHead,
} from '../../../src/features/contacts/csv-head'

describe('the beginning of a contact file', () => {
  it.each(['a.csv', 'A.CSV', 'contatos.2026.csv'])('%s is taken', name => expect(isCsvName(name)).toBe(true))
  it.each(['a.xlsx', 'csv', 'a.csv.exe', 'a.txt'])('%s is refused', name =>
    expect(isCsvName(name)).toBe(false),
  )

  it('names what is missing', () => {
    expect(missingHeaders(['Nome', 'Telefone', 'E-mail'])).toEqual([])
    expect(missingHeaders(['name', 'address'])).toEqual(['number', 'email'])
  })

  it.each([
    ['name,number,email\nMaria,5511912345678,\n', { ok: true, headers: ['name', 'number', 'email'] }],
    [
      '\uFEFF"nome";"número";"e-mail"\r\n"Silva; ""Zé""";55;',
      { ok: true, headers: ['nome', 'número', 'e-mail'] },
    ],
    [
      'Clientes da Padaria;;\n;;\nnome;telefone;e-mail\nAna;5511912345678;\n',
      { ok: true, headers: ['nome', 'telefone', 'e-mail'] },
    ],
    ['Maria,5511912345678,\n', { ok: false, fault: 'missing', headers: ['name', 'number', 'email'] }],
    ['name,number\nMaria,55\n', { ok: false, fault: 'missing', headers: ['email'] }],
    ['', { ok: false, fault: 'empty' }],
    ['name,number,email\n\n', { ok: false, fault: 'empty' }],
    [
      '"sep=;"\r\nnome;nu\u0301mero;e-mail\r\nAna;5511912345678;',
      { ok: true, headers: ['nome', 'nu\u0301mero', 'e-mail'] },
    ],
    [
      'nome;celular;email\r\nAna;5511912345678;\r\n\r\n\r\n',
      { ok: true, headers: ['nome', 'celular', 'email'] },
    ],
  ])('%j', (text, expected) => expect(checkHead(text)).toEqual(expected))

  it('accepts its own example', () => expect(checkHead(csvExample())).toMatchObject({ ok: true }))

  it('reads Latin files and the first part of huge ones, even with a letter cut in two', async () => {
    const latin = new Blob([Uint8Array.from(Buffer.from('nome;número;e-mail\nJoão;55;\n', 'latin1'))])
    expect(await readHead(latin)).toEqual({ ok: true, headers: ['nome', 'número', 'e-mail'] })
    const binary = new Blob(['name,number,email\n\u0000'])
    expect(await readHead(binary)).toEqual({ ok: false, fault: 'unreadable' })
    const line = 'Conceição,5511912345678,\n'
    const huge = new Blob([`name,number,email\nx${line.repeat(200_000)}`])
    expect(await readHead(huge)).toMatchObject({ ok: true })
  })
})
