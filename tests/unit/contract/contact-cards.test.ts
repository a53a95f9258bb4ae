/** Contacts as the phones of customers write them. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readContactCards } from '../../../src/contract'

const samples = JSON.parse(readFileSync('tests/samples/messages-incoming-types.json', 'utf8'))

describe('readContactCards', () => {
  it('reads the recorded card by the number WhatsApp knows', () => {
    expect(readContactCards(samples.contact.body)).toEqual([
      { name: 'João Cartão', numbers: ['5511977778888'], organisation: '' },
    ])
  })
  it('reads several, folded and without an end', () => {
    const cards = readContactCards(
      'BEGIN:VCARD\r\nN:Silva;Ana;;;\r\nitem1.TEL;TYPE=CELL:+55 11 91234-\r\n 5678\r\nEND:VCARD\nBEGIN:VCARD\nFN:Loja\\, Centro\nORG:Loja;X',
    )
    expect(cards).toEqual([
      { name: 'Ana Silva', numbers: ['5511912345678'], organisation: '' },
      { name: 'Loja, Centro', numbers: [], organisation: 'Loja' },
    ])
  })
  const one = (...lines: string[]) => readContactCards(['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\r\n'))[0]
  it.each<[string, string[], string, string[]]>([
    [
      'quoted-printable of an Android phone, also with soft line breaks',
      [
        'VERSION:2.1',
        'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=53=6F=75=7A=61;=4A=6F=C3=A3=6F;;;',
        'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=4A=6F=C3=',
        '=A3=6F=20=53=',
        '=6F=75=7A=61',
        'TEL;CELL:+5511900000001',
      ],
      'João Souza',
      ['5511900000001'],
    ],
    [
      'quoted-printable of another set of characters, stated or not',
      [
        'N;QUOTED-PRINTABLE:Jos=E9;;;;',
        'FN;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Jos=E9 d=92Avila',
        'TEL:33334444',
      ],
      'José d’Avila',
      ['33334444'],
    ],
    ['a set nobody knows', ['FN;CHARSET=X-NONE;ENCODING=QUOTED-PRINTABLE:Jos=E9'], 'José', []],
    [
      'an address of the form tel: with an extension',
      ['FN:Ana', 'TEL;VALUE=uri;TYPE="voice,cell":tel:+55-11-90000-0007;ext=12'],
      'Ana',
      ['5511900000007'],
    ],
    [
      'an extension in words, as pauses and as a mark',
      ['FN:Ana', 'TEL:+55 11 3333-4444 ramal 21', 'TEL:1133335555,,21', 'TEL:(11) 3333-6666 x21'],
      'Ana',
      ['551133334444', '1133335555', '1133336666'],
    ],
    [
      'the number WhatsApp knows first, whatever the case, each once',
      [
        'fn:Bia',
        'item1.tel;type=WORK:+55 11 3333-4444',
        'item2.TEL;type=CELL;WAID=5511911112222:+55 11 91111-2222',
        'TEL:+551133334444',
      ],
      'Bia',
      ['5511911112222', '551133334444'],
    ],
    [
      'a name in parts alone, with further ones and signs behind a backslash',
      ['N:Prado\\; Lima;Bia;Maria;Dra.;Jr', 'TEL:33334444'],
      'Dra. Bia Maria Prado; Lima Jr',
      ['33334444'],
    ],
    [
      'a picture, a quoted parameter and marks of direction in between',
      [
        'PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD=',
        ' TEL:00000000',
        'NOTE;X-A="a:b;c":FN:Outra',
        'FN:Rui',
        'TEL:\u202a+55\u00a011\u00a091234\u20115678\u202c',
      ],
      'Rui',
      ['5511912345678'],
    ],
  ])('reads %s', (_what, lines, name, numbers) => {
    expect(one(...lines)).toMatchObject({ name, numbers })
  })
  it('bounds what hostile text can make of it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), body => void readContactCards(`BEGIN:VCARD\n${body}`)),
    )
    expect(readContactCards('BEGIN:VCARD\nFN:x\nEND:VCARD\n'.repeat(500)).length).toBe(50)
    expect(readContactCards('<script>')).toEqual([])
  })
})
