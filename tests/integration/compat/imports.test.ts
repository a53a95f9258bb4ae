/** People of a file on their way to a legacy server: what it stores, and what the report says of each line. */
import { endpoints } from '@contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asTurno, type TurnoSide } from '../../compat/as-turno'
import { type CompatServer, startCompatServer } from '../../compat/server'

let server: CompatServer
let admin: TurnoSide

beforeEach(async () => {
  server = await startCompatServer({ replyAfterMs: 0 })
  admin = await asTurno(server, 'admin@demo.turno')
})
afterEach(() => server.close())

describe('a contact list', () => {
  it('keeps accents and leading zeros, and counts what was added, repeated and is not on WhatsApp', async () => {
    const { records } = server.world
    // WhatsApp writes older numbers without their ninth digit.
    const usual = records.onWhatsApp
    records.onWhatsApp = number => (number === '5551987654321' ? '555187654321' : usual(number))
    const list = endpoints['contactLists.create'].response.parse(
      (await admin.ask('POST', '/contact-lists', { name: 'Clientes' })).json,
    )
    const rows = [
      ['Zé da Silva', '5511912340001'],
      ['Conceição Araújo', '5511912340002'],
      ['1-2', '5511912340003'],
      ['Sem WhatsApp', '0001234567'],
      ['Nono Dígito', '5551987654321'],
      ['Zé de novo', '5511912340001'],
    ].map(([name, number], at) => ({ line: at + 2, name, number }))
    const { json } = await admin.ask('POST', `/contact-lists/${list.id}/rows`, { rows })
    const told = endpoints['contactLists.addRows'].response.parse(json).rows
    expect(told.map(row => [row.outcome, row.numberState])).toEqual([
      ['added', 'valid'],
      ['added', 'valid'],
      ['added', 'valid'],
      ['added', 'invalid'],
      ['added', 'valid'],
      ['repeated', null],
    ])
    const stored = records.listItems.rows.filter(item => item.contactListId === list.id)
    expect(stored.map(item => [item.name, item.number])).toEqual([
      ['Zé da Silva', '5511912340001'],
      ['Conceição Araújo', '5511912340002'],
      ['1-2', '5511912340003'],
      ['Sem WhatsApp', '0001234567'],
      ['Nono Dígito', '555187654321'],
    ])
  })
})

describe('contacts', () => {
  const imported = async (csv: BlobPart) => {
    const form = new FormData()
    form.set('contacts', new Blob([csv], { type: 'text/csv' }), 'clientes.csv')
    const { json } = await admin.ask('POST', '/contacts/importCsv', form)
    return endpoints['contacts.importCsv'].response.parse(json)
  }

  it('keep their accents from UTF-8 and from what spreadsheets in Portuguese write', async () => {
    await imported('\uFEFFname,number,email\nZé da Silva,5511900001111,\n')
    const latin1 = Buffer.from('nome;telefone;e-mail\nJoão Ávila;5511900002222;j@a.br\n', 'latin1')
    await imported(latin1)
    expect(server.world.contacts.slice(-2).map(({ name, number, email }) => [name, number, email])).toEqual([
      ['Zé da Silva', '5511900001111', ''],
      ['João Ávila', '5511900002222', 'j@a.br'],
    ])
  })

  it('say of every line what became of it', async () => {
    const known = server.world.contacts[0]
    const report = await imported(
      `name,number,email\nZé,5511900001111,\nZé outra vez,+55 11 90000-1111,\nJá aqui,${known?.number},\nSem número,,\nZero à frente,0001234567,\n`,
    )
    expect(report.rows.map(row => [row.line, row.outcome, row.reason])).toEqual([
      [2, 'created', ''],
      [3, 'rejected', 'REPEATED'],
      [4, 'rejected', 'ALREADY_KNOWN'],
      [5, 'rejected', 'INVALID_NUMBER'],
      [6, 'rejected', 'INVALID_NUMBER'],
    ])
    expect(report).toMatchObject({ created: 1, updated: 0, rejected: 4 })
  })
})
