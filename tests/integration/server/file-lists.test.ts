/** File lists on the server (docs/specification.md 3.2, 3.5, 3.7 and "Socket channels"). */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { campaigns, files } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'

const h = harnessForFile()

interface FileList {
  id: number
  name: string
  message: string
  options: { id: number; name: string; path: string; mediaType: string; mediaName: string | null }[]
}

const body = (name: string, options: object[] = []) => ({ name, message: 'Segue em anexo', options })
const make = async (name: string, options: object[] = []) =>
  (await h.call<FileList>(h.one.admin, 'files.create', { body: body(name, options) })).body
const upload = async (id: number, files: [optionId: number | string, name: string][]) => {
  const form = new FormData()
  form.set('fileId', String(id))
  form.set('typeArch', 'fileList')
  for (const [optionId, name] of files) {
    form.append('mediaType', 'application')
    form.append('name', name)
    form.append('id', String(optionId))
  }
  for (const [, name] of files) form.append('files', new Blob([`conteúdo de ${name}`]), name)
  const response = await h.raw(h.one.admin, `/api/files/uploadList/${id}`, { method: 'POST', body: form })
  return { status: response.status, body: (await response.json()) as FileList & { error?: string } }
}
const stored = () => readdir(join(h.folder, 'media', String(h.one.id))).catch(() => [])

it('keeps a name, a message and entries in their order, each with a file of its own', async () => {
  const bia = await h.connect(h.one.bia)
  const list = await make('Tabela de preços', [{ name: 'Tabela' }, { name: 'Catálogo' }])
  expect(list.options.map(option => [option.name, option.path])).toEqual([
    ['Tabela', ''],
    ['Catálogo', ''],
  ])
  const [first, second] = list.options.map(option => option.id)
  const { body: filled } = await upload(list.id, [
    [second ?? 0, 'catalogo.pdf'],
    [first ?? 0, 'tabela.txt'],
  ])
  expect(filled.options.map(option => option.mediaName)).toEqual(['tabela.txt', 'catalogo.pdf'])
  const served = await h.raw(h.one.ana, filled.options[0]?.path ?? '')
  expect(await served.text()).toBe('conteúdo de tabela.txt')
  await bia.settled()
  expect(bia.of('file').map(({ action }) => action)).toEqual(['create', 'update'])
  const found = await h.call<{ files: FileList[]; count: number }>(h.one.ana, 'files.page', {
    query: { searchParam: 'PRECOS' },
  })
  expect(found.body).toMatchObject({ count: 1, files: [{ id: list.id }] })
  bia.close()
})

it('drops entries that are left out with their files, and keeps the others with theirs', async () => {
  const list = await make('Boletos', [{ name: 'Um' }, { name: 'Dois' }])
  const [first, second] = list.options.map(option => option.id)
  await upload(list.id, [
    [first ?? 0, 'um.txt'],
    [second ?? 0, 'dois.txt'],
  ])
  const before = (await stored()).length
  const params = { id: list.id }
  const { body: changed } = await h.call<FileList>(h.one.admin, 'files.update', {
    params,
    body: body('Boletos', [{ name: 'Três' }, { id: second, name: 'Dois novo' }]),
  })
  expect(changed.options.map(({ name, mediaName }) => [name, mediaName])).toEqual([
    ['Três', null],
    ['Dois novo', 'dois.txt'],
  ])
  expect((await stored()).length).toBe(before - 1)
  await upload(list.id, [[second ?? 0, 'outra.txt']])
  expect((await stored()).length).toBe(before - 1)
  await h.call(h.one.admin, 'files.remove', { params })
  expect((await stored()).length).toBe(before - 2)
  expect((await h.call(h.one.admin, 'files.get', { params })).body).toEqual({ error: 'ERR_NO_FILE_FOUND' })
})

it('has one list of a name, wants name and message, and changes only by admins', async () => {
  const list = await make('Contratos')
  const refused = async (who: typeof h.one.admin, sent: object) =>
    (await h.call(who, 'files.create', { body: sent })).body.error
  expect(await refused(h.one.admin, body('contratos'))).toBe('ERR_FILE_LIST_NAME_TAKEN')
  expect(await refused(h.one.admin, body('ab'))).toBe('ERR_VALIDATION')
  expect(await refused(h.one.admin, { name: 'Sem mensagem', message: '  ' })).toBe('ERR_VALIDATION')
  expect(await refused(h.one.sup, body('Do supervisor'))).toBe('ERR_NO_PERMISSION')
  const params = { id: list.id }
  expect((await h.call(h.one.admin, 'files.update', { params, body: body('CONTRATOS') })).status).toBe(200)
})

it('takes no file for an entry that is not the list’s, and keeps nothing of a refused call', async () => {
  const [list, other] = [await make('Uma', [{ name: 'A' }]), await make('Outra', [{ name: 'B' }])]
  const before = await stored()
  const foreign = other.options[0]?.id ?? 0
  const own = list.options[0]?.id ?? 0
  expect((await upload(list.id, [[foreign, 'x.txt']])).body.error).toBe('ERR_NO_FILE_FOUND')
  expect((await upload(list.id, [['abc', 'x.txt']])).body.error).toBe('ERR_VALIDATION')
  expect(
    (
      await upload(list.id, [
        [own, 'x.txt'],
        [foreign, 'y.txt'],
      ])
    ).body.error,
  ).toBe('ERR_NO_FILE_FOUND')
  expect(await stored()).toEqual(before)
})

const campaign = (fileListId: number) =>
  h.insert(campaigns, {
    ...{
      companyId: h.one.id,
      name: 'Volta às aulas',
      search: '',
      message1: 'Oi',
      status: 'PROGRAMADA' as const,
    },
    ...{ whatsappId: h.one.whatsappId, fileListId, scheduledAt: '2091-03-05T10:00:00.000Z' },
  })

it('is neither deleted nor emptied while a campaign is about to send it: the refusal names the campaign', async () => {
  const { id } = await make('Catálogo', [{ name: 'Capa' }])
  await campaign(id)
  const params = { id }
  const inUse = { error: 'ERR_FILE_LIST_IN_USE', name: 'Volta às aulas' }
  expect((await h.call(h.one.admin, 'files.remove', { params })).body).toMatchObject(inUse)
  expect(await h.db.$count(files, eq(files.id, id))).toBe(1)
})

it('whose message has a variable that nothing stands for is refused, also by a campaign that would send an older one', async () => {
  const variable = { error: 'ERR_CAMPAIGN_VARIABLE' }
  const sent = { ...body('Tabelas'), message: 'Seguem, {inexistente}' }
  expect((await h.call(h.one.admin, 'files.create', { body: sent })).body).toMatchObject(variable)
  const kept = await h.insert(files, {
    companyId: h.one.id,
    name: 'Antiga',
    message: 'Segue, {promo}',
    search: '',
  })
  const refused = await h.call(h.one.admin, 'campaigns.create', {
    body: { name: 'Festa', message1: 'Oi', fileListId: kept.id },
  })
  expect(refused.body).toMatchObject({ ...variable, field: 'fileListId' })
})
