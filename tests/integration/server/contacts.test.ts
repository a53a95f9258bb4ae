import { eq, inArray, like } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { contacts, tickets } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Answer, Harness } from './harness'

const h = harnessForFile()
afterEach(() => void vi.restoreAllMocks())

interface ContactJson {
  id: number
  name: string
  number: string
  email: string
  profilePicUrl: string | null
  tickets: { id: number | null; uuid: string | null; updatedAt: string }[]
  extraInfo: { name: string; value: string }[]
}
interface Report {
  created: number
  updated: number
  rejected: number
  rows: { line: number; outcome: string; name: string; number: string; reason: string }[]
}

const list = async (query: object): Promise<{ contacts: ContactJson[]; count: number; hasMore: boolean }> =>
  (await h.call<Awaited<ReturnType<typeof list>>>(h.one.ana, 'contacts.list', { query: { ...query } })).body
const foundBy = async (searchParam: string): Promise<ContactJson[]> => (await list({ searchParam })).contacts
const create = (body: object) =>
  h.call<ContactJson & { error: string }>(h.one.ana, 'contacts.create', { body })
const change = (id: number, body: object) =>
  h.call<ContactJson & { error: string }>(h.one.ana, 'contacts.update', { params: { id }, body })
const form = (name: string, number: string, extra: Record<string, unknown> = {}) => ({
  name,
  number,
  email: '',
  extraInfo: [],
  ...extra,
})

function upload(text: string | Uint8Array<ArrayBuffer>, name = 'contatos.csv'): FormData {
  const data = new FormData()
  data.append('contacts', new Blob([text], { type: 'text/csv' }), name)
  return data
}
const importAs = (text: string | Uint8Array<ArrayBuffer>, name?: string): Promise<Answer<Report>> =>
  h.call<Report>(h.one.ana, 'contacts.importCsv', { body: upload(text, name) })

describe('finding contacts', () => {
  it('ignores accents and case, finds decorated numbers, and stays in the company', async () => {
    await h.newContact(h.one, 'Conceição Ação', { number: '5511912345678' })
    await h.newContact(h.two, 'Conceição de Outra', { number: '5511912345670' })
    for (const typed of ['conceicao acao', 'AÇÃO', '91234-5678', '+55 (11) 91234-5678'])
      expect([typed, (await foundBy(typed)).map(c => c.name)]).toEqual([typed, ['Conceição Ação']])
    // A sign of a pattern is itself.
    for (const typed of ['c%o', 'conceica_']) expect(await foundBy(typed)).toEqual([])
  })

  it('lists whom a search names before those whose address contains it, beyond the first page too', async () => {
    for (let i = 0; i < 45; i += 1) {
      const id = await h.newContact(h.one, `Aline ${i}`)
      const email = `aline${i}@xcaiox.example`
      await h.update(contacts, { email, search: `aline ${i} ${email}` }, eq(contacts.id, id))
    }
    await h.newContact(h.one, 'Zeca Xcaiô')
    await h.newContact(h.one, 'Xcaio Prado')
    expect((await foundBy('xcaio')).slice(0, 3).map(c => c.name)).toEqual([
      'Xcaio Prado',
      'Zeca Xcaiô',
      'Aline 0',
    ])
  })

  it('pages by name without repeats and says when there is more', async () => {
    for (let i = 0; i < 65; i++) await h.newContact(h.one, `Página ${String(i).padStart(2, '0')}`)
    const names: string[] = []
    for (let pageNumber = 1; pageNumber < 10; pageNumber++) {
      const page = await list({ searchParam: 'pagina', pageNumber })
      names.push(...page.contacts.map(c => c.name))
      expect(page.count).toBe(65)
      if (!page.hasMore) break
    }
    expect(names).toEqual(Array.from({ length: 65 }, (_, i) => `Página ${String(i).padStart(2, '0')}`))
  })

  it('filters by the days contacts came in, and refuses days that do not exist', async () => {
    await h.newContact(h.one, 'Data Antiga', {
      createdAt: new Date('2025-03-10T12:00:00-03:00').toISOString(),
    })
    await h.newContact(h.one, 'Data Recente', {
      createdAt: new Date('2025-03-12T23:59:00-03:00').toISOString(),
    })
    const names = async (query: object): Promise<string[]> =>
      (await list({ ...query, searchParam: 'data ' })).contacts.map(c => c.name)
    expect(await names({ date: '2025-03-10' })).toEqual(['Data Antiga'])
    expect(await names({ dateStart: '2025-03-10', dateEnd: '2025-03-12' })).toEqual([
      'Data Antiga',
      'Data Recente',
    ])
    expect(await names({ dateStart: '2025-03-13' })).toEqual([])
    const wrong = await h.call(h.one.ana, 'contacts.list', { query: { date: '2025-02-31' } })
    expect([wrong.status, wrong.body.error]).toEqual([400, 'ERR_VALIDATION'])
  })

  it('tells everybody when the last interaction was, and the ticket only to those who may see it', async () => {
    const contactId = await h.newContact(h.one, 'Interação Oculta')
    const at = '2026-01-02T03:04:05.000Z'
    const ticket = await h.newTicket(h.one, { contactId, queueId: h.one.vendas, updatedAt: at })
    const get = async (who: Harness['one']['ana']): Promise<ContactJson | undefined> =>
      (await h.call<ContactJson>(who, 'contacts.get', { params: { id: contactId } })).body
    expect((await get(h.one.caio))?.tickets).toMatchObject([
      { id: ticket.id, uuid: ticket.uuid, updatedAt: at },
    ])
    expect((await get(h.one.ana))?.tickets).toMatchObject([{ id: null, uuid: null, updatedAt: at }])
    const seen = async (who: Harness['one']['ana']): Promise<number> =>
      (await h.call<{ count: number }>(who, 'contacts.tickets', { params: { id: contactId } })).body.count
    expect([await seen(h.one.caio), await seen(h.one.ana)]).toEqual([1, 0])
  })
})

describe('changing contacts', () => {
  it('adds one under its canonical number and tells the company', async () => {
    const listener = await h.connect(h.one.bia)
    const extraInfo = [{ name: 'CPF', value: '1' }]
    const more = { email: 'nova@exemplo.com', extraInfo }
    const { status, body } = await create(form('Nova Pessoa', '+55 (11) 97777-0001', more))
    expect([status, body.number, body.extraInfo]).toMatchObject([200, '5511977770001', extraInfo])
    const heard = await listener.until(e => e.event.endsWith('-contact'))
    expect(heard.payload).toMatchObject({ action: 'create', contact: { id: body.id } })
    listener.close()
  })

  it('refuses a duplicate from the form and answers the look-up with it', async () => {
    const id = await h.newContact(h.one, 'Duplicada', { number: '5511977770002' })
    const refused = await create(form('Outra', '55 11 97777 0002'))
    expect([refused.status, refused.body.error]).toEqual([400, 'ERR_DUPLICATED_CONTACT'])
    const found = await create({ name: 'Cartão', number: '5511977770002', email: '' })
    const existingContact = { id, name: 'Duplicada' }
    expect(found.body).toMatchObject({ id, alreadyExists: true, existingContact, invalido: false })
  })

  it('refuses numbers that are none or not on WhatsApp; the look-up says so', async () => {
    h.channel.invalidNumbers.add('5511977770003')
    for (const number of ['5511977770003', 'onze nove nove', '12345-67']) {
      const refused = await create(form('Ninguém', number))
      expect([number, refused.status, refused.body.error]).toEqual([number, 400, 'ERR_WAPP_INVALID_CONTACT'])
    }
    const looked = await create({ name: 'Cartão', number: '5511977770003' })
    expect(looked.body).toMatchObject({ invalido: true, alreadyExists: false, existingContact: null })
    expect(await h.db.$count(contacts, like(contacts.number, '%77770003'))).toBe(0)
  })

  it('needs a connected phone to add', async () => {
    h.channel.down.add(h.one.whatsappId)
    const refused = await create(form('Sem Linha', '5511977770009'))
    h.channel.down.delete(h.one.whatsappId)
    expect([refused.status, refused.body.error]).toEqual([400, 'ERR_NO_DEF_WAPP_FOUND'])
  })

  it('holds the form rules', async () => {
    for (const body of [
      form('A', '5511977770010'),
      form('B'.repeat(51), '5511977770010'),
      form('Certo', '1234567'),
      form('Certo', '5511977770010', { email: 'nada' }),
    ]) {
      expect((await create(body)).body.error).toBe('ERR_VALIDATION')
    }
  })

  it('changes one, keeps extra info that is not sent, and refuses the number of another', async () => {
    const id = await h.newContact(h.one, 'Antes', { number: '5511977770004' })
    await h.newContact(h.one, 'Vizinha', { number: '5511977770005' })
    const extraInfo = [{ name: 'Cor', value: 'azul' }]
    const changed = await change(id, form('Depois', '5511977770004', { extraInfo }))
    expect([changed.body.name, changed.body.extraInfo]).toMatchObject(['Depois', [{ name: 'Cor' }]])
    const { extraInfo: _e, ...bare } = form('Depois 2', '5511977770004')
    const kept = await change(id, bare)
    expect([kept.body.name, kept.body.extraInfo]).toMatchObject(['Depois 2', [{ name: 'Cor' }]])
    const taken = await change(id, form('Depois', '5511977770005'))
    expect(taken.body.error).toBe('ERR_DUPLICATED_CONTACT')
    expect(await foundBy('depois 2')).toHaveLength(1)
  })

  it('deletes with its tickets, for admins only, and says both went', async () => {
    const contactId = await h.newContact(h.one, 'Some Daqui')
    const ticket = await h.newTicket(h.one, { contactId })
    const refused = await h.call(h.one.ana, 'contacts.remove', { params: { id: contactId } })
    expect([refused.status, refused.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    const listener = await h.connect(h.one.ana)
    expect((await h.call(h.one.admin, 'contacts.remove', { params: { id: contactId } })).status).toBe(200)
    await listener.until(e => e.event.endsWith('-contact') && e.payload.action === 'delete')
    const by = { id: h.one.admin.id, name: h.one.admin.name }
    expect(listener.of('ticket')).toContainEqual({ action: 'delete', ticketId: ticket.id, by })
    expect(await h.db.$count(tickets, eq(tickets.id, ticket.id))).toBe(0)
    listener.close()
  })

  it('takes over the phone book without overwriting names colleagues gave', async () => {
    await h.newContact(h.one, 'Nome da Equipe', { number: '5511977770030' })
    await h.newContact(h.one, '5511977770031', { number: '5511977770031' })
    h.channel.phoneBook = [
      { number: '5511977770030', name: 'Nome do Celular' },
      { number: '5511977770031', name: 'Agora com Nome' },
      { number: '5511977770032', name: 'Da Agenda' },
    ]
    const { body } = await h.call(h.one.ana, 'contacts.sync')
    expect(body).toEqual({ created: 1, updated: 1 })
    const rows = await h.db
      .select({ name: contacts.name })
      .from(contacts)
      .where(like(contacts.number, '55119777700_0'))
    expect(rows.map(r => r.name)).toContain('Nome da Equipe')
    h.channel.down.add(h.one.whatsappId)
    const refused = await h.call(h.one.ana, 'contacts.sync')
    h.channel.down.delete(h.one.whatsappId)
    expect(refused.body.error).toBe('ERR_WAPP_NOT_INITIALIZED')
  })

  it('erases one from what consoles were told, too', async () => {
    const { events } = h.running.app.db
    const { seq, stop } = await events.follow(h.one.id, () => {})
    stop()
    const told = async () => JSON.stringify(await events.since(h.one.id, seq, 1_000))
    await h.customer(h.one, '5511911110099', 'laudo 4711')
    expect(await told()).toContain('laudo 4711')
    const row = await h.row(contacts, eq(contacts.number, '5511911110099'))
    const erased = await h.call(h.one.admin, 'contacts.erase', { params: { id: row?.id ?? 0 } })
    expect([erased.status, await told()]).toEqual([200, 'null'])
  })
})

describe('importing CSV', () => {
  it('reports every line: created, updated, rejected and why', async () => {
    await h.newContact(h.one, 'Velha', { number: '5511966660001' })
    h.channel.invalidNumbers.add('5511966660009')
    const { status, body } = await importAs(
      [
        'Name;Number;Email',
        'Maria Importada;+55 (11) 96666-0002;maria@exemplo.com',
        'Velha Nova;5511966660001;',
        '',
        'X;5511966660003;',
        'Sem Número;abc;',
        'Mau E-mail;5511966660004;nada',
        'Repetida;55 11 966660002;',
        'Fora;5511966660009;',
      ].join('\r\n'),
    )
    expect(status).toBe(200)
    expect([body.created, body.updated, body.rejected]).toEqual([2, 1, 4])
    expect(body.rows.map(r => [r.line, r.outcome, r.reason])).toEqual([
      [2, 'created', ''],
      [3, 'updated', ''],
      [5, 'rejected', 'INVALID_NAME'],
      [6, 'rejected', 'INVALID_NUMBER'],
      [7, 'created', 'EMAIL_DROPPED'],
      [8, 'rejected', 'REPEATED'],
      [9, 'rejected', 'NOT_ON_WHATSAPP'],
    ])
  })

  it('knows a phone by its number with and without the ninth digit, in the company and in the file', async () => {
    const known = await h.newContact(h.one, 'Ivo', { number: '551187660101' })
    const { body } = await importAs(
      'name,number,email\nIvo Sá,+55 (11) 98766-0101,\nNice,5511987660102,\nNice de novo,551187660102,\n',
    )
    expect(body.rows.map(row => [row.outcome, row.reason])).toEqual([
      ['updated', ''],
      ['created', ''],
      ['rejected', 'REPEATED'],
    ])
    const ivo = await h.rows(contacts, eq(contacts.id, known))
    expect(ivo).toMatchObject([{ name: 'Ivo Sá' }])
    expect(await h.db.$count(contacts, inArray(contacts.number, ['5511987660101', '551187660101']))).toBe(1)
  })

  it('takes numbers without a country for Brazilian ones, and refuses what is none', async () => {
    const { body } = await importAs(
      'nome;celular;e-mail\nA Maior;(11) 96666-0050;\nFilial;96666-0051;\nPlanilha;5,51199E+12;\nDuas;11966660052 / 11966660053;\n',
    )
    expect(body.rows.map(row => [row.outcome, row.number, row.reason])).toEqual([
      ['created', '5511966660050', ''],
      ['rejected', '96666-0051', 'NO_COUNTRY'],
      ['rejected', '5,51199E+12', 'ROUNDED_NUMBER'],
      ['created', '5511966660052', 'FIRST_NUMBER'],
    ])
  })

  it.each([
    ['a missing header', 'name,number\nMaria,5511966660040\n', 'a.csv'],
    ['another type', 'name,number,email\n', 'a.txt'],
    ['binary under the name of a CSV', 'name,number,email\n\u0000\u0001', 'a.csv'],
  ])('refuses %s', async (_, text, name) => {
    const { status, body } = await importAs(text, name)
    expect([status, (body as unknown as { error: string }).error]).toEqual([400, 'ERR_INVALID_CSV'])
  })

  it('takes the lines of people without a number as they are exported, and invents nobody', async () => {
    await h.newContact(h.two, 'Sem Número', { number: 'BR.1502576394655843' })
    await h.newContact(h.two, 'Anônima', { number: '987654321012345@lid' })
    const exported = await (await h.raw(h.two.admin, '/api/contacts/export')).text()
    expect(exported).toContain('\r\nSem Número,,,BR.1502576394655843\r\nAnônima,,,987654321012345@lid\r\n')
    const body = upload(`${exported.replace('Sem Número', 'Sem Número Novo')}Ninguém,,,BR.999\r\n`)
    const { body: report } = await h.call<Report>(h.two.admin, 'contacts.importCsv', { body })
    expect(report).toMatchObject({ created: 0, rejected: 1 })
    const rows = await h.rows(contacts, like(contacts.number, 'BR.%'))
    expect(rows.map(({ name, number }) => [name, number])).toEqual([
      ['Sem Número Novo', 'BR.1502576394655843'],
    ])
  })
})

describe('exporting CSV', () => {
  it('is for admins, neutralises formulas, leaves groups and other companies out', async () => {
    await h.newContact(h.two, '=1+1', { number: '5511955550001', email: '@mail' })
    await h.newContact(h.two, '+SUM(A1)', { number: '5511955550002' })
    await h.newContact(h.two, '-2', { number: '5511955550003' })
    await h.newContact(h.two, 'Comum; "aspas"', { number: '5511955550004' })
    await h.newContact(h.two, 'Grupo', { number: '120363000000001', isGroup: true })
    const refused = await h.call(h.two.ana, 'contacts.export')
    expect(refused.status).toBe(403)
    const response = await h.raw(h.two.admin, '/api/contacts/export')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8')
    expect(text.startsWith('\uFEFFname,number,email,wa_id\r\n')).toBe(true)
    expect(text).toContain(`"'=1+1",5511955550001,"'@mail"`)
    expect(text).toContain(`"'+SUM(A1)",5511955550002,`)
    expect(text).toContain(`"'-2",5511955550003,`)
    expect(text).toContain('"Comum; ""aspas""",5511955550004,')
    expect(text).not.toMatch(/Grupo|Página/)
    for (const line of text.slice(1).split('\r\n')) expect(line).not.toMatch(/^"?[=+@-]/)
  })

  it('is imported again without a change', async () => {
    const names = ['@maria.silva', '+ Saúde Farmácia', '-Zé-', '=Somar', "'=Aspas", "'Plica"]
    for (const [at, name] of names.entries()) await h.newContact(h.two, name, { number: `551195555010${at}` })
    const response = await h.raw(h.two.admin, '/api/contacts/export')
    const body = upload(await response.text())
    const { body: report } = await h.call<Report>(h.two.admin, 'contacts.importCsv', { body })
    expect(report.updated).toBe(report.rows.filter(({ outcome }) => outcome === 'updated').length)
    const rows = await h.rows(contacts, like(contacts.number, '551195555010_'))
    expect(rows.map(({ name }) => name)).toEqual(names)
  })

  it('is of the same people where a number of another country looks like one of Brazil', async () => {
    await h.newContact(h.two, 'Kari', { number: '4791234567' })
    const body = upload('name,number,email\nKari Nordmann,4791234567,\nOutra,4731234567,\n')
    const { body: report } = await h.call<Report>(h.two.admin, 'contacts.importCsv', { body })
    expect(report.rows.map(({ number, outcome }) => [number, outcome])).toEqual([
      ['4791234567', 'updated'],
      ['554731234567', 'created'],
    ])
  })

  it('of a search holds those it finds, however many pages they are', async () => {
    for (let n = 0; n < 60; n++)
      await h.newContact(h.two, `Procurada ${n}`, { number: `55118888${1000 + n}` })
    await h.newContact(h.two, 'Outra', { number: '5511777770000' })
    const response = await h.raw(h.two.admin, '/api/contacts/export?searchParam=procurada')
    const lines = (await response.text()).trim().split('\r\n').slice(1)
    expect(lines).toHaveLength(60)
    expect(lines.every(line => line.startsWith('Procurada'))).toBe(true)
  })
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Does something while WhatsApp is asked about a number. */
const whileAsked = (meanwhile: () => Promise<unknown>): void => {
  const ask = h.channel.checkNumber.bind(h.channel)
  vi.spyOn(h.channel, 'checkNumber').mockImplementationOnce(async (...args) => {
    await meanwhile()
    return await ask(...args)
  })
}
/** Does something while a picture is being kept. @returns the names under which pictures were. */
const whileKept = (meanwhile: () => Promise<unknown>): string[] => {
  const { media } = h.running.app
  const names: string[] = []
  const write = media.write.bind(media)
  vi.spyOn(media, 'write').mockImplementationOnce(async (companyId, name, bytes) => {
    names.push(name)
    await meanwhile()
    return await write(companyId, name, bytes)
  })
  return names
}
const picture = (number: string) =>
  h.running.sink.person({
    whatsappId: h.one.whatsappId,
    number,
    picture: { bytes: PNG, name: 'foto.png', mime: 'image/png' },
  })

describe('a new picture', () => {
  it('leaves the name a colleague gave meanwhile, and the contact is found by it', async () => {
    const number = '5521977770001'
    const id = await h.newContact(h.one, 'Quimbanda', { number })
    whileKept(() => change(id, { name: 'Zebedeu', number }))
    await picture(number)
    expect(await foundBy('zebedeu')).toMatchObject([
      { id, name: 'Zebedeu', profilePicUrl: expect.stringContaining('.png') },
    ])
    expect(await foundBy('quimbanda')).toEqual([])
  })

  it('of a contact that is deleted meanwhile is not kept', async () => {
    const number = '5521977770002'
    const id = await h.newContact(h.one, 'Vai Embora', { number })
    const names = whileKept(() => h.call(h.one.admin, 'contacts.remove', { params: { id } }))
    await picture(number)
    expect(names).toHaveLength(1)
    expect(await h.running.app.media.facts(h.one.id, names[0] as string)).toBeNull()
  })
})

describe('a change whose new number is being asked about', () => {
  it('keeps the address a colleague gave meanwhile, where it says none', async () => {
    const number = '5521977770003'
    const id = await h.newContact(h.one, 'Berenice', { number })
    whileAsked(() => change(id, { name: 'Berenice', number, email: 'berenice@exemplo.com' }))
    const answer = await change(id, { name: 'Berenice Dois', number: '5521977770004' })
    expect(answer.body).toMatchObject({ name: 'Berenice Dois', email: 'berenice@exemplo.com' })
    expect(await foundBy('berenice@exemplo')).toMatchObject([{ id }])
  })

  it('is told that the contact is gone, where a colleague deleted it meanwhile', async () => {
    const id = await h.newContact(h.one, 'Some', { number: '5521977770005' })
    whileAsked(() => h.call(h.one.admin, 'contacts.remove', { params: { id } }))
    const answer = await change(id, {
      name: 'Some',
      number: '5521977770006',
      extraInfo: [{ name: 'Cidade', value: 'Niterói' }],
    })
    expect([answer.status, answer.body.error]).toEqual([404, 'ERR_NO_CONTACT_FOUND'])
  })
})
