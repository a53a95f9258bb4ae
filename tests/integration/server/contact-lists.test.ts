/** Contact lists, their items and what the channel says of the numbers (docs/specification.md 3.2, 3.5, 3.7 and "Socket channels"). */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTACT_LIST, SHEET_MAX_BYTES } from '@contract'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { contactListItems, contactLists, plans } from '../../../electron/server/platform/db/schema'
import { soon } from '../../support/soon'
import { PNG, workbook, zipOf } from '../../unit/contact-lists/a-sheet'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()

interface List {
  id: number
  name: string
  contactsCount: number
  validCount: number
  waitingCount: number
}
interface Item {
  id: number
  name: string
  number: string
  isWhatsappValid: boolean | null
  numberState: string
}
interface Outcome {
  line: number
  outcome: string
  id: number | null
  number: string
  reason: string
}

const newList = async (name: string, who: Person = h.one.sup) =>
  (await h.call<List>(who, 'contactLists.create', { body: { name } })).body
const add = (listId: number, name: string, number: string, extra: object = {}) =>
  h.call<Item & { error?: string }>(h.one.sup, 'contactListItems.create', {
    body: { name, number, contactListId: listId, ...extra },
  })
const items = async (listId: number, query: object = {}) =>
  (
    await h.call<{ contacts: Item[]; count: number; hasMore: boolean }>(h.one.sup, 'contactListItems.page', {
      query: { contactListId: listId, ...query },
    })
  ).body
const send = (listId: number, rows: object[]) =>
  h.call<{ rows: Outcome[]; error?: string }>(h.one.sup, 'contactLists.addRows', {
    params: { id: listId },
    body: { rows },
  })
const listNow = async (id: number) =>
  (await h.call<List>(h.one.sup, 'contactLists.get', { params: { id } })).body

/** Everything that waits was asked about. */
async function checked(): Promise<void> {
  await h.tick('number.check')
  await soon(() => expect(h.running.app.memory.following.get('number.check')?.isIdle()).toBe(true))
}

/** Everything of a list was asked about that can be. */
async function asked(listId: number): Promise<Item[]> {
  await checked()
  return (await items(listId)).contacts
}

it('lists are added, found without accents, renamed and deleted with their contacts; everybody hears', async () => {
  const bia = await h.connect(h.one.bia)
  const list = await newList('  Promoção de Verão ')
  expect(list).toMatchObject({ name: 'Promoção de Verão', contactsCount: 0 })
  const found = await h.call<{ records: List[]; count: number }>(h.one.sup, 'contactLists.page', {
    query: { searchParam: 'promocao' },
  })
  expect(found.body).toMatchObject({ count: 1, records: [{ id: list.id }] })
  const params = { id: list.id }
  for (const name of ['a', 'x'.repeat(51)])
    expect((await h.call(h.one.sup, 'contactLists.update', { params, body: { name } })).status).toBe(400)
  await h.call(h.one.sup, 'contactLists.update', { params, body: { name: 'Inverno' } })
  expect((await add(list.id, 'Maria', '5511911110001')).body).toMatchObject({
    companyId: h.one.id,
    contactListId: list.id,
  })
  expect((await h.call(h.one.sup, 'contactLists.remove', { params })).status).toBe(200)
  await bia.until(({ payload }) => payload.action === 'delete')
  await bia.settled()
  expect(bia.of('ContactList')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: 'create' }),
      expect.objectContaining({ action: 'update', record: expect.objectContaining({ name: 'Inverno' }) }),
      { action: 'delete', id: list.id },
    ]),
  )
  expect(await h.db.$count(contactListItems, eq(contactListItems.contactListId, list.id))).toBe(0)
  expect(await h.call(h.one.sup, 'contactLists.get', { params })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_CONTACTLIST_FOUND' },
  })
  bia.close()
})

it('an item keeps digits, is on a list once, and its rules are those of the specification', async () => {
  const list = await newList('Itens')
  expect((await add(list.id, 'Maria Souza', '+55 (11) 91111-0002')).body).toMatchObject({
    number: '5511911110002',
  })
  expect((await add(list.id, 'Outra', '5511911110002')).body.error).toBe('ERR_CONTACTLIST_NUMBER_TAKEN')
  expect((await add(list.id, 'Letras', 'abcdefghij')).body.error).toBe('ERR_WAPP_INVALID_CONTACT')
  for (const [name, number, email] of [
    ['M', '5511911110003', ''],
    ['Maria', '1234567', ''],
    ['Maria', '5511911110003', 'sem-arroba'],
  ] as const)
    expect((await add(list.id, name, number, { email })).body.error, number).toBe('ERR_VALIDATION')
  const other = await newList('Outra lista')
  expect((await add(other.id, 'Maria Souza', '5511911110002')).status).toBe(200)
  expect((await items(list.id, { searchParam: 'MARÍA' })).count).toBe(1)
  expect((await items(list.id, { searchParam: '(11) 91111-0002' })).count).toBe(1)
  expect((await items(list.id, { searchParam: 'nada' })).count).toBe(0)
})

it('numbers are asked about on the channel; what cannot be asked about waits', async () => {
  const list = await newList('Verificados')
  h.channel.invalidNumbers.add('5511911110012')
  h.channel.silentNumbers.add('5511911110013')
  await add(list.id, 'Válida', '5511911110011')
  await add(list.id, 'Inválida', '5511911110012')
  await add(list.id, 'Muda', '5511911110013')
  const states = (await asked(list.id)).map(({ name, isWhatsappValid }) => [name, isWhatsappValid])
  expect(states).toEqual([
    ['Inválida', false],
    ['Muda', null],
    ['Válida', true],
  ])
  expect(await listNow(list.id)).toMatchObject({ contactsCount: 3, validCount: 1, waitingCount: 1 })
  expect((await items(list.id, { state: 'invalid' })).contacts.map(item => item.name)).toEqual(['Inválida'])
  h.channel.silentNumbers.clear()
  expect((await asked(list.id)).find(item => item.name === 'Muda')).toMatchObject({ isWhatsappValid: true })

  h.channel.invalidNumbers.clear()
  await h.call(h.one.sup, 'contactLists.recheck', { params: { id: list.id } })
  expect((await asked(list.id)).every(item => item.isWhatsappValid)).toBe(true)
})

it('a number is kept as the channel writes it; two items of one phone are written to once', async () => {
  const list = await newList('Nono dígito')
  h.channel.writtenAs.set('551181110021', '5511981110021')
  await add(list.id, 'Com nono', '5511981110021')
  await add(list.id, 'Sem nono', '551181110021')
  const found = await asked(list.id)
  expect(found.map(({ name, numberState }) => [name, numberState])).toEqual([
    ['Com nono', 'valid'],
    ['Sem nono', 'repeated'],
  ])
  const alone = await newList('Sozinho')
  await add(alone.id, 'Sem nono', '551181110021')
  expect(await asked(alone.id)).toMatchObject([{ number: '5511981110021', numberState: 'valid' }])
})

it('another number is asked about again; another name is not', async () => {
  const list = await newList('Mudanças')
  const { body: item } = await add(list.id, 'Maria', '5511911110031')
  await asked(list.id)
  const params = { id: item.id }
  const change = (number: string) =>
    h.call(h.one.sup, 'contactListItems.update', { params, body: { name: 'Maria Lima', number } })
  const renamed = await change('5511911110031')
  expect(renamed.body).toMatchObject({ name: 'Maria Lima', isWhatsappValid: true })
  h.channel.invalidNumbers.add('5511911110032')
  await change('5511911110032')
  expect(await asked(list.id)).toMatchObject([{ number: '5511911110032', isWhatsappValid: false }])
})

it('waits while no connection is up, and goes on by itself when rows come', async () => {
  const list = await newList('Sem conexão')
  h.channel.down.add(h.one.whatsappId)
  await add(list.id, 'Espera', '5511911110041')
  expect(await asked(list.id)).toMatchObject([{ isWhatsappValid: null }])
  h.channel.down.clear()
  const bia = await h.connect(h.one.bia)
  await add(list.id, 'Nova', '5511911110042')
  await bia.until(({ event, payload }) => event.endsWith('-ContactListItem') && payload.action === 'update')
  bia.close()
})

it('rows of a spreadsheet are checked one by one, and sending them twice adds nothing', async () => {
  const list = await newList('Planilha')
  await add(list.id, 'Já estava', '5511911110051')
  const rows = [
    { line: 2, name: 'Nova', number: '+55 11 91111-0052', email: 'nova@exemplo.com.br' },
    { line: 3, name: 'Já estava', number: '5511911110051' },
    { line: 4, name: 'Nova de novo', number: '5511911110052' },
    { line: 5, name: 'N', number: '5511911110053' },
    { line: 6, name: 'Sem número', number: 'ramal 12' },
    { line: 7, name: 'E-mail ruim', number: '5511911110054', email: 'ruim' },
  ]
  const { body } = await send(list.id, rows)
  expect(body.rows.map(({ line, outcome, reason }) => [line, outcome, reason])).toEqual([
    [2, 'added', ''],
    [3, 'repeated', ''],
    [4, 'repeated', ''],
    [5, 'rejected', 'INVALID_NAME'],
    [6, 'rejected', 'INVALID_NUMBER'],
    [7, 'added', 'EMAIL_DROPPED'],
  ])
  expect(body.rows[0]).toMatchObject({ id: expect.any(Number), number: '5511911110052' })
  expect((await send(list.id, rows)).body.rows.filter(row => row.outcome === 'added')).toEqual([])
  expect(await listNow(list.id)).toMatchObject({ contactsCount: 3 })
})

it('who does not show a number is on a list by what stands in its place, and is asked about on no channel', async () => {
  const [ana, bia] = ['BR.1502576394655843', 'BR.1502576394655844']
  for (const number of [ana, bia]) await h.newContact(h.one, 'Sem Número', { number })
  await h.newContact(h.two, 'Da Outra', { number: 'BR.1502576394655845' })
  const { id } = await newList('Sem número')
  const made = await add(id, 'Ana do Zap', ana ?? '')
  expect(made).toMatchObject({ status: 200, body: { number: ana, numberState: 'valid' } })
  const { body } = await send(id, [
    { line: 2, name: 'Bia do Zap', number: bia },
    { line: 3, name: 'De ninguém', number: 'BR.1502576394655845' },
  ])
  expect(body.rows.map(({ outcome }) => outcome)).toEqual(['added', 'rejected'])
  expect((await asked(id)).map(({ numberState }) => numberState)).toEqual(['valid', 'valid'])
})

it('a call takes so many rows and a list so many contacts, and says so', async () => {
  const list = await newList('Cheia')
  const rows = (count: number, from = 0) =>
    Array.from({ length: count }, (_, i) => ({
      line: i + 1,
      name: `Cliente ${i}`,
      number: `55119${String(20_000_000 + from + i)}`,
    }))
  expect((await send(list.id, rows(CONTACT_LIST.batch + 1))).status).toBe(400)
  expect((await send(list.id, rows(CONTACT_LIST.batch))).body.rows).toHaveLength(CONTACT_LIST.batch)
  await h.db.platform.run(
    sql.raw(`insert into contact_list_items
       (company_id, contact_list_id, name, number, number_state, search, created_at, updated_at)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < ${CONTACT_LIST.items - CONTACT_LIST.batch})
     select ${h.one.id}, ${list.id}, 'Cheio', 'n' || i, 'valid', 'cheio', 0, 0 from n`),
  )
  expect((await send(list.id, rows(1, 9_000_000))).body).toMatchObject({ error: 'ERR_CONTACTLIST_FULL' })
  expect((await add(list.id, 'Mais um', '5511911119999')).body.error).toBe('ERR_CONTACTLIST_FULL')
  await h.call(h.one.sup, 'contactLists.remove', { params: { id: list.id } })
  expect(await h.db.$count(contactListItems, eq(contactListItems.contactListId, list.id))).toBe(0)
})

it('several are taken off at once, and only those of the list', async () => {
  const [list, other] = [await newList('De onde'), await newList('De outra')]
  const here = (await add(list.id, 'Daqui', '5511911110061')).body
  const there = (await add(other.id, 'De lá', '5511911110062')).body
  const { body } = await h.call(h.one.sup, 'contactLists.removeItems', {
    params: { id: list.id },
    body: { ids: [here.id, there.id] },
  })
  expect(body).toEqual({ removed: 1 })
  expect((await items(other.id)).count).toBe(1)
})

it('without campaigns in the plan no number is checked', async () => {
  const plan = eq(plans.name, 'Plano Dois')
  await h.update(plans, { useCampaigns: false }, plan)
  const companyId = h.two.id
  const { id } = await h.insert(contactLists, { companyId, name: 'Antiga', search: 'antiga' })
  const item = { companyId, contactListId: id, name: 'Espera', number: '5511911110063', search: '' }
  await h.insert(contactListItems, item)
  const state = async () => {
    await checked()
    const of = eq(contactListItems.contactListId, id)
    return (await h.rows(contactListItems, of)).map(({ numberState }) => numberState)
  }
  expect(await state()).toEqual(['waiting'])
  await h.update(plans, { useCampaigns: true }, plan)
  expect(await state()).toEqual(['valid'])
})

it('a person who is erased leaves the lists too, and only the company’s own', async () => {
  const number = '5511911110071'
  const contactId = await h.newContact(h.one, 'Ofélia', { number })
  const [list, foreign] = [await newList('Com ela'), await newList('De outra empresa', h.two.admin)]
  await add(list.id, 'Ofélia', number)
  await add(list.id, 'Outra', '5511911110072')
  await h.call(h.two.admin, 'contactListItems.create', {
    body: { name: 'Ofélia', number, contactListId: foreign.id },
  })
  const erased = await h.call(h.one.admin, 'contacts.erase', { params: { id: contactId } })
  expect(erased.status).toBe(200)
  expect((await items(list.id)).contacts.map(item => item.name)).toEqual(['Outra'])
  expect(await h.db.$count(contactListItems, eq(contactListItems.contactListId, foreign.id))).toBe(1)
})

it('a spreadsheet is uploaded as legacy clients do, and answered with the contacts it made', async () => {
  const { id } = await newList('Enviada')
  const upload = (name: string, bytes: Uint8Array<ArrayBuffer>, who: Person = h.one.sup) => {
    const body = new FormData()
    body.append('file', new File([bytes], name))
    return h.call<Item[] & { error?: string; fault?: string }>(who, 'contactLists.upload', {
      params: { id },
      body,
    })
  }
  const rows = [
    ['Cidade', 'Celular', 'Nome'],
    ['Recife', 5511900000101, 'Ana'],
    ['Natal', '+55 (11) 90000-0102', 'Bia'],
    ['Natal', 5511900000101, 'Ana de novo'],
    ['Belém', 'ramal', 'Caio'],
    // Without its country, with the 0 that is dialled before the area.
    ['Belém', '011991110009', 'Davi'],
  ]
  const mate = await h.connect(h.one.bia)
  const more = [
    ['Telefone', 'Cliente'],
    [5511900000106, 'Elis'],
  ]
  const sheets = { Capa: [['Clientes de 2026']], Lista: rows, 'Outra cidade': more }
  const made = await upload('lista.xlsx', workbook(sheets))
  expect(made.status).toBe(200)
  expect(made.body).toMatchObject([
    { name: 'Ana', number: '5511900000101', contactListId: id },
    { name: 'Bia', number: '5511900000102', contactListId: id },
    { name: 'Davi', number: '5511991110009', contactListId: id },
    { name: 'Elis', number: '5511900000106', contactListId: id },
  ])
  await mate.settled()
  expect(mate.of('ContactListItem')).toContainEqual({ action: 'reload', contactListId: id })
  mate.close()
  expect((await upload('lista.xls', workbook({ Lista: rows }, 'biff8'))).body).toEqual([])
  const csv = Uint8Array.from(Buffer.from('nome;numero\nDora;5511900000104\n'))
  expect((await upload('lista.csv', csv)).body).toMatchObject([{ name: 'Dora' }])

  const part = (name: string, data: string) => ({ name, data: Buffer.from(data) })
  const book = part('xl/workbook.xml', '<workbook/>')
  const refused: [string, Uint8Array<ArrayBuffer>, string][] = [
    ['foto.png', PNG, 'type'],
    ['lista.xlsx', zipOf([book, { ...part('xl/a.xml', '<a/>'), stated: 4_000_000_000 }]), 'bomb'],
    ['lista.csv', Uint8Array.from(Buffer.from('cidade\nRecife\nNatal\n')), 'empty'],
  ]
  for (const [name, bytes, fault] of refused) {
    const answer = await upload(name, bytes)
    expect([name, answer.status, answer.body]).toEqual([name, 400, { error: 'ERR_INVALID_SHEET', fault }])
  }
  const huge = await upload('lista.xlsx', new Uint8Array(SHEET_MAX_BYTES + 1))
  expect([huge.status, huge.body.error]).toEqual([413, 'ERR_FILE_TOO_LARGE'])
  const none = await h.call(h.one.sup, 'contactLists.upload', { params: { id }, body: new FormData() })
  expect(none).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION', field: 'file' } })
  expect((await upload('lista.xlsx', workbook({ Lista: rows }), h.two.sup)).status).toBe(404)
  expect(await readdir(join(h.folder, 'media', 'arriving')).catch(() => [])).toEqual([])
})
