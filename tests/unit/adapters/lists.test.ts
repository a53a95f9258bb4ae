/** Contact lists and file lists on legacy servers: its ways (docs/legacy-server.md 6.7, 6.13, 7.3) and ours. */
import { contactListRowOutcome, fileList, parseSocketEvent } from '@contract'
import { expect, it } from 'vitest'
import { translateEvent } from '../../../electron/main/adapters/legacy/events'
import type { ServerClient } from '../../../electron/main/session/server-client'
import { peopleOf } from '../../compat/server/routes-outreach'
import { callsTo, json, type Row } from './calls-to'

const user = { id: 3, companyId: 7, profile: 'admin' }

/** A server with the legacy server's habits. */
function legacy() {
  const known = new Set(['5511900000009'])
  const list: Row & { options: Row[] } = {
    id: 1,
    name: 'Catálogos',
    message: 'Segue',
    options: [{ id: 5, fileId: 1, name: 'Capa', path: 'capa 1.pdf', mediaType: 'application/pdf' }],
  }
  const asked: string[] = []
  const bodies: Row[] = []
  const fetch: ServerClient['fetch'] = async (path, init = {}) => {
    const method = init.method ?? 'GET'
    const whole = `/${path.replace(/^\/+/, '')}`
    const [bare = ''] = whole.split('?')
    asked.push(`${method} ${whole}`)
    const raw = typeof init.body === 'function' ? init.body() : init.body
    if (typeof raw === 'string') bodies.push(JSON.parse(raw) as Row)
    if (bare === '/contact-lists')
      return json({
        records: Array.from({ length: 20 }, (_, id) => ({ id, name: `L${id}`, contactsCount: '3' })),
        hasMore: false,
      })
    if (bare === '/contact-lists/2') return json({ id: 2, name: 'VIP' })
    if (bare === '/contact-lists/2/upload') {
      const file = (raw as FormData).get('file') as File
      const made = peopleOf(Buffer.from(await file.arrayBuffer())).flatMap(({ name, number }, at) => {
        if (known.has(number)) return []
        known.add(number)
        return [{ id: 40 + at, name, number, isWhatsappValid: !number.endsWith('0000') }]
      })
      return json(made)
    }
    if (bare === '/contact-list-items')
      return method === 'POST'
        ? json({ id: 9, ...bodies.at(-1) })
        : json({ contacts: [], count: '12', hasMore: false })
    if (bare === '/contact-list-items/8') return json({ error: 'ERR_NO_CONTACTLISTITEM_FOUND' }, 404)
    if (bare.startsWith('/contact-list-items/')) return json({ message: 'Contact deleted' })
    if (bare === '/files/1' && method === 'PUT') {
      const wanted = (bodies.at(-1)?.options ?? []) as Row[]
      if (wanted.some(option => typeof option.path !== 'string'))
        return json({ error: 'Internal server error' }, 500)
      list.options = wanted.map((option, at) => ({ id: 5 + at, fileId: 1, ...option }))
      return json({ id: 1, name: list.name })
    }
    if (bare === '/files/uploadList/1') return json({ mensagem: 'Arquivos atualizados' })
    if (bare === '/files' && method === 'POST') return json({ error: 'ERR_RATING_NAME_ALREADY_EXISTS' }, 400)
    if (bare === '/files/1') return json(list)
    return new Response('<html>', { status: 404 })
  }
  return { call: callsTo(fetch, () => user), asked, bodies }
}

it('asks for the page behind a full one, and counts a single list by its items', async () => {
  const { call, asked } = legacy()
  expect((await call('GET', '/contact-lists?pageNumber=1')).body).toMatchObject({ hasMore: true })
  expect((await call('GET', '/contact-lists/2')).body).toMatchObject({ name: 'VIP', contactsCount: 12 })
  expect(asked).toContain('GET /contact-list-items?contactListId=2&pageNumber=1')
  await call('GET', '/contact-list-items?contactListId=2&state=invalid&pageNumber=1')
  expect(asked.at(-1)).toBe('GET /contact-list-items?contactListId=2&pageNumber=1')
})

it('sends rows as a spreadsheet and answers for each', async () => {
  const { call } = legacy()
  const rows = [
    { line: 2, name: 'Ana', number: '+55 11 90000-0001' },
    { line: 3, name: 'Ana', number: '5511900000001' },
    { line: 4, name: 'Bia', number: '5511900000009' },
    { line: 5, name: 'Caio', number: '5511900000000' },
    { line: 6, name: 'Davi', number: 'ramal 12' },
    { line: 7, name: ' ', number: '5511900000003' },
  ]
  const { body } = await call('POST', '/contact-lists/2/rows', { rows })
  const told = (body.rows as Row[]).map(row => contactListRowOutcome.parse(row))
  expect(
    told.map(({ line, outcome, reason, numberState }) => [line, outcome, reason || numberState]),
  ).toEqual([
    [2, 'added', 'valid'],
    [3, 'repeated', null],
    [4, 'repeated', null],
    [5, 'added', 'invalid'],
    [6, 'rejected', 'INVALID_NUMBER'],
    [7, 'rejected', 'INVALID_NAME'],
  ])
})

it('sends numbers as digits, and takes several contacts off one by one', async () => {
  const { call, bodies } = legacy()
  await call('POST', '/contact-list-items', { name: 'Ana', number: '+55 (11) 90000-0001', contactListId: 2 })
  expect(bodies.at(-1)).toMatchObject({ number: '5511900000001', email: '' })
  const { body } = await call('POST', '/contact-lists/2/remove-items', { ids: [7, 8, 9] })
  expect(body).toEqual({ removed: 2 })
  expect((await call('POST', '/contact-lists/2/recheck')).status).toBe(501)
})

it('makes addresses of the names of files, and names of the addresses', async () => {
  const { call, bodies } = legacy()
  const path = '/public/fileList/1/capa%201.pdf'
  const { body } = await call('GET', '/files/1')
  expect(fileList.parse(body).options).toMatchObject([{ path, mediaName: 'capa 1.pdf' }])
  const options = [{ id: 5, name: 'Capa', path, mediaType: 'application/pdf' }, { name: 'Nova' }]
  const changed = await call('PUT', '/files/1', { name: 'Catálogos', message: 'Segue', options })
  expect(bodies.at(-1)?.options).toMatchObject([{ path: 'capa 1.pdf' }, { path: '' }])
  expect(fileList.parse(changed.body).options.map(option => option.path)).toEqual([path, ''])
  expect((await call('POST', '/files/uploadList/1')).body).toMatchObject({ id: 1, optionsCount: 2 })
  expect((await call('POST', '/files', { name: 'Catálogos', message: 'x' })).body).toMatchObject({
    error: 'ERR_FILE_LIST_NAME_TAKEN',
  })
})

it.each([
  ['company7-file', { action: 'update', fileList: { id: 1, name: 'A', message: 'b' } }],
  ['company7-file', { action: 'delete', fileId: '1' }],
  ['company-7-ContactList', { action: 'create', record: { id: 2, name: 'VIP' } }],
  ['company-7-ContactList', { action: 'delete', id: '2' }],
  ['company-7-ContactListItem', { action: 'update', record: { id: 3, name: 'Ana', contactListId: 2 } }],
  ['company-7-ContactListItem-2', { action: 'reload', records: [{ id: 3 }] }],
])('understands %s %j', (name, payload) => {
  const [event] = translateEvent(user, name, payload)
  expect(parseSocketEvent(7, event?.name ?? '', event?.payload)).toMatchObject({ ok: true })
})
