// @vitest-environment jsdom
import { type FileList, fileList as schema } from '@contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { FileListsScreen } from '@/features/file-lists'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const option = (id: number, name: string, file: string | null) => ({
  id,
  name,
  path: file ? `/media/1/${file}` : '',
  mediaType: 'application',
  mediaName: file,
})
const full = schema.parse({
  id: 1,
  name: 'Catálogo',
  message: 'Segue o catálogo',
  options: [option(11, 'Capa', 'capa.pdf'), option(12, 'Preços', 'precos.pdf')],
})
let saved: FileList

async function open(): Promise<void> {
  await openScreen(<FileListsScreen />, { user: { id: 1 } })
  await screen.findByText(/listas? de arquivos$/)
}

beforeEach(() => {
  call.mockReset()
  saved = schema.parse({
    id: 9,
    name: 'Boletos',
    message: 'x',
    options: [option(91, 'Um', null), option(92, 'Dois', null)],
  })
  call.mockImplementation(async (name: string) => {
    if (name === 'whatsapps.list') return []
    if (name === 'files.page')
      return {
        files: [full, schema.parse({ id: 2, name: 'Vazia', message: 'Oi', optionsCount: 0 })],
        count: 2,
        hasMore: false,
      }
    if (name === 'files.get') return full
    return name === 'files.remove' ? null : saved
  })
})

const sent = (name: string): unknown[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, options]) => options)
const group = (name: string) => within(screen.getByRole('group', { name }))
async function attach(name: string, file: File): Promise<void> {
  const input = screen.getByRole('group', { name }).querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('no field for a file')
  await userEvent.upload(input, file)
}

it('shows the count, names and files, and searches in small letters', async () => {
  await open()
  expect(screen.getByText('2 listas de arquivos')).toBeDefined()
  expect(screen.getByText('Capa, Preços')).toBeDefined()
  expect(screen.getByText('Sem arquivos')).toBeDefined()
  await userEvent.type(screen.getByRole('textbox', { name: 'Buscar lista de arquivos' }), 'CATÁ{Enter}')
  await waitFor(() => expect(sent('files.page').at(-1)).toMatchObject({ query: { searchParam: 'catá' } }))
})

it('saves a new list, then gives each entry its file', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar lista' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Nome'), 'Boletos')
  await userEvent.type(dialog.getByLabelText(/^Mensagem/), 'Seguem os boletos')
  for (const [at, name] of ['Um', 'Dois'].entries()) {
    await userEvent.click(dialog.getByRole('button', { name: 'Adicionar arquivo' }))
    await userEvent.type(await dialog.findByLabelText(`Nome do arquivo ${at + 1}`), name)
  }
  const file = new File(['2'], 'dois.pdf', { type: 'application/pdf' })
  await attach('Dois', file)
  await userEvent.click(dialog.getByRole('button', { name: 'Adicionar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('files.create')).toMatchObject([
    {
      body: {
        name: 'Boletos',
        message: 'Seguem os boletos',
        options: [{ name: 'Um' }, { name: 'Dois' }],
        userId: 1,
      },
    },
  ])
  expect(sent('files.upload')).toMatchObject([
    { params: { id: 9 }, body: { id: 92, name: 'Dois', typeArch: 'fileList' }, files: [file] },
  ])
  expect(await screen.findByText('Lista de arquivos salva com sucesso!')).toBeDefined()
})

it('takes a file away, reorders and takes out entries of a list', async () => {
  await open()
  await userEvent.click(screen.getByText('Catálogo'))
  await screen.findByText('capa.pdf')
  await userEvent.click(group('Capa').getByRole('button', { name: /capa\.pdf/ }))
  await userEvent.click(group('Preços').getByRole('button', { name: 'Mover Preços para cima' }))
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // Without its file the cover is another entry; the prices stay what they were.
  const [{ body }] = sent('files.update') as [{ body: { options: object[] } }]
  expect(body.options).toEqual([
    { id: 12, name: 'Preços', path: '/media/1/precos.pdf', mediaType: 'application' },
    { name: 'Capa', path: '', mediaType: '' },
  ])
})

it('says that the list is kept where a file did not arrive, and does not double its entries', async () => {
  await open()
  await userEvent.click(screen.getByText('Catálogo'))
  await screen.findByText('capa.pdf')
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar arquivo' }))
  await userEvent.type(screen.getByPlaceholderText('Nome do arquivo 3'), 'Novo')
  await attach('Novo', new File(['x'], 'novo.pdf'))
  saved = schema.parse({ ...full, options: [...full.options, option(13, 'Novo', null)] })
  call.mockImplementation(async (name: string) => {
    if (name === 'whatsapps.list') return []
    if (name === 'files.upload') throw new ApiError('refused', 'ERR_FILE_TOO_LARGE', '', 413)
    return saved
  })
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText(/^A lista foi salva, mas os arquivos não foram enviados/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(sent('files.update')).toHaveLength(2))
  expect(sent('files.update').at(-1)).toMatchObject({
    body: { options: [{ id: 11 }, { id: 12 }, { id: 13 }] },
  })
})

it('shows a picture in its size and plays what can be played; of a document it says the name', async () => {
  await open()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:seen', revokeObjectURL() {} }))
  await userEvent.click(screen.getByText('Catálogo'))
  await screen.findByText('capa.pdf')
  expect(group('Capa').queryByRole('button', { name: 'Ver capa.pdf' })).toBeNull()
  for (const [name, tag] of [
    ['foto.png', 'img'],
    ['recado.mp3', 'audio'],
    ['visita.mp4', 'video'],
  ] as const) {
    await userEvent.click(screen.getByRole('button', { name: 'Adicionar arquivo' }))
    await userEvent.type(
      within(await screen.findByRole('group', { name: /^arquivo \d/i })).getByPlaceholderText(
        /^Nome do arquivo/,
      ),
      name,
    )
    await attach(name, new File(['x'], name))
    await userEvent.click(screen.getByRole('button', { name: `Ver ${name}` }))
    // Above the form, which stays.
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(2))
    const preview = screen.getAllByRole('dialog')[1]
    expect(preview?.textContent).toBe(name)
    expect(preview?.querySelector(tag)?.getAttribute('src')).toBe('blob:seen')
    await userEvent.click(within(preview as HTMLElement).getByRole('button', { name: 'Fechar' }))
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
    expect(screen.getByRole('button', { name: `Ver ${name}` })).toBeDefined()
  }
})
